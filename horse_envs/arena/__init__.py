"""The arena: tables of bots, duplicate deals, evaluations with intervals."""

from horse_envs.arena.evaluation import Evaluation, SeatResult, evaluate
from horse_envs.arena.strength import StrengthCard, strength_card

__all__ = ["Evaluation", "SeatResult", "StrengthCard", "evaluate", "strength_card"]
