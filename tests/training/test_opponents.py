"""Opponents: chosen by their shares, the past kept, moves of their own luck."""

import numpy as np
import pytest
import torch

import horse_envs
from tests.training.small import network, stubborn, weights
from training.opponents import Opponents

SHARES = {"current": 2.0, "past": 1.0, "dummy": 1.0, "greedy": 0.0}


def batch_of(count: int) -> horse_envs.engine.batch.BatchEnv:
    batch = horse_envs.trick_stakes_v0.batch_env(num_envs=count)
    batch.reset(seed=1)
    return batch


def test_opponents_are_chosen_by_their_shares() -> None:
    opponents = Opponents(network(), SHARES, 3, seed=1)
    for _ in range(2):
        opponents.remember()
    chosen = opponents.choose((4000, 3))
    assert chosen.shape == (4000, 3)
    names = np.bincount(chosen.reshape(-1) % 3, minlength=3) / chosen.size
    assert names == pytest.approx([0.5, 0.25, 0.25], abs=0.02)
    past = chosen[chosen % 3 == 1] // 3
    assert np.bincount(past) / past.size == pytest.approx([0.5, 0.5], abs=0.05)


def test_the_past_keeps_the_first_and_the_newest() -> None:
    current = network()
    opponents = Opponents(current, SHARES, 3, seed=1)
    remembered = []
    for step in range(6):
        with torch.no_grad():
            current.head.bias.fill_(step)
        opponents.remember()
        remembered.append(weights(current))
    assert [weights(past) for past in opponents.past] == [remembered[0], remembered[4], remembered[5]]
    single = Opponents(current, SHARES, 1, seed=1)
    for step in (7, 8):
        with torch.no_grad():
            current.head.bias.fill_(step)
        single.remember()
    assert [weights(past) for past in single.past] == [weights(current)]


def test_the_past_does_not_change_with_the_policy_that_learns() -> None:
    current = network()
    opponents = Opponents(current, SHARES, 3, seed=1)
    opponents.remember()
    before = weights(opponents.past[0])
    assert not any(parameter.requires_grad for parameter in opponents.past[0].parameters())
    with torch.no_grad():
        for parameter in current.parameters():
            parameter.add_(1.0)
    assert weights(opponents.past[0]) == before
    assert all(parameter.requires_grad for parameter in current.parameters())


def test_each_seat_moves_by_its_opponent() -> None:
    """The present policy takes the first legal action here, its past the last, the dummy as the rule says."""
    opponents = Opponents(stubborn(-1), SHARES, 3, seed=1)
    opponents.add_past(stubborn(1))
    batch = batch_of(6)
    games = np.array([5, 0, 3, 2])
    current, past, dummy = 0, 1, 2
    moves = opponents.move(batch, games, np.array([current, past, dummy, past]))
    legal = [np.flatnonzero(batch.action_mask[game]) for game in games]
    assert moves[0] == legal[0].min()
    assert moves[1] == legal[1].max()
    assert moves[2] in legal[2]
    assert moves[3] == legal[3].max()


def test_without_a_past_the_present_stands_in() -> None:
    opponents = Opponents(stubborn(-1), {"past": 1.0}, 3, seed=1)
    batch = batch_of(4)
    chosen = opponents.choose((4,))
    moves = opponents.move(batch, np.arange(4), chosen)
    assert moves.tolist() == [int(mask.argmax()) for mask in batch.action_mask]


def test_the_present_policy_is_the_one_that_learns_as_it_is_now() -> None:
    current = stubborn(-1)
    opponents = Opponents(current, {"current": 1.0}, 3, seed=1)
    batch = batch_of(4)
    with torch.no_grad():
        current.head.bias.neg_()
    last = [int(np.flatnonzero(mask)[-1]) for mask in batch.action_mask]
    assert opponents.move(batch, np.arange(4), opponents.choose((4,))).tolist() == last


def test_moves_are_legal_through_whole_games() -> None:
    opponents = Opponents(network(), {"current": 1, "past": 1, "random": 1, "dummy": 1, "greedy": 1}, 3, seed=1)
    opponents.remember()
    batch = batch_of(60)
    ended = 0
    for _ in range(210):
        ended += batch.step(opponents.move(batch, np.arange(60), opponents.choose((60,))))[1].sum()
    assert ended >= 60


def test_opponents_draw_with_the_probabilities_of_their_policy() -> None:
    even = network()
    with torch.no_grad():
        even.head.weight.zero_()
        even.head.bias.zero_()
    batch = batch_of(1)
    legal = np.flatnonzero(batch.action_mask[0])
    even.head.bias.data[int(legal[0])] = float(np.log(3))
    opponents = Opponents(even, {"current": 1.0}, 3, seed=1)
    drawn = [int(opponents.move(batch, np.arange(1), np.zeros(1, int))[0]) for _ in range(3000)]
    assert drawn.count(int(legal[0])) / 3000 == pytest.approx(3 / (len(legal) + 2), abs=0.04)
    assert drawn.count(int(legal[1])) / 3000 == pytest.approx(1 / (len(legal) + 2), abs=0.03)


def test_the_luck_of_opponents_is_their_own() -> None:
    """The same seed moves alike, whatever other random numbers are drawn meanwhile."""
    batch = batch_of(40)
    moves = []
    for disturbed in (False, True):
        opponents = Opponents(network(), {"current": 1.0, "random": 1.0}, 3, seed=5)
        if disturbed:
            np.random.default_rng(5).random(100)
            torch.manual_seed(99)
        moves.append(opponents.move(batch, np.arange(40), opponents.choose((40,))).tolist())
    assert moves[0] == moves[1]
    other = Opponents(network(), {"current": 1.0, "random": 1.0}, 3, seed=6)
    assert other.move(batch, np.arange(40), other.choose((40,))).tolist() != moves[0]
