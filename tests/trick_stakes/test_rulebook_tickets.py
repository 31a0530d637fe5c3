"""2. Betting Ticket Purchase Phase."""

import pytest

from tests.reference.trick_stakes_cards import HORSES, TICKETS
from tests.trick_stakes.table import Table, legal_words, mono_table, play, result, seen

ORDER = ["player_1", "player_2", "player_3", "player_0"]
VANILLA, FORET, SILVER, GATEAU = HORSES


def at_tickets(num_players: int = 4) -> Table:
    return mono_table(num_players).paddock().discard()


def tickets(*names: str) -> set[str]:
    return {f"ticket {name}" for name in names}


def test_face_up_tickets_go_clockwise_from_the_start_players_left() -> None:
    env = at_tickets().env()
    for agent, ticket in zip(ORDER, TICKETS, strict=False):
        assert env.agent_selection == agent
        play(env, f"ticket {ticket}")


@pytest.mark.parametrize("start", range(4))
def test_the_start_player_places_last_wherever_it_sits(start: int) -> None:
    seats = [f"player_{i}" for i in range(4)]
    horses = {seats[(start + i) % 4]: horse for i, horse in enumerate(HORSES)}
    env = mono_table(horses=horses).paddock().discard().env()
    order = []
    for ticket in TICKETS[:4]:
        order.append(env.agent_selection)
        play(env, f"ticket {ticket}")
    assert order == [seats[(start + i) % 4] for i in (1, 2, 3, 4)]


def test_no_two_face_up_tickets_are_alike() -> None:
    env = at_tickets().env()
    left = set(TICKETS)
    for ticket in (GATEAU, "win", VANILLA, FORET):
        assert legal_words(env) == tickets(*left)
        play(env, f"ticket {ticket}")
        left.discard(ticket)


def test_win_may_lie_face_up() -> None:
    assert "ticket win" in legal_words(at_tickets().env())


def test_win_is_gone_once_somebody_has_placed_it_face_up() -> None:
    env = play(at_tickets().env(), "ticket win")
    assert legal_words(env) == tickets(*HORSES)


def test_the_own_horse_may_be_backed() -> None:
    """Player 1 rides Foret Noire (TS-14)."""
    env = at_tickets().env()
    assert f"ticket {FORET}" in legal_words(env)
    play(env, "ticket win", f"ticket {SILVER}", f"ticket {GATEAU}", f"ticket {VANILLA}")
    assert f"ticket {FORET}" in legal_words(env)


def test_face_down_tickets_come_after_all_face_up_ones_in_the_same_order() -> None:
    env = at_tickets().env()
    order = []
    for _ in range(8):
        order.append(env.agent_selection)
        play(env, sorted(legal_words(env))[0])
    assert order == ORDER * 2
    assert env.agent_selection == "player_0"
    assert all(word.split()[0] in ("play", "whip") for word in legal_words(env))


def test_the_face_down_ticket_is_any_of_the_four_left() -> None:
    """Only the own face-up ticket is excluded, whatever the others have placed or chosen (TS-13)."""
    env = play(at_tickets().env(), *(f"ticket {ticket}" for ticket in ("win", FORET, SILVER, GATEAU)))
    for own, choice in (("win", GATEAU), (FORET, GATEAU), (SILVER, GATEAU), (GATEAU, "win")):
        assert legal_words(env) == tickets(*(set(TICKETS) - {own}))
        play(env, f"ticket {choice}")


def test_a_face_down_ticket_may_match_a_face_up_one_of_another() -> None:
    env = play(at_tickets().env(), *(f"ticket {ticket}" for ticket in ("win", FORET, SILVER, GATEAU)))
    assert {f"ticket {ticket}" for ticket in (FORET, SILVER, GATEAU)} <= legal_words(env)


def test_win_and_win_cannot_be() -> None:
    env = play(at_tickets().env(), *(f"ticket {ticket}" for ticket in ("win", FORET, SILVER, GATEAU)))
    assert "ticket win" not in legal_words(env)


