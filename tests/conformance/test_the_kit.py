"""The kit notices what it promises to notice, and nothing else: games that are broken on purpose."""

import numpy as np
import pytest

from horse_envs import testing
from horse_envs.testing import CHECKS
from tests.conformance import toy
from tests.conformance.breaks import BREAKS
from tests.conformance.broken import variant

QUICK = {
    testing.check_invariants: {"per_game": 60},
    testing.check_resample_is_uniform: {"samples": 500},
    testing.check_resample_redraws: {"tries": 20},
}


@pytest.fixture(autouse=True)
def _unsigned_numbers_wrap_around() -> object:
    with np.errstate(over="ignore"):
        yield


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_promise_is_noticed_by_its_check_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = BREAKS[name]
    game = broken.make(monkeypatch)
    noticed = {}
    for check in CHECKS:
        try:
            check(game, games=1, num_players=3, **QUICK.get(check, {}))
        except Exception as found:
            noticed[check.__name__.removeprefix("check_")] = str(found)
    assert set(noticed) == {*broken.noticed_by.split(), *broken.also.split()}, noticed
    assert broken.says in noticed[broken.noticed_by.split()[0]]
