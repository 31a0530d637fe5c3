"""Every loop of a game called once, so that all compilation falls into one announced moment."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from horse_envs.engine.loops import MARGIN, SEARCH


def warm_up(game: Any, bound: SimpleNamespace) -> None:
    """Play two short games with the bound loops, with arguments of the types that they are given later.

    Args:
        game: the game.
        bound: its loops.
    """
    options = game.options()
    agents, size, actions = options.num_players, game.layout.size, game.num_actions
    states, blank = game.new_states(3), game.blank(options)
    seeds, one, games = np.zeros(1, np.int64), np.zeros(1, np.int64), np.arange(1)
    observations, masks = np.zeros((1, size), np.float32), np.zeros((1, actions), np.int8)
    rewards, done = np.zeros((1, agents), np.float32), np.zeros(1, np.bool_)
    scores, winners = np.zeros((1, agents), np.int64), np.zeros(1, np.int64)
    paid, rules = np.zeros(agents, np.float64), np.zeros(1, np.int64)

    bound.new_game(states, 0, blank, 0)
    bound.view(states, 0, observations[0], masks[0])
    bound.act(states, 0, int(masks[0].argmax()), MARGIN, paid, observations[0], masks[0])
    bound.observe_one(states, 0, 0, observations[0])
    bound.legal_one(states, 0, masks[0])
    bound.search_values(states, 0, rules, 1, np.uint64(1), game.new_states(2), np.zeros(actions, np.float64))
    bound.reset_batch(states, blank, seeds, one, observations, masks, 0, 1)
    bound.decide_batch(states, games, rules, np.zeros(1, np.uint64), one)
    bound.first_illegal(states, games, one)
    bound.step_batch(
        states,
        blank,
        seeds,
        games,
        one,
        MARGIN,
        rewards,
        done,
        np.zeros(1, np.int64),
        observations,
        masks,
        scores,
        winners,
        0,
        1,
    )
    bound.play_games(states, blank, seeds, np.zeros(agents, np.int64), np.uint64(1), scores, winners, one, 0, 1)
    bound.play_searching(
        states,
        0,
        blank,
        seeds,
        np.full((1, agents), SEARCH, np.int64),
        1,
        rules,
        0.0,
        np.uint64(1),
        scores,
        winners,
        observations,
        masks,
        np.zeros((1, actions), np.float32),
    )