def test_face_up_tickets_are_seen_by_all() -> None:
    one, other = (play(at_tickets().env(), f"ticket {ticket}") for ticket in (FORET, SILVER))
    for agent in ORDER:
        assert seen(one, agent) != seen(other, agent)


@pytest.mark.parametrize("played", [0, 1, 4])
def test_face_down_tickets_are_seen_by_their_owner_only(played: int) -> None:
    """Also later, while the race runs."""
    up = {"player_1": "win", "player_2": FORET, "player_3": SILVER, "player_0": GATEAU}
    below = {"player_2": "win", "player_3": "win", "player_0": "win"}
    one, other = (
        at_tickets().tickets(up, {**below, "player_1": ticket}).play(*("R10", "B10", "Y10", "G10")[:played])
        for ticket in (FORET, SILVER)
    )
    for agent in ("player_0", "player_2", "player_3"):
        assert seen(one.env(), agent) == seen(other.env(), agent)
    assert seen(one.env(), "player_1") != seen(other.env(), "player_1")


def test_face_down_tickets_are_chosen_at_once() -> None:
    """Nobody who chooses later sees what was chosen before."""
    up = [f"ticket {ticket}" for ticket in ("win", FORET, SILVER, GATEAU)]
    one, other = (play(at_tickets().env(), *up, f"ticket {ticket}") for ticket in (FORET, SILVER))
    for agent in ("player_0", "player_2", "player_3"):
        assert seen(one, agent) == seen(other, agent)
    assert legal_words(one) == legal_words(other)


def race_of(up: str, below: str, order: tuple[str, str]) -> int:
    """What player 3, who is neither 1st nor 2nd, gets for its two tickets when these two seats finish."""
    others = [ticket for ticket in TICKETS if ticket != up]
    table = at_tickets().tickets(
        dict(zip(["player_1", "player_2", "player_0"], others, strict=False)) | {"player_3": up},
        {"player_3": below},
    )
    for player in order:
        table.tricks((player, 1), (player, 2))
    return result(table.live())["money"]["player_3"]


@pytest.mark.parametrize("own_first", [True, False], ids=["win face down", "win face up"])
@pytest.mark.parametrize(("horse", "paid"), [(VANILLA, 2), (FORET, 0), (SILVER, 0), (GATEAU, 0)])
def test_win_and_a_horse_is_a_win_bet_on_that_horse(horse: str, paid: int, own_first: bool) -> None:
    up, below = (horse, "win") if own_first else ("win", horse)
    assert race_of(up, below, ("player_0", "player_1")) == paid


@pytest.mark.parametrize("order", [("player_0", "player_1"), ("player_1", "player_0")])
@pytest.mark.parametrize("pair", [(VANILLA, FORET), (FORET, VANILLA)])
def test_two_horses_are_a_quinella_bet_whichever_comes_first(pair: tuple[str, str], order: tuple[str, str]) -> None:
    assert race_of(*pair, order) == 4


@pytest.mark.parametrize("pair", [(VANILLA, SILVER), (GATEAU, FORET), (SILVER, GATEAU)])
def test_a_quinella_with_a_horse_that_is_neither_first_nor_second_loses(pair: tuple[str, str]) -> None:
    assert race_of(*pair, ("player_0", "player_1")) == 0


def test_two_players_may_bet_the_same_quinella() -> None:
    table = at_tickets().tickets(
        {"player_1": "win", "player_2": VANILLA, "player_3": FORET, "player_0": SILVER},
        {"player_1": GATEAU, "player_2": FORET, "player_3": VANILLA, "player_0": GATEAU},
    )
    table.tricks(("player_0", 1), ("player_0", 2), ("player_1", 1), ("player_1", 2))
    assert result(table.live())["money"] == {"player_0": 5, "player_1": 3, "player_2": 4, "player_3": 4}
