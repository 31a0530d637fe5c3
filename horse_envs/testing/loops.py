"""The compiled loop of the kit: whole games in which every decision is watched.

As in `horse_envs.engine.loops`, free names are the functions of the game to which the loop is bound.
"""

# ruff: noqa: F821  the free names are given by the game
from typing import Any

import numpy as np

from horse_envs.engine.luck import mix, number

BOUND = ("watch_games",)

FINE, NOTHING_LEGAL, ILLEGAL_DECISION, NOT_IN_MASK, NOT_ZERO, ENDLESS = range(6)

apply: Any
decide: Any
is_legal: Any
legal: Any
new_game: Any
pay_rewards: Any
proceed: Any
score: Any


def watch_games(
    states: Any,
    blank: Any,
    seeds: Any,
    policy: int,
    reward: int,
    key: np.uint64,
    longest: int,
    mask: Any,
    rewards: Any,
    paid: Any,
    scores: Any,
    winners: Any,
    plies: Any,
) -> tuple[int, int]:
    """Play whole games and look at each decision.

    Returns:
        What is wrong, and in which game; FINE and the number of games if nothing is.
    """
    s = states[0]
    agents = rewards.shape[0]
    for game in range(seeds.shape[0]):
        new_game(states, 0, blank, seeds[game])
        own = np.uint64(mix(key ^ np.uint64(mix(np.uint64(seeds[game])))))
        while s.to_act >= 0:
            mask[:] = 0
            legal(s, mask)
            if not mask.any():
                return NOTHING_LEGAL, game
            action = decide(s, policy, np.uint64(number(own, plies[game])))
            if not is_legal(s, action):
                return ILLEGAL_DECISION, game
            if mask[action] != 1:
                return NOT_IN_MASK, game
            for agent in range(agents):
                rewards[agent] = -score(s, agent)
            apply(s, action)
            proceed(s)
            pay_rewards(s, reward, rewards)
            plies[game] += 1
            if abs(rewards.sum()) > 1e-6:
                return NOT_ZERO, game
            if plies[game] >= longest:
                return ENDLESS, game
            for agent in range(agents):
                paid[game, agent] += rewards[agent]
        for agent in range(agents):
            scores[game, agent] = score(s, agent)
        winners[game] = s.winners
    return FINE, seeds.shape[0]
