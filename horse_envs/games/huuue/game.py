"""Huuue! as the engine sees it: options, and everything of this folder tied together."""

from dataclasses import dataclass
from typing import Any

from horse_envs.engine.errors import one_of, whole_number
from horse_envs.engine.game import Game
from horse_envs.games.huuue import observation, policies, race, rules, sampling, state
from horse_envs.games.huuue.components import HORSES, KINDS, MAX_SEATS, checked_components, write_components
from horse_envs.games.huuue.layout import LAYOUT
from horse_envs.games.huuue.narration import HuuueNarrator
from horse_envs.games.huuue.symmetry import random_symmetry
from horse_envs.games.huuue.text import render_text

PLAYER_COUNTS = tuple(range(2, MAX_SEATS + 1))
MOST_COINS_TO_WIN = 100
MOST_RACES = 100


@dataclass(frozen=True)
class HuuueOptions:
    """Rule options.

    Attributes:
        num_players: 2 to 7.
        crop: when a crop is worth 3 instead of 2: `"last_turn"` of a race, or as the `"first"` of any turn (variant 1).
        open_bets: whether bets are seen by all as they are made (variant 2).
        bets: `"single"`, or by variant 3 `"two_winners"`, `"win_place"` or `"win_place_show"`.
        target: the coins that end the game, 1 to 100.
        max_races: the game is cut off after so many races, 1 to 100.
        components: replaced tables of the box by name, None for the package's own; see `components.TABLES`.
    """

    num_players: int = 4
    crop: str = "last_turn"
    open_bets: bool = False
    bets: str = "single"
    target: int = 6
    max_races: int = 40
    components: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        """Check the options; a wrong one is a ValueError."""
        one_of("num_players", self.num_players, PLAYER_COUNTS)
        one_of("crop", self.crop, state.CROP_RULES)
        one_of("open_bets", self.open_bets, (False, True))
        one_of("bets", self.bets, state.BETS)
        whole_number("target", self.target, 1, MOST_COINS_TO_WIN)
        whole_number("max_races", self.max_races, 1, MOST_RACES)
        if self.components is not None:
            object.__setattr__(self, "components", checked_components(self.components, self.num_players) or None)


def _write_options(s: Any, options: HuuueOptions) -> None:
    s.num_players = options.num_players
    s.crop_rule = state.CROP_RULES.index(options.crop)
    s.open_bets = options.open_bets
    s.bets = state.BETS.index(options.bets)
    s.target = options.target
    s.max_races = options.max_races
    write_components(s, options.components, two_winners=s.bets == state.TWO_WINNERS)


def _action_words() -> tuple[str, ...]:
    bets = [f"{word} {horse}" for word in ("bet", "place", "show") for horse in HORSES]
    return (*bets, *(f"tip {horse} {kind}" for horse in HORSES for kind in KINDS))


GAME = Game(
    name="huuue_v0",
    title="Huuue!",
    module=__name__,
    options=HuuueOptions,
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
    rollout_policies=("greedy",),
    narrator=HuuueNarrator(),
    render_text=render_text,
    player_counts=PLAYER_COUNTS,
    variants=(
        {"crop": "first"},
        {"open_bets": True},
        *({"bets": bets} for bets in state.BETS if bets != "single"),
    ),
    hidden="hands, undealt tips, the order of the race cards, secret bets",
    random_symmetry=random_symmetry,
)
