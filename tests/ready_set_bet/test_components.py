"""Replaced tables of the box: used by the rules, written into records, and refused when they make no sense."""

import copy
from typing import Any

import pytest

import horse_envs
from tests.ready_set_bet.driver import random_events, record_of, without_action
from tests.ready_set_bet.table import P0, P1, Table, events_of, is_over, legal_words, money_now, tokens_of
from tests.reference.ready_set_bet_box import Setup, own_tables

Tables = dict[str, Any]


def replaced(name: str, row: int, **change: Any) -> Tables:
    """One table with one row changed, in the form of the package's own."""
    table = copy.deepcopy(own_tables()[name])
    table[row] |= change
    return {name: table}


def row_of(name: str, identifier: str) -> int:
    return [row["id"] for row in own_tables()[name]].index(identifier)


# Used by the rules


def test_a_replaced_price_of_a_spot_is_paid() -> None:
    tables = replaced("spots", row_of("spots", "7.win1"), multiplier=8, penalty=1)
    assert Table(components=tables).bet({P0: "5 on 7.win1"}).finish().money()[P0] == 40


def test_a_replaced_penalty_of_a_spot_is_owed() -> None:
    tables = replaced("spots", row_of("spots", "2/3.show1"), penalty=6)
    assert Table(components=tables).bets(player_0="5 on 7.win1, 4 on 2/3.show1").finish().money()[P0] == 15 - 6


def test_a_replaced_prop_card_and_exotic_card_is_paid() -> None:
    tables = replaced("prop_cards", 16, multiplier=7) | replaced("exotic_cards", 0, multiplier=9)
    table = Table(components=tables, props="P17", exotic="X1").bets(player_0="2 on P17, 3 on X1.2")
    assert table.finish(h7=15, h5=14).money()[P0] == 14 + 27


def test_a_replaced_prop_card_may_name_other_horses() -> None:
    tables = replaced("prop_cards", 0, horse="9", ahead_of=["8", "7"], multiplier=3, penalty=0)
    table = Table(components=tables, props="P01").bet({P0: "5 on P01"})
    assert table.copy().finish(h9=15, h2_3=4).money()[P0] == 15
    assert table.finish(h7=15, h2_3=6, h5=3).money()[P0] == 0


def test_rsb_12_twenty_prop_cards_are_enough_for_four_races() -> None:
    tables = {"prop_cards": own_tables()["prop_cards"][:20]}
    setup = Setup(2, rolls_per_window=100, components=tables)
    events = random_events(setup, seed=1)
    env = horse_envs.ready_set_bet_v0.raw_env(**setup.record_options())
    env.reset(seed=3)
    while not is_over(env):
        env.step(env.unwrapped.parse_action(min(legal_words(env) - {"pass"})))
    for each in (events, events_of(env)):
        cards = [card for event in each if event.get("chance") == "props" for card in event["cards"]]
        assert sorted(cards) == [f"P{number:02}" for number in range(1, 21)]


def test_replaced_player_tokens_are_dealt() -> None:
    table = Table(components={"player_tokens": [2, 2, 2, 5, 5]}).open(P0)
    assert tokens_of(legal_words(table.env())) == {"2", "5"}
    seven = Table(7, components={"player_tokens_with_7_or_8": [3, 3, 3]}).open(P0)
    assert tokens_of(legal_words(seven.env())) == {"3"}


def test_rsb_16_replaced_house_tokens_are_asked_in_their_order() -> None:
    table = Table(2, "bets", components={"house_tokens": [5, 4, 3, 3, 3, 3]})
    for token in (5, 4, 3, 3, 3, 3):
        words = legal_words(table.env())
        assert {word.split()[1] for word in words} == {str(token)}
        table.do(min(words))


def test_the_house_gets_its_replaced_money() -> None:
    assert money_now(Table(2, "bets", components={"house_start_money": 30}).env())[P0] == 30
    table = Table(2, "rotation", components={"house_rotation_pay": {"2": 1, "3": 2, "4": 4}})
    for race, money in ((2, 1), (3, 3), (4, 7)):
        table.finish().next_race()
        assert (race, money_now(table.live())[P0]) == (race, money)


