"""Reinforcement-learning environments for horse-racing card and betting games."""

from horse_envs import trick_stakes_v0
from horse_envs.engine.errors import IllegalActionError

__version__ = "0.1.0"
__all__ = ["IllegalActionError", "trick_stakes_v0"]
