"""4. Payout Phase."""

import pytest

from tests.reference.trick_stakes_cards import HORSES
from tests.trick_stakes.table import Env, Table, mono_table, play, result, word_of

VANILLA, FORET, SILVER, GATEAU = HORSES
P0, P1, P2, P3 = (f"player_{i}" for i in range(4))
NO_HIT_UP = {P1: SILVER, P2: GATEAU, P3: "win", P0: FORET}
NO_HIT_BELOW = {P1: GATEAU, P2: SILVER, P3: GATEAU, P0: SILVER}
VANILLA_THEN_FORET = (P0, 1), (P0, 2), (P1, 1), (P1, 2)


def race_1(up: dict[str, str], below: dict[str, str]) -> Table:
    return mono_table().start_race(up=up, below=below).tricks(*VANILLA_THEN_FORET)


def example_race_2() -> Table:
    """A, B, C, D are player_0 to player_3. In race 1 Gateau Opera was 1st and Silver Arrasan 3rd."""
    table = mono_table(horses={P0: VANILLA, P1: GATEAU, P2: SILVER, P3: FORET})
    table.start_race().tricks((P2, 10), (P1, 1), (P1, 2), (P0, 1), (P0, 2))
    table.start_race(
        up={P2: SILVER, P3: VANILLA, P0: "win", P1: GATEAU},
        below={P2: GATEAU, P3: FORET, P0: GATEAU, P1: SILVER},
    )
    # Vanilla Beans and then Silver Arrasan reach space 5; Gateau Opera comes in and wins all that is left.
    table.tricks((P1, 7), (P1, 4), (P3, 7), (P3, 4), (P2, 1), (P2, 2))
    return table.tricks((P2, 3), (P2, 4), (P2, 5), (P2, 6))


def test_example_race_2_finishing_order_and_spaces() -> None:
    race = result(example_race_2().live(), "race")
    assert race["order"][:2] == [GATEAU, SILVER]
    assert race["spaces"][GATEAU] == 7
    assert race["spaces"][SILVER] == 5


def test_example_race_2_odds_are_2_and_4() -> None:
    odds = next(event for event in example_race_2().events if "odds_next" in event)["odds_next"]
    assert (odds[GATEAU], odds[SILVER]) == (2, 4)


def test_example_race_2_money() -> None:
    """A hit its win bet, B and C the quinella; C rode the 1st and D the 2nd."""
    table = example_race_2()
    before = next(event for event in table.events if event.get("result") == "race")["money"]
    after = result(table.live(), "race")["money"]
    assert {player: after[player] - before[player] for player in after} == {P0: 2, P1: 6, P2: 5 + 6, P3: 3}


def test_five_for_the_rider_of_the_first_and_three_for_the_second() -> None:
    assert result(race_1(NO_HIT_UP, NO_HIT_BELOW).live())["money"] == {P0: 5, P1: 3, P2: 0, P3: 0}


def test_prizes_are_paid_without_two_at_the_finish_too() -> None:
    """Nobody comes in; Silver Arrasan lies on top of Foret Noire, both on 5."""
    wins = (P0, 10), (P0, 9), (P0, 8), (P1, 10), (P1, 9), (P1, 8), (P2, 10), (P2, 9), (P2, 8), (P3, 10)
    up, below = {P1: VANILLA, P2: GATEAU, P3: "win", P0: FORET}, dict.fromkeys((P1, P2), "win")
    table = mono_table().start_race(up=up, below={**below, P3: GATEAU, P0: VANILLA})
    table.tricks(*wins, throw_lowest=True)
    assert result(table.live())["money"] == {P0: 0, P1: 3, P2: 5, P3: 0}


@pytest.mark.parametrize("horse", HORSES)
def test_a_win_bet_pays_the_odds_of_the_first_horse_only(horse: str) -> None:
    up = {P1: horse, P2: "win", P3: next(other for other in HORSES if other != horse)}
    table = race_1(up, {P1: "win", P2: GATEAU, P3: GATEAU})
    assert result(table.live())["money"][P1] == 3 + (2 if horse == VANILLA else 0)


def test_a_hit_ticket_and_a_prize_add_up() -> None:
    up, below = {**NO_HIT_UP, P0: VANILLA}, {**NO_HIT_BELOW, P0: "win"}
    assert result(race_1(up, below).live())["money"][P0] == 5 + 2


def test_race_1_quinella_pays_four() -> None:
    up, below = {**NO_HIT_UP, P0: FORET}, {**NO_HIT_BELOW, P0: VANILLA}
    assert result(race_1(up, below).live())["money"][P0] == 5 + 4


def race_2(ticket_up: str, ticket_below: str) -> int:
    """What player 3 earns in race 2: Foret Noire (odds 3) 1st under player 2, Silver Arrasan (odds 5) 2nd."""
    table = race_1(NO_HIT_UP, NO_HIT_BELOW)
    before = table.game.money[P3]
    others = [ticket for ticket in ("win", *HORSES) if ticket != ticket_up]
    up = dict(zip((P2, P0, P1), others, strict=False)) | {P3: ticket_up}
    table.start_race(up=up, below={P3: ticket_below})
    table.tricks((P2, 1), (P2, 2), (P3, 1), (P3, 2))
    return result(table.live(), "race")["money"][P3] - before - 3


def test_later_races_pay_the_odds_of_that_race() -> None:
    """After race 1: Vanilla Beans 2, Foret Noire 3, then the two on the gate by the stack: 4 and 5."""
    assert race_1(NO_HIT_UP, NO_HIT_BELOW).game.odds == {VANILLA: 2, FORET: 3, SILVER: 5, GATEAU: 4}
    assert race_2(FORET, "win") == 3
    assert race_2("win", SILVER) == 0
    assert race_2(FORET, SILVER) == race_2(SILVER, FORET) == 3 + 5


def margins(money: dict[str, int]) -> dict[str, float]:
    """Own money less the mean of the others'."""
    total = sum(money.values())
    return {player: own - (total - own) / (len(money) - 1) for player, own in money.items()}


def test_the_money_of_a_race_is_the_reward_when_it_ends() -> None:
    """Reward 'margin': the step of the last card pays each agent its margin in this race."""
    table = race_1({**NO_HIT_UP, P0: VANILLA}, {**NO_HIT_BELOW, P0: "win"})
    last = max(i for i, event in enumerate(table.events) if "do" in event)
    env: Env = play(table.env(last), word_of(table.events[last]))
    expected = margins({P0: 7, P1: 3, P2: 0, P3: 0})
    assert {agent: pytest.approx(reward) for agent, reward in env.unwrapped.rewards.items()} == expected


def test_there_is_no_reward_before_a_race_ends() -> None:
    env = mono_table().start_race().env()
    for word in ("play R1", "play B10", "play Y10", "play G10", "play R2"):
        play(env, word)
        assert set(env.unwrapped.rewards.values()) == {0}
        assert env.last()[1] == 0
