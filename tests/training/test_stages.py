"""The stages of a training, stopped at the worst moments and gone on with."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console
from sb3_contrib import MaskablePPO

import horse_envs
from horse_envs.bots.learned import load_policy
from horse_envs.games.trick_stakes.game import GAME
from tests.training.small import config, network, positions
from training import stages
from training.config import Config
from training.display import Display
from training.run import Run
from training.stages import Trainer, self_play_stage, teach_stage
from training.train import train


def trainer_of(folder: Path, chosen: Config, resume: bool = False) -> Trainer:
    display = Display(Console(file=io.StringIO()))
    return Trainer(GAME, chosen, Run(folder, chosen, resume), display)


def said(trainer: Trainer) -> str:
    file = trainer.display.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


class Stopped(BaseException):
    """What a kill would do, where nothing can catch it."""


# Searching


def test_parts_of_positions_that_are_there_are_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = config(teaching={"positions": 1500})
    monkeypatch.setattr(stages, "_POSITIONS_A_PART", 400)
    whole = stages._positions(trainer_of(tmp_path / "whole", chosen))
    search = stages.search_positions
    searched: list[int] = []

    def counting(*arguments: Any, **settings: Any) -> Any:
        if len(searched) == 2:
            searched.clear()
            raise Stopped
        searched.append(settings["seed"])
        return search(*arguments, **settings)

    monkeypatch.setattr(stages, "search_positions", counting)
    with pytest.raises(Stopped):
        stages._positions(trainer_of(tmp_path / "stopped", chosen))
    resumed = stages._positions(trainer_of(tmp_path / "stopped", chosen, resume=True))
    assert len(searched) == 2, "two of four parts were there"
    assert len(whole) == len(resumed) == 1500
    assert whole.observations.tobytes() == resumed.observations.tobytes()
    assert whole.values.tobytes() == resumed.values.tobytes()
    assert len(np.unique(whole.observations, axis=0)) > 1400, "each part has games of its own"


# Teaching


TAUGHT_ONLY = {"self_play": {"enabled": False}}


@pytest.mark.parametrize("moment", ["evaluate", "export"])
def test_a_run_stopped_just_after_teaching_still_gets_its_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Stopped before the evaluation, or between the evaluation and the policy that it is to keep."""
    chosen = config(**TAUGHT_ONLY)

    def stopped(*arguments: Any, **settings: Any) -> None:
        raise Stopped

    monkeypatch.setattr(stages, "evaluate" if moment == "evaluate" else "save_policy", stopped)
    with pytest.raises(Stopped):
        train(chosen, tmp_path)
    monkeypatch.undo()
    train(chosen, tmp_path, resume=True)
    assert load_policy(tmp_path / "policy.npz", GAME)
    assert (tmp_path / "curve.png").exists()
    assert not (tmp_path / "positions").exists(), "they are removed when nothing more is to be learned from them"


def test_the_best_policy_so_far_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = trainer_of(tmp_path, config())
    shares = iter([0.5, 0.3, 0.6, 0.2])

    def told(*arguments: Any, **settings: Any) -> Any:
        seat = horse_envs.arena.SeatResult("learned", next(shares), (0.0, 1.0), 0.0, (0.0, 0.0), 0, "inconclusive")
        return horse_envs.arena.Evaluation(GAME.name, {}, 2, 8, 0, [seat])

    monkeypatch.setattr(stages, "evaluate", told)
    kept = []
    for number in range(4):
        with torch.no_grad():
            trainer.network.head.bias.fill_(float(number))
        trainer.evaluate("teaching", number)
        kept.append(float(load_policy(tmp_path / "policy.npz", GAME).biases[-1][0]))
    assert kept == [0, 0, 2, 2]
    assert "may be collapsing" in said(trainer), "0.2 after 0.6"
    noted = [line for line in trainer.run.history if line["stage"] == "evaluation"]
    assert [line["wins"] for line in noted] == [0.5, 0.3, 0.6, 0.2]
    assert noted[0]["wins_dummy"] == 0.5


def test_the_exported_policy_says_how_it_came_about(tmp_path: Path) -> None:
    trainer = trainer_of(tmp_path, config())
    trainer.export()
    made = load_policy(tmp_path / "policy.npz", GAME).made
    assert made["config"] == config().model_dump()
    assert "torch" in made["versions"]


def test_teaching_stopped_at_a_checkpoint_ends_with_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = config(teaching={"epochs": 3, "batch_size": 5}, **TAUGHT_ONLY)
    whole = trainer_of(tmp_path / "whole", chosen)
    teach_stage(whole, None)
    stopped = trainer_of(tmp_path / "stopped", chosen)
    save, saved = stopped.run.save_checkpoint, []

    def then_stop(state: Any) -> None:
        save(state)
        saved.append(state["step"])
        if len(saved) == 3:
            raise Stopped

    monkeypatch.setattr(stopped.run, "save_checkpoint", then_stop)
    with pytest.raises(Stopped):
        teach_stage(stopped, None)
    resumed = trainer_of(tmp_path / "stopped", chosen, resume=True)
    checkpoint = resumed.run.load_checkpoint()
    assert checkpoint is not None
    assert (checkpoint["stage"], checkpoint["step"]) == ("teaching", 300)
    teach_stage(resumed, checkpoint)
    for one, other in zip(whole.network.state_dict().values(), resumed.network.state_dict().values(), strict=True):
        assert torch.equal(one, other)
    steps = [line["step"] for line in resumed.run.history if line["stage"] == "teaching"]
    assert steps == [100, 200, 300, 400, 500, 540]


