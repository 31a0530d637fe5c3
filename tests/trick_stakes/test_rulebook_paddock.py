"""1. Paddock Phase."""

import pytest

from tests.reference.trick_stakes_cards import HORSES, number_of
from tests.trick_stakes.table import Table, cards, count_whips, events_of, legal_words, mono_table, play, seen

ORDER = ["player_1", "player_2", "player_3", "player_0"]


def test_the_stack_at_the_gate_is_shuffled_and_open_to_all() -> None:
    one = mono_table().paddock(gate=list(HORSES)).env()
    other = mono_table().paddock(gate=list(reversed(HORSES))).env()
    for agent in ORDER:
        assert seen(one, agent) != seen(other, agent)


@pytest.mark.parametrize("number", range(2, 13))
def test_the_start_players_top_card_sets_the_discard_number_for_all(number: int) -> None:
    """Each turns up the card at that position; any of the other eleven may be discarded face down."""
    table = mono_table()
    opened = {f"player_{i}": f"{colour}{13 - number}" for i, colour in enumerate("RBYG")}
    table.paddock(number=number, opened=opened)
    env = table.env()
    for agent in ORDER:
        pack = table.game.packs[agent]
        assert pack[number - 1] == opened[agent]
        assert env.agent_selection == agent
        assert legal_words(env) == {f"discard {card}" for card in pack if card != opened[agent]}
        play(env, f"discard {pack[0]}")


def test_discard_number_nine_turns_up_the_ninth_card() -> None:
    """The example of the rulebook."""
    table = Table(hands={"player_0": "B9"}).paddock(number=9)
    env = table.env()
    for agent in ORDER:
        pack = table.game.packs[agent]
        assert cards(legal_words(env), "discard") == set(pack[:8] + pack[9:])
        play(env, f"discard {pack[0]}")


@pytest.mark.parametrize("start", range(4))
def test_the_number_comes_from_the_start_players_pack_and_no_other(start: int) -> None:
    seats = [f"player_{i}" for i in range(4)]
    horses = {seats[(start + i) % 4]: horse for i, horse in enumerate(HORSES)}
    table = mono_table(horses=horses).paddock(number=4)
    assert [number_of(pack[0]) for pack in table.game.packs.values()].count(4) == 1
    env = table.env()
    first = table.game.packs[env.agent_selection]
    assert f"discard {first[3]}" not in legal_words(env)
    assert len(legal_words(env)) == 11


def test_the_face_up_discard_is_seen_by_all() -> None:
    one, other = (mono_table().paddock(opened={"player_1": card}) for card in ("B9", "B10"))
    for agent in ORDER:
        assert seen(one.env(), agent) != seen(other.env(), agent)


def test_discards_are_not_used_in_this_race() -> None:
    """Ten cards remain: neither the open nor the hidden discard can be played."""
    table = mono_table().paddock(number=5, opened={"player_0": "R12"}).discard({"player_0": "R1"}).tickets()
    assert cards(legal_words(table.env()), "play") == {f"R{number}" for number in range(2, 12)}


def test_each_player_discards_once_from_the_start_players_left() -> None:
    env = mono_table().paddock().env()
    for agent in ORDER:
        assert env.agent_selection == agent
        assert cards(legal_words(env), "discard")
        play(env, sorted(legal_words(env))[0])
    assert not cards(legal_words(env), "discard")


def test_discards_come_back_for_the_next_race() -> None:
    """Race 2 is dealt out of all twelve cards again."""
    table = mono_table().start_race()
    table.tricks(("player_0", 1), ("player_0", 2), ("player_1", 1), ("player_1", 2))
    packs = events_of(table.live())[-1]["top_to_bottom"]
    assert sorted(packs["player_1"]) == sorted(f"R{number}" for number in range(1, 13))


FINISH_WITHOUT_PLAYER_1 = ("player_0", 1), ("player_0", 2), ("player_2", 1), ("player_2", 2)


@pytest.mark.parametrize(
    ("race_1", "left"),
    [
        ((), 2),
        ((("player_1", 7),), 2),
        ((("player_1", 7), ("player_0", 9), ("player_1", 8)), 1),
    ],
    ids=["none used", "one used", "two used"],
)
def test_one_resting_whip_turns_up_in_each_paddock(race_1: tuple[tuple[str, int], ...], left: int) -> None:
    """Player 1 whips so often in race 1 and then, as leader of race 2, whenever it may (TS-6)."""
    table = mono_table().start_race().tricks(*race_1, *FINISH_WITHOUT_PLAYER_1)
    assert table.game.race == 2
    assert count_whips(table.start_race().env(), "player_1") == left


def test_whips_do_not_turn_up_during_a_race() -> None:
    table = mono_table().start_race()
    table.tricks(("player_1", 7), ("player_0", 9), ("player_1", 8), ("player_0", 7))
    env = table.env()
    for card in ("R6", "B6"):
        assert not cards(legal_words(env), "whip")
        play(env, f"play {card}")
