"""The conformance kit: what must hold for every game of the contract, as checks that anybody can run.

`check_game("trick_stakes_v0", num_players=3)` runs all of them; each one is also a function of its own. They know no
game: they work through `horse_envs.engine.game.Game` and the environments made of it, so they serve a game of your
own as well. The functions `assert_...` look at one position, for tests that reach positions in their own way.
"""

from collections.abc import Callable, Collection
from typing import Any

from horse_envs.engine.game import Game
from horse_envs.testing.actions import (
    assert_mask_is_exact,
    check_actions_have_words,
    check_illegal_actions,
    check_mask_is_exact,
)
from horse_envs.testing.copies import assert_copies_go_on, assert_untouched, check_copies, check_state_is_untouched
from horse_envs.testing.invariants import check_invariants
from horse_envs.testing.payment import check_rewards, due_now
from horse_envs.testing.play import case_of
from horse_envs.testing.records import assert_record_replays, check_records
from horse_envs.testing.secrecy import (
    assert_no_leak,
    check_no_leak,
    check_observation_says_all,
    check_resample_in_every_phase,
)
from horse_envs.testing.seeds import check_batch_equals_aec, check_seeds
from horse_envs.testing.shapes import check_layout, check_phases_are_shown, check_spaces
from horse_envs.testing.worlds import check_resample_is_uniform, check_resample_redraws

__all__ = [
    "CHECKS",
    "assert_copies_go_on",
    "assert_mask_is_exact",
    "assert_no_leak",
    "assert_record_replays",
    "assert_untouched",
    "check_actions_have_words",
    "check_batch_equals_aec",
    "check_copies",
    "check_game",
    "check_illegal_actions",
    "check_invariants",
    "check_layout",
    "check_mask_is_exact",
    "check_no_leak",
    "check_observation_says_all",
    "check_phases_are_shown",
    "check_records",
    "check_resample_in_every_phase",
    "check_resample_is_uniform",
    "check_resample_redraws",
    "check_rewards",
    "check_seeds",
    "check_spaces",
    "check_state_is_untouched",
    "due_now",
]

CHECKS: tuple[Callable[..., None], ...] = (
    check_layout,
    check_actions_have_words,
    check_spaces,
    check_invariants,
    check_mask_is_exact,
    check_illegal_actions,
    check_rewards,
    check_seeds,
    check_batch_equals_aec,
    check_state_is_untouched,
    check_copies,
    check_records,
    check_phases_are_shown,
    check_no_leak,
    check_observation_says_all,
    check_resample_in_every_phase,
    check_resample_redraws,
    check_resample_is_uniform,
)
"""All checks, in the order in which `check_game` runs them."""


def check_game(
    game: Game | str,
    *,
    games: int = 2,
    seed: int = 0,
    slow: bool = False,
    hides: bool = True,
    luck_by_decisions: Collection[str] | None = None,
    **options: Any,
) -> None:
    """Check all that a game promises by being one.

    Args:
        game: a public name such as `trick_stakes_v0`, or a game itself.
        games: how many random games each check plays; the compiled checks play a thousand times as many.
        seed: the seed of the games and of the checks' own luck. The same seed checks the same games.
        slow: start other processes too, with and without compilation.
        hides: whether seats have anything to hide from each other.
        luck_by_decisions: the kinds of chance events whose outcome may depend on what was done before; by default
            those that the game names itself.
        options: rule options, such as `num_players=3`.

    Raises:
        AssertionError: saying which promise is broken, at which seed and ply, and what was seen.
        ValueError: for an unknown game or a wrong option.

    Example:
        >>> import horse_envs.testing
        >>> horse_envs.testing.check_game("trick_stakes_v0", num_players=3, games=1)
    """
    more: dict[Callable[..., None], dict[str, Any]] = {
        check_seeds: {"slow": slow, "luck_by_decisions": luck_by_decisions},
        check_resample_redraws: {"hides": hides},
    }
    case = case_of(game, options, games, seed)
    for check in CHECKS:
        try:
            check(case.game, games=games, seed=seed, **more.get(check, {}), **options)
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(f"{check.__name__} of {case} came to an error: {error!r}") from error
