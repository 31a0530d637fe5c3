"""The arena: duplicate deals, intervals, illegal actions."""