# Self-play


PLAYED = {"teaching": {"enabled": False}, "self_play": {"decisions": 6 * 256, "value_updates": 4}}


class Watched(MaskablePPO):
    """Notes before each update how fast and what is learned."""

    notes: list[tuple[float, bool, int]] = []  # noqa: RUF012  one list for all models of a test
    stop_after: int | None = None

    def train(self) -> None:
        if Watched.stop_after is not None and len(Watched.notes) == Watched.stop_after:
            raise Stopped
        rate = self.lr_schedule(self._current_progress_remaining)
        learned = self.policy.action_net.weight.requires_grad
        Watched.notes.append((rate, learned, len(self.env._opponents.past)))  # type: ignore[union-attr]
        super().train()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[float, bool, int]]]:
    """The notes of a self-play of six updates, and of one that was stopped in the fourth and gone on with."""
    chosen = config(**PLAYED)
    notes = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stages, "MaskablePPO", Watched)
        for name in ("whole", "stopped"):
            folder = tmp_path_factory.mktemp(name)
            Watched.notes, Watched.stop_after = [], 3 if name == "stopped" else None
            if name == "stopped":
                with pytest.raises(Stopped):
                    self_play_stage(trainer_of(folder, chosen), None)
                Watched.stop_after = None
                trainer = trainer_of(folder, chosen, resume=True)
                checkpoint = trainer.run.load_checkpoint()
                assert checkpoint is not None
                assert checkpoint["decisions"] == 3 * 256
                self_play_stage(trainer, checkpoint)
            else:
                trainer = trainer_of(folder, chosen)
                self_play_stage(trainer, None)
            steps = [line["step"] for line in trainer.run.history if line["stage"] == "self_play"]
            assert steps[:5] == [256, 512, 768, 1024, 1280], name
            notes[name] = Watched.notes
    return notes


def test_a_resumed_self_play_makes_the_updates_that_were_left(played: dict[str, Any]) -> None:
    assert len(played["whole"]) == len(played["stopped"]) == 6


def test_a_resumed_self_play_goes_on_with_the_learning_rate_where_it_was(played: dict[str, Any]) -> None:
    """The rate falls once over the whole run: an interruption does not raise it again."""
    rates = {name: [rate for rate, _, _ in notes] for name, notes in played.items()}
    assert rates["whole"] == sorted(rates["whole"], reverse=True)
    assert rates["whole"][-1] == pytest.approx(0.1 * config(**PLAYED).self_play.learning_rate)
    assert rates["stopped"] == pytest.approx(rates["whole"])


def test_a_resumed_self_play_still_learns_the_value_alone_at_first(played: dict[str, Any]) -> None:
    learned = {name: [policy_learned for _, policy_learned, _ in notes] for name, notes in played.items()}
    assert learned["whole"] == [False] * 4 + [True] * 2
    assert learned["stopped"] == learned["whole"]


def test_a_resumed_self_play_keeps_its_past(played: dict[str, Any]) -> None:
    assert [past for _, _, past in played["stopped"]] == [past for _, _, past in played["whole"]]


def test_the_last_update_is_in_the_policy_and_in_the_checkpoint(tmp_path: Path) -> None:
    trainer = trainer_of(tmp_path, config(**PLAYED))
    self_play_stage(trainer, None)
    checkpoint = trainer.run.load_checkpoint()
    assert checkpoint is not None
    assert checkpoint["decisions"] == 6 * 256
    assert torch.equal(trainer.network.head.bias, checkpoint["policy"]["action_net.bias"])
    evaluated = [line for line in trainer.run.history if line["stage"] == "evaluation"]
    assert [(line["during"], line["step"]) for line in evaluated] == [("self_play", 6 * 256)]


def test_every_update_has_a_line_in_the_history(tmp_path: Path) -> None:
    trainer = trainer_of(tmp_path, config(**PLAYED))
    self_play_stage(trainer, None)
    lines = [line for line in trainer.run.history if line["stage"] == "self_play"]
    assert [line["step"] for line in lines] == [256 * update for update in range(1, 7)]
    for line in lines:
        assert {"decisions_per_second", "loss", "value_loss", "entropy", "kl"} <= set(line)
    with_games = [line for line in lines if "share" in line]
    assert with_games, "the games of this run begin together and finish in some of its updates"
    assert all("return" in line and 0.0 <= line["share"] <= 1.0 for line in with_games)


def test_self_play_begins_with_the_taught_scores_sharpened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = config(self_play={"decisions": 256, "value_updates": 9, "sharpness": 3.0})
    trainer = trainer_of(tmp_path, chosen)
    taught = network(5, (16,))
    trainer.network.load_state_dict(taught.state_dict())
    observations = torch.from_numpy(positions().observations[:20]).float()
    expected = 3.0 * taught.scores(observations)
    self_play_stage(trainer, {"stage": "taught"})
    # Only the value was learned, so the scores are those of the beginning.
    assert torch.allclose(trainer.network.scores(observations), expected, atol=1e-4)
