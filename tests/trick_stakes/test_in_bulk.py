"""Many games and many worlds: what holds of all of them in Trick Stakes."""

import pytest

import horse_envs
from horse_envs import testing

RULES = ("random", "dummy", "greedy", "greedy")
players = pytest.mark.parametrize("num_players", [3, 4])


@players
def test_redrawn_worlds_are_uniform_throughout_a_game(num_players: int) -> None:
    """Backs show colours, so a random decision says nothing about hidden cards: real and redrawn worlds are alike."""
    plies = (num_players, 2 * num_players, 3 * num_players + 5, 50)
    testing.check_resample_is_uniform("trick_stakes_v0", plies=plies, samples=800, num_players=num_players)


@players
@pytest.mark.slow
def test_a_hundred_thousand_games_keep_what_the_kit_asks_of_all(num_players: int) -> None:
    testing.check_invariants("trick_stakes_v0", games=100, seed=3, num_players=num_players)


@players
def test_a_hundred_thousand_games_have_one_winner_and_the_length_of_their_races(num_players: int) -> None:
    batch = horse_envs.trick_stakes_v0.batch_env(num_envs=1, num_players=num_players)
    result = batch.play(RULES[:num_players], games=100_000, seed=1)
    assert (result.winners.sum(1) == 1).all()
    # A player decides on a discard and two tickets a race, and on cards while the race lasts.
    assert (result.decisions > 3 * num_players**2).all()
    assert (result.decisions <= 13 * num_players**2).all()
