"""Our choices as data (HU-14): the tables of the box, and tables that replace them."""

import copy
from typing import Any

import pytest

import horse_envs
from tests.huuue.driver import without_action
from tests.huuue.table import SEATS, Table, events_of, is_over, legal_words, new_env, play, result
from tests.reference.huuue_box import HORSES, PROGRAMMES, Setup

P0, P1 = SEATS[:2]
FOUR = {"Cocotte": 0, "Vertige": 1, "Noiro": 2, "Rubis": 2}
TIPS = {"tips_per_horse": [0, 1, 1, 2, "crop", "crop", "crop"]}
PAY = {"pay": {"0": 7, "1": 4, "2": 3}}
ONE_PROGRAMME = {"programmes": [{"id": "R01", "values": FOUR}]}
TWO_PROGRAMMES = {"programmes": [{"id": "R01", "values": FOUR}, {"id": "R02", "values": {**FOUR, "Ivoire": 1}}]}


@pytest.mark.parametrize("programme", PROGRAMMES)
def test_hu_14_the_fourteen_programmes(programme: str) -> None:
    """Read as a record, and so are the words of its bets."""
    env = Table().deal(programme).env()
    assert legal_words(env) == {f"bet {horse}" for horse in PROGRAMMES[programme]}
    event = events_of(env)[1]
    assert (event["id"], event["values"]) == (programme, PROGRAMMES[programme])


def test_hu_14_a_horse_has_two_0_two_1_two_2_and_a_crop() -> None:
    """Seven players with six runners hold all 42 tips."""
    hands = events_of(Table(7).deal("R10").env())[2]["hands"]
    tips = sorted(tip for hand in hands.values() for tip in hand)
    assert tips == sorted(f"{horse}:{value}" for horse in HORSES for value in ("0", "0", "1", "1", "2", "2", "crop"))


def test_hu_14_the_horses() -> None:
    env = new_env(Setup(), 0)
    words = {env.unwrapped.describe_action(action) for action in range(int(env.action_space(P0).n))}
    assert {word.split()[1] for word in words} == {"cocotte", "vertige", "noiro", "rubis", "soleil", "ivoire"}


# Replaced tables


def test_replaced_tips_are_dealt() -> None:
    """All cards of four runners among seven players."""
    hands = events_of(Table(7, components=TIPS | ONE_PROGRAMME).deal("R01").env())[2]["hands"]
    tips = sorted(tip for hand in hands.values() for tip in hand)
    values = ("0", "1", "1", "2", "crop", "crop", "crop")
    assert tips == sorted(f"{horse.lower()}:{value}" for horse in FOUR for value in values)


def test_replaced_pay_is_paid() -> None:
    table = Table(target=100, components=PAY).still("cocotte vertige noiro rubis soleil", "cocotte")
    assert result(table.live())["coins"] == {P0: 4, P1: 4}
    table.still("noiro soleil vertige cocotte rubis", "soleil")
    assert result(table.live())["coins"] == {P0: 7, P1: 7}
    table.still("rubis cocotte vertige noiro soleil", "rubis", moves={0: "rubis:1"})
    assert result(table.live())["coins"] == {P0: 14, P1: 14}


@pytest.mark.parametrize(
    ("bets", "horses", "coins"), [("two_winners", "cocotte rubis", 3), ("win_place", "rubis noiro", 2)]
)
def test_hu_13_one_coin_less_of_a_replaced_pay(bets: str, horses: str, coins: int) -> None:
    table = Table(bets=bets, components=PAY).still("cocotte vertige noiro rubis soleil", horses)
    assert result(table.live())["coins"] == {P0: coins, P1: coins}


def test_replaced_programmes_are_drawn() -> None:
    drawn = {events_of(new_env(Setup(components=TWO_PROGRAMMES), seed))[1]["id"] for seed in range(20)}
    assert drawn == {"R01", "R02"}


@pytest.mark.parametrize("components", [TIPS, PAY, ONE_PROGRAMME, TWO_PROGRAMMES, TIPS | PAY | TWO_PROGRAMMES])
def test_a_record_carries_replaced_tables_and_replays(components: dict[str, Any]) -> None:
    env = new_env(Setup(num_players=3, components=components), seed=2)
    while not is_over(env):
        play(env, sorted(legal_words(env))[0])
    record = env.unwrapped.record()
    assert record["options"]["components"] == components
    copied = horse_envs.replay(record)
    assert copied.unwrapped.record() == record
    assert is_over(copied)


@pytest.mark.parametrize("components", [None, {}])
def test_without_replaced_tables_the_record_has_none(components: dict[str, Any] | None) -> None:
    env = horse_envs.huuue_v0.raw_env(components=components)
    env.reset(seed=1)
    record = env.unwrapped.record()
    assert "components" not in record["options"]
    assert without_action(record["events"][0])["player"] in record["players"]


