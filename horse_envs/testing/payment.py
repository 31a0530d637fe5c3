"""Rewards sum to zero at every step, and what a learner sums up is its seat's return."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import returns_of
from horse_envs.engine.game import Game
from horse_envs.testing.play import Case, Moment, broken, case_of, is_over, moments, states_of

ZERO = "Rewards sum to zero over the agents at every step"
LEARNER = "What the learner of a seat sums up by last() is the return of that seat"
EARNED = "The margin reward is paid when it is earned"
AT_END = "The win reward is paid at the end: the winners share +1, the losers share -1"
NUMBERS = "Rewards are finite Python floats, one for each agent"

_EXACT = 1e-6


def check_rewards(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """Both rewards: zero in sum, paid when due, and complete for the learner of each seat.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        options: rule options.

    Raises:
        AssertionError: with the rewards, and where.
    """
    case = case_of(game, options, games, seed)
    for reward in ("margin", "win"):
        paid: dict[str, float] = {}
        for moment in moments(case, reward=reward):
            if not moment.actions:
                paid = dict.fromkeys(moment.env.agents, 0.0)
            _check_numbers(moment)
            for agent, amount in moment.env.rewards.items():
                paid[agent] += amount
            _check_paid(moment, paid)
        for number in case.seeds:
            _check_learners(case, number, reward)


def _check_numbers(moment: Moment) -> None:
    env = moment.env
    for rewards in (env.rewards, env._cumulative_rewards):
        if list(rewards) != env.agents or any(type(amount) is not float for amount in rewards.values()):
            raise broken(NUMBERS, moment, f"they are {rewards}")
        if not np.isfinite(list(rewards.values())).all():
            raise broken(NUMBERS, moment, f"they are {rewards}")
    if abs(sum(env.rewards.values())) > _EXACT:
        raise broken(ZERO, moment, f"they are {env.rewards}, in sum {sum(env.rewards.values())}")


def _check_paid(moment: Moment, paid: dict[str, float]) -> None:
    """What was paid so far is what is due so far."""
    env = moment.env
    due = np.zeros(len(paid)) if env.reward == "win" and not is_over(env) else due_now(env)
    if np.abs(np.array(list(paid.values())) - due).max() > _EXACT:
        promise = EARNED if env.reward == "margin" else AT_END
        raise broken(promise, moment, f"paid so far: {paid}, due: {due.tolist()}")


def due_now(env: GameEnv) -> NDArray[np.float64]:
    """The returns if the scores and winners of now were the final ones."""
    states = states_of(env)
    agents = len(env.possible_agents)
    score = env.game.rules["score"]
    money = np.array([[int(score(states[0], seat)) for seat in range(agents)]])
    winners = int(states["winners"][0]) >> np.arange(agents)[None] & 1
    returns: NDArray[np.float64] = returns_of(money, winners.astype(np.bool_), env.reward)[0]
    return returns


def _check_learners(case: Case, seed: int, reward: str) -> None:
    """Play as training code does, with last() and dead steps, and sum up each seat's rewards."""
    actions = list(moments(case, seeds=[seed]))[-1].actions
    env = case.env(reward=reward)
    env.reset(seed=seed)
    learned = dict.fromkeys(env.possible_agents, 0.0)
    expected = np.zeros(len(learned))
    where = f"{case}, seed {seed}, reward {reward!r}"
    ply = 0
    for agent in env.agent_iter(max_iter=len(actions) + len(learned) + 1):
        _, amount, terminated, truncated, _ = env.last()
        learned[agent] += amount
        if terminated or truncated:
            expected = due_now(env)
            env.step(None)
        else:
            env.step(actions[ply])
            ply += 1
    if env.agents:
        raise broken("After the end each agent takes None once and leaves", where, f"left: {env.agents}")
    if np.abs(np.array(list(learned.values())) - expected).max() > _EXACT:
        raise broken(LEARNER, where, f"summed up: {learned}, returns: {expected.tolist()}")
    if reward == "win" and expected.any() and abs(expected[expected > 0].sum() - 1.0) > _EXACT:
        raise broken(AT_END, where, f"returns: {expected.tolist()}")
