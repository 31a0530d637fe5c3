"""The engine: everything that the games share and that is not a rule.

A game is one NumPy record and a handful of compiled functions over it (see `horse_envs.engine.game.Game`).
The engine wraps these as PettingZoo environments, as thousands of games at once, as search and as records.
It knows no game.
"""
