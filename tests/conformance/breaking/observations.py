"""Broken: what a seat is given, and the layout of it."""

import copy
from typing import Any

import numpy as np

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game
from horse_envs.engine.layout import Layout
from tests.conformance import toy
from tests.conformance.breaking.tools import Patch, others
from tests.conformance.broken import variant
from tests.conformance.toy import GAME

AT = GAME.layout.at


def leak_hand(s: Any, me: int, out: Any) -> None:
    out[AT.played + 3] = int(s.hand[others(s, me)[0]]) / 4096


def leak_kept_in_play(s: Any, me: int, out: Any) -> None:
    if s.phase == toy.PLAY:
        out[AT.played + 3] = s.kept[others(s, me)[0]] / 12


def leak_to_those_off_turn(s: Any, me: int, out: Any) -> None:
    if s.to_act not in (me, -1):
        leak_hand(s, me, out)


def leak_after_the_end(s: Any, me: int, out: Any) -> None:
    if s.phase == toy.OVER:
        leak_hand(s, me, out)


def leak_the_luck(s: Any, me: int, out: Any) -> None:
    out[AT.played + 3] = s.seed % 12 / 12


def text_for_spectators_only(s: Any, observer: int | None) -> str:
    return toy.render_text(s, None if s.phase == toy.PLAY else observer)


def score_before_the_kept_cards_are_shown(s: Any, seat: int) -> int:
    early = sum(card < 4 for card in s.kept) if s.pending == 0 and s.phase == toy.PLAY else 0
    return int(s.money[seat]) + (early if seat == 0 else 0)


def mask_of_all(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        if isinstance(seen, dict):
            seen["action_mask"] = env._mask.copy()
        return seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


def view_of_the_acting_agent(patch: Patch) -> Game:
    observe = GameEnv.observe
    patch.setattr(GameEnv, "observe", lambda env, agent: observe(env, vars(env).get("agent_selection", agent)))
    return variant(GAME)


def money_unscaled(s: Any, me: int, out: Any) -> None:
    out[AT.money : AT.money + 4] *= 6


def float64(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        return {**seen, "observation": seen["observation"].astype(np.float64)} if isinstance(seen, dict) else seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


def new_space_each_time(patch: Patch) -> Game:
    patch.setattr(GameEnv, "observation_space", lambda env, agent: copy.deepcopy(env.observation_spaces[agent]))
    return variant(GAME)


def forget_played(s: Any, me: int, out: Any) -> None:
    out[AT.played : AT.played + 4] = 0


def forget_the_phase(s: Any, me: int, out: Any) -> None:
    out[AT.phase : AT.phase + 2] = 0
    out[AT.has_kept : AT.has_kept + 4] = 0
    out[AT.kept : AT.kept + 48] = 0


def explain_copies(patch: Patch) -> Game:
    explain = Layout.explain
    patch.setattr(Layout, "explain", lambda layout, given: copy.deepcopy(explain(layout, given)))
    return variant(GAME)


def table_without_a_row(patch: Patch) -> Game:
    table = Layout.to_markdown
    patch.setattr(Layout, "to_markdown", lambda layout: "\n".join(table(layout).splitlines()[:-1]) + "\n")
    return variant(GAME)


def symmetry_that_loses_an_entry(_: Patch) -> Game:
    indices = np.zeros(GAME.layout.size, np.int64), np.arange(GAME.num_actions)
    return variant(GAME, random_symmetry=lambda random: indices)
