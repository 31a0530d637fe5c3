"""What is hidden: VIP offers, rejected cards, and choices until all have chosen; and the luck to come."""

import random

import pytest

import horse_envs
from tests.ready_set_bet.driver import EVERY_TABLE, choose, without_action
from tests.ready_set_bet.table import (
    P0,
    P1,
    P2,
    SEATS,
    Env,
    Table,
    events_of,
    is_over,
    legal_words,
    money_now,
    named,
    new_env,
    play,
    seen,
    tell_apart,
)
from tests.reference.ready_set_bet import ReferenceGame
from tests.reference.ready_set_bet_box import Setup


def offered(first: str, second: str, *choices: str, num_players: int = 3) -> Table:
    """Race 1 is over; player 0 is offered these two cards, all else is equal."""
    table = Table(num_players).finish()
    table._new_cards("", "")
    offers = {P0: [first, second]} | {SEATS[i]: [f"V{2 * i + 1:02}", f"V{2 * i + 2:02}"] for i in range(1, num_players)}
    table.add({"chance": "vip", "offers": offers})
    return table.do(*choices)


# By hand


def test_rsb_12_an_offer_is_seen_by_its_player_only() -> None:
    assert tell_apart(offered("V01", "V02").env(), offered("V15", "V16").env()) == {P0}


def test_rsb_12_a_choice_is_not_seen_before_the_last_one() -> None:
    """Not even by money: V08 is not paid yet."""
    for others in ((), ("vip V03",)):
        one, other = (offered("V07", "V08", word, *others).env() for word in ("vip V07", "vip V08"))
        assert tell_apart(one, other) == {P0}
        assert legal_words(one) == legal_words(other)
        assert money_now(one) == money_now(other)
        assert one.unwrapped.rewards == other.unwrapped.rewards
        assert one.unwrapped.state().tobytes() != other.unwrapped.state().tobytes()


def test_rsb_12_the_choices_are_shown_to_all_together() -> None:
    one, other = (offered("V01", "V02", word, "vip V03", "vip V05").open(P0).env() for word in ("vip V01", "vip V02"))
    assert tell_apart(one, other) == {P0, P1, P2}


def test_rsb_12_a_rejected_card_is_never_seen_by_others_and_is_remembered() -> None:
    """Player 0 kept V01 out of different offers."""
    tables = [offered("V01", rejected, "vip V01", "vip V03", "vip V05") for rejected in ("V02", "V16")]
    one, other = (table.open(P0, P1, P2).env() for table in tables)
    assert tell_apart(one, other) == {P0}
    for table in tables:
        table.do("pass", "pass", "pass").finish()
        table._new_cards("", "")
        table.add({"chance": "vip", "offers": {P0: ["V07", "V09"], P1: ["V10", "V11"], P2: ["V12", "V13"]}})
        table.do("vip V07", "vip V10", "vip V12")
    one, other = (table.open(P0, P1, P2).env() for table in tables)
    assert tell_apart(one, other) == {P0}


def test_everywhere_choices_are_asked_from_player_0_on() -> None:
    table = offered("V01", "V02")
    for agent, word in ((P0, "vip V02"), (P1, "vip V04"), (P2, "vip V05")):
        assert table.env().agent_selection == agent
        table.do(word)


def test_everywhere_resample_redraws_a_choice_already_made() -> None:
    """To player 1 it may be any card but those that player 1 can name twice."""
    env = offered("V01", "V02", "vip V02").env()
    redrawn = [env.unwrapped.resample(P1, seed=seed) for seed in range(25)]
    assert len({events_of(copied)[-1]["card"] for copied in redrawn}) > 5
    assert {seen(copied, P1) for copied in redrawn} == {seen(env, P1)}
    own = next(event for event in events_of(env) if event.get("chance") == "vip")["offers"][P1]
    for copied in redrawn:
        offers = next(event for event in events_of(copied) if event.get("chance") == "vip")["offers"]
        assert sorted(offers[P1]) == sorted(own)


