"""Running a race: the dice, the bonus, the red line and the finish."""

import pytest

from tests.ready_set_bet.driver import without_action
from tests.ready_set_bet.table import P0, P1, P2, Env, Table, events_of, legal_words, named, result, tell_apart
from tests.reference.ready_set_bet_box import HORSES

Roll = int | str


def spaces_of(env: Env) -> dict[str, int]:
    """The space of each horse that has left the gate."""
    shown = named(env)["spaces"]
    return {horse: round(float(shown[i]) * 15) for i, horse in enumerate(HORSES) if shown[i]}


def after(*totals: Roll) -> dict[str, int]:
    """Where the horses are at the window after these rolls, in an environment that was given nothing but the dice."""
    return spaces_of(Table().bet().roll(*totals).open().live())


# The dice


@pytest.mark.parametrize(
    ("dice", "horse"),
    [
        ("1 1", "2/3"),
        ("1 2", "2/3"),
        ("2 1", "2/3"),
        ("2 2", "4"),
        ("4 1", "5"),
        ("3 3", "6"),
        ("6 1", "7"),
        ("4 4", "8"),
        ("3 6", "9"),
        ("5 5", "10"),
        ("5 6", "11/12"),
        ("6 6", "11/12"),
    ],
)
def test_the_horse_of_the_sum_moves_one_space(dice: str, horse: str) -> None:
    assert after(dice) == {horse: 1}


# The bonus


@pytest.mark.parametrize(
    ("total", "steps"),
    [
        (2, [1, 5, 6, 10]),
        (4, [1, 5, 6, 10]),
        (5, [1, 4, 5, 8]),
        (6, [1, 3, 4, 6]),
        (7, [1, 2, 3, 4]),
        (8, [1, 3, 4, 6]),
        (9, [1, 4, 5, 8]),
        (10, [1, 5, 6, 10]),
        (12, [1, 5, 6, 10]),
    ],
)
def test_rsb_3_the_bonus_comes_on_the_second_and_fourth_roll_in_a_row(total: int, steps: list[int]) -> None:
    for length, space in enumerate(steps, 1):
        assert list(after(*[total] * length).values()) == [space]


def test_rsb_3_the_sixth_roll_in_a_row_has_the_bonus_too() -> None:
    assert after(*[6] * 5) == {"6": 7}
    assert after(*[6] * 6) == {"6": 9}


@pytest.mark.parametrize("totals", [(2, 3), (3, 2), (3, 3), (2, 2)])
def test_rsb_3_two_and_three_are_one_horse(totals: tuple[int, int]) -> None:
    assert after(*totals) == {"2/3": 5}


@pytest.mark.parametrize("totals", [(11, 12), (12, 11), (11, 11), (12, 12)])
def test_rsb_3_eleven_and_twelve_are_one_horse(totals: tuple[int, int]) -> None:
    assert after(*totals) == {"11/12": 5}


def test_rsb_3_mixed_runs_of_three_and_four() -> None:
    assert after(2, 3, 2) == {"2/3": 6}
    assert after(3, 2, 2, 3) == {"2/3": 10}
    assert after(11, 12, 12) == {"11/12": 6}
    assert after(12, 11, 12, 11) == {"11/12": 10}


def test_rsb_3_another_horse_breaks_the_run() -> None:
    assert after(4, 7, 4, 4) == {"4": 6, "7": 1}
    assert after(4, 4, 7, 4) == {"4": 6, "7": 1}
    assert after(3, 4, 2) == {"2/3": 2, "4": 1}


def test_rsb_3_another_roll_of_the_same_sum_counts_whatever_the_dice() -> None:
    assert after("1 3", "2 2") == {"4": 5}


def test_rsb_3_a_new_race_starts_a_new_run() -> None:
    """The last roll of race 1 and the first of race 2 are 6."""
    table = Table().finish(h6=15).next_race().roll(6).open()
    assert spaces_of(table.live()) == {"6": 1}
    assert spaces_of(table.do("pass", "pass").roll(6).open().live()) == {"6": 3}


