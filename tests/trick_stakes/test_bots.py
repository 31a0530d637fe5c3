"""The rule bots of Trick Stakes do what they are described to do."""

from collections import Counter

import numpy as np
import pytest

import horse_envs
from tests.engine.play import assert_uniform, positions
from tests.games import Setting
from tests.trick_stakes.seen import KEYS, Seen, decisions, number_of

STEPS = {1: 4, 2: 4, 3: 4, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2, 9: 2, 10: 1, 11: 1, 12: 1}
HORSES = ("vanilla_beans", "foret_noire", "silver_arrasan", "gateau_opera")


def dummy_cards(seen: Seen) -> set[str]:
    """TS-18 in words: what the dummy could play from this hand, if its topmost card were any of it."""
    if seen.leads:
        return {f"play {card}" for card in seen.hand}
    following = [card for card in seen.hand if card[0] == seen.led]
    if following:
        return {f"play {max(following, key=number_of)}"}
    whip = seen.pieces["whips"][0] > 0 and not seen.pieces["whip_declared"].any()
    return {f"{'whip' if whip else 'play'} {card}" for card in seen.hand}


def test_the_dummy_plays_cards_as_the_ruling_says() -> None:
    kinds: Counter[str] = Counter()
    for _, seen in decisions(range(4)):
        done = {seen.view.describe(seen.view.rule_action("dummy", key)) for key in KEYS}
        if seen.phase == "play":
            assert done <= dummy_cards(seen)
            kinds["leads" if seen.leads else next(iter(done)).split()[0]] += 1
        else:
            assert done <= seen.legal
    assert kinds["leads"] > 50
    assert kinds["play"] > 50
    assert kinds["whip"] > 20


def test_the_dummys_topmost_card_is_any_of_its_hand() -> None:
    """On a seat with a hidden hand there is no order of the pack, so it is as if the hand were shuffled."""
    seen = next(seen for _, seen in decisions() if seen.phase == "play" and seen.leads and len(seen.hand) > 7)
    keys = np.random.default_rng(1).integers(2**64, size=(1500, 1), dtype=np.uint64)
    assert_uniform((seen.view.rule_action("dummy", key) for key in keys), len(seen.hand))


def usefulness(card: str) -> int:
    """High cards win, low ones carry far: four steps are worth a nine, three a seven."""
    return max(number_of(card), {4: 9, 3: 7}.get(STEPS[number_of(card)], 0))


def greedy_words(seen: Seen) -> set[str]:
    return {seen.view.describe(seen.view.rule_action("greedy", key)) for key in KEYS}


def test_greedy_backs_its_own_horse() -> None:
    own = others = 0
    for _, seen in decisions(range(8)):
        if seen.phase.startswith("ticket"):
            wanted = f"ticket {HORSES[seen.horse]}"
            if wanted in seen.legal:
                assert greedy_words(seen) == {wanted}
                own += 1
            elif "ticket win" in seen.legal:
                assert greedy_words(seen) == {"ticket win"}
                others += 1
    assert own > 50
    assert others > 20


def test_greedy_keeps_cards_that_win_or_carry_far() -> None:
    found = 0
    for _, seen in decisions(range(4)):
        if seen.phase == "discard":
            least = min(map(usefulness, seen.playable))
            for words in greedy_words(seen):
                assert usefulness(words.split()[1]) == least
                assert least > 7 or 4 <= number_of(words.split()[1]) <= 7
            found += 1
    assert found > 50


def test_greedy_wins_the_trick_for_its_horse_where_it_can() -> None:
    """Without a whip if that is enough; the last to play takes the lowest card that wins, which carries farthest."""
    found = 0
    for _, seen in decisions(range(4)):
        if seen.phase == "play" and not seen.leads and not seen.finished and seen.cards("wins"):
            for words in greedy_words(seen):
                assert words.split()[0] == "play"
                assert words.split()[1] in seen.cards("wins")
                if seen.last:
                    assert number_of(words.split()[1]) == min(map(number_of, seen.cards("wins")))
            found += 1
    assert found > 50


def test_greedy_whips_when_that_wins() -> None:
    """The last to play whips whenever it wins by that only; and no whip is declared that does not win at once."""
    forced = whipped = 0
    for _, seen in decisions(range(24)):
        if seen.phase != "play" or seen.leads:
            continue
        for words in greedy_words(seen):
            verb, card = words.split()
            if verb == "whip":
                assert card in seen.cards("wins_with_whip")
                assert not seen.cards("wins")
                assert not seen.finished
                assert seen.last or number_of(card) >= 9
                whipped += 1
        if seen.last and not seen.finished and seen.cards("wins_with_whip") and not seen.cards("wins"):
            assert {words.split()[0] for words in greedy_words(seen)} == {"whip"}
            forced += 1
    assert forced > 20
    assert whipped > forced


def test_greedy_lets_others_win_once_its_horse_has_finished() -> None:
    found = 0
    for _, seen in decisions(range(12)):
        if seen.phase == "play" and seen.finished:
            lowest = min(map(number_of, seen.playable))
            done = {words.split()[0] for words in greedy_words(seen)}
            assert done == {"play"}
            assert {number_of(words.split()[1]) for words in greedy_words(seen)} == {lowest}
            found += 1
    assert found > 10


@pytest.mark.parametrize("rule", ["random", "dummy", "greedy"])
def test_rules_draw_what_is_left_open_by_their_seed(rule: str) -> None:
    def choices(seed: int) -> list[int]:
        bot = horse_envs.make_bot("trick_stakes_v0", rule, seed=seed)
        return [bot.act(env.view()) for env in positions(Setting("trick_stakes_v0", 4), seed=1)]

    assert choices(5) != choices(6)
