"""Age of Steam: shares, an auction, hex tiles, goods and money, on boards that are data."""