def test_rsb_3_players_see_whether_the_bonus_comes_next() -> None:
    """The same spaces: what was rolled last tells them apart, what was rolled before that does not."""
    one, other = (Table().bet().roll(*totals).open() for totals in ((6, 8, 7, 6), (8, 6, 7, 6)))
    assert spaces_of(one.env()) == spaces_of(other.env())
    assert not tell_apart(one.env(), other.env())
    ends_on_six, ends_on_eight = (Table().bet().roll(*totals).open() for totals in ((8, 6), (6, 8)))
    assert spaces_of(ends_on_six.env()) == spaces_of(ends_on_eight.env())
    assert tell_apart(ends_on_six.env(), ends_on_eight.env()) == {P0, P1}


# The red line


def two_over() -> Table:
    """4 and 10 on the red line, 5 on space 8; the last roll is 7's."""
    return Table().bet({P0: "2 on 4.win1"}).roll(4, 4, 4, 4, 10, 10, 10, 10, 5, 5, 5, 5, 7)


def test_rsb_2_betting_is_open_while_two_horses_are_over_the_line() -> None:
    env = two_over().open().live()
    assert spaces_of(env) == {"4": 10, "10": 10, "5": 8, "7": 1}
    assert not named(env)["closed"]
    assert "bet 3 on 7.win1" in legal_words(env)


def test_rsb_2_a_third_horse_on_space_9_does_not_close_it() -> None:
    env = two_over().roll(5).open().live()
    assert spaces_of(env)["5"] == 9
    assert legal_words(env)


@pytest.mark.parametrize(("totals", "space"), [((5, 7, 5), 10), ((7, 5, 5), 12)])
def test_rsb_2_the_third_horse_on_the_line_or_beyond_ends_betting(totals: tuple[int, ...], space: int) -> None:
    """Nobody is asked any more, whoever has tokens left: the rest is dice."""
    table = two_over().roll(*totals)
    assert table.game.spaces["5"] == space
    before = len(table.events)
    rest = table.finish(h7=15).events[before:]
    assert {event.get("chance", "result") for event in rest} == {"roll", "result"}
    assert [without_action(event) for event in events_of(table.live())[before : len(table.events)]] == rest


def test_rsb_2_the_same_horse_crossing_again_counts_once() -> None:
    """4 moves on beyond the line: still two horses."""
    env = two_over().roll(4).open().live()
    assert spaces_of(env)["4"] == 11
    assert not named(env)["closed"]


def test_rsb_2_the_finish_ends_betting_if_it_comes_first() -> None:
    """7 runs alone: bets are taken up to its last space."""
    env = Table().bet({P0: "2 on 7.win1"}).roll(*[7] * 14).open().live()
    assert spaces_of(env) == {"7": 14}
    assert "bet 3 on 7.win2" in legal_words(env)
    table = Table().bet().roll(*[7] * 15)
    assert table.events[-1]["spaces"]["7"] == 15
    assert result(table.live(), "race") == table.events[-1]


@pytest.mark.parametrize("rolls_per_window", [2, 3, 5, 100])
def test_rsb_2_the_close_takes_effect_inside_a_group_of_rolls(rolls_per_window: int) -> None:
    """The last window is that before the group in which the third horse crosses the line."""
    table = Table(rolls_per_window=rolls_per_window)
    totals = (4, 4, 4, 4, 10, 10, 10, 10, 5, 5, 5, 5, 7, 5, 5, 7, 7, 7, 7, 7)
    table.roll(*totals).finish(h7=15)
    crossed_after = 15
    windows = [event for event in events_of(table.live()) if event.get("chance") == "order"]
    assert len(windows) == 1 + (crossed_after - 1) // rolls_per_window


# The finish


def test_rsb_4_a_horse_stops_at_the_finish_and_the_race_is_over() -> None:
    """10 stands on 14 and rolls its bonus of 3 more."""
    table = Table().finish(h10=15, h6=3)
    assert table.events[-1]["result"] == "race"
    assert result(table.live(), "race")["spaces"]["10"] == 15


