"""How the dummy plays in a game of three."""

from typing import Any

import pytest

from tests.reference.trick_stakes_cards import HORSES
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
)
from tests.trick_stakes.test_rulebook_three_players import ridden_from

GATEAU = HORSES[3]
P0, P1, P2 = AGENTS = [f"player_{i}" for i in range(3)]
DUMMY = "dummy"


def dummys(env: Env) -> list[tuple[str, bool]]:
    """Card and whip of each play of the dummy so far."""
    return [(event["card"], event["whip"]) for event in events_of(env) if event.get("player") == DUMMY]


def dummy_event(card: str, whip: bool) -> dict[str, Any]:
    return {"do": "play", "player": DUMMY, "card": card, "whip": whip}


@pytest.mark.parametrize("number", range(1, 13))
def test_the_cards_at_the_discard_number_and_below_are_out_and_the_others_are_led_from_the_top(
    number: int,
) -> None:
    """TS-17; with 12 the last and the first are out. Nobody has green: the dummy leads from trick 2 on."""
    table = mono_table(3).start_race(number=number, opened={DUMMY: "G9 G4"})
    pack = table.game.packs[DUMMY]
    out = {number - 1, number % 12}
    assert {pack[i] for i in out} == {"G9", "G4"}
    env = table.env()
    while not any("result" in event for event in events_of(env)):
        play(env, f"play {sorted(cards(legal_words(env), 'play'))[0]}")
    kept = [card for i, card in enumerate(pack) if i not in out]
    assert dummys(env) == [(card, i == 0) for i, card in enumerate(kept)]


# As in the picture of the rulebook green 2 is on top and blue 8 at the bottom; there is no red.
PICTURE = "G2 Y3 Y7 B10 G9 Y1 B3 G12 Y5 B6 G4 B8"


@pytest.mark.parametrize(
    ("number", "out", "topmost"),
    [(5, "G9 Y1", "G2"), (11, "G4 B8", "G2"), (12, "B8 G2", "Y3"), (1, "G2 Y3", "Y7")],
)
def test_picture_green_2_on_top_and_blue_8_at_the_bottom(number: int, out: str, topmost: str) -> None:
    table = Table(3, hands={DUMMY: PICTURE, P0: "R7 R1 R5 R11 R12"}).start_race(number=number, opened={DUMMY: out})
    assert table.game.packs[DUMMY] == PICTURE.split()
    env = play(table.env(), "play R7")
    for _ in (P1, P2):
        play(env, f"play {sorted(cards(legal_words(env), 'play'))[0]}")
    assert dummys(env)[0] == (topmost, True)


def test_it_plays_last_when_it_does_not_lead() -> None:
    env = mono_table(3).start_race().env()
    play(env, "play R10", "play B10")
    assert dummys(env) == []
    play(env, "play Y10")
    assert dummys(env)[0] == ("G1", True)


@pytest.mark.parametrize("leader", [1, 2])
def test_it_plays_last_also_when_it_sits_between_the_leader_and_another_player(leader: int) -> None:
    """TS-18. Player 0 sits to the dummy's left and plays before it."""
    env = mono_table(3).start_race().env()
    whip = f"whip {'RBY'[leader]}10"
    play(env, *(whip if i == leader else f"play {colour}10" for i, colour in enumerate("RBY")))
    order = []
    for _ in AGENTS:
        assert len(dummys(env)) == 1
        order.append(env.agent_selection)
        play(env, f"play {max(cards(legal_words(env), 'play'))}")
    assert order == [AGENTS[(leader + i) % 3] for i in range(3)]
    # It plays last, wins with its whip and leads the next trick at once.
    assert len(dummys(env)) == 3


@pytest.mark.parametrize("start", AGENTS)
def test_when_it_leads_it_plays_first_and_its_left_neighbour_follows(start: str) -> None:
    """The start player sits to its left. It wins trick 1 with a whip."""
    env = mono_table(3, ridden_from(start)).start_race().env()
    for _ in AGENTS:
        play(env, f"play {max(cards(legal_words(env), 'play'))}")
    assert len(dummys(env)) == 2
    order = []
    for _ in AGENTS:
        order.append(env.agent_selection)
        play(env, f"play {max(cards(legal_words(env), 'play'))}")
    assert order == [AGENTS[(AGENTS.index(start) + i) % 3] for i in range(3)]


def test_players_follow_the_colour_that_it_leads() -> None:
    hands = {DUMMY: "G2 Y5 Y6", P0: "R1", P1: "Y3 Y4 B1", P2: "B2"}
    table = Table(3, hands=hands, void={DUMMY: "R", P1: "R", P2: "R"}).start_race().play("R1", "B1", "B2")
    table.play(sorted(table.game.hands[P0])[0])
    assert dummys(table.env())[1] == ("Y5", False)
    assert cards(legal_words(table.env()), "play") >= {"Y3", "Y4"}
    assert {card[0] for card in cards(legal_words(table.env()), "play")} == {"Y"}


