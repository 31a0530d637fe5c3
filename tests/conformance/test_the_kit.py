"""The kit notices what it promises to notice, and nothing else: games that are broken on purpose."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from horse_envs import testing
from horse_envs.testing import CHECKS
from tests.conformance import toy
from tests.conformance.breaks import BREAKS
from tests.conformance.broken import variant

QUICK: dict[Any, dict[str, Any]] = {
    testing.check_invariants: {"per_game": 60},
    testing.check_resample_is_uniform: {"samples": 500},
    testing.check_resample_redraws: {"tries": 20},
}
NAMES = {check.__name__.removeprefix("check_") for check in CHECKS}


@pytest.fixture(autouse=True)
def _unsigned_numbers_wrap_around() -> Iterator[None]:
    """As in compiled code; the broken games are plain Python."""
    with np.errstate(over="ignore"):
        yield


def noticed(game: Any) -> dict[str, str]:
    """What each check that fails says."""
    found = {}
    for check in CHECKS:
        try:
            check(game, games=1, num_players=3, **QUICK.get(check, {}))
        except Exception as error:
            found[check.__name__.removeprefix("check_")] = str(error)
    return found


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_another_game_of_the_contract_passes(num_players: int) -> None:
    testing.check_game(toy.GAME, num_players=num_players)


def test_a_game_in_plain_python_passes_so_that_only_its_break_is_noticed() -> None:
    assert noticed(variant(toy.GAME)) == {}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_promise_is_noticed_by_its_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = BREAKS[name]
    found = noticed(broken.make(monkeypatch))
    there_for_it, with_it = set(broken.noticed_by.split()), set(broken.also.split())
    assert there_for_it <= set(found) <= there_for_it | with_it, found
    assert broken.says in found[broken.noticed_by.split()[0]]


def test_every_check_has_a_game_that_it_alone_is_there_to_notice() -> None:
    assert {check for broken in BREAKS.values() for check in broken.noticed_by.split()} == NAMES


def test_every_check_is_public() -> None:
    public = {name.removeprefix("check_") for name in testing.__all__ if name.startswith("check_")}
    assert public == NAMES | {"game"}


def test_a_game_that_does_not_end_is_noticed() -> None:
    def play_again(s: Any) -> None:
        toy.GAME.rules["resolve"](s)
        s.race = 0
        s.money[:] = 0
        s.pending = min(s.pending, toy.DEAL)

    game = variant(toy.GAME, {"resolve": play_again})
    with pytest.raises(AssertionError, match="Games end"):
        testing.check_invariants(game, games=1, per_game=2, longest=50)


def test_a_position_without_a_legal_action_is_noticed() -> None:
    def lose_the_hand(s: Any, action: int) -> None:
        toy.GAME.rules["apply"](s, action)
        if s.phase == toy.PLAY and s.to_act == 2:
            s.hand[2] = 0

    game = variant(toy.GAME, {"apply": lose_the_hand})
    with pytest.raises(AssertionError, match=r"always a legal action.*seed \d+, ply 5"):
        testing.check_invariants(game, games=1, per_game=2)
    with pytest.raises(AssertionError, match=r"always a legal action.*seed \d+, ply 5"):
        testing.check_no_leak(game, games=1)


def test_kinds_of_luck_that_a_game_exempts_may_depend_on_decisions() -> None:
    def luck_by_money(s: Any) -> None:
        seed, s.seed = int(s.seed), int(s.seed) + int(s.money[0])
        toy.GAME.rules["draw"](s)
        s.seed = seed

    game = variant(toy.GAME, {"draw": luck_by_money}, luck_by_decisions=frozenset({"deal"}))
    testing.check_seeds(game, games=1)
    with pytest.raises(AssertionError, match="whatever the players do"):
        testing.check_seeds(game, games=1, luck_by_decisions=())
    plain = variant(toy.GAME, {"draw": luck_by_money})
    testing.check_seeds(plain, games=1, luck_by_decisions=("deal",))


def test_check_game_says_promise_seed_and_ply() -> None:
    game = variant(toy.GAME, render_text=lambda s, observer: toy.render_text(s, None))
    with pytest.raises(AssertionError, match=r"does not depend on .* Seen at toy_v0, num_players=3, seed \d+, ply \d"):
        testing.check_game(game, games=1, num_players=3)


def test_check_game_reports_an_error_of_the_game_as_a_failure() -> None:
    def fail(s: Any, seat: int, out: Any) -> None:
        raise ZeroDivisionError("in observe")

    with pytest.raises(AssertionError, match=r"check_\w+ of toy_v0.*in observe"):
        testing.check_game(variant(toy.GAME, {"observe": fail}), games=1)


def test_a_wrong_option_or_name_is_the_callers_error() -> None:
    with pytest.raises(ValueError, match="num_players=7"):
        testing.check_game(toy.GAME, num_players=7)
    with pytest.raises(ValueError, match="no option 'colour'"):
        testing.check_layout(toy.GAME, colour="red")
    with pytest.raises(ValueError, match="no game"):
        testing.check_game("no_such_game_v0")


@pytest.mark.slow
def test_another_process_compiled_or_not_plays_the_same_game() -> None:
    testing.check_seeds(toy.GAME, slow=True)
