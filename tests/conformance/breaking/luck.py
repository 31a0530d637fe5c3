"""Broken: luck and seeds, and what is redrawn for a seat."""

import copy
from typing import Any

from horse_envs.engine import aec
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game
from tests.conformance import toy
from tests.conformance.breaking.tools import RULES, Patch, others
from tests.conformance.broken import variant
from tests.conformance.toy import GAME

COUNTER = [0]


def luck_from_elsewhere(s: Any) -> None:
    COUNTER[0] += 1
    seed, s.seed = int(s.seed), COUNTER[0]
    RULES["draw"](s)
    s.seed = seed


def luck_by_money(s: Any) -> None:
    seed, s.seed = int(s.seed), int(s.seed) + int(s.money[0])
    RULES["draw"](s)
    s.seed = seed


def few_deals(s: Any) -> None:
    seed, s.seed = int(s.seed), int(s.seed) % 2
    RULES["draw"](s)
    s.seed = seed


def reset_forgets_the_seed(patch: Patch) -> Game:
    reset = GameEnv.reset

    def forgetful(env: GameEnv, seed: int | None = None, options: Any = None) -> None:
        env._next_seed = None
        reset(env, seed, options)

    patch.setattr(GameEnv, "reset", forgetful)
    return variant(GAME)


def the_same_game_again(patch: Patch) -> Game:
    patch.setattr(aec, "next_seed", lambda seed: seed)
    return variant(GAME)


def batch_with_other_seeds(_: Patch) -> Game:
    def reset_batch(*given: Any) -> None:
        states, blank, seeds, to_act, observations, masks, begin, end = given
        for i in range(begin, end):
            game.loops.new_game(states, i, blank, int(seeds[i]) + (i == 3))
            to_act[i] = game.loops.view(states, i, observations[i], masks[i])

    game = variant(GAME, changed_loops={"reset_batch": reset_batch})
    return game


def only_the_seed(s: Any, me: int, seed: int) -> None:
    s.seed = seed + 12345


def hands_but_not_kept_cards(s: Any, me: int, seed: int) -> None:
    kept = s.kept.copy()
    hands = s.hand.copy()
    RULES["resample"](s, me, seed)
    if any(kept[seat] != toy.NONE for seat in others(s, me)):
        s.kept, s.hand = kept, hands


def with_the_old_seed(s: Any, me: int, seed: int) -> None:
    kept = int(s.seed)
    RULES["resample"](s, me, seed)
    s.seed = kept


def often_the_real_world(s: Any, me: int, seed: int) -> None:
    if seed % 3 == 0:
        only_the_seed(s, me, seed)
    else:
        RULES["resample"](s, me, seed)


def from_another_seat(s: Any, me: int, seed: int) -> None:
    RULES["resample"](s, others(s, me)[0], seed)


def stale_infos(patch: Patch) -> Game:
    resample = GameEnv.resample

    def stale(env: GameEnv, agent: str, seed: int) -> GameEnv:
        twin = resample(env, agent, seed)
        twin.infos = copy.deepcopy(env.infos)
        return twin

    patch.setattr(GameEnv, "resample", stale)
    return variant(GAME)
