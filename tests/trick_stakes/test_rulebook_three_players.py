"""Changes for three players, except for how the dummy plays, which is in test_rulebook_dummy."""

from typing import Any

import pytest

import horse_envs
from tests.reference.trick_stakes_cards import HORSES
from tests.trick_stakes.driver import seats_clockwise
from tests.trick_stakes.table import (
    Table,
    events_of,
    finish_race,
    legal_words,
    mono_table,
    play,
    result,
    seen,
)

VANILLA, FORET, SILVER, GATEAU = HORSES
P0, P1, P2 = AGENTS = [f"player_{i}" for i in range(3)]
DUMMY = "dummy"


def ridden_from(start: str) -> dict[str, str]:
    """Horses for a game in which this player starts."""
    rest = iter((FORET, SILVER, GATEAU))
    return {seat: VANILLA if seat == start else next(rest) for seat in (*AGENTS, DUMMY)}


def chance(seed: int) -> list[dict[str, Any]]:
    env = horse_envs.trick_stakes_v0.raw_env(num_players=3)
    env.reset(seed=seed)
    return events_of(env)


@pytest.mark.parametrize("seed", range(30))
def test_the_dummy_sits_to_the_right_of_the_rider_of_vanilla_beans(seed: int) -> None:
    """TS-16. A player rides Vanilla Beans; the dummy has a horse too."""
    seats = chance(seed)[0]
    start = next(seat for seat, horse in seats["horses"].items() if horse == VANILLA)
    assert start != DUMMY
    assert seats["clockwise"] == seats_clockwise(3, start)
    assert seats["clockwise"][seats["clockwise"].index(start) - 1] == DUMMY
    assert sorted(seats["horses"].values()) == sorted(HORSES)


def test_the_dummy_is_dealt_twelve_cards() -> None:
    hands = chance(1)[1]["hands"]
    assert [len(hand) for hand in hands.values()] == [12] * 4
    assert len({card for hand in hands.values() for card in hand}) == 48


def test_the_dummy_chooses_no_discard_and_no_tickets() -> None:
    """Each of the three players is asked once for each of the three choices, in the usual order."""
    env = mono_table(3).paddock().env()
    order = []
    for _ in range(9):
        order.append(env.agent_selection)
        play(env, sorted(legal_words(env))[0])
    assert order == [P1, P2, P0] * 3
    assert not [event for event in events_of(env) if event.get("player") == DUMMY]


@pytest.mark.parametrize("start", AGENTS)
def test_the_dummy_is_passed_over_wherever_it_sits(start: str) -> None:
    env = mono_table(3, ridden_from(start)).paddock().env()
    order = []
    for _ in range(3):
        order.append(env.agent_selection)
        play(env, sorted(legal_words(env))[0])
    first = AGENTS.index(start)
    assert order == [AGENTS[(first + i) % 3] for i in (1, 2, 3)]


def test_three_face_up_tickets_differ_and_all_five_can_be_chosen_from() -> None:
    env = mono_table(3).paddock().discard().env()
    assert len(legal_words(env)) == 5
    play(env, f"ticket {GATEAU}")
    assert len(legal_words(env)) == 4
    play(env, "ticket win")
    assert legal_words(env) == {f"ticket {horse}" for horse in (VANILLA, FORET, SILVER)}


def test_the_dummys_cards_lie_open_in_their_order() -> None:
    """TS-17: two orders of the same pack are told apart by everybody."""
    greens = " ".join(f"G{number}" for number in range(1, 13))
    orders = greens, greens.replace("G1 G2", "G2 G1")
    one, other = (Table(3, hands={DUMMY: order}).paddock(opened={DUMMY: "G11 G12"}) for order in orders)
    for agent in AGENTS:
        assert seen(one.env(), agent) != seen(other.env(), agent)


