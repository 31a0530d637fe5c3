"""What is in the box and how the table is laid."""

from typing import Any

import pytest

import horse_envs
from tests.reference.trick_stakes_cards import CARDS, HORSES, TICKETS
from tests.trick_stakes.table import (
    Table,
    count_whips,
    events_of,
    finish_race,
    legal_words,
    mono_table,
    play,
    result,
    seen,
)

PRINTED_MARKS = {1: 4, 2: 4, 3: 4, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2, 9: 2, 10: 1, 11: 1, 12: 1}


def fresh_events(num_players: int, seed: int = 3) -> list[dict[str, Any]]:
    env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players)
    env.reset(seed=seed)
    return events_of(env)


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_game_begins_with_seats_deal_gate_and_packs(num_players: int) -> None:
    kinds = [event.get("chance") for event in fresh_events(num_players)]
    assert kinds == ["seats", "deal", "gate", "packs"]


@pytest.mark.parametrize("num_players", [3, 4])
def test_48_race_cards_twelve_of_each_colour_twelve_a_hand(num_players: int) -> None:
    hands = fresh_events(num_players)[1]["hands"]
    assert [len(hand) for hand in hands.values()] == [12] * 4
    dealt = {card for hand in hands.values() for card in hand}
    assert dealt == {f"{colour}{number}" for colour in "RBYG" for number in range(1, 13)}


@pytest.mark.parametrize("number", PRINTED_MARKS)
def test_advance_marks_of_each_number(number: int) -> None:
    """Low numbers step far: the winner's horse moves by the marks of the winning card (TS-9)."""
    table = mono_table().start_race(keep=f"R{number} B1 B2 Y1 Y2")
    table.tricks(("player_0", number), ("player_1", 1), ("player_1", 2), ("player_2", 1), ("player_2", 2))
    assert result(table.live())["spaces"]["vanilla_beans"] == PRINTED_MARKS[number]


@pytest.mark.parametrize("colour", "RBYG")
def test_marks_depend_on_the_number_and_not_on_the_colour(colour: str) -> None:
    """The horse of the player with this colour wins once with an 8."""
    seats = [f"player_{i}" for i in range(4)]
    rider = seats["RBYG".index(colour)]
    one, two = [seat for seat in seats if seat != rider][:2]
    table = mono_table().start_race()
    table.tricks((rider, 8), (one, 1), (one, 2), (two, 1), (two, 2))
    horse = HORSES["RBYG".index(colour)]
    assert result(table.live())["spaces"][horse] == 2


def test_every_card_can_be_discarded_played_and_whipped_and_five_tickets_placed() -> None:
    env = horse_envs.trick_stakes_v0.raw_env(num_players=4)
    env.reset(seed=1)
    size = env.action_space("player_0").n
    words = {env.unwrapped.describe_action(action) for action in range(size)}
    assert words == {f"{verb} {card}" for verb in ("discard", "play", "whip") for card in CARDS} | {
        f"ticket {ticket}" for ticket in TICKETS
    }


def test_the_course_has_seven_spaces_from_the_gate_to_the_finish() -> None:
    """4 + 3 marks bring a horse in exactly; two horses in end the race."""
    table = mono_table().start_race()
    table.tricks(("player_0", 1), ("player_0", 4), ("player_1", 1), ("player_1", 4))
    race = result(table.live(), "race")
    assert [race["spaces"][horse] for horse in HORSES] == [7, 7, 0, 0]


def test_six_spaces_are_not_the_finish() -> None:
    table = mono_table().start_race()
    table.tricks(("player_0", 1), ("player_0", 7), ("player_1", 1), ("player_1", 2))
    env = table.live()
    assert not [event for event in events_of(env) if "result" in event]
    assert env.agent_selection == "player_1"


def test_a_horse_stops_on_the_finish() -> None:
    """4 + 4 marks make 7, not 8."""
    table = mono_table().start_race()
    table.tricks(("player_0", 1), ("player_0", 2), ("player_1", 1), ("player_1", 2))
    assert result(table.live())["spaces"]["vanilla_beans"] == 7


@pytest.mark.parametrize("start", range(4))
def test_the_rider_of_vanilla_beans_is_the_first_start_player(start: int) -> None:
    seats = [f"player_{i}" for i in range(4)]
    horses = {seats[(start + i) % 4]: horse for i, horse in enumerate(HORSES)}
    table = Table(horses=horses)
    table.paddock()
    assert table.env().agent_selection == seats[(start + 1) % 4]
    table.discard().tickets()
    assert table.env().agent_selection == seats[start]


def test_each_player_has_another_horse() -> None:
    for seed in range(20):
        assert sorted(fresh_events(4, seed)[0]["horses"].values()) == sorted(HORSES)


@pytest.mark.parametrize("num_players", [3, 4])
def test_the_dealt_cards_stay_the_horses_fixed_hand(num_players: int) -> None:
    """After race 1 each seat's pack is the twelve cards that were dealt to the horse it rides now."""
    table = finish_race(Table(num_players).start_race())
    events = events_of(table.live())
    seats, deal, packs = events[0], events[1], events[-1]["top_to_bottom"]
    left = dict(zip(seats["clockwise"], seats["clockwise"][1:] + seats["clockwise"][:1], strict=True))
    assert events[-1]["chance"] == "packs"
    for seat in seats["clockwise"]:
        assert sorted(packs[left[seat]]) == sorted(deal["hands"][seat])


def test_each_player_has_all_five_tickets_once() -> None:
    env = Table().paddock().discard().env()
    assert legal_words(env) == {f"ticket {ticket}" for ticket in TICKETS}
    play(env, "ticket win", "ticket foret_noire", "ticket vanilla_beans", "ticket gateau_opera")
    assert legal_words(env) == {f"ticket {ticket}" for ticket in TICKETS if ticket != "win"}


@pytest.mark.parametrize("player", [f"player_{i}" for i in range(4)])
def test_each_player_starts_with_two_whips_face_up(player: str) -> None:
    assert count_whips(mono_table().start_race().env(), player) == 2


def test_hands_are_held_so_that_only_their_owner_sees_the_faces() -> None:
    """Two unseen cards of one colour change owners: nobody else is shown anything else."""
    hands = {"player_1": "R3", "player_2": "R4", "player_3": "R7", "player_0": "R1 R12"}
    swap = {**hands, "player_1": "R4", "player_2": "R3"}
    one, other = (Table(hands=dealt).paddock().env() for dealt in (hands, swap))
    assert seen(one, "player_0") == seen(other, "player_0")
    assert seen(one, "player_3") == seen(other, "player_3")
    assert seen(one, "player_1") != seen(other, "player_1")


def test_everybody_starts_with_nothing_and_odds_of_two() -> None:
    """A hit in race 1 pays 2 on any horse, and there is no other money than prizes and payouts."""
    table = mono_table().start_race(
        up={
            "player_1": "win",
            "player_2": "silver_arrasan",
            "player_3": "foret_noire",
            "player_0": "gateau_opera",
        },
        below={"player_1": "vanilla_beans", "player_2": "win", "player_3": "win", "player_0": "win"},
    )
    table.tricks(("player_0", 1), ("player_0", 2), ("player_1", 1), ("player_1", 2))
    assert result(table.live())["money"] == {"player_0": 5, "player_1": 3 + 2, "player_2": 0, "player_3": 0}
