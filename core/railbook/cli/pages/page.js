"use strict";
// Plays the games that this page holds. Nothing from a game is ever put into the page as markup: text is set as text,
// and the pieces of the board were written as shapes and plain text by the program that made the page.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const draw = (tag, attributes = {}, ...children) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  // Changes from ply to ply, put together to what is there at each ply.
  const unfolded = (slots) => {
    const states = [];
    let now = [];
    for (const step of slots.steps) {
      now = now.slice();
      for (let at = 0; at < step.length; at += 2) now[step[at]] = step[at + 1];
      states.push(now);
    }
    return states;
  };

  const parser = new DOMParser();
  const DASHES = ["", "8 4", "2 3", "12 3 2 3", "5 5", "1 4", "16 4", "3 1"];
  const CHIPS = {
    purple: ["#8e5ea2", "#fff"], white: ["#fdfdfd", "#22262b"], blue: ["#0072b2", "#fff"],
    yellow: ["#f0e442", "#22262b"], orange: ["#e69f00", "#22262b"], black: ["#2b2b2b", "#fff"],
    red: ["#b93018", "#fff"], green: ["#00694c", "#fff"], grey: ["#d5d5d5", "#22262b"], pink: ["#cc79a7", "#22262b"],
    brown: ["#7a4a21", "#fff"],
  };

  class Game {
    constructor(game, prefix, heading) {
      this.game = game;
      this.prefix = prefix;
      this.states = unfolded(game.board);
      this.views = game.views.map(unfolded);
      this.view = 0;
      this.nodes = [];
      this.shown = [];
      this.plies = game.plies.length;
      this.element = this.build(heading);
    }

    name(seat) { return seat === null ? "" : this.game.seats[seat].name; }

    said(ply) {
      const [seat, action] = this.game.plies[ply];
      return (seat === null ? "" : this.name(seat) + ": ") + this.game.texts[action];
    }

    mark(seat) {
      const dot = make("span", { class: "mark", "aria-hidden": "true" });
      dot.style.background = this.game.seats[seat].colour;
      return dot;
    }

    build(heading) {
      const { game, prefix } = this;
      const side = make("section", { class: "side", "aria-label": "Game " + game.name });
      const left = make("div", { class: "left" });
      const right = make("div", { class: "right" });
      if (heading) left.append(make("h2", {}, game.name));
      if (game.audit) left.append(this.verdict());
      this.svg = draw("svg", {
        viewBox: `0 0 ${game.board.width} ${game.board.height}`, role: "img", tabindex: "0",
        "font-family": "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif",
      });
      this.slots = [];
      for (const slot of game.board.slots) {
        this.slots[slot] = draw("g");
        this.svg.append(this.slots[slot]);
      }
      left.append(make("h2", {}, "Board"), make("div", { class: "board" }, this.svg));
      this.events = make("ul", { class: "events" });
      left.append(make("h2", {}, "What happened"), this.events);
      left.append(...this.chartPart());
      const select = make("select", { id: prefix + "view" });
      game.views.forEach((view, number) => {
        const all = game.viewer === "spectator" ? "what a spectator knows" : "everything";
        const text = view.seat === null ? all : "what " + this.name(view.seat) + " knows";
        select.append(make("option", { value: number }, text));
      });
      select.addEventListener("change", () => { this.view = Number(select.value); this.showPanels(); });
      this.panels = make("div", { class: "panels" });
      right.append(make("h2", {}, "Table"), make("label", { for: prefix + "view" }, "View: "), select, this.panels);
      right.append(make("h2", {}, "Log"), this.logPart());
      right.append(...this.sheetPart());
      side.append(left, right);
      return side;
    }

    verdict() {
      const { audit } = this.game;
      const good = audit.verdict.startsWith("exact");
      const kind = good ? "verdict" : audit.verdict === "unverified" ? "verdict so" : "verdict bad";
      const box = make("div", { class: kind });
      box.append(make("p", {}, `Verified: ${audit.verdict}; ${audit.checked} plies follow from the rules.`));
      if (audit.from !== null) box.append(make("p", {}, `From ply ${audit.from} on this is only what the file says.`));
      if (audit.findings.length) {
        const list = make("ul", { class: "findings" });
        for (const [ply, text] of audit.findings) {
          list.append(make("li", {}, make("a", { href: "#ply=" + ply }, "ply " + ply), " " + text));
        }
        box.append(list);
      }
      if (audit.unverified.length) {
        box.append(make("p", {}, "Could not be checked, because something is hidden: plies " + audit.unverified.join(", ") + (audit.unverified_count > audit.unverified.length ? ", ..." : "")));
      }
      return box;
    }

    logPart() {
      const { game } = this;
      const list = make("ol", { class: "log", "aria-label": "Plies", tabindex: "0" });
      const found = new Map((game.audit ? game.audit.findings : []).map(([ply, text]) => [ply, text]));
      const notes = new Map(game.notes);
      const from = game.audit && game.audit.from !== null ? game.audit.from : Infinity;
      this.items = game.plies.map((_, ply) => {
        const button = make("button", { type: "button" }, `${ply} ${this.said(ply)}`);
        button.addEventListener("click", () => player.go(ply));
        const item = make("li", found.has(ply) ? { class: "found" } : ply > from ? { class: "behind" } : {}, button);
        if (found.has(ply)) item.append(make("p", {}, "Finding: " + found.get(ply)));
        if (notes.has(ply)) item.append(make("p", { class: "dim" }, notes.get(ply)));
        list.append(item);
        return button;
      });
      this.list = list;
      return list;
    }

    sheetPart() {
      const { end } = this.game;
      if (!end) return [make("h2", {}, "Final sheet"), make("p", {}, "The game is not over in this log.")];
      const head = make("tr", {}, make("td"));
      this.game.seats.forEach((seat, number) => head.append(make("th", { scope: "col" }, this.mark(number), seat.name)));
      const table = make("table", { class: "sheet" }, make("caption", {}, "The game is over: " + end.reason), head);
      for (const [id, points, how] of end.sheet) {
        const row = make("tr", {}, make("th", { scope: "row" }, id));
        points.forEach((value, seat) => {
          const cell = make("td", {}, String(value));
          if (how[seat]) cell.append(make("span", { class: "how" }, how[seat]));
          row.append(cell);
        });
        table.append(row);
      }
      for (const [name, values] of [["total", end.totals], ["rank", end.ranks]]) {
        const row = make("tr", {}, make("th", { scope: "row" }, name));
        values.forEach((value) => row.append(make("td", { class: "bold" }, value === null ? "" : String(value))));
        table.append(row);
      }
      return [make("h2", {}, "Final sheet"), make("div", { class: "scroll", tabindex: "0" }, table)];
    }

    // The chart

    chartPart() {
      const { game, prefix } = this;
      if (!game.figures.length) return [];
      const select = make("select", { id: prefix + "figure" });
      game.figures.forEach(([name], number) => select.append(make("option", { value: number }, name)));
      this.chart = draw("svg", { viewBox: "0 0 800 240", class: "chart", role: "img" });
      this.legend = make("p", {});
      const redraw = () => { this.drawChart(game.figures[Number(select.value)]); this.showChart(); };
      select.addEventListener("change", redraw);
      this.figure = 0;
      this.drawChart(game.figures[0]);
      this.chart.addEventListener("click", (event) => {
        const box = this.chart.getBoundingClientRect();
        const part = ((event.clientX - box.left) / box.width * 800 - 44) / 744;
        player.go(Math.round(part * (this.plies - 1)));
      });
      return [make("h2", {}, "Chart"), make("label", { for: prefix + "figure" }, "Show: "), select, this.chart, this.legend];
    }

    drawChart([name, lines]) {
      this.lines = lines;
      this.figureName = name;
      const all = lines.flat();
      const low = Math.min(0, ...all), high = Math.max(1, ...all);
      this.x = (ply) => 44 + 744 * ply / Math.max(1, this.plies - 1);
      const y = (value) => 220 - 200 * (value - low) / (high - low);
      this.chart.replaceChildren();
      for (const value of new Set([low, 0, Math.round((low + high) / 2), high])) {
        this.chart.append(draw("line", { x1: 44, x2: 788, y1: y(value), y2: y(value), stroke: "#cfc6b2" }));
        this.chart.append(draw("text", { x: 38, y: y(value) + 4, "font-size": 12, "text-anchor": "end", fill: "#22262b" }, String(value)));
      }
      lines.forEach((line, seat) => {
        const points = line.map((value, ply) => `${this.x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
        for (const [stroke, width] of [["#22262b", 3.6], [this.game.seats[seat].colour, 2.2]]) {
          const dash = DASHES[seat % DASHES.length];
          this.chart.append(draw("polyline", { points, fill: "none", stroke, "stroke-width": width, "stroke-dasharray": dash }));
        }
      });
      this.cursor = draw("line", { y1: 10, y2: 226, stroke: "#005a8d", "stroke-width": 2 });
      this.chart.append(this.cursor);
    }

    showChart() {
      if (!this.chart) return;
      const x = this.x(this.ply);
      this.cursor.setAttribute("x1", x);
      this.cursor.setAttribute("x2", x);
      const values = this.game.seats.map((seat, number) => `${seat.name} ${this.lines[number][this.ply]}`);
      this.legend.replaceChildren();
      this.game.seats.forEach((seat, number) => {
        this.legend.append(this.mark(number), `${values[number]}   `);
      });
      this.chart.setAttribute("aria-label", `${this.figureName} after ply ${this.ply}: ${values.join(", ")}`);
    }

    // What is there at a ply

    go(ply) {
      this.ply = Math.max(0, Math.min(ply, this.plies - 1));
      const state = this.states[this.ply];
      for (const slot of this.game.board.slots) {
        const wanted = state[slot] === undefined ? -1 : state[slot];
        if (this.shown[slot] !== wanted) {
          this.shown[slot] = wanted;
          this.slots[slot].replaceChildren(...(wanted < 0 ? [] : [this.piece(wanted)]));
        }
      }
      this.svg.setAttribute("aria-label", `Board after ply ${this.ply}: ${this.game.titles[this.ply]}`);
      this.events.replaceChildren(...this.game.plies[this.ply][2].map((text) => make("li", {}, this.game.texts[text])));
      this.showPanels();
      this.showChart();
      if (this.current) this.current.removeAttribute("aria-current");
      this.current = this.items[this.ply];
      this.current.setAttribute("aria-current", "step");
      const item = this.current.parentElement;
      if (item.offsetTop < this.list.scrollTop + this.list.offsetTop || item.offsetTop + item.offsetHeight > this.list.scrollTop + this.list.offsetTop + this.list.clientHeight) {
        this.list.scrollTop = item.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
      }
    }

    piece(number) {
      if (!this.nodes[number]) {
        const text = `<svg xmlns="${SVG}">${this.game.board.fragments[number]}</svg>`;
        this.nodes[number] = document.importNode(parser.parseFromString(text, "image/svg+xml").documentElement.firstElementChild, true);
      }
      return this.nodes[number].cloneNode(true);
    }

    showPanels() {
      const state = this.views[this.view][this.ply];
      const shown = [];
      for (const slot of this.game.views[this.view].slots) {
        if (state[slot] !== undefined && state[slot] >= 0) shown.push(this.panel(this.game.panels[state[slot]]));
      }
      this.panels.replaceChildren(...shown);
    }

    panel([title, columns, rows]) {
      const box = make("div", { class: "panel" }, make("h3", {}, title));
      const lines = rows.map((row) => this.game.rows[row]);
      if (!columns.length) {
        for (const line of lines) box.append(make("p", {}, ...line.map((part) => this.part(part))));
        return box;
      }
      const isNumber = columns.map((_, index) => lines.every((line) => /^-?[0-9]+$/.test(line[index][0])));
      const table = make("table", {});
      table.append(make("tr", {}, ...columns.map((name, index) => make(name ? "th" : "td", name ? { scope: "col", class: isNumber[index] ? "n" : "" } : {}, name))));
      for (const line of lines) {
        table.append(make("tr", {}, ...line.map((part, index) => make("td", isNumber[index] ? { class: "n" } : {}, this.part(part)))));
      }
      box.append(make("div", { class: "scroll" }, table));
      return box;
    }

    part([text, style]) {
      if (style === "dim" || style === "bold") return make("span", { class: style }, text);
      if (style === "rainbow" || CHIPS[style]) {
        const chip = make("span", { class: "chip" }, text);
        const [back, ink] = style === "rainbow" ? ["#ffffff", "#22262b"] : CHIPS[style];
        chip.style.background = back;
        chip.style.color = ink;
        if (style === "rainbow") chip.style.borderWidth = "2px";
        return chip;
      }
      return document.createTextNode(text);
    }
  }

  // The controls: one ply for all games of the page

  class Player {
    constructor(games) {
      this.games = games;
      this.last = Math.max(...games.map((game) => game.plies)) - 1;
      this.ply = 0;
      this.timer = null;
      this.findings = [...new Set(games.flatMap((game) => (game.game.audit ? game.game.audit.findings : []).map(([ply]) => ply)))].sort((a, b) => a - b);
      const button = (id, label, act) => {
        const made = make("button", { type: "button", id }, label);
        made.addEventListener("click", act);
        return made;
      };
      this.play = button("play", "Play", () => this.toggle());
      this.slider = make("input", { type: "range", id: "slider", min: 0, max: this.last, step: 1, "aria-label": "Ply" });
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
      this.place = make("span", { id: "place" });
      this.speed = make("select", { id: "speed" });
      for (const [text, time] of [["slow", 2500], ["normal", 1000], ["fast", 300]]) this.speed.append(make("option", { value: time }, text));
      this.speed.value = "1000";
      this.speed.addEventListener("change", () => { if (this.timer !== null) { this.toggle(); this.toggle(); } });
      byId("controls").append(
        button("first", "First", () => this.go(0)), button("back", "Back", () => this.go(this.ply - 1)), this.play,
        button("next", "Next", () => this.go(this.ply + 1)), button("last", "Last", () => this.go(this.last)),
        this.slider, this.place, make("label", { for: "speed" }, "Speed"), this.speed,
      );
      if (this.findings.length) byId("controls").append(button("finding", "Next finding", () => this.nextFinding()));
      document.addEventListener("keydown", (event) => this.key(event));
      window.addEventListener("hashchange", () => this.follow());
    }

    follow() {
      const found = /^#ply=([0-9]{1,7})$/.exec(location.hash);
      if (found && Number(found[1]) !== this.ply) this.go(Number(found[1]));
      return found !== null;
    }

    go(ply) {
      this.ply = Math.max(0, Math.min(ply, this.last));
      for (const game of this.games) game.go(this.ply);
      this.slider.value = this.ply;
      this.slider.setAttribute("aria-valuetext", `ply ${this.ply} of ${this.last}`);
      this.place.textContent = `ply ${this.ply} of ${this.last}`;
      byId("now").textContent = this.sentence();
      for (const [id, end] of [["first", 0], ["back", 0], ["next", this.last], ["last", this.last]]) byId(id).setAttribute("aria-disabled", String(this.ply === end));
      // Browsers refuse to write the address too often, for instance while the slider is drawn.
      clearTimeout(this.address);
      this.address = setTimeout(() => {
        if (location.hash !== "#ply=" + this.ply) history.replaceState(null, "", "#ply=" + this.ply);
      }, 150);
      if (this.ply === this.last && this.timer !== null) this.toggle();
    }

    sentence() {
      const said = this.games.map((game) => (game.ply === this.ply ? game.said(this.ply) : "is over"));
      const found = this.games.flatMap((game) => (game.game.audit ? game.game.audit.findings : []).filter(([ply]) => ply === this.ply).map(([, text]) => " Finding: " + text));
      return `Ply ${this.ply}. ${this.games.length === 1 ? said[0] : said.map((text, side) => this.games[side].game.name + ": " + text).join(" | ")}${found.join("")}`;
    }

    toggle() {
      if (this.timer !== null) {
        clearInterval(this.timer);
        this.timer = null;
      } else {
        if (this.ply === this.last) this.go(0);
        this.timer = setInterval(() => this.go(this.ply + 1), Number(this.speed.value));
      }
      // While it plays, a screen reader would never come to an end.
      byId("now").setAttribute("aria-live", this.timer === null ? "polite" : "off");
      this.play.textContent = this.timer === null ? "Play" : "Pause";
    }

    nextFinding() {
      if (this.findings.length) this.go(this.findings.find((ply) => ply > this.ply) ?? this.findings[0]);
    }

    key(event) {
      const tag = event.target.tagName;
      if (event.altKey || event.ctrlKey || event.metaKey || tag === "SELECT" || (tag === "INPUT" && event.target.type !== "range")) return;
      const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, PageUp: this.ply - 10, PageDown: this.ply + 10, Home: 0, End: this.last };
      if (event.key in to) this.go(to[event.key]);
      else if (event.key === " " && tag !== "BUTTON" && tag !== "A") this.toggle();
      else if (event.key === "n") this.nextFinding();
      else return;
      event.preventDefault();
    }
  }

  const about = data.games.map((game) => {
    const variants = game.variants.length ? " with " + game.variants.join(", ") : "";
    return `${game.game}${variants}, map ${game.map}; ${game.seats.map((seat, number) => `seat ${number} ${seat.name}`).join(", ")}`;
  });
  byId("about").textContent = data.difference ? `${about[0]}. ${data.difference}` : about[0];
  const games = data.games.map((game, number) => new Game(game, "ab"[number] + "-", data.games.length > 1));
  const place = byId("games");
  place.className = games.length > 1 ? "two" : "one";
  place.append(...games.map((game) => game.element));
  const player = new Player(games);
  if (!player.follow() || player.ply === 0) player.go(player.follow() ? player.ply : data.start);
})();
