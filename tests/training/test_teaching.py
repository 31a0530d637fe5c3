"""Teaching: positions that depend on the seed alone, and a teaching that can be stopped at any time."""

import io
from typing import Any

import numpy as np
import pytest
import torch

import horse_envs
from horse_envs.bots.learned import load_policy, save_policy
from horse_envs.games.trick_stakes.game import GAME
from tests.training.small import network, observations, positions, weights
from training import teaching
from training.network import PolicyNetwork
from training.teaching import Positions, Teacher, centred, join, regret, search_positions


def teacher_of(learning: PolicyNetwork, **changes: Any) -> Teacher:
    settings: dict[str, Any] = {"epochs": 3, "batch_size": 6, "learning_rate": 1e-2, "seed": 4}
    return Teacher(GAME, learning, positions(), **{**settings, **changes})


def through_a_file(state: dict[str, Any]) -> dict[str, Any]:
    """What a checkpoint gives back, read as a run reads it."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    buffer.seek(0)
    read: dict[str, Any] = torch.load(buffer, weights_only=True)
    return read


def bytes_of(found: Positions) -> tuple[bytes, ...]:
    return found.observations.tobytes(), found.masks.tobytes(), found.values.tobytes()


def test_positions_do_not_depend_on_the_number_of_threads() -> None:
    one = positions(5000, threads=1)
    assert bytes_of(one) == bytes_of(positions(5000, threads=3))
    assert len(one) == 5000


def test_positions_are_a_function_of_the_seed() -> None:
    assert bytes_of(positions(1200)) == bytes_of(positions.__wrapped__(1200))
    assert bytes_of(positions(1200)) != bytes_of(positions(1200, seed=4))


def test_positions_are_valued_where_something_can_be_chosen() -> None:
    found = positions()
    assert found.observations.shape == (1200, GAME.layout.size)
    assert found.masks.shape == found.values.shape == (1200, GAME.num_actions)
    assert (found.observations.dtype, found.masks.dtype, found.values.dtype) == (np.float16, np.bool_, np.float16)
    assert found.masks.any(1).all()
    assert not found.values[~found.masks].any()
    assert np.isfinite(found.values).all()
    named = GAME.layout.explain(found.observations)
    assert (named["on_turn"][:, 0] == 1).all()
    assert set(named["three_players"].tolist()) == {0, 1}, "tables of both kinds were played"
    assert set(named["phase"].argmax(1)) == {0, 1, 2, 3}
    # The playable cards are in the hand that is shown.
    cards = found.masks[:, 48:96] | found.masks[:, :48] | found.masks[:, 96:144]
    assert (named["hand"][cards] == 1).all()


def test_progress_is_reported_while_positions_are_made() -> None:
    reported: list[int] = []
    options = [GAME.options()]
    search_positions(
        GAME,
        options,
        1500,
        worlds=1,
        stray=0.0,
        searching=0.0,
        threads=1,
        seed=1,
        report=lambda made, speed: reported.append(made),
    )
    assert reported[-1] == 1500
    assert reported == sorted(reported)


def test_parts_are_put_together_in_order() -> None:
    found = positions()
    parts = [
        Positions(found.observations[part], found.masks[part], found.values[part])
        for part in (slice(0, 300), slice(300, 1000), slice(1000, 1200))
    ]
    assert bytes_of(join(parts)) == bytes_of(found)


@pytest.mark.parametrize("stops", [(100,), (100, 400)], ids=str)
def test_a_stopped_and_resumed_teaching_equals_an_uninterrupted_one(stops: tuple[int, ...]) -> None:
    """180 steps an epoch: the first stop is in the middle of the first epoch, the second in that of the third."""
    whole = network()
    told = [numbers["loss"] for numbers in teacher_of(whole).learn()]
    state, heard = None, []
    for stop in (*stops, None):
        # Nothing but the checkpoint is left of the process before.
        learning = network(seed=77)
        if state is None:
            learning = network()
        teacher = teacher_of(learning)
        if state is not None:
            teacher.load_state(through_a_file(state))
        for numbers in teacher.learn():
            heard.append(numbers["loss"])
            if numbers["step"] == stop:
                break
        state = through_a_file(teacher.state())
    assert teacher.step == teacher.steps == 540
    assert weights(learning) == weights(whole)
    assert heard[-1] == told[-1] or len(stops) == 2, "the last report is over the same steps"


def test_a_teaching_can_be_stopped_between_two_epochs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "_STEPS_A_REPORT", 180)
    whole = network()
    list(teacher_of(whole, epochs=2).learn())
    learning = network()
    teacher = teacher_of(learning, epochs=2)
    assert next(teacher.learn())["step"] == 180
    state = through_a_file(teacher.state())
    learning = network(seed=77)
    teacher = teacher_of(learning, epochs=2)
    teacher.load_state(state)
    list(teacher.learn())
    assert weights(learning) == weights(whole)


def test_reports_come_every_hundred_steps_and_at_the_end() -> None:
    learning = network()
    reports = list(teacher_of(learning).learn())
    assert [report["step"] for report in reports] == [100, 200, 300, 400, 500, 540]
    assert reports[-1]["regret"] == regret(learning, positions(), len(positions()) - 120)
    assert all(np.isfinite(value) for report in reports for value in report.values())


def test_teaching_lowers_the_regret_on_positions_that_were_held_out() -> None:
    found = positions(12_000, worlds=3)
    learning = network(hidden=(64,))
    before = regret(learning, found, 10_800)
    taught = Teacher(GAME, learning, found, epochs=6, batch_size=64, learning_rate=3e-3, seed=1)
    reports = list(taught.learn())
    assert reports[-1]["loss"] < reports[0]["loss"]
    assert reports[-1]["regret"] < 0.95 * before


def test_held_out_positions_are_not_learned() -> None:
    """The last tenth may be anything: the weights come out the same."""
    found = positions()
    spoiled = Positions(found.observations.copy(), found.masks, found.values.copy())
    spoiled.observations[-120:] = 0
    spoiled.values[-120:] = 9
    results = []
    for each in (found, spoiled):
        learning = network()
        list(Teacher(GAME, learning, each, epochs=1, batch_size=50, learning_rate=1e-2, seed=1).learn())
        results.append(weights(learning))
    assert results[0] == results[1]


def test_centred_values_have_no_mean_over_the_legal_actions() -> None:
    values = torch.tensor([[1.0, 2.0, 6.0, 50.0], [4.0, -4.0, 0.0, 0.0]])
    masks = torch.tensor([[True, True, True, False], [True, False, False, False]])
    assert centred(values, masks).tolist() == [[-2.0, -1.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0]]


def test_regret_is_what_the_best_action_is_worth_more_than_the_chosen_one() -> None:
    found = positions()
    flat = network()
    with torch.no_grad():
        flat.head.weight.zero_()
        flat.head.bias.copy_(-torch.arange(GAME.num_actions).float())
    expected = [
        max(row[mask].tolist()) - row[mask][0]
        for row, mask in zip(found.values[1000:].astype(np.float64), found.masks[1000:], strict=True)
    ]
    assert regret(flat, found, 1000) == pytest.approx(np.mean(expected), abs=1e-3)
    assert np.isnan(regret(flat, found, len(found)))


# The network as a policy


def test_the_exported_policy_scores_as_the_network_does() -> None:
    learning = network(hidden=(32, 16))
    expected = learning.scores(observations(30)).detach().numpy()
    scores = learning.policy().scores(observations(30).numpy())
    assert np.abs(scores - expected).max() <= 1e-6 * max(1.0, np.abs(expected).max())


def test_the_exported_policy_is_a_copy(tmp_path: Any) -> None:
    learning = network()
    policy = learning.policy({"command": "test"})
    before = [array.tobytes() for array in [*policy.weights, *policy.biases]]
    with torch.no_grad():
        for parameter in learning.parameters():
            parameter.add_(1.0)
    assert [array.tobytes() for array in [*policy.weights, *policy.biases]] == before
    save_policy(tmp_path / "taught.npz", GAME, policy, np.float32)
    loaded = load_policy(tmp_path / "taught.npz", GAME)
    assert loaded.made == {"command": "test"}
    result = horse_envs.evaluate(GAME.name, [str(tmp_path / "taught.npz"), *["random"] * 3], deals=3)
    assert result.seats[0].illegal == 0


def test_shared_layers_are_the_same_weights() -> None:
    """Self-play learns in one network and plays in others: what one learns all play by."""
    learning, playing = network(1), network(2)
    playing.share(learning.trunk, learning.head)
    with torch.no_grad():
        learning.head.bias.add_(1.0)
        learning.trunk.layers[0].weight.mul_(2.0)
    assert weights(playing) == weights(learning)
    assert (playing.policy().biases[-1] == learning.head.bias.detach().numpy()).all()
