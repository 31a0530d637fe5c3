"""Trick Stakes as the engine sees it: options, and everything of this folder tied together."""

from dataclasses import dataclass
from typing import Any

from horse_envs.engine.errors import one_of
from horse_envs.engine.game import Game
from horse_envs.games.trick_stakes import observation, policies, race, rules, sampling, state
from horse_envs.games.trick_stakes.components import CARD_NAMES, TICKETS
from horse_envs.games.trick_stakes.layout import LAYOUT
from horse_envs.games.trick_stakes.narration import TrickStakesNarrator
from horse_envs.games.trick_stakes.symmetry import random_symmetry
from horse_envs.games.trick_stakes.text import render_text

PLAYER_COUNTS = (3, 4)


@dataclass(frozen=True)
class TrickStakesOptions:
    """Rule options.

    Attributes:
        num_players: 4, or 3 with the dummy on the fourth seat.
    """

    num_players: int = 4

    def __post_init__(self) -> None:
        """Check the options; a wrong one is a ValueError."""
        one_of("num_players", self.num_players, PLAYER_COUNTS)


def _write_options(s: Any, options: TrickStakesOptions) -> None:
    s.num_players = options.num_players


def _action_words() -> tuple[str, ...]:
    words = [f"{kind} {card}" for kind in ("discard", "play", "whip") for card in CARD_NAMES]
    return (*words, *(f"ticket {ticket}" for ticket in TICKETS))


GAME = Game(
    name="trick_stakes_v0",
    title="Trick Stakes",
    module=__name__,
    options=TrickStakesOptions,
    state_dtype=state.STATE,
    write_options=_write_options,
    rules={
        "start": rules.start,
        "draw": rules.draw,
        "resolve": rules.resolve,
        "apply": rules.apply,
        "is_legal": rules.is_legal,
        "legal": rules.legal,
        "random_action": rules.random_action,
        "score": race.score,
        "observe": observation.observe,
        "resample": sampling.resample,
        "decide": policies.decide,
    },
    layout=LAYOUT,
    actions=_action_words(),
    policies=policies.POLICIES,
    rollout_policies=("dummy", "greedy"),
    narrator=TrickStakesNarrator(),
    render_text=render_text,
    player_counts=PLAYER_COUNTS,
    hidden="hands, face-down discards and tickets, the order of packs",
    random_symmetry=random_symmetry,
)