def test_tables_are_copied() -> None:
    """What the caller does with them later does not matter."""
    components = copy.deepcopy(PAY)
    env = horse_envs.huuue_v0.raw_env(components=components)
    components["pay"]["0"] = 1
    env.reset(seed=1)
    assert env.unwrapped.record()["options"]["components"] == PAY


def programmes(values: object, **fields: object) -> dict[str, Any]:
    return {"programmes": [{"id": "R01", "values": values, **fields}]}


@pytest.mark.parametrize(
    "components",
    [
        ["pay"],
        "pay",
        {"odds": {"0": 1}},
        {"horses": []},
        {"tips_per_horse": []},
        {"tips_per_horse": [0, 1, 2]},
        {"tips_per_horse": "0011222"},
        {"tips_per_horse": {"0": 2}},
        {"tips_per_horse": [0, 0, 1, 1, 2, 2, 3]},
        {"tips_per_horse": [0, 0, 1, 1, 2, 2, "whip"]},
        {"tips_per_horse": [0, 0, 1, 1, 2, 2, -1]},
        {"tips_per_horse": [0, 0, 1, 1, 2, 2, True]},
        {"tips_per_horse": [0, 0, 1, 1, 2, 2, 1.5]},
        {"tips_per_horse": [0, 0, 1, 1, 2, 2, None]},
        {"programmes": []},
        {"programmes": {}},
        {"programmes": ["R01"]},
        programmes({}),
        programmes({"Cocotte": 0, "Vertige": 1, "Noiro": 2}),
        programmes({**FOUR, "Pegasus": 1}),
        programmes({**FOUR, "Rubis": 3}),
        programmes({**FOUR, "Rubis": -1}),
        programmes({**FOUR, "Rubis": "1"}),
        programmes({**FOUR, "Rubis": True}),
        programmes({**FOUR, "Rubis": None}),
        programmes({**FOUR, "cocotte": 0}),
        programmes([0, 1, 2, 2]),
        programmes(FOUR, weather="rain"),
        programmes(FOUR, id="X01"),
        programmes(FOUR, id="R02"),
        {"programmes": [{"id": "R01", "values": FOUR}, {"id": "R01", "values": FOUR}]},
        {"programmes": [{"id": "R01"}]},
        {"pay": {"0": 3, "1": 2}},
        {"pay": {"0": 3, "1": 2, "2": 1, "3": 1}},
        {"pay": {"0": 3, "1": 2, "2": -1}},
        {"pay": {"0": 3, "1": 2, "2": 1.5}},
        {"pay": {"0": 3, "1": 2, "2": "1"}},
        {"pay": {"0": 3, "1": 2, "2": True}},
        {"pay": [3, 2, 1]},
        {"pay": None},
    ],
    ids=str,
)
def test_a_wrong_table_is_refused_with_the_reason(components: Any) -> None:
    """On entry, and from a record; the message names the table."""
    known = {"tips_per_horse", "programmes", "pay"}
    name = next(iter(components)) if isinstance(components, dict) and components.keys() <= known else "components"
    name = name.rstrip("s")
    with pytest.raises(ValueError, match=name) as caught:
        horse_envs.huuue_v0.raw_env(num_players=4, components=components)
    assert len(str(caught.value).split()) > 4
    record = Table(4).record()
    record["options"]["components"] = components
    with pytest.raises(ValueError, match=name):
        horse_envs.replay(record)


def test_fewer_tips_than_players_cannot_be_dealt() -> None:
    five = {"tips_per_horse": [0, 0, 1, 2, "crop"]}
    horse_envs.huuue_v0.raw_env(num_players=5, components=five)
    with pytest.raises(ValueError, match="tips_per_horse"):
        horse_envs.huuue_v0.raw_env(num_players=6, components=five)


def test_hu_13_nobody_is_asked_to_show_where_no_horse_can_be_backed() -> None:
    """Five favourites."""
    five = programmes(dict.fromkeys(("Cocotte", "Vertige", "Noiro", "Rubis", "Soleil"), 2))
    env = play(Table(bets="win_place_show", components=five).deal("R01").env(), "bet noiro", "place rubis")
    assert env.agent_selection == P0


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 1},
        {"num_players": 8},
        {"num_players": "4"},
        {"num_players": 4.0},
        {"num_players": True},
        {"crop": "always"},
        {"crop": None},
        {"crop": True},
        {"open_bets": "yes"},
        {"open_bets": 1},
        {"bets": "show"},
        {"bets": ["single"]},
        {"target": 0},
        {"target": 1.5},
        {"max_races": 0},
        {"max_races": None},
        {"reward": "coins"},
        {"mask_in": "nowhere"},
        {"render_mode": "film"},
    ],
    ids=str,
)
def test_a_wrong_option_is_refused_by_name(options: dict[str, Any]) -> None:
    (name, value), *_ = options.items()
    with pytest.raises(ValueError, match=name) as caught:
        horse_envs.huuue_v0.raw_env(**options)
    assert repr(value) in str(caught.value)