def test_all_twelve_cards_of_a_horse_that_the_dummy_has_ridden_stay_known() -> None:
    """TS-17. In race 2 player 0 rides the dummy's horse and player 2, which never did, knows what it has."""
    tables = []
    for dummys, other in (("G3", "G4"), ("G4", "G3")):
        hands = {DUMMY: f"{dummys} G5 B1 B2", P0: f"R1 R2 R3 R4 {other} G6"}
        table = Table(3, hands=hands, void={DUMMY: "R"})
        # Both cards are discards of race 1: the dummy's lies open, the other one does not.
        table.start_race(opened={DUMMY: f"{dummys} G5", P0: "G6"}, down={P0: other})
        table = finish_race(table)
        tables.append(table.paddock(keep=f"{dummys} {other}"))
    assert seen(tables[0].env(), P2) != seen(tables[1].env(), P2)


DUMMY_THEN_VANILLA = (
    *("R10", "B10", "Y10"),  # the dummy has no red: it whips with green 1 and wins
    *("R9", "B9", "Y9"),  # the dummy leads green 2: its horse is in
    *("whip R1", "B8", "Y8"),  # under green 3
    *("whip R2", "B7", "Y7"),
)
VANILLA_THEN_DUMMY = (
    *("whip R1", "B10", "Y10"),
    *("whip R2", "B9", "Y9"),
    *("R10", "B8", "Y8"),  # the dummy whips with green 3
    *("R9", "B7", "Y7"),  # under green 4
)


@pytest.mark.parametrize(
    ("plays", "order", "prize"),
    [(DUMMY_THEN_VANILLA, [GATEAU, VANILLA], 3), (VANILLA_THEN_DUMMY, [VANILLA, GATEAU], 5)],
    ids=["dummy first", "dummy second"],
)
def test_the_dummys_prize_is_paid_to_nobody(plays: tuple[str, ...], order: list[str], prize: int) -> None:
    """TS-19. Its name is not on the score sheet."""
    up, below = {P1: "win", P2: SILVER, P0: FORET}, {P1: SILVER, P2: FORET, P0: SILVER}
    race = result(mono_table(3).start_race(up=up, below=below).play(*plays).live(), "race")
    assert race["order"][:2] == order
    assert race["money"] == {P0: prize, P1: 0, P2: 0}


def test_the_dummys_horse_can_be_backed_and_its_odds_move() -> None:
    """TS-19."""
    up, below = {P1: "win", P2: GATEAU, P0: FORET}, {P1: GATEAU, P2: VANILLA, P0: SILVER}
    race = result(mono_table(3).start_race(up=up, below=below).play(*DUMMY_THEN_VANILLA).live(), "race")
    assert race["money"] == {P0: 3, P1: 2, P2: 4}
    assert race["odds_next"] == {GATEAU: 2, VANILLA: 3, SILVER: 4, FORET: 5}
    race = result(mono_table(3).start_race(up=up, below=below).play(*VANILLA_THEN_DUMMY).live(), "race")
    assert race["odds_next"] == {VANILLA: 2, GATEAU: 3, SILVER: 4, FORET: 5}


@pytest.mark.parametrize("start", AGENTS)
def test_all_four_seats_pass_horse_and_cards_to_the_left(start: str) -> None:
    """TS-16: the dummy's go to its left neighbour, and those of its right neighbour to the dummy."""
    table = finish_race(mono_table(3, ridden_from(start)).start_race())
    clockwise = table.game.clockwise
    packs = events_of(table.live())[-1]["top_to_bottom"]
    colour = dict(zip((*AGENTS, DUMMY), "RBYG", strict=True))
    for i, seat in enumerate(clockwise):
        assert {card[0] for card in packs[seat]} == {colour[clockwise[i - 1]]}


@pytest.mark.parametrize("start", AGENTS)
def test_the_dummy_never_starts_and_the_start_goes_to_the_left(start: str) -> None:
    table = mono_table(3, ridden_from(start))
    first = AGENTS.index(start)
    leaders = []
    for _ in range(3):
        table.start_race()
        leaders.append(table.env().agent_selection)
        table = finish_race(table)
    assert leaders == [AGENTS[(first + i) % 3] for i in range(3)]


def test_there_are_three_races_and_players_alone_have_money_and_win() -> None:
    table = mono_table(3)
    for _ in range(3):
        table = finish_race(table.start_race())
    env = table.live()
    assert len([event for event in events_of(env) if event.get("result") == "race"]) == 3
    assert sorted(result(env, "game")["money"]) == AGENTS
    assert set(result(env, "game")["winners"]) < set(AGENTS)
