"""The figures of the benchmark that are about this package."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from horse_envs.bots import SearchBot, make_bot
from horse_envs.cli.machine import usable_cores
from horse_envs.cli.measuring import Plan, Row, rates, turns_of_game
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv, derived_seeds, play_games

BATCH_GAMES = 4096
SEARCH_WORLDS = 50
_GAMES_A_BLOCK = 2000
_LEARNING_GAMES, _LEARNING_STEPS, _MINIBATCH, _EPOCHS = 1024, 32, 4096, 4
_QUICK_LEARNING_GAMES = 256
_FRESH_PROCESS = """
import json, sys, time
began = time.perf_counter()
import horse_envs
imported = time.perf_counter()
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import load_game
env = GameEnv(load_game(sys.argv[1]), json.loads(sys.argv[2]))
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
print(json.dumps([imported - began, time.perf_counter() - imported]))
"""


def threads() -> int:
    """The threads of the figures with two: one where there is but one core."""
    return min(2, usable_cores())


def compiled_games(plan: Plan) -> Iterator[Row]:
    """Random games inside the compiled loop."""
    game = plan.game
    options = game.checked_options(plan.options)
    seeds = derived_seeds(0, _GAMES_A_BLOCK)
    policies = [game.policies[0]] * plan.agents

    def block() -> int:
        return int(play_games(game, options, policies, seeds, 0).decisions.sum())

    yield Row(plan.subject, rates(plan, block))


def batch_steps(plan: Plan) -> Iterator[Row]:
    """The step call of a batch; each round is as long as a game."""
    options = plan.game.checked_options(plan.options)
    policies = [plan.game.policies[0]] * plan.agents
    length = int(play_games(plan.game, options, policies, derived_seeds(0, 200), 0).decisions.mean())
    batch = BatchEnv(plan.game, plan.options, num_envs=BATCH_GAMES, threads=threads())
    batch.reset(seed=0)

    def round_of_steps(steps: int) -> float:
        timed = 0.0
        for _ in range(steps):
            actions = batch.action_mask.argmax(1)
            began = time.perf_counter()
            batch.step(actions)
            timed += time.perf_counter() - began
        return steps * BATCH_GAMES / timed

    round_of_steps(3)
    yield Row(plan.subject, [round_of_steps(length) for _ in range(plan.rounds)])


def raw_turns(plan: Plan) -> Iterator[Row]:
    """Turns of the raw AEC environment."""
    env = GameEnv(plan.game, plan.options, safe=False)
    yield Row(plan.subject, rates(plan, lambda: turns_of_game(env)))


def safe_turns(plan: Plan) -> Iterator[Row]:
    """Turns of the safe AEC environment."""
    env = GameEnv(plan.game, plan.options, safe=True)
    yield Row(plan.subject, rates(plan, lambda: turns_of_game(env)))


def learned_decisions(plan: Plan) -> Iterator[Row]:
    """MaskablePPO in self-play: decisions that were collected and learned."""
    try:
        torch: Any = import_module("torch")
        maskable_ppo: Any = import_module("sb3_contrib").MaskablePPO
        network, opponents, selfplay = (import_module(f"training.{name}") for name in _TRAINING)
    except ModuleNotFoundError as error:
        yield Row(plan.subject, note=_what_is_missing(error.name or ""))
        return
    before = torch.get_num_threads()
    torch.set_num_threads(threads())
    try:
        size, hidden = plan.game.layout.size, [256, 256]
        playing = network.PolicyNetwork(size, plan.game.num_actions, hidden)
        count = _QUICK_LEARNING_GAMES if plan.quick else _LEARNING_GAMES
        batch = BatchEnv(plan.game, plan.options, num_envs=count, threads=threads())
        # The learner plays against itself; only its own decisions are counted.
        games = selfplay.SelfPlayVecEnv([batch], opponents.Opponents(playing, {"current": 1.0}, 1, 0), 0.1, 1)
        model = maskable_ppo(
            "MlpPolicy",
            games,
            n_steps=_LEARNING_STEPS,
            batch_size=_MINIBATCH,
            n_epochs=_EPOCHS,
            gamma=1.0,
            ent_coef=0.003,
            policy_kwargs={
                "features_extractor_class": network.Trunk,
                "features_extractor_kwargs": {"hidden": hidden},
                "net_arch": [],
            },
            seed=0,
            device="cpu",
        )
        playing.share(model.policy.features_extractor, model.policy.action_net)
        decisions = count * _LEARNING_STEPS
        model.learn(decisions)
        rounds = []
        for _ in range(plan.rounds):
            began = time.perf_counter()
            model.learn(decisions, reset_num_timesteps=False)
            rounds.append(decisions / (time.perf_counter() - began))
    finally:
        torch.set_num_threads(before)
    yield Row(plan.subject, rounds)


_TRAINING = ("network", "opponents", "selfplay")


def _what_is_missing(name: str) -> str:
    if name.split(".")[0] == "training":
        return "left out: the folder training/ of the repository is not importable here"
    return f'left out: {name} is not installed; pip install "horse-envs[train]"'


def starts(plan: Plan) -> Iterator[Row]:
    """The start in a fresh process, with a warm cache and with none."""
    _fresh_process(plan)
    warm = [_fresh_process(plan) for _ in range(plan.rounds)]
    yield Row("import horse_envs, warm cache", [imported for imported, _ in warm])
    yield Row(f"first reset and step of {plan.subject}, warm cache", [stepped for _, stepped in warm])
    cold = f"import, first reset and step of {plan.subject}, all compiled anew"
    if plan.quick:
        yield Row(cold, note="left out by --quick")
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Row(cold, [sum(_fresh_process(plan, HORSE_ENVS_CACHE_DIR=folder))], "one round")


def _fresh_process(plan: Plan, **environment: str) -> tuple[float, float]:
    """Seconds of the import, and of the first reset and step, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _FRESH_PROCESS, plan.game.name, json.dumps(plan.options)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise OSError(f"the fresh process failed: {done.stderr.strip().splitlines()[-1:]}")
    imported, stepped = json.loads(done.stdout)
    return imported, stepped


def search_time(plan: Plan) -> Iterator[Row]:
    """Milliseconds of a search over the decisions of one game that a rule plays."""
    bot = SearchBot(plan.game, worlds=SEARCH_WORLDS, seed=0)
    rule = make_bot(plan.game.name, plan.game.policies[-1], seed=0)
    env = GameEnv(plan.game, plan.options, safe=False)
    rounds = []
    for number in range(plan.rounds + 1):
        env.reset(seed=number)
        spent = []
        while not all(env.terminations.values()):
            view = env.view()
            began = time.perf_counter()
            bot.act(view)
            spent.append(time.perf_counter() - began)
            env.step(rule.act(view))
        rounds.append(1000 * float(np.mean(spent)))
    # The first game warms up.
    yield Row(plan.subject, rounds[1:])
