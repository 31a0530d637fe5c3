"""What nobody may see: hands, undealt tips, the order of the race deck, and secret bets (HU-8, HU-9)."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.huuue.driver import BETS
from tests.huuue.table import (
    SEATS,
    Env,
    Table,
    events_of,
    legal_words,
    named,
    play,
    same_view,
    seen,
    tell_apart,
)
from tests.reference.huuue_box import HORSES

P0, P1, P2, P3 = SEATS[:4]
ALL = {P0, P1, P2}
SAMPLES = 400


def masks_are_empty_but_for_the_one_on_turn(env: Env) -> bool:
    return all(env.observe(agent)["action_mask"].any() == (agent == env.agent_selection) for agent in SEATS[:3])


def test_everywhere_agents_not_on_turn_have_an_empty_mask() -> None:
    table = Table(3)
    assert masks_are_empty_but_for_the_one_on_turn(table.deal().env())
    assert masks_are_empty_but_for_the_one_on_turn(table.bet().env())


# Hands and undealt tips


def dealt(hands: dict[str, str]) -> tuple[Env, Env]:
    """The position at the first bet and at the first tip."""
    table = Table(3).deal("R05", "cocotte", hands)
    return table.env(), table.copy().bet("noiro").env()


def test_a_hand_is_its_owners_alone() -> None:
    """Players 1 and 2 exchange a tip."""
    one, two, own = (
        "vertige:0 vertige:1 rubis:0 rubis:1",
        "cocotte:1 cocotte:1 soleil:0 soleil:1",
        "cocotte:0 cocotte:0",
    )
    ones = dealt({P1: f"noiro:0 {one}", P2: f"noiro:1 {two}", P0: own})
    others = dealt({P1: f"noiro:1 {one}", P2: f"noiro:0 {two}", P0: own})
    for one, other in zip(ones, others, strict=True):
        assert tell_apart(one, other) == {P1, P2}


def test_hu_8_undealt_tips_are_unseen() -> None:
    """Player 1 holds Noiro 0 and Noiro's crop was not dealt, or the other way round."""
    own = "vertige:0 vertige:1 rubis:0 rubis:1"
    for one, other in zip(dealt({P1: f"noiro:0 {own}"}), dealt({P1: f"noiro:crop {own}"}), strict=True):
        assert tell_apart(one, other) == {P1}


def test_played_tips_are_seen_by_all() -> None:
    """Neither tip moves a horse: Noiro 0 is ignored and Noiro 1 too, under its own card."""
    table = Table(3).race("noiro", {P1: "noiro:0 noiro:1"})
    one, other = (table.copy().tip(tip).env() for tip in ("noiro:0", "noiro:1"))
    assert tell_apart(one, other) == ALL


def test_who_played_a_tip_is_seen_by_all() -> None:
    hands = {P1: "rubis:0 rubis:0", P2: "rubis:2 rubis:1", P0: "vertige:0 noiro:0"}
    one = Table(3).race("rubis cocotte", hands).tip("rubis:0", "rubis:2", "noiro:0")
    other = Table(3).race("rubis cocotte", {**hands, P1: "rubis:2 rubis:0", P2: "rubis:0 rubis:1"})
    other.tip("rubis:2", "rubis:0", "noiro:0")
    assert one.game.lines == other.game.lines
    assert P0 in tell_apart(one.env(), other.env())


# The race deck


@pytest.mark.parametrize("turns", range(4))
def test_hu_9_the_order_of_the_race_deck_is_hidden(turns: int) -> None:
    """From the bets on, as far as it is not turned over."""
    deck = ["rubis", "cocotte", "vertige", "noiro", "soleil"]
    envs = []
    for order in (deck, deck[:turns] + deck[turns:][::-1]):
        table = Table(3).deal(deck=" ".join(order))
        if turns:
            table.bet("noiro")
            for _ in range(turns - 1):
                table.rest_of_turn()
        envs.append(table.env())
    assert tell_apart(*envs) == set()
    assert legal_words(envs[0]) == legal_words(envs[1])


def test_the_open_race_card_is_seen_by_all() -> None:
    """Two underdogs, so no horse has moved."""
    one, other = (Table(3).race(horse, programme="R08").env() for horse in ("cocotte", "vertige"))
    assert tell_apart(one, other) == ALL


# Secret bets: with each kind of bets, see also test_rulebook_bets


