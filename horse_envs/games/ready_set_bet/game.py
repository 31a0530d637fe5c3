"""Ready Set Bet as the engine sees it: options, and everything of this folder tied together."""

from dataclasses import dataclass
from typing import Any

from horse_envs.engine.errors import one_of, whole_number
from horse_envs.engine.game import Game
from horse_envs.games.ready_set_bet import choices, guidance, observation, policies, race, rules, sampling, state
from horse_envs.games.ready_set_bet.components import (
    HOUSE_VALUES,
    SPOTS,
    TOKENS,
    VIP_CARDS,
    checked_components,
    write_components,
)
from horse_envs.games.ready_set_bet.layout import LAYOUT
from horse_envs.games.ready_set_bet.narration import ReadySetBetNarrator
from horse_envs.games.ready_set_bet.text import render_text

PLAYER_COUNTS = (2, 3, 4, 5, 6, 7, 8, 9)
"""Nine only in the House Bets variant."""
MOST_ROLLS_PER_WINDOW = 100


@dataclass(frozen=True)
class ReadySetBetOptions:
    """Rule options.

    Attributes:
        num_players: 2 to 8; with `house="bets"` 2 to 9. The House is one of them.
        house: None, or the variant `"bets"` or `"rotation"`.
        rolls_per_window: how many rolls are made between two betting windows, 1 by the rules; more make games shorter.
        components: replaced tables of the box by name, None for the package's own; see `components.TABLES`.
    """

    num_players: int = 4
    house: str | None = None
    rolls_per_window: int = 1
    components: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        """Check the options; a wrong one is a ValueError."""
        one_of("house", self.house, state.VARIANTS)
        most = PLAYER_COUNTS[-1] if self.house == "bets" else PLAYER_COUNTS[-2]
        one_of("num_players", self.num_players, range(2, most + 1))
        whole_number("rolls_per_window", self.rolls_per_window, 1, MOST_ROLLS_PER_WINDOW)
        if self.components is not None:
            offered = self.num_players - (self.house == "bets")
            object.__setattr__(self, "components", checked_components(self.components, offered) or None)


def _write_options(s: Any, options: ReadySetBetOptions) -> None:
    s.num_players = options.num_players
    s.variant = state.VARIANTS.index(options.house)
    s.rolls_per_window = options.rolls_per_window
    write_components(s, options.components)


def _action_words() -> tuple[str, ...]:
    bets = [f"bet {token} on {spot}" for token in TOKENS for spot in SPOTS]
    house = [f"house {value} on {spot}" for value in HOUSE_VALUES for spot in SPOTS]
    return ("pass", *bets, *house, *(f"vip {card}" for card in VIP_CARDS), "take house", "leave house")


GAME = Game(
    name="ready_set_bet_v0",
    title="Ready Set Bet",
    module=__name__,
    options=ReadySetBetOptions,
    state_dtype=state.STATE,
    write_options=_write_options,
    rules={
        "start": rules.start,
        "draw": rules.draw,
        "resolve": rules.resolve,
        "apply": rules.apply,
        "is_legal": choices.is_legal,
        "legal": choices.legal,
        "random_action": choices.random_action,
        "score": race.score,
        "observe": observation.observe,
        "resample": sampling.resample,
        "decide": policies.decide,
        "estimate": guidance.estimate,
        "horizon": guidance.horizon,
        "is_beyond": guidance.is_beyond,
        "outlook": guidance.outlook,
    },
    layout=LAYOUT,
    actions=_action_words(),
    policies=policies.POLICIES,
    rollout_policies=("casual",),
    narrator=ReadySetBetNarrator(),
    render_text=render_text,
    player_counts=PLAYER_COUNTS,
    variants=tuple({"house": house} for house in state.VARIANTS if house is not None),
    hidden="offers of VIP cards, rejected ones, choices until all have chosen",
    # Reshuffled VIP cards are those that were rejected; a window opens while somebody has a token left (RSB-1, RSB-12).
    luck_by_decisions=frozenset({"order", "vip"}),
)
