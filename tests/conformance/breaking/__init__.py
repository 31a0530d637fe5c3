"""Ways to break a promise: each makes a variant of the toy game, or a part of one."""
