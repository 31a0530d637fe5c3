"""3. Race Phase: the flow of a trick."""

import pytest

from tests.reference.trick_stakes_cards import HORSES
from tests.trick_stakes.table import (
    Table,
    cards,
    events_of,
    finish_race,
    legal_words,
    mono_table,
    play,
    result,
)

VANILLA, FORET, SILVER, GATEAU = HORSES
EXAMPLE = {"player_0": "R5", "player_1": "R2", "player_2": "B10", "player_3": "R8"}


def example() -> Table:
    """A leads red 5, B plays red 2, C has no red and plays blue 10, D on Silver Arrasan plays red 8."""
    horses = {"player_0": VANILLA, "player_1": FORET, "player_2": GATEAU, "player_3": SILVER}
    return Table(horses=horses, hands=EXAMPLE, void={"player_2": "R"}).start_race().play("R5", "R2", "B10", "R8")


def test_example_red_8_wins_and_leads_next() -> None:
    assert example().live().agent_selection == "player_3"


def test_example_silver_arrasan_advances_two_spaces() -> None:
    """D wins nothing else in this race."""
    table = finish_race(example(), still=SILVER)
    assert result(table.live(), "race")["spaces"][SILVER] == 2


@pytest.mark.parametrize("start", range(4))
def test_the_start_player_leads_first(start: int) -> None:
    seats = [f"player_{i}" for i in range(4)]
    horses = {seats[(start + i) % 4]: horse for i, horse in enumerate(HORSES)}
    assert mono_table(horses=horses).start_race().env().agent_selection == seats[start]


def test_play_goes_clockwise_from_the_leader() -> None:
    table = mono_table().start_race().trick("player_2", 5)
    env = table.env()
    order = []
    for card in ("Y10", "G9", "R9", "B9"):
        order.append(env.agent_selection)
        play(env, f"play {card}")
    assert order == ["player_2", "player_3", "player_0", "player_1"]


def test_the_leader_may_play_any_card_of_the_hand() -> None:
    hand = "R1 B2 Y3 G4 R5 B6 Y7 G8 R9 B10"
    table = Table(hands={"player_0": hand}).start_race()
    assert cards(legal_words(table.env()), "play") == set(hand.split())


FOLLOWER = "R2 R9 B3 B4 B5 Y1 Y12 Y6 Y7 G11"


@pytest.mark.parametrize(
    ("lead", "allowed"),
    [("R1", "R2 R9"), ("B1", "B3 B4 B5"), ("Y2", "Y1 Y12 Y6 Y7"), ("G1", "G11")],
)
def test_who_has_the_led_colour_must_play_it(lead: str, allowed: str) -> None:
    table = Table(hands={"player_0": "R1 B1 Y2 G1", "player_1": FOLLOWER}).start_race().play(lead)
    assert cards(legal_words(table.env()), "play") == set(allowed.split())


def test_who_lacks_the_led_colour_may_play_any_card() -> None:
    hand = "B3 B4 B5 Y1 Y12 Y6 Y7 G11 G2 G3"
    table = Table(hands={"player_0": "R1", "player_1": hand}, void={"player_1": "R"}).start_race().play("R1")
    assert cards(legal_words(table.env()), "play") == set(hand.split())


def test_a_discarded_card_of_the_led_colour_does_not_bind() -> None:
    """Player 1's only red card lies under the horse."""
    table = Table(hands={"player_0": "R1", "player_1": "R9"}, void={"player_1": "R"})
    table.start_race(down={"player_1": "R9"}).play("R1")
    assert len(cards(legal_words(table.env()), "play")) == 10


def test_following_is_to_the_leaders_colour_and_not_to_the_last_card() -> None:
    """Player 1 has no red and plays blue; player 2 has red and blue and must play red."""
    hands = {"player_0": "R1", "player_1": "B5", "player_2": "R4 R6 B7"}
    void = {"player_1": "R", "player_2": "R"}
    table = Table(hands=hands, void=void).start_race().play("R1", "B5")
    assert cards(legal_words(table.env()), "play") == {"R4", "R6"}


@pytest.mark.parametrize(
    ("played", "winner"),
    [
        (("R1", "R2", "R3", "R4"), "player_3"),
        (("R9", "R2", "R10", "R4"), "player_2"),
        (("R12", "R11", "R10", "R8"), "player_0"),
        (("R5", "R6", "R3", "R4"), "player_1"),
    ],
)
def test_the_highest_card_of_the_led_colour_wins(played: tuple[str, ...], winner: str) -> None:
    """Numbers count as numbers: 10 beats 9."""
    hands = {f"player_{i}": card for i, card in enumerate(played)}
    assert Table(hands=hands).start_race().play(*played).live().agent_selection == winner


def test_a_higher_card_of_another_colour_wins_nothing() -> None:
    table = mono_table().start_race(keep="R1 B12 Y12 G12").play("R1", "B12", "Y12", "G12")
    assert table.live().agent_selection == "player_0"


def test_the_winner_leads_the_next_trick() -> None:
    env = mono_table().start_race().tricks(("player_3", 5)).live()
    assert env.agent_selection == "player_3"
    play(env, "play G10")
    assert env.agent_selection == "player_0"


def test_only_the_winners_horse_moves_and_by_the_winning_card() -> None:
    """Player 0 wins with a 10 over three cards with four marks each."""
    table = mono_table().start_race().play("R10", "B1", "Y1", "G1")
    table.tricks(("player_1", 2), ("player_1", 4), ("player_2", 2), ("player_2", 4))
    assert result(table.live(), "race")["spaces"] == {VANILLA: 1, FORET: 7, SILVER: 7, GATEAU: 0}


def test_marks_of_several_tricks_add_up() -> None:
    table = mono_table().start_race()
    table.tricks(("player_0", 10), ("player_0", 9), ("player_0", 4))
    table.tricks(("player_1", 1), ("player_1", 2), ("player_2", 1), ("player_2", 2))
    assert result(table.live(), "race")["spaces"][VANILLA] == 1 + 2 + 3


def test_played_cards_lie_face_down_and_are_not_played_again() -> None:
    env = mono_table().start_race().trick("player_0", 5).env()
    assert cards(legal_words(env), "play") == {f"R{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10)}


def test_a_finished_horse_that_wins_does_not_move_and_its_player_leads() -> None:
    """TS-10. Vanilla Beans is in; player 0 wins two tricks more."""
    table = mono_table().start_race().tricks(("player_0", 1), ("player_0", 2), ("player_0", 10))
    assert table.live().agent_selection == "player_0"
    table.tricks(("player_0", 3), ("player_1", 1), ("player_1", 2))
    assert result(table.live(), "race")["spaces"] == {VANILLA: 7, FORET: 7, SILVER: 0, GATEAU: 0}


def test_the_race_repeats_tricks_until_all_hands_are_empty() -> None:
    """Ten tricks, all won by player 0, whose horse alone comes in."""
    table = mono_table().start_race()
    for number in (1, 2, 3, 4, 5, 6, 7, 8):
        table.play(f"R{number}", f"B{number}", f"Y{number}", f"G{number}")
    env = table.env()
    for word in ("R9", "B9", "Y9", "G9", "R10", "B10", "Y10"):
        play(env, f"play {word}")
        assert not [event for event in events_of(env) if "result" in event]
    play(env, "play G10")
    assert result(env, "race")["spaces"] == {VANILLA: 7, FORET: 0, SILVER: 0, GATEAU: 0}
