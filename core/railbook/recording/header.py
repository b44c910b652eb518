"""Makes the header of a new log, and the ruleset that a recorded header asks for."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import msgspec

from railbook.chance import PROCEDURE, commitment_of, new_salt, salt_of_seed
from railbook.log.records import FORMAT, ChanceRef, Header, MapRef, SeatRef, Source, UndoRule, VariantRef
from railbook.plugins.registry import NotInstalled, Registry
from railbook.rules.compose import Chosen
from railbook.rules.game import CarriedMap, Game, GameMap, SeatsError
from railbook.rules.ruleset import Ruleset

MOST_RULESETS = 64
"""Rulesets that are kept for further logs."""

LONGEST_NAME = 60
"""Characters of a player's name."""

TABLE = "table"
"""What `source` says in the header of a game that somebody typed in at a real table."""

CHANCE_FIELDS = {"open": {"procedure", "seed"}, "committed": {"procedure", "commitment"}, "none": set[str]()}
"""The fields that the header's chance has under each scheme, beside the scheme itself."""


class HeaderFault(ValueError):
    """A header that contradicts itself or its game; says what is wrong in one line."""


def check_names(names: Sequence[str]) -> None:
    """Refuse names of players that could be taken for one another, or for nothing: raises `SeatsError`."""
    seen: dict[str, str] = {}
    for name in names:
        if not name.strip():
            raise SeatsError("a seat has an empty name")
        if len(name) > LONGEST_NAME:
            raise SeatsError(f"the name {name[:20]!r}… has {len(name)} characters; at most {LONGEST_NAME} are allowed")
        for character in name:
            if unicodedata.category(character)[0] == "C" or unicodedata.category(character) in ("Zl", "Zp"):
                raise SeatsError(f"the name {name!a} holds an invisible or control character (U+{ord(character):04X})")
        same = unicodedata.normalize("NFKC", name).casefold().strip()
        if same in seen:
            raise SeatsError(
                f"two seats are called {name!r}" if seen[same] == name else f"{seen[same]!r} and {name!r} look alike"
            )
        seen[same] = name


def seat_names(kinds: Sequence[str]) -> list[str]:
    """Name seats after who plays them: `greedy,random,greedy` gives `greedy-1`, `random`, `greedy-2`."""
    names: list[str] = []
    for index, kind in enumerate(kinds):
        number = kinds[: index + 1].count(kind)
        names.append(f"{kind}-{number}" if kinds.count(kind) > 1 else kind)
    return names


def open_header(
    rules: Ruleset, game_map: GameMap, names: Sequence[str], seed: int, created: str | None = None
) -> Header:
    """Make the header of a game whose chance follows from an open seed; raises `SeatsError` for bad names."""
    return _new_header(rules, game_map, names, ChanceRef("open", PROCEDURE, seed), salt_of_seed(seed), created)


def committed_header(
    rules: Ruleset, game_map: GameMap, names: Sequence[str], key: bytes, created: str | None = None
) -> Header:
    """Make the header of a game whose chance follows from a key that is still secret; raises `SeatsError`."""
    chance = ChanceRef("committed", PROCEDURE, commitment=commitment_of(key))
    return _new_header(rules, game_map, names, chance, new_salt(), created)


def table_header(rules: Ruleset, game_map: GameMap, names: Sequence[str], me: int | None, created: str) -> Header:
    """Make the header of a game that somebody at its table types in, from seat `me` or watching; raises `SeatsError`.

    The salt is nothing: no line of such a log is secret, and nothing follows from it.
    """
    return msgspec.structs.replace(
        _new_header(rules, game_map, names, ChanceRef("none"), "00" * 16, created),
        undo=UndoRule(barrier=False),
        partial=True,
        source=Source(TABLE, note="typed in at the table"),
        meta={"recorder": me},
    )


def recorder_of(header: Header) -> int | None:
    """Give the seat of whoever typed a game in; `None` for somebody who only watched."""
    seat = header.meta.get("recorder") if isinstance(header.meta, dict) else None
    return seat if isinstance(seat, int) and 0 <= seat < len(header.seats) else None


def _new_header(
    rules: Ruleset, game_map: GameMap, names: Sequence[str], chance: ChanceRef, salt: str, created: str | None
) -> Header:
    check_names(names)
    return Header(
        format=FORMAT,
        game=rules.game,
        rules=rules.version,
        map=map_ref(rules, game_map),
        edition=rules.edition,
        variants=[VariantRef(v.name, v.version, v.distribution, dict(v.options)) for v in rules.variants],
        options=dict(rules.option_values),
        seats=[SeatRef(name, colour) for name, colour in zip(names, game_map.colours, strict=False)],
        chance=chance,
        salt=salt,
        undo=UndoRule(),
        partial=False,
        created=created if created is not None else msgspec.UNSET,
    )


def map_ref(rules: Ruleset, game_map: GameMap) -> MapRef:
    """Name the map of a game, and carry its data along where it is not an installed one."""
    data = game_map.embedded if isinstance(game_map, CarriedMap) else None
    return MapRef(rules.map_id, rules.map_digest, dict(data) if data is not None else msgspec.UNSET)