def test_resample_keeps_the_own_offer_and_choice() -> None:
    env = offered("V01", "V02", "vip V02").env()
    for seed in range(20):
        copied = env.unwrapped.resample(P0, seed=seed)
        assert events_of(copied)[-1]["card"] == "V02"
        assert seen(copied, P0) == seen(env, P0)


def test_resample_redraws_the_cards_that_others_rejected() -> None:
    env = offered("V01", "V02", "vip V02", "vip V03", "vip V05").open(P0, P1, P2).env()
    rejected = set()
    for seed in range(25):
        copied = env.unwrapped.resample(P2, seed=seed)
        offers = next(event for event in events_of(copied) if event.get("chance") == "vip")["offers"]
        assert "V02" in offers[P0]
        rejected |= set(offers[P0]) - {"V02"}
        assert seen(copied, P2) == seen(env, P2)
    assert len(rejected) > 5


def test_resample_redraws_the_luck_to_come() -> None:
    """The dice, the orders and the cards of later races."""
    env = Table().bet().roll(7).open(P0, P1).env()
    dice, orders = set(), set()
    for seed in range(20):
        copied = play(env.unwrapped.resample(P0, seed=seed), "pass", "pass")
        dice.add(str([event for event in events_of(copied) if event.get("chance") == "roll"][-1]))
        orders.add(str([event for event in events_of(copied) if event.get("chance") == "order"][-1]))
    assert len(dice) > 5
    assert len(orders) == 2


@pytest.mark.parametrize("house", [None, "bets", "rotation"])
def test_everywhere_agents_not_on_turn_have_an_empty_mask(house: str | None) -> None:
    env, rng = new_env(Setup(3, house, 5), seed=2), random.Random(2)
    while not is_over(env):
        for agent in env.possible_agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        env.step(env.unwrapped.parse_action(choose(legal_words(env), rng, 0.5)))


# In random games


def stopped(setup: Setup, seed: int) -> Env:
    """A random game, stopped after some choice of a VIP card or a few decisions later."""
    env, rng = new_env(setup, seed), random.Random(seed)
    choices, more = rng.randrange(1, 3 * setup.num_players - 2), rng.choice([0, 0, 4])
    while choices + more and not is_over(env):
        words = legal_words(env)
        if min(words).startswith("vip"):
            choices = max(0, choices - 1)
        elif not choices:
            more -= 1
        env.step(env.unwrapped.parse_action(choose(words, rng, 0.2)))
    return env


@pytest.mark.parametrize(("house", "num_players"), EVERY_TABLE)
def test_resample_keeps_all_that_a_player_knows_at_every_earlier_event(house: str | None, num_players: int) -> None:
    """The record of the copy replays, and to this player it was the same game all along."""
    setup = Setup(num_players, house, 50)
    for seed in range(2):
        env = stopped(setup, 10 * num_players + seed)
        for agent in env.possible_agents[:: max(1, num_players // 3)]:
            same_to(agent, env, env.unwrapped.resample(agent, seed=seed), setup)


def same_to(agent: str, env: Env, copied: Env, setup: Setup) -> None:
    one, other = ReferenceGame(setup), ReferenceGame(setup)
    for event, twin in zip(events_of(env), events_of(copied), strict=True):
        one.apply(without_action(event))
        other.apply(without_action(twin))
        if one.expected() == "do vip" or event.get("do") == "vip":
            assert one.knows(agent) == other.knows(agent)
    assert one.knows(agent) == other.knows(agent)
    assert seen(env, agent) == seen(copied, agent)
    assert env.agent_selection == copied.agent_selection
    mask = env.observe(agent)["action_mask"]
    assert mask.tobytes() == copied.observe(agent)["action_mask"].tobytes()
    assert seen(horse_envs.replay(copied.unwrapped.record()), agent) == seen(env, agent)


def test_what_a_player_rejected_is_shown_to_it_all_game() -> None:
    env = offered("V01", "V02", "vip V02", "vip V03", "vip V05").open(P0).env()
    for agent, rejected in ((P0, 1), (P1, 4), (P2, 6)):
        assert [i + 1 for i in range(16) if named(env, agent)["rejected"][i]] == [rejected]
