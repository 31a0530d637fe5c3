"""What every registered game says of itself."""

from dataclasses import fields

import pytest

from horse_envs.engine.game import Game, game_names, load_game
from tests.conformance import toy
from tests.conformance.broken import variant
from tests.games import every_name


def test_counts_with_are_the_numbers_of_players_that_options_take() -> None:
    assert load_game("trick_stakes_v0").counts_with({}) == (3, 4)
    game = load_game("ready_set_bet_v0")
    assert game.counts_with({}) == (2, 3, 4, 5, 6, 7, 8)
    assert game.counts_with({"house": "bets"}) == (2, 3, 4, 5, 6, 7, 8, 9)
    assert game.counts_with({"house": "rotation"}) == (2, 3, 4, 5, 6, 7, 8)


def test_counts_with_asks_only_for_the_counts_that_the_game_names() -> None:
    assert variant(toy.GAME, player_counts=(2, 3, 9)).counts_with({}) == (2, 3)


def test_wrong_options_go_with_no_number_of_players() -> None:
    assert load_game("ready_set_bet_v0").counts_with({"house": "of cards"}) == ()


@every_name
def test_a_game_names_all_its_numbers_of_players_and_variants(name: str) -> None:
    game = load_game(name)
    options = [{}, *game.variants]
    counts = {count for each in options for count in game.counts_with(each)}
    assert counts == set(game.player_counts)
    for count in range(12):
        possible = any(_takes(game, {**each, "num_players": count}) for each in options)
        assert possible == (count in game.player_counts)
    for each in game.variants:
        assert each, "a variant sets something"
        plain = game.options_dict(game.options())
        assert game.options_dict(game.options(**each)) != plain


def _takes(game: Game, options: dict[str, object]) -> bool:
    try:
        game.options(**options)
    except ValueError:
        return False
    return True


@every_name
def test_the_variants_are_all_values_of_the_options_that_they_set(name: str) -> None:
    """A new value of such an option is not forgotten among the variants: every word of the refusal is one."""
    game = load_game(name)
    for option in {option for each in game.variants for option in each}:
        default = next(f.default for f in fields(game.options) if f.name == option)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="allowed: ") as caught:
            game.options(**{option: "no such value"})
        known = [repr(each[option]) for each in game.variants if option in each]
        assert sorted([repr(default), *known]) == sorted(str(caught.value).split("allowed: ")[1].split(", "))


@every_name
def test_a_game_says_what_it_hides(name: str) -> None:
    assert load_game(name).hidden
    assert name in game_names()
    assert load_game(name).name == name


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=", ".join(game_names())):
        load_game("chess_v3")