def test_rsb_10_a_replaced_extra_loss_is_owed() -> None:
    row = [row["value"] for row in own_tables()["bonus_tokens"]].index(7)
    tables = replaced("bonus_tokens", row, extra_loss=9)
    table = Table(components=tables).bet({P0: "5 on 7.win1"}).finish().next_race({P0: "V01"})
    assert table.bet({P0: "bonus 7 on 4.win2"}).finish().money()[P0] == 15 - 9


def test_rsb_16_the_copies_of_vip_cards_can_be_replaced() -> None:
    """Without V07 and V08, and three of V15 and V16: nobody is ever offered what is not there."""
    tables = {"vip_cards": copy.deepcopy(own_tables()["vip_cards"])}
    for row in tables["vip_cards"]:
        row["copies"] = {"V07": 0, "V08": 0, "V15": 3, "V16": 3}.get(row["id"], 2)
    dealt = []
    for seed in range(30):
        env = horse_envs.ready_set_bet_v0.raw_env(num_players=4, rolls_per_window=100, components=tables)
        env.reset(seed=seed)
        while not any(event.get("chance") == "vip" for event in events_of(env)):
            env.step(env.unwrapped.parse_action("pass"))
        offers = next(event for event in events_of(env) if event.get("chance") == "vip")["offers"]
        dealt += [card for two in offers.values() for card in two]
    assert not {"V07", "V08"} & set(dealt)
    assert set(dealt) >= {"V01", "V06", "V16"}


@pytest.mark.parametrize(("card", "row"), [("V07", 6), ("V08", 7)])
def test_rsb_16_the_amounts_of_vip_cards_can_be_replaced(card: str, row: int) -> None:
    table = Table(components=replaced("vip_cards", row, amount=20)).finish().next_race({P0: card})
    assert money_now(table.live())[P0] == 20


def test_a_vip_card_that_pays_nothing_has_no_amount() -> None:
    with pytest.raises(ValueError, match="V01 has no amount"):
        horse_envs.ready_set_bet_v0.env(components=replaced("vip_cards", 0, amount=1))


# In records


def test_replaced_tables_are_written_out_whole_in_a_record_and_replayed() -> None:
    tables = replaced("spots", 3, penalty=7) | {"house_tokens": [3, 3, 3, 3, 3, 5]}
    setup = Setup(3, "rotation", 5, components=tables)
    events = random_events(setup, seed=4)
    env = horse_envs.replay(record_of(setup, events))
    written = env.unwrapped.record()
    assert written["options"]["components"] == tables
    assert len(written["events"]) == len(events)
    assert without_action(written["events"][-1]) == events[-1]
    again = horse_envs.replay(written)
    assert again.unwrapped.record() == written


def test_without_replaced_tables_a_record_names_none() -> None:
    nothing: list[Tables | None] = [None, {}]
    for components in nothing:
        env = horse_envs.ready_set_bet_v0.raw_env(components=components)
        env.reset(seed=1)
        assert "components" not in env.unwrapped.record()["options"]


def test_a_record_with_other_tables_than_it_was_played_with_is_refused() -> None:
    tables = replaced("spots", row_of("spots", "7.win1"), multiplier=8)
    record = Table(components=tables).bet({P0: "5 on 7.win1"}).finish().record()
    del record["options"]["components"]
    with pytest.raises(ValueError, match=r"\S"):
        horse_envs.replay(record)


@pytest.mark.parametrize("num_players", [2, 8])
def test_games_with_replaced_tables_agree_with_the_reference(num_players: int) -> None:
    """Every price one higher than it is; the record states results, which the implementation checks."""
    tables = copy.deepcopy({name: own_tables()[name] for name in ("spots", "prop_cards", "exotic_cards")})
    for row in (row for table in tables.values() for row in table):
        row["multiplier"] += 1
        row["penalty"] += 1
    setup = Setup(num_players, rolls_per_window=10, components=tables)
    for seed in range(3):
        events = random_events(setup, seed, patience=0.3)
        assert without_action(events_of(horse_envs.replay(record_of(setup, events)))[-1]) == events[-1]