def test_rsb_4_there_is_one_winner() -> None:
    """6 on 14 and 8 on 14: whoever is rolled first has won, the other stays."""
    rivals = dict.fromkeys(("6", "8"), 14) | {"7": 12}
    for winner, loser in (("6", "8"), ("8", "6")):
        goal = dict.fromkeys(HORSES, 0) | rivals | {winner: 15}
        spaces = result(Table(rolls_per_window=100).finish_at(goal).live(), "race")["spaces"]
        assert spaces[winner] == 15
        assert spaces[loser] == 14


def test_a_result_names_the_space_of_every_horse() -> None:
    table = Table(rolls_per_window=100).finish(h7=15, h6=13, h8=9, h2_3=1, h11_12=5, h4=2, h5=3, h9=7, h10=4)
    assert result(table.live(), "race")["spaces"] == dict(zip(HORSES, (1, 2, 3, 13, 15, 9, 7, 4, 5), strict=True))


# Windows


def test_rsb_1_there_is_a_window_before_every_roll_the_first_too() -> None:
    env = Table(3).bet().roll(7).bet().roll(8).open().live()
    kinds = [event.get("chance") or event["do"] for event in events_of(env)]
    assert kinds == ["props", "exotic", *["order", "pass", "pass", "pass", "roll"] * 2, "order"]


def test_rsb_1_players_act_once_in_the_order_of_the_window() -> None:
    table = Table(3).open(P2, P0, P1)
    asked = []
    for word in ("pass", "bet 3 on 7.win1", "pass"):
        asked.append(table.env().agent_selection)
        table.do(word)
    assert asked == [P2, P0, P1]
    table.roll(7).open(P1, P2, P0)
    assert table.env().agent_selection == P1


def test_rsb_1_the_order_of_a_window_is_public_and_what_was_placed_before_is_seen() -> None:
    one, other = Table(3).open(P0, P1, P2), Table(3).open(P0, P2, P1)
    assert tell_apart(one.env(), other.env()) == {P0, P1, P2}
    assert tell_apart(one.do("bet 3 on 7.win1").env(), other.do("bet 3 on 7.win2").env()) == {P0, P1, P2}
    assert "bet 3 on 7.win1" not in legal_words(one.env())


def test_rsb_1_a_player_without_tokens_is_not_asked() -> None:
    """Player 0 places its five in five windows; from then on only player 1 is asked, in the order of all."""
    table = Table().bets(player_0="2 on 7.win1, 3 on 7.win2, 3 on 6.win1, 4 on 8.win1, 5 on P01").roll(7).open(P0, P1)
    env = table.live()
    assert events_of(env)[-1] == {"chance": "order", "players": [P0, P1]}
    assert env.agent_selection == P1


def test_rsb_1_when_all_tokens_lie_there_is_no_window() -> None:
    lines = {P0: "2 on 7.win1, 3 on 7.win2, 3 on 6.win1, 4 on 8.win1, 5 on P01"}
    lines[P1] = "2 on 4.win1, 3 on 5.win1, 3 on 9.win1, 4 on 10.win1, 5 on P02"
    table = Table().bets(**lines).roll(7)
    assert table.game.expected() == "chance roll"
    table.roll(8, 6).finish(h7=15)
    env = table.live()
    assert len([event for event in events_of(env) if event.get("chance") == "order"]) == 5
    assert result(env, "race") == table.events[-1]


@pytest.mark.parametrize("rolls_per_window", [1, 2, 3])
def test_rsb_1_an_option_makes_windows_rarer(rolls_per_window: int) -> None:
    table = Table(rolls_per_window=rolls_per_window).roll(7, 8, 7, 8, 7, 8)
    kinds = [event["chance"] for event in table.events if event.get("chance") in ("order", "roll")]
    windows = [number for number in range(len(kinds)) if kinds[number] == "order"]
    assert [kinds[:at].count("roll") for at in windows] == list(range(0, 6, rolls_per_window))
    assert events_of(table.env())[: len(table.events)] == events_of(table.live())[: len(table.events)]