@pytest.mark.parametrize(("lead", "follows"), [("R5", "R10"), ("R12", "R10"), ("Y2", "Y9"), ("B1", "B4")])
def test_it_follows_with_its_highest_card_of_the_led_colour_and_no_whip(lead: str, follows: str) -> None:
    hands = {DUMMY: "G2 R3 R10 R9 Y9 Y8 B4", P0: "R5 R12 Y2 B1"}
    table = Table(3, hands=hands, void={DUMMY: "B"}).start_race().play(lead)
    table.do(*(sorted(table.game.legal())[0],))
    table.do(*(sorted(table.game.legal())[0],))
    assert dummys(table.live())[0] == (follows, False)


def test_it_follows_the_leaders_colour_under_a_whip() -> None:
    """TS-7, TS-18: red was led and player 1 whipped with blue."""
    hands = {DUMMY: "B12 R3 R10", P0: "R5", P1: "B1", P2: "R2 R11 R12"}
    table = Table(3, hands=hands, void={P1: "R"}).start_race().play("R5", "whip B1", "R2")
    env = table.live()
    assert dummys(env)[0] == ("R10", False)
    assert env.agent_selection == P1


def test_without_the_led_colour_it_whips_with_its_topmost_card() -> None:
    """The others have higher greens: player 1's green 7 wins by the dummy's whip."""
    hands = {DUMMY: "G2 G12 B3", P0: "R5", P1: "G7", P2: "R2"}
    table = Table(3, hands=hands, void={DUMMY: "R", P1: "R"}).start_race().play("R5", "G7", "R2")
    env = table.live()
    assert dummys(env) == [("G2", True)]
    assert env.agent_selection == P1


def test_when_its_whip_wins_its_horse_advances_and_it_leads() -> None:
    """Green 7 is worth two spaces on Gateau Opera; then it leads its next card without a whip."""
    hands = {DUMMY: "G7 B3", P0: "R5", P1: "G2", P2: "R2"}
    table = Table(3, hands=hands, void={DUMMY: "R", P1: "R"}).start_race().play("R5", "G2", "R2")
    assert dummys(table.live()) == [("G7", True), ("B3", False)]
    assert result(finish_race(table, still=GATEAU).live(), "race")["spaces"][GATEAU] == 2


@pytest.mark.parametrize("whipper", range(3))
def test_it_does_not_whip_after_another_and_keeps_its_whip(whipper: int) -> None:
    """It plays its topmost card all the same. In the next two tricks it has both whips for use."""
    words = [f"play {colour}10" for colour in "RBY"]
    words[whipper] = f"whip {'RBY'[whipper]}10"
    env = play(mono_table(3).start_race().env(), *words)
    assert dummys(env) == [("G1", False)]
    for _ in AGENTS:
        play(env, f"play {max(cards(legal_words(env), 'play'), key=lambda card: int(card[1:]))}")
    assert dummys(env)[1] == ("G2", True)


SPEND_BOTH = (
    *("R6", "B10", "Y10"),  # the dummy whips and wins
    *("whip R10", "B9", "Y9"),  # player 0 takes the lead back
    *("R5", "B8", "Y8"),  # the dummy whips again
    *("whip R9", "B7", "Y7"),
)


def test_it_has_two_whips_and_then_none() -> None:
    """Without one it still plays its topmost card, and the leader wins."""
    env = mono_table(3).start_race().play(*SPEND_BOTH, "R8", "B6", "Y6").live()
    assert dummys(env) == [("G1", True), ("G2", False), ("G3", True), ("G4", False), ("G5", False)]
    assert env.agent_selection == P0


def test_both_its_whips_turn_up_in_the_paddock() -> None:
    """TS-6. In race 2 it rides player 2's horse, player 1 leads red, and it whips twice again."""
    table = mono_table(3).start_race().play(*SPEND_BOTH, "R1", "B6", "Y6")
    assert table.game.race == 2
    table.start_race().play("R10", "B10", "G10").play("G9", "whip R9", "B9").play("R8", "B8", "G8")
    race_1 = [("G1", True), ("G2", False), ("G3", True), ("G4", False), ("G5", False)]
    race_2 = [("Y1", True), ("Y2", False), ("Y3", True), ("Y4", False)]
    assert dummys(table.live()) == race_1 + race_2


def test_its_plays_are_events_without_an_action() -> None:
    env = mono_table(3).start_race().play("R10", "B10", "Y10").live()
    first, second = (event for event in events_of(env) if event.get("player") == DUMMY)
    assert first == dummy_event("G1", True)
    assert second == dummy_event("G2", False)
