"""5. Next Race Preparation Phase."""

import copy

import pytest

from tests.reference.trick_stakes_cards import HORSES, TICKETS
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

VANILLA, FORET, SILVER, GATEAU = HORSES
P0, P1, P2, P3 = SEATS = [f"player_{i}" for i in range(4)]
FINISH = (P0, 1), (P0, 2), (P1, 1), (P1, 2)
COLOUR_OF = {P0: "R", P1: "B", P2: "Y", P3: "G"}


def after(races: int) -> Table:
    """One-colour hands; in every race the same two seats bring their horses in."""
    table = mono_table()
    for _ in range(races):
        table.start_race().tricks(*FINISH)
    return table


@pytest.mark.parametrize("races", [1, 2, 3])
def test_horse_and_cards_go_to_the_left_together(races: int) -> None:
    """After k races seat i has the twelve cards of seat i - k."""
    packs = events_of(after(races).live())[-1]["top_to_bottom"]
    for i, seat in enumerate(SEATS):
        colour = COLOUR_OF[SEATS[(i - races) % 4]]
        assert sorted(packs[seat]) == sorted(f"{colour}{number}" for number in range(1, 13))


def test_the_horse_goes_with_its_cards() -> None:
    """In race 2 player 1 wins with the red cards: it is Vanilla Beans that moves."""
    table = after(1).start_race().tricks((P1, 1), (P1, 2), (P3, 1), (P3, 2))
    assert result(table.live(), "race")["order"][:2] == [VANILLA, SILVER]


def test_the_rider_of_race_2_gets_the_prize() -> None:
    table = after(1)
    money = dict(table.game.money)
    up = {P2: VANILLA, P3: FORET, P0: SILVER, P1: GATEAU}
    table.start_race(up=up, below={P2: FORET, P3: GATEAU, P0: GATEAU, P1: FORET})
    table.tricks((P1, 1), (P1, 2), (P3, 1), (P3, 2))
    now = result(table.live(), "race")["money"]
    assert {seat: now[seat] - money[seat] for seat in SEATS} == {P0: 0, P1: 5, P2: 0, P3: 3}


@pytest.mark.parametrize("races", [1, 2, 3])
def test_the_start_player_token_goes_to_the_left(races: int) -> None:
    """The left neighbour of the new start player discards and bets first; the start player leads."""
    table = after(races)
    assert table.live().agent_selection == SEATS[(races + 1) % 4]
    assert table.paddock().discard().env().agent_selection == SEATS[(races + 1) % 4]
    assert table.tickets().env().agent_selection == SEATS[races]


def test_the_first_leader_is_the_start_player_whoever_won_the_last_trick() -> None:
    table = mono_table().start_race().tricks((P0, 1), (P0, 2), (P3, 1), (P3, 2)).start_race()
    assert table.env().agent_selection == P1


def test_odds_rise_by_finishing_place() -> None:
    """+0, +1, +2, +3 from 1st to 4th, from 2 each."""
    order = (P3, 1), (P3, 2), (P2, 8), (P1, 7), (P0, 1), (P0, 2)
    race = result(mono_table().start_race().tricks(*order).live(), "race")
    assert race["order"] == [GATEAU, VANILLA, FORET, SILVER]
    assert race["odds_next"] == {GATEAU: 2, VANILLA: 3, FORET: 4, SILVER: 5}


def test_odds_add_up_over_the_races() -> None:
    """Race 1: V F then G S by the gate stack. Race 2, one seat on: G V by riding, then S F by the stack."""
    race = result(after(2).live(), "race")
    assert race["order"] == [GATEAU, VANILLA, SILVER, FORET]
    assert race["odds_next"] == {VANILLA: 2 + 0 + 1, FORET: 2 + 1 + 3, SILVER: 2 + 3 + 2, GATEAU: 2 + 2 + 0}


def test_all_horses_start_again_at_the_gate() -> None:
    race = result(after(2).live(), "race")
    assert race["spaces"] == {GATEAU: 7, VANILLA: 7, SILVER: 0, FORET: 0}


def test_the_new_gate_stack_decides_and_not_the_old_one() -> None:
    table = after(1).start_race(gate=[SILVER, FORET, GATEAU, VANILLA]).tricks(*FINISH)
    assert result(table.live(), "race")["order"] == [GATEAU, VANILLA, FORET, SILVER]


def test_money_goes_on_from_race_to_race() -> None:
    table = after(2)
    first, second = (event["money"] for event in table.events if event.get("result") == "race")
    assert all(second[seat] >= first[seat] for seat in SEATS)
    assert second[P0] - first[P0] >= 5


def test_all_tickets_come_back() -> None:
    env = after(1).paddock().discard().env()
    assert legal_words(env) == {f"ticket {ticket}" for ticket in TICKETS}
    play(env, "ticket win")
    assert legal_words(env) == {f"ticket {ticket}" for ticket in HORSES}


def test_whips_stay_with_the_player() -> None:
    """TS-6: player 0 spent both in race 1, player 3 none; each has its own in race 2, not its horse's."""
    table = mono_table().start_race()
    table.tricks((P2, 9), (P0, 9), (P1, 8), (P0, 7), (P0, 1), (P2, 1), (P2, 2))
    assert table.game.expected() == "chance gate"
    for seat, whips in ((P0, 1), (P1, 2), (P2, 1), (P3, 2)):
        trial = copy.deepcopy(table).start_race()
        assert count_whips(trial.env(), seat) == whips


def test_race_money_and_odds_are_open_to_all() -> None:
    """Player 3's tickets make the only difference."""
    up = {P1: VANILLA, P2: FORET, P3: "win", P0: SILVER}
    tables = [
        mono_table().start_race(up=up, below={P3: ticket}).tricks(*FINISH).paddock() for ticket in (VANILLA, GATEAU)
    ]
    for agent in (P0, P1, P2):
        assert seen(tables[0].env(), agent) != seen(tables[1].env(), agent)


@pytest.mark.parametrize("num_players", [3, 4])
def test_no_next_race_after_the_last(num_players: int) -> None:
    table = Table(num_players)
    for _ in range(num_players):
        table = finish_race(table.start_race())
    race, game = events_of(table.live())[-2:]
    assert race["result"] == "race"
    assert "odds_next" not in race
    assert game["result"] == "game"
