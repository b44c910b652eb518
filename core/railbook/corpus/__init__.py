"""What runs over many logs: which they are, in how many processes, with a row for each, and how to go on later."""