def is_of_table(header: Header) -> bool:
    """Tell whether a log is one that somebody typed in at a table."""
    return header.partial and isinstance(header.source, Source) and header.source.platform == TABLE


def map_of(registry: Registry, header: Header) -> GameMap:
    """Find the map of a log: embedded, or installed with the same digest; raises `NotInstalled` or `HeaderFault`."""
    game = registry.game(header.game)
    if header.map.data is not msgspec.UNSET:
        try:
            embedded = game.read_map(header.map.data)
        except Exception as error:  # noqa: BLE001 - a reader of any plugin, fed with whatever a file holds
            raise HeaderFault(f"the embedded map: {' '.join(str(error).split())[:300]}") from None
        if embedded.id != header.map.id:
            raise HeaderFault(f"the embedded map is {embedded.id!r}, the header says {header.map.id!r}")
        if embedded.digest != header.map.digest:
            raise HeaderFault(f"the embedded map has digest {embedded.digest}, the header says {header.map.digest}")
        return embedded
    for game_map in registry.maps(game):
        if game_map.digest == header.map.digest and game_map.id == header.map.id:
            return game_map
    raise NotInstalled(
        "unknown-version", f"no installed map {header.map.id!r} of {header.game} has the digest {header.map.digest}"
    )


def ruleset_of(registry: Registry, header: Header, *, to_replay: bool = False) -> Ruleset:
    """Compose the very rules that a log was recorded under; raises `NotInstalled` or `HeaderFault`, never guesses.

    With `to_replay` a log of older rules gets the installed ones: to fold its events, or to see what they change.
    """
    game = registry.game(header.game)
    if header.rules != game.version and not (to_replay and is_older(header.rules, game.version)):
        raise NotInstalled(
            "unknown-version", f"recorded under rules {header.rules} of {header.game}; installed is {game.version}"
        )
    game_map = map_of(registry, header)
    chosen = []
    for variant in header.variants:
        one = registry.variant(variant.name, variant.options)
        if one.layer.version != variant.version and not (to_replay and is_older(variant.version, one.layer.version)):
            raise NotInstalled(
                "unknown-version",
                f"recorded with variant {variant.name} {variant.version}; installed is {one.layer.version}",
            )
        chosen.append(one)
    rules = _composed(registry, game, game_map, chosen, header)
    if dict(rules.option_values) != header.options:
        missing = ", ".join(sorted(set(rules.option_values) - set(header.options)))
        raise HeaderFault(f"the header does not say the options {missing}")
    if [variant.name for variant in rules.variants] != [variant.name for variant in header.variants]:
        raise HeaderFault("the variants do not stand in the order in which they are composed")
    for in_force, variant in zip(rules.variants, header.variants, strict=True):
        missing = ", ".join(sorted(set(in_force.options) - set(variant.options)))
        if missing:
            raise HeaderFault(f"the header does not say the options {missing} of variant {variant.name}")
    colours = [seat.colour for seat in header.seats]
    if len(set(colours)) < len(colours) or not set(colours) <= set(game_map.colours):
        raise HeaderFault(f"the seats' colours {', '.join(colours)} are not different ones of the map's")
    try:
        check_names([seat.name for seat in header.seats])
    except SeatsError as error:
        raise HeaderFault(str(error)) from None
    _check_chance(header.chance)
    return rules


def _composed(registry: Registry, game: Game, game_map: GameMap, chosen: Sequence[Chosen], header: Header) -> Ruleset:
    """Compose rules, or give those composed for an equal header before: a folder's logs mostly agree in theirs."""
    asked = (header.game, len(header.seats), header.map, header.variants, header.options, header.edition)
    key = msgspec.json.encode(asked, order="sorted")
    if key not in registry.composed:
        if len(registry.composed) >= MOST_RULESETS:
            registry.composed.clear()
        try:
            registry.composed[key] = game.ruleset(len(header.seats), game_map, chosen, header.options, header.edition)
        except ValueError as error:  # options, layers and seats that do not fit each say so in one line
            raise HeaderFault(str(error)) from None
    return registry.composed[key]


def _check_chance(chance: ChanceRef) -> None:
    has = {name for name in ("procedure", "seed", "commitment") if getattr(chance, name) is not msgspec.UNSET}
    due = CHANCE_FIELDS[chance.scheme]
    if has != due:
        said, wanted = (", ".join(sorted(names)) or "no further field" for names in (has, due))
        raise HeaderFault(f"chance scheme {chance.scheme} goes with {wanted}, but the header has {said}")
    if due and chance.procedure != PROCEDURE:
        raise NotInstalled(
            "unknown-version", f"chance was drawn by procedure {chance.procedure!r}; installed is {PROCEDURE}"
        )


def is_older(version: str, installed: str) -> bool:
    """Compare versions written as numbers with dots; any other text is not older."""
    if not all(part.isdecimal() for part in f"{version}.{installed}".split(".")):
        return False
    return [int(part) for part in version.split(".")] < [int(part) for part in installed.split(".")]
