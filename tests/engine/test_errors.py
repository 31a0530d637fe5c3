"""How options are checked: the message names the option, the value and what is allowed."""

from typing import Any

import numpy as np
import pytest

from horse_envs.engine.errors import one_of, whole_number


@pytest.mark.parametrize("value", [1, 2, 99, 100])
def test_whole_numbers_of_the_range_are_taken_its_ends_too(value: int) -> None:
    whole_number("laps", value, 1, 100)


@pytest.mark.parametrize("value", [0, 101, -5, 2.0, 2.5, "2", True, None, [2], np.int64(2)], ids=repr)
def test_all_else_is_refused_with_what_is_allowed(value: Any) -> None:
    """A NumPy integer too: options are written into records as JSON."""
    with pytest.raises(ValueError, match="whole number of 1 to 100") as caught:
        whole_number("laps", value, 1, 100)
    assert str(caught.value).startswith(f"laps={value!r} ")


@pytest.mark.parametrize("value", [True, 1.0, "1", None], ids=repr)
def test_a_value_of_another_kind_is_not_one_of_those_allowed(value: Any) -> None:
    with pytest.raises(ValueError, match=r"allowed: 1, 2") as caught:
        one_of("speed", value, (1, 2))
    assert f"speed={value!r}" in str(caught.value)
    one_of("speed", 1, (1, 2))
