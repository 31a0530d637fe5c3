"""The same loops for other libraries, where they are installed; see the figures of the benchmark."""

import os
import random
import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from horse_envs.cli.figures import BATCH_GAMES
from horse_envs.cli.measuring import Plan, Row, rates, turns_of_game

_SPIEL_GAMES = ("hearts", "spades")
_PETTINGZOO_GAMES = ("tictactoe_v3", "leduc_holdem_v4")
_PGX_GAMES = ("leduc_holdem",)
_PGX_STEPS, _PGX_STEPS_QUICK = 100, 20


def spiel_games(plan: Plan) -> Iterator[Row]:
    """Random games of OpenSpiel's C++ games, played from Python, deal included."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        yield Row("OpenSpiel", note="not installed: pip install open_spiel")
        return
    for name in _SPIEL_GAMES:
        game = pyspiel.load_game(name)
        luck = random.Random(0)
        yield Row(f"OpenSpiel {name}, from Python", rates(plan, partial(_spiel_game, game, luck)))


def _spiel_game(game: Any, luck: random.Random) -> int:
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        # All chance outcomes of these games are equally likely.
        legal = state.legal_actions()
        decisions += not state.is_chance_node()
        state.apply_action(legal[int(luck.random() * len(legal))])
    return decisions


def pettingzoo_raw_turns(plan: Plan) -> Iterator[Row]:
    """Turns of PettingZoo's classic games, raw."""
    return _pettingzoo_turns(plan, "raw_env")


def pettingzoo_safe_turns(plan: Plan) -> Iterator[Row]:
    """Turns of PettingZoo's classic games with their standard wrappers."""
    return _pettingzoo_turns(plan, "env")


def _pettingzoo_turns(plan: Plan, door: str) -> Iterator[Row]:
    # pygame greets on standard output, which belongs to the result.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in _PETTINGZOO_GAMES:
        subject = f"PettingZoo {name}.{door}()"
        try:
            env = getattr(import_module(f"pettingzoo.classic.{name}"), door)()
        except ImportError as error:
            missing = error.name or "a package that it needs"
            yield Row(subject, note=f"{missing} is not installed: pip install 'pettingzoo[classic]'")
            continue
        yield Row(subject, rates(plan, partial(turns_of_game, env)))


def pgx_steps(plan: Plan) -> Iterator[Row]:
    """The batched step of pgx with observations and masks, on the CPU."""
    try:
        jax: Any = import_module("jax")
        pgx: Any = import_module("pgx")
        auto_reset: Any = import_module("pgx.experimental").auto_reset
    except ImportError:
        yield Row("pgx", note="not installed: pip install pgx")
        return
    steps = _PGX_STEPS_QUICK if plan.quick else _PGX_STEPS
    for name in _PGX_GAMES:
        env = pgx.make(name)
        start = jax.jit(jax.vmap(env.init))
        step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        keys = jax.random.split(jax.random.PRNGKey(0), BATCH_GAMES)
        state = start(keys)
        rounds = []
        for number in range(plan.rounds + 1):
            timed = 0.0
            for count in range(steps):
                actions = state.legal_action_mask.argmax(1).block_until_ready()
                keys = jax.random.split(jax.random.PRNGKey(number * steps + count), BATCH_GAMES)
                keys.block_until_ready()
                began = time.perf_counter()
                state = step(state, actions, keys)
                jax.block_until_ready(state)
                timed += time.perf_counter() - began
            rounds.append(steps * BATCH_GAMES / timed)
        # The first round compiles.
        yield Row(f"pgx {name}, on {jax.default_backend()}", rounds[1:])
