"""The rulings, in their order. TS-16 to TS-19 are with the games of three, which they are about."""

import copy

import pytest

from tests.reference.trick_stakes_cards import HORSES, number_of
from tests.trick_stakes.driver import swapped
from tests.trick_stakes.table import (
    Env,
    Table,
    cards,
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


def tell_apart(one: Env, other: Env) -> set[str]:
    """The agents that are shown different things in the two positions."""
    return {agent for agent in one.unwrapped.possible_agents if seen(one, agent) != seen(other, agent)}


# Everywhere


@pytest.mark.parametrize("num_players", [3, 4])
def test_everywhere_agents_not_on_turn_have_an_empty_mask(num_players: int) -> None:
    """In a game with follow suit a mask is a hand."""
    table = mono_table(num_players)
    for env in (table.paddock().env(), table.discard().env(), table.tickets().env()):
        for agent in env.unwrapped.possible_agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@pytest.mark.parametrize("chosen", range(4))
def test_everywhere_choices_made_at_once_are_asked_from_the_start_players_left(chosen: int) -> None:
    env = mono_table().paddock().env()
    for _ in range(chosen):
        play(env, sorted(legal_words(env))[0])
    assert env.agent_selection == [P1, P2, P3, P0][chosen]


def test_everywhere_resample_redraws_a_choice_made_before_the_last_one() -> None:
    """Player 1 has discarded one of eleven blue cards; to player 2 it may be any of them."""
    env = mono_table().paddock().discard().env(events=5)
    assert env.agent_selection == P2
    redrawn = set()
    for seed in range(60):
        copied = env.unwrapped.resample(P2, seed=seed)
        redrawn.add(events_of(copied)[4]["card"])
        assert seen(copied, P2) == seen(env, P2)
    assert len(redrawn) > 5
    assert redrawn <= {f"B{number}" for number in range(1, 12)}


# TS-1 and TS-2: the paddock


def test_ts_1_with_number_one_the_turned_up_card_is_the_start_players_open_discard() -> None:
    table = mono_table().paddock(number=1)
    assert table.game.packs[P0][0] == "R1"
    env = table.env()
    for agent in (P1, P2, P3):
        assert f"discard {table.game.packs[agent][0]}" not in legal_words(env)
        play(env, f"discard {table.game.packs[agent][1]}")
    assert cards(legal_words(env), "discard") == {f"R{number}" for number in range(2, 13)}


def test_ts_1_otherwise_the_turned_up_card_goes_back_to_the_hand() -> None:
    """Red 7 lay on top; it can be discarded, or played."""
    table = mono_table().paddock(number=7)
    assert table.game.packs[P0][0] == "R7"
    env = table.discard().env(events=7)
    assert env.agent_selection == P0
    assert "discard R7" in legal_words(env)
    assert "play R7" in legal_words(table.tickets().env())


def test_ts_1_the_turned_up_card_is_public() -> None:
    """The same number from another card: red 7 or blue 7, the rest of what lies open being equal."""
    tables = [
        Table(hands={P0: f"{top} {other} R1 B1"}).paddock(number=7) for top, other in (("R7", "B7"), ("B7", "R7"))
    ]
    assert tables[0].game.open_discards == tables[1].game.open_discards
    assert tell_apart(tables[0].env(), tables[1].env()) >= {P1, P2, P3}


def with_discard(card: str) -> Table:
    """Player 1 sets this card aside; everything else is equal."""
    hands = {P1: "R3 B3 B4", P0: "R1 Y1"}
    return Table(hands=hands).paddock().discard({P1: card})


@pytest.mark.parametrize("chosen", [1, 2, 3])
def test_ts_2_no_choice_is_seen_before_all_have_chosen(chosen: int) -> None:
    """Player 1 is the first to discard; neither its card nor the colour shows."""
    one, other = (with_discard(card).env(events=4 + chosen) for card in ("R3", "B3"))
    assert tell_apart(one, other) <= {P1}
    assert legal_words(one) == legal_words(other)


def test_ts_2_the_own_choice_is_known() -> None:
    one, other = (with_discard(card).env(events=5) for card in ("B4", "B3"))
    assert tell_apart(one, other) == {P1}


# TS-3 to TS-5: what is known


def test_ts_3_the_colour_of_a_hidden_discard_is_seen_by_all_after_the_last_choice() -> None:
    one, other = (with_discard(card).env() for card in ("R3", "B3"))
    assert tell_apart(one, other) == set(SEATS)


def test_ts_3_its_number_is_not() -> None:
    one, other = (with_discard(card).env() for card in ("B3", "B4"))
    assert tell_apart(one, other) == {P1}


def test_ts_3_the_colours_of_each_hand_are_public() -> None:
    """Players 1 and 2 exchange a red card for a blue one."""
    one, other = (
        Table(hands={P1: f"{mine} Y1", P2: f"{theirs} Y2", P0: "G1 G2", P3: "G3 G4"}).paddock()
        for mine, theirs in (("R3", "B3"), ("B3", "R3"))
    )
    assert tell_apart(one.env(), other.env()) == set(SEATS)


def test_ts_3_the_numbers_of_a_hand_are_its_owners_alone() -> None:
    """Players 1 and 2 exchange two blue cards."""
    one, other = (
        Table(hands={P1: f"{mine} Y1", P2: f"{theirs} Y2", P0: "G1 G2", P3: "G3 G4"}).paddock()
        for mine, theirs in (("B4", "B3"), ("B3", "B4"))
    )
    assert tell_apart(one.env(), other.env()) == {P1, P2}


def test_ts_4_who_played_which_card_stays_known_during_the_race() -> None:
    """Red 2 and 3 by players 1 and 2 or the other way round, under a red 9, one trick ago."""
    tables = []
    for one, two in (("R2", "R3"), ("R3", "R2")):
        hands = {P0: "R9 R8", P1: f"{one} R4", P2: f"{two} R5", P3: "R1 R6"}
        tables.append(Table(hands=hands).start_race().play("R9", one, two, "R1", "R8", "R4", "R5", "R6"))
    assert tell_apart(tables[0].env(), tables[1].env()) == set(SEATS)


def exchanged(table: Table, one: str, other: str) -> tuple[Table, Table]:
    """The position, and the same one with these two cards exchanged from the deal on."""
    twin = copy.deepcopy(table)
    twin.events = swapped(table.events, one, other)
    return table, twin


def test_ts_5_cards_seen_in_an_earlier_race_stay_known_to_all() -> None:
    """Player 1 played blue 9 and set blue 10 aside, or the other way round; player 2 set blue 11 aside. In
    race 2 player 0, who has had neither horse, knows for sure of one of the two cards only."""
    hands = {P0: "R10", P1: "B9 B10", P2: "B11 R1", P3: "R2"}
    table = Table(hands=hands, void={P1: "R"}).start_race(down={P1: "B10", P2: "B11"})
    table = finish_race(table.play("R10", "B9", "R1", "R2")).paddock(keep="B9 B10 B11")
    assert "B10" not in table.game.knows(P0)["horse_cards"][FORET]
    one, other = exchanged(table, "B9", "B10")
    assert P0 in tell_apart(one.env(), other.env())


def hidden_exchange(races: int) -> tuple[Table, Table]:
    """Blue 3 of player 1's first horse and blue 4 of player 2's were set aside in each race so far."""
    table = Table(hands={P1: "B3 Y1", P2: "B4 Y2", P0: "R1 G1", P3: "G2 G3"})
    for race in range(races):
        table = finish_race(table.start_race(keep="B3 B4", down={SEATS[1 + race]: "B3", SEATS[race - 2]: "B4"}))
    return exchanged(table.paddock(keep="B3 B4"), "B3", "B4")


def test_ts_5_who_has_ridden_a_horse_knows_its_twelve_cards() -> None:
    """In race 2 player 1's old horse is player 2's and player 2's old horse is player 3's. Player 0 has
    had neither and cannot tell."""
    one, other = hidden_exchange(1)
    assert tell_apart(one.env(), other.env()) == {P1, P2, P3}


def test_ts_5_the_knowledge_lasts_to_the_last_race() -> None:
    """In race 4 player 1 rides neither horse and had the first one in race 1."""
    one, other = hidden_exchange(3)
    assert tell_apart(one.env(), other.env()) == set(SEATS)


# TS-6 to TS-10: whips and steps


def test_ts_6_whips_do_not_travel_with_the_horse() -> None:
    """Player 0 spent none. Player 1, who gets its horse, spent two and has one again."""
    table = mono_table().start_race().tricks((P1, 7), (P2, 9), (P1, 8), (P3, 1), (P3, 2), (P2, 1), (P2, 2))
    assert table.game.race == 2
    env = table.start_race().play("whip R10", "B10", "Y10", "G10").env()
    assert env.agent_selection == P1
    assert not cards(legal_words(env), "whip")


def test_ts_7_the_judging_changes_and_not_what_must_be_followed() -> None:
    """Player 3 holds red and green. Green was whipped and red led: it must play red and cannot win."""
    hands = {P0: "R10", P1: "G3", P2: "G4", P3: "R12 G12"}
    table = Table(hands=hands, void={P1: "R", P2: "R", P3: "R"}).start_race(keep="R12 G12 R10 G3 G4")
    env = table.play("R10", "whip G3", "G4").env()
    assert legal_words(env) == {"play R12"}
    assert play(env, "play R12").agent_selection == P2


def test_ts_8_the_first_to_declare_closes_the_trick() -> None:
    env = play(mono_table().start_race().env(), "play R10")
    assert cards(legal_words(env), "whip")
    play(env, "whip B10")
    assert not cards(legal_words(env), "whip")
    play(env, "play Y10")
    assert not cards(legal_words(env), "whip")


@pytest.mark.parametrize(("first", "space"), [(1, 4), (5, 3), (9, 2), (12, 1)])
def test_ts_9_the_steps_are_on_the_winners_own_card(first: int, space: int) -> None:
    """Player 3 whips with this card over cards of all marks."""
    table = mono_table().start_race(keep=f"R10 B5 Y1 G{first}").play("R10", "B5", "Y1", f"whip G{first}")
    table.tricks((P0, 1), (P0, 2), (P1, 1), (P1, 2))
    assert result(table.live(), "race")["spaces"][GATEAU] == space


def test_ts_10_a_finished_horse_moves_no_stack() -> None:
    """Vanilla Beans is in and wins again, before Foret Noire comes in on top of it."""
    table = mono_table().start_race()
    table.tricks((P0, 1), (P0, 2), (P2, 8), (P0, 3), (P1, 1), (P1, 2))
    race = result(table.live(), "race")
    assert race["order"] == [VANILLA, FORET, SILVER, GATEAU]
    assert race["spaces"] == {VANILLA: 7, FORET: 7, SILVER: 2, GATEAU: 0}


# TS-11 and TS-12: order and end


def test_ts_11_arrival_then_space_then_top_then_gate() -> None:
    table = mono_table().start_race(gate=[SILVER, GATEAU, FORET, VANILLA]).tricks(*FINISH)
    assert result(table.live(), "race")["order"] == [VANILLA, FORET, GATEAU, SILVER]


def test_ts_11_the_gate_stack_is_public() -> None:
    one, other = (mono_table().start_race(gate=gate) for gate in ([*HORSES], [*HORSES[:2], GATEAU, SILVER]))
    assert tell_apart(one.env(), other.env()) == set(SEATS)


def test_ts_11_who_lies_on_top_on_the_course_is_public() -> None:
    """Silver Arrasan and Gateau Opera meet on space 2, in either order, by the same cards and whips."""
    one = mono_table().start_race().tricks((P2, 7), (P3, 8), (P0, 5))
    other = mono_table().start_race().tricks((P3, 8), (P2, 7), (P0, 5))
    assert set(one.game.played) == set(other.game.played)
    assert tell_apart(one.env(), other.env()) == set(SEATS)


def test_ts_12_the_race_ends_after_the_trick_of_the_second_finisher() -> None:
    env = mono_table().start_race().tricks(*FINISH[:3]).play("B2", "Y7", "G7").env()
    assert not any("result" in event for event in events_of(env))
    play(env, f"play {max(cards(legal_words(env), 'play'), key=number_of)}")
    assert any("result" in event for event in events_of(env))


# TS-13 to TS-15: tickets and money


def test_ts_13_the_face_up_order_and_what_is_left() -> None:
    env = mono_table().paddock().discard().env()
    for agent, ticket in ((P1, FORET), (P2, "win"), (P3, VANILLA), (P0, SILVER)):
        assert env.agent_selection == agent
        play(env, f"ticket {ticket}")
    for agent in (P1, P2, P3, P0):
        assert env.agent_selection == agent
        assert len(legal_words(env)) == 4
        play(env, f"ticket {GATEAU}")


def test_ts_14_pay_is_flat_and_the_own_horse_may_be_backed() -> None:
    """Two hit the same horse and each gets its odds in full."""
    table = mono_table().start_race(
        up={P1: "win", P2: VANILLA, P3: SILVER, P0: FORET},
        below={P1: VANILLA, P2: "win", P3: GATEAU, P0: VANILLA},
    )
    money = result(table.tricks(*FINISH).live())["money"]
    assert money == {P0: 5 + 4, P1: 3 + 2, P2: 2, P3: 0}


def test_ts_15_equal_money_has_one_winner() -> None:
    """16 each after four races; player 1 rode the winner of the last."""
    table = mono_table()
    for first, second in ((P0, P1), (P1, P0), (P0, P1), (P1, P0)):
        lost = [horse for seat, horse in table.game.horse_of.items() if seat not in (first, second)]
        up = dict(zip(table.game.paddock_order(), [*lost, "win"], strict=False))
        below = {seat: lost[0] if ticket != lost[0] else lost[1] for seat, ticket in up.items()}
        rest = table.game.paddock_order()[3]
        table.start_race(up=up | {rest: table.game.horse_of[first]}, below=below | {rest: lost[0]})
        table.tricks((first, 1), (first, 2), (second, 1), (second, 2))
    game = result(table.live(), "game")
    assert game["money"] == {P0: 16, P1: 16, P2: 0, P3: 0}
    assert game["winners"] == [P1]