# Refused


def changed(name: str, change: Any) -> Tables:
    table = copy.deepcopy(own_tables()[name])
    change(table)
    return {name: table}


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        ({"horses": []}, "horses"),
        ({"spots": None}, "spots"),
        ({"spots": []}, "spots"),
        (changed("spots", lambda rows: rows.pop()), "spots"),
        (changed("spots", lambda rows: rows.append(rows[0])), "spots"),
        (changed("spots", lambda rows: rows[0].update(id="7.win9")), "spots"),
        (changed("spots", lambda rows: rows[0].pop("penalty")), "penalty"),
        (changed("spots", lambda rows: rows[0].update(penalty=-1)), "penalty"),
        (changed("spots", lambda rows: rows[0].update(multiplier="4")), "multiplier"),
        (changed("spots", lambda rows: rows[0].update(multiplier=1.5)), "multiplier"),
        (changed("spots", lambda rows: rows[0].update(multiplier=10_000)), "multiplier"),
        (changed("spots", lambda rows: rows[0].update(multiplier=True)), "multiplier"),
        (changed("prop_cards", lambda rows: rows[0].update(horse="13")), "prop_cards"),
        (changed("prop_cards", lambda rows: rows[0].update(ahead_of=[])), "prop_cards"),
        (changed("prop_cards", lambda rows: rows[0].update(ahead_of=["2/3"])), "prop_cards"),
        (changed("prop_cards", lambda rows: rows[0].update(id="P99")), "prop_cards"),
        (changed("prop_cards", lambda rows: rows.pop(0)), "prop_cards"),
        (changed("prop_cards", lambda rows: rows.__delitem__(slice(19, None))), "prop_cards"),
        (changed("exotic_cards", lambda rows: rows.pop()), "exotic_cards"),
        (changed("exotic_cards", lambda rows: rows[0].update(penalty=None)), "penalty"),
        (changed("vip_cards", lambda rows: rows.pop()), "vip_cards"),
        (changed("vip_cards", lambda rows: rows[0].update(copies=-1)), "copies"),
        (changed("vip_cards", lambda rows: [row.update(copies=0) for row in rows]), "vip_cards"),
        (changed("bonus_tokens", lambda rows: rows.pop()), "bonus_tokens"),
        (changed("bonus_tokens", lambda rows: rows[0].update(extra_loss=-2)), "extra_loss"),
        (changed("bonus_tokens", lambda rows: rows[0].update(cancels_penalty="no")), "cancels_penalty"),
        ({"player_tokens": []}, "player_tokens"),
        ({"player_tokens": [2, 3, 9]}, "player_tokens"),
        ({"player_tokens_with_7_or_8": [0]}, "player_tokens_with_7_or_8"),
        ({"house_tokens": [3, 3, 4]}, "house_tokens"),
        ({"house_tokens": [3, 3, 4, 4, 5, 9]}, "house_tokens"),
        ({"house_start_money": -1}, "house_start_money"),
        ({"house_start_money": "18"}, "house_start_money"),
        ({"house_rotation_pay": {"2": 3}}, "house_rotation_pay"),
        ({"house_rotation_pay": {"2": 3, "3": 6, "4": -9}}, "house_rotation_pay"),
        ([], "components"),
        ("spots", "components"),
    ],
)
def test_tables_that_make_no_sense_are_refused_with_their_name(tables: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        horse_envs.ready_set_bet_v0.raw_env(num_players=4, components=tables)
    record = record_of(Setup(4), [])
    record["options"]["components"] = tables
    with pytest.raises(ValueError, match=r"\S"):
        horse_envs.replay(record)


def test_the_tables_given_may_change_later_without_harm() -> None:
    """The environment has taken a copy."""
    tables = replaced("spots", row_of("spots", "7.win1"), multiplier=8)
    env = horse_envs.ready_set_bet_v0.raw_env(num_players=2, components=tables)
    kept = copy.deepcopy(tables)
    tables["spots"][0]["multiplier"] = 99
    env.reset(seed=1)
    assert env.unwrapped.record()["options"]["components"] == kept
    assert P1 in env.possible_agents