@pytest.mark.parametrize("bets", BETS)
def test_hu_9_nobody_sees_a_bet_of_another_while_all_choose(bets: str) -> None:
    envs = []
    for horses in ("cocotte rubis vertige", "vertige soleil rubis"):
        table = Table(3, bets=bets).deal()
        for _ in table.game.bet_kinds():
            kind = table.game.next_bet(P1)
            verb = "bet" if kind == "win" else kind
            table.do(f"{verb} {horses.split()[len(table.game.bets[P1])]}")
            envs.append(table.env())
    half = len(envs) // 2
    for one, other in zip(envs[:half], envs[half:], strict=True):
        assert tell_apart(one, other) == {P1}
    assert legal_words(envs[half - 1]) == legal_words(envs[-1])


@pytest.mark.parametrize("bets", BETS)
def test_hu_10_the_bets_of_a_finished_turn_are_seen_by_all(bets: str) -> None:
    """In each kind of bet another horse."""
    kinds = {"single": 1, "two_winners": 2, "win_place": 2, "win_place_show": 3}[bets]
    verbs = ("bet", "bet" if bets == "two_winners" else "place", "show")
    for changed in range(kinds):
        envs = []
        for horse in ("cocotte", "vertige"):
            horses = ["rubis", "noiro" if bets == "two_winners" else "rubis", "rubis"][:kinds]
            horses[changed] = horse
            table = Table(3, bets=bets, open_bets=True).deal()
            envs.append(table.do(*map(" ".join, zip(verbs, horses, strict=False))).env())
        assert tell_apart(*envs) == ALL


def test_hu_13_the_order_of_two_secret_winners_says_nothing() -> None:
    """Once both are written down."""
    one, other = (
        Table(3, bets="two_winners").deal().do(*(f"bet {horse}" for horse in pair)).env()
        for pair in (("noiro", "rubis"), ("rubis", "noiro"))
    )
    assert tell_apart(one, other) <= {P1}


# Resampling: each fixed seed set would have to be very unlucky to pass these bounds by chance


def share_is(found: int, expected: float, samples: int = SAMPLES) -> bool:
    """Within five standard deviations of a share."""
    return bool(abs(found / samples - expected) < 5 * (expected * (1 - expected) / samples) ** 0.5)


def redrawn(env: Env, agent: str, samples: int = SAMPLES) -> list[list[Any]]:
    """The events of many copies, each of which looks the same to the agent."""
    copies = []
    for seed in range(samples):
        copied = env.unwrapped.resample(agent, seed=seed)
        assert seed % 20 or same_view(env, copied, agent)
        copies.append(events_of(copied))
    return copies


def test_hu_8_resample_is_uniform_over_physical_cards() -> None:
    """R01, two players: player 1 has four of the 24 tips that player 0 does not hold, crops and copies alike."""
    env = Table().deal("R01", hands={P0: "cocotte:0 cocotte:1 noiro:1 soleil:2"}).env()
    hands = [Counter(events[2]["hands"][P1]) for events in redrawn(env, P0)]
    assert all(hand.total() == 4 for hand in hands)
    for tip, copies in (("cocotte:0", 1), ("cocotte:2", 2), ("cocotte:crop", 1), ("ivoire:1", 2), ("ivoire:crop", 1)):
        assert share_is(sum(hand[tip] > 0 for hand in hands), 4 / 24 if copies == 1 else 1 - (20 * 19) / (24 * 23))
    pairs = sum(hand["ivoire:1"] == 2 for hand in hands)
    assert share_is(pairs, (4 * 3) / (24 * 23))
    assert not any(hand["cocotte:0"] > 1 or hand["soleil:2"] > 1 for hand in hands)


def test_hu_8_tips_already_played_stay_with_whoever_played_them() -> None:
    table = Table(3).race("rubis", {P1: "noiro:crop", P2: "soleil:crop"}).tip("noiro:crop")
    for events in redrawn(table.env(), P0, 40):
        assert "noiro:crop" in events[2]["hands"][P1]


def test_resample_keeps_the_own_hand_and_the_own_bet() -> None:
    table = Table(3).race(bets={P1: "rubis"})
    events = events_of(table.env())
    for copied in redrawn(table.env(), P1, 40):
        assert copied[2]["hands"][P1] == events[2]["hands"][P1]
        assert [e["horse"] for e in copied if e.get("do") == "bet" and e["player"] == P1] == ["rubis"]


def test_the_rest_of_the_race_deck_is_redrawn_uniformly() -> None:
    table = Table().race("rubis cocotte").rest_of_turn()
    decks = Counter(tuple(events[3]["top_to_bottom"]) for events in redrawn(table.env(), P0))
    assert {deck[:2] for deck in decks} == {("rubis", "cocotte")}
    assert len(decks) == 6
    assert all(share_is(count, 1 / 6) for count in decks.values())


