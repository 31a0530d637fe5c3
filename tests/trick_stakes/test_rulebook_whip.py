"""The whip."""

import pytest

from tests.reference.trick_stakes_cards import HORSES
from tests.trick_stakes.table import Table, cards, finish_race, legal_words, mono_table, play, result, seen

VANILLA, FORET, SILVER, GATEAU = HORSES
EXAMPLE = {"player_0": "Y11", "player_1": "G7", "player_2": "Y4", "player_3": "G2"}


def example() -> Table:
    """A leads yellow 11, B plays green 7, C yellow 4; D whips with green 2 to move B's Foret Noire."""
    void = {"player_1": "Y", "player_3": "Y"}
    table = Table(hands=EXAMPLE, void=void).start_race()
    return table.play("Y11", "G7", "Y4", "whip G2")


def test_example_a_whip_lets_another_player_win() -> None:
    assert example().live().agent_selection == "player_1"


def test_example_foret_noire_advances_by_the_two_marks_of_green_7() -> None:
    table = finish_race(example(), still=FORET)
    assert result(table.live(), "race")["spaces"][FORET] == 2


def test_without_the_whip_the_led_colour_judges() -> None:
    void = {"player_1": "Y", "player_3": "Y"}
    table = Table(hands=EXAMPLE, void=void).start_race().play("Y11", "G7", "Y4", "G2")
    assert table.live().agent_selection == "player_0"


@pytest.mark.parametrize("whipper", range(4))
def test_any_player_the_leader_too_may_whip_with_any_playable_card(whipper: int) -> None:
    """TS-8. The words with a whip are those without it."""
    table = mono_table().start_race().play(*("R10", "B10", "Y10", "G10")[:whipper])
    words = legal_words(table.env())
    assert cards(words, "whip") == cards(words, "play") == {f"{'RBYG'[whipper]}{i}" for i in range(1, 11)}


def test_one_may_whip_while_following_suit() -> None:
    table = Table(hands={"player_0": "R10", "player_1": "R3 R4 B5"}).start_race().play("R10")
    words = legal_words(table.env())
    assert {"R3", "R4"} <= cards(words, "whip") == cards(words, "play")
    assert "B5" not in cards(words, "whip")


@pytest.mark.parametrize("whipper", range(1, 4))
def test_the_sole_card_of_the_whippers_colour_wins(whipper: int) -> None:
    words = [f"play {colour}10" for colour in "RBYG"]
    words[whipper] = f"whip {'RBYG'[whipper]}1"
    env = play(mono_table().start_race().env(), *words)
    assert env.agent_selection == f"player_{whipper}"


def test_the_highest_of_the_whippers_colour_wins_also_if_it_was_played_before() -> None:
    """Player 2 whips with blue 3; player 1 had played blue 9 and player 3 follows with blue 5."""
    hands = {"player_0": "R12", "player_1": "B9", "player_2": "B3", "player_3": "B5"}
    table = Table(hands=hands, void=dict.fromkeys(("player_1", "player_2", "player_3"), "R"))
    table.start_race().play("R12", "B9", "whip B3", "B5")
    assert table.live().agent_selection == "player_1"


def test_a_whip_on_the_led_colour_leaves_the_judging_as_it_is() -> None:
    hands = {"player_0": "R5", "player_1": "R9", "player_2": "R2", "player_3": "R7"}
    table = Table(hands=hands).start_race().play("R5", "R9", "whip R2", "R7")
    assert table.live().agent_selection == "player_1"


def test_a_leaders_whip_leaves_the_judging_as_it_is() -> None:
    hands = {"player_0": "R5", "player_1": "R9", "player_2": "R2", "player_3": "R7"}
    table = Table(hands=hands).start_race().play("whip R5", "R9", "R2", "R7")
    assert table.live().agent_selection == "player_1"


def test_only_one_whip_in_a_trick() -> None:
    env = play(mono_table().start_race().env(), "whip R10")
    for card in ("B10", "Y10", "G10"):
        assert not cards(legal_words(env), "whip")
        play(env, f"play {card}")
    assert cards(legal_words(env), "whip")


def test_the_first_in_playing_order_closes_the_trick_for_those_after_it() -> None:
    env = play(mono_table().start_race().env(), "play R10", "play B10")
    assert cards(legal_words(env), "whip")
    play(env, "whip Y10")
    assert not cards(legal_words(env), "whip")


def test_a_declared_whip_is_spent() -> None:
    """Player 1 has two; after the second it has none, while the others still may."""
    table = mono_table().start_race().tricks(("player_1", 7), ("player_0", 9), ("player_1", 8))
    env = table.env()
    assert env.agent_selection == "player_1"
    assert not cards(legal_words(env), "whip")
    play(env, "play B6")
    assert cards(legal_words(env), "whip")


def test_who_has_spent_one_whip_has_one_left() -> None:
    table = mono_table().start_race().trick("player_1", 7)
    assert cards(legal_words(table.env()), "whip")


def test_a_whip_that_wins_nothing_is_spent_too() -> None:
    """Player 0 leads with a whip twice, and has none for the third trick."""
    table = mono_table().start_race()
    table.play("whip R10", "B10", "Y10", "G10", "whip R9", "B9", "Y9", "G9")
    assert not cards(legal_words(table.env()), "whip")


def test_a_whip_changes_the_judging_of_that_trick_alone() -> None:
    table = mono_table().start_race().trick("player_1", 7).play("B10", "Y9", "G9", "R9")
    assert table.live().agent_selection == "player_1"


def test_players_after_a_whip_still_follow_the_leaders_colour() -> None:
    """TS-7: red was led, player 1 whipped with blue, and player 2 has both."""
    hands = {"player_0": "R10", "player_1": "B3", "player_2": "R4 B7 B8"}
    table = Table(hands=hands, void={"player_1": "R", "player_2": "R"}).start_race().play("R10", "whip B3")
    assert legal_words(table.env()) == {"play R4"}


def test_a_whip_is_optional() -> None:
    table = mono_table().start_race()
    assert {f"play R{i}" for i in range(1, 11)} <= legal_words(table.env())


def test_whips_are_public() -> None:
    """Whether player 1 whipped is seen by all, the trick over and won by the same card."""
    hands = {"player_0": "R5", "player_1": "R9", "player_2": "R2", "player_3": "R7"}
    tables = [Table(hands=hands).start_race().play("R5", word, "R2", "R7") for word in ("R9", "whip R9")]
    for agent in ("player_0", "player_2", "player_3"):
        assert seen(tables[0].env(), agent) != seen(tables[1].env(), agent)
