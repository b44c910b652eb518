"""What rules are made of: their types, options, layers of named entries, and the composer that compiles them."""
