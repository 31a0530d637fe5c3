"""The arena: tables of bots, duplicate deals, evaluations with intervals."""

from horse_envs.arena.evaluation import Evaluation, SeatResult, evaluate

__all__ = ["Evaluation", "SeatResult", "evaluate"]
