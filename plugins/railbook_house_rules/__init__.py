"""House rules that people really play: one small module each, in a folder for each family of games."""