def test_hu_9_secret_bets_are_redrawn_uniformly() -> None:
    """Five runners; the bet of player 1 before and after player 2's own choice."""
    table = Table(3).deal().do("bet noiro")
    for env in (table.env(), table.copy().do("bet rubis", "bet soleil").env()):
        horses = Counter(events[4]["horse"] for events in redrawn(env, P2))
        assert len(horses) == 5
        assert all(share_is(count, 1 / 5) for count in horses.values())


def test_hu_13_secret_pairs_are_redrawn_uniformly_over_sets() -> None:
    """R01: four runners, six pairs. After the first of two choices any runner."""
    table = Table(3, bets="two_winners").deal("R01").do("bet noiro")
    first = Counter(events[4]["horse"] for events in redrawn(table.env(), P2))
    assert len(first) == 4
    assert all(share_is(count, 1 / 4) for count in first.values())
    table.do("bet soleil")
    pairs = Counter(frozenset((events[4]["horse"], events[5]["horse"])) for events in redrawn(table.env(), P2))
    assert len(pairs) == 6
    assert all(share_is(count, 1 / 6) for count in pairs.values())


def test_hu_10_open_bets_are_not_redrawn() -> None:
    table = Table(3, open_bets=True).deal().do("bet noiro", "bet rubis")
    for events in redrawn(table.env(), P0, 40):
        assert [event["horse"] for event in events[4:]] == ["noiro", "rubis"]


def test_bets_of_a_race_that_is_over_are_not_redrawn() -> None:
    table = Table(3).race(bets={P1: "rubis", P2: "vertige", P0: "soleil"}).rest().deal()
    for events in redrawn(table.env(), P0, 40):
        bets = [event["horse"] for event in events if event.get("do") == "bet"]
        assert bets == ["rubis", "vertige", "soleil"]


def test_the_luck_still_to_come_is_redrawn() -> None:
    """The programme after this race, in copies that are played on alike."""
    table = Table(max_races=2).race("rubis").rest_of_turn()
    drawn = set()
    for seed in range(60):
        copied = table.env().unwrapped.resample(P0, seed=seed)
        while sum(event.get("chance") == "programme" for event in events_of(copied)) < 2:
            play(copied, sorted(legal_words(copied))[0])
        drawn.add(next(e["id"] for e in events_of(copied)[4:] if e.get("chance") == "programme"))
    assert len(drawn) > 8


# What everybody has a right to


def test_a_player_sees_its_own_hand() -> None:
    env = Table(3).race("rubis", {P1: "noiro:1 noiro:1 noiro:crop rubis:0 soleil:2"}).env()
    hand = named(env, P1)["hand"]
    tips = {f"{HORSES[i // 4]}:{('0', '1', '2', 'crop')[i % 4]}": hand[i] for i in range(24) if hand[i]}
    assert set(tips) == {"noiro:1", "noiro:crop", "rubis:0", "soleil:2"}
    assert tips["noiro:1"] == pytest.approx(2 * tips["rubis:0"])


@pytest.mark.parametrize("agent", [P0, P1, P2])
def test_programme_lines_coins_and_dealer_are_seen_by_all(agent: str) -> None:
    base = Table(3, dealer=P0).race("rubis", programme="R05").env()
    assert seen(base, agent) != seen(Table(3, dealer=P1).race("rubis", programme="R05").env(), agent)
    assert seen(base, agent) != seen(Table(3, dealer=P0).race("rubis", programme="R09").env(), agent)
    shown = named(base, agent)
    assert np.argwhere(shown["values"]).tolist() == [[0, 1], [1, 1], [2, 2], [3, 0], [4, 2]]


def test_seats_in_an_observation_are_relative() -> None:
    """The same position one seat on, seen from one seat on."""
    hands = Table(3).deal("R05", "", {P1: "noiro:crop rubis:0", P2: "vertige:1", P0: "soleil:2"}).game.hands
    views = []
    for shift in range(3):
        seats = [SEATS[(i + shift) % 3] for i in range(3)]
        table = Table(3, dealer=seats[0])
        held = {seat: " ".join(hands[first]) for seat, first in zip(seats, SEATS, strict=False)}
        table.race("cocotte", held, {seats[0]: "soleil", seats[1]: "noiro", seats[2]: "rubis"}).tip("noiro:crop")
        views.append([seen(table.env(), seat) for seat in seats])
    assert views[0] == views[1] == views[2]
