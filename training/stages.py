"""The two stages of a training: taught by search, then improved by self-play."""

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from horse_envs.arena import evaluate
from horse_envs.bots import Bot
from horse_envs.bots.learned import LearnedBot, save_policy
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.game import Game
from horse_envs.engine.luck import derived_seed
from training.config import Config
from training.curve import draw_curve
from training.display import Display
from training.network import PolicyNetwork, Trunk
from training.opponents import Opponents
from training.run import Run, versions
from training.selfplay import SelfPlayVecEnv
from training.teaching import Positions, Teacher, join, search_positions

_POSITIONS_A_PART = 100_000
_COLLAPSED_ENTROPY = 0.02
_COLLAPSED_SHARE = 0.6
"""A run is said to collapse when its wins fall below this part of its best."""


class Trainer:
    """What both stages share: network, evaluations, the best policy so far.

    Args:
        game: the game.
        config: the config.
        run: the run's folder.
        display: where progress is shown.
    """

    def __init__(self, game: Game, config: Config, run: Run, display: Display) -> None:
        self.game = game
        self.config = config
        self.run = run
        self.display = display
        self.options = [game.checked_options(table) for table in config.tables]
        torch.manual_seed(config.seed)
        self.network = PolicyNetwork(game.layout.size, game.num_actions, config.network.hidden)
        self._evaluated = time.perf_counter()

    def evaluate_if_due(self, stage: str, step: int) -> None:
        """Evaluate if the time has come."""
        if time.perf_counter() - self._evaluated >= 60 * self.config.evaluation.every_minutes:
            self.evaluate(stage, step)

    def evaluate(self, stage: str, step: int) -> None:
        """Play the network on fixed deals at tables of each opponent; keep the policy if it is the best so far."""
        bot = LearnedBot(self.game, self.network.policy(), "learned")
        options = self.options[0]
        shares = {}
        for name in self.config.evaluation.against:
            table: list[str | Bot] = [bot, *[name] * (options.num_players - 1)]
            result = evaluate(
                self.game.name,
                table,
                self.config.evaluation.deals,
                # Deals of their own: the best policy is chosen on them, so a strength card must not use them.
                seed=derived_seed(self.config.seed, 1),
                options=self.game.options_dict(options),
            )
            shares[name] = result.seats[0].win_share
        wins = float(np.mean(list(shares.values())))
        best = max((line["wins"] for line in self.run.history if line["stage"] == "evaluation"), default=-1.0)
        if wins > best:
            self.export()
        self.run.note(
            stage="evaluation", during=stage, step=step, wins=wins, **{f"wins_{k}": v for k, v in shares.items()}
        )
        if wins < _COLLAPSED_SHARE * best:
            self.display.say(
                f"The policy has fallen from {best:.0%} to {wins:.0%} of wins: this run may be collapsing."
            )
        draw_curve(self.run.history, self.run.folder / "curve.png", 1 / options.num_players)
        self.display.wins(shares)
        self._evaluated = time.perf_counter()

    def export(self) -> None:
        """Write the policy file of the run."""
        made = {"config": self.config.model_dump(), "versions": versions(), "seconds": round(self.run.seconds)}
        save_policy(self.run.folder / "policy.npz", self.game, self.network.policy(made))


def teach_stage(trainer: Trainer, checkpoint: dict[str, Any] | None) -> None:
    """Let search value positions and the network learn them; goes on from parts and checkpoint that are there."""
    config, run, display = trainer.config.teaching, trainer.run, trainer.display
    positions = _positions(trainer)
    teacher = Teacher(
        trainer.game,
        trainer.network,
        positions,
        epochs=config.epochs,
        batch_size=config.batch_size,
        learning_rate=config.learning_rate,
        seed=trainer.config.seed,
        reach=math.inf if config.reach is None else config.reach,
    )
    if checkpoint is not None and checkpoint["stage"] == "teaching":
        teacher.load_state(checkpoint)
    saved = time.perf_counter()
    for numbers in teacher.learn():
        shown = {name: numbers[name] for name in ("positions_per_second", "loss", "regret")}
        display.show("learning", numbers["step"], teacher.steps, **shown)
        run.note(stage="teaching", **numbers)
        trainer.evaluate_if_due("teaching", int(numbers["step"]))
        if time.perf_counter() - saved > 60 * trainer.config.checkpoint_minutes:
            run.save_checkpoint({"stage": "teaching", **teacher.state()})
            saved = time.perf_counter()
    run.save_checkpoint({"stage": "teaching", **teacher.state()})
    trainer.evaluate("teaching", teacher.steps)
    run.save_checkpoint({"stage": "taught", "network": trainer.network.state_dict()})
    run.drop_positions()


def _positions(trainer: Trainer) -> Positions:
    """All positions, in parts that are kept in the run's folder until they are learned."""
    config = trainer.config.teaching
    parts: list[Positions] = []
    made = 0
    while made < config.positions:
        size = min(_POSITIONS_A_PART, config.positions - made)
        number = len(parts)
        part = trainer.run.load_positions(number)
        if part is None:
            before = made

            def report(done: int, speed: float, before: int = before) -> None:
                trainer.display.show("searching", before + done, config.positions, positions_per_second=speed)

            part = search_positions(
                trainer.game,
                trainer.options,
                size,
                worlds=config.worlds,
                stray=config.stray,
                searching=config.searching,
                threads=trainer.config.threads,
                seed=trainer.config.seed * 100_003 + number,
                report=report,
            )
            trainer.run.save_positions(number, part)
        parts.append(part)
        made += size
    return join(parts)


def self_play_stage(trainer: Trainer, checkpoint: dict[str, Any] | None) -> None:
    """MaskablePPO against the policy itself, its past and the rules; goes on from a checkpoint of this stage."""
    config = trainer.config.self_play
    resumed = checkpoint is not None and checkpoint["stage"] == "self_play"
    done = int(checkpoint["decisions"]) if checkpoint is not None and resumed else 0
    seed = trainer.config.seed + 1_000_003 + done
    playing = PolicyNetwork(trainer.game.layout.size, trainer.game.num_actions, trainer.config.network.hidden)
    opponents = Opponents(playing, config.opponents, config.past_kept, seed)
    model = _model(trainer, SelfPlayVecEnv(_batches(trainer), opponents, config.reward_scale, seed + 1), seed, done)
    if checkpoint is not None and resumed:
        model.policy.load_state_dict(checkpoint["policy"])
        model.policy.optimizer.load_state_dict(checkpoint["optimizer"])
        for weights in checkpoint["past"]:
            frozen = PolicyNetwork(playing.size, playing.actions, playing.hidden)
            frozen.load_state_dict(weights)
            opponents.add_past(frozen)
    elif trainer.config.teaching.enabled:
        _sharpen(trainer.network, model.policy, config.sharpness)
    # The network of the trainer, the playing opponents and the learning policy are one set of weights.
    for network in (playing, trainer.network):
        network.share(model.policy.features_extractor, model.policy.action_net)
    if not resumed:
        opponents.remember()
    left = config.decisions - done
    if left > 0:
        watch = _Watch(trainer, opponents, done)
        model.learn(left, callback=watch, progress_bar=False)
        watch.after_update()
        watch.checkpoint()
    trainer.evaluate("self_play", config.decisions)


def _batches(trainer: Trainer) -> list[BatchEnv]:
    """The games shared out among the tables."""
    config, count = trainer.config.self_play, len(trainer.options)
    sizes = [config.games * (k + 1) // count - config.games * k // count for k in range(count)]
    return [
        BatchEnv(
            trainer.game,
            trainer.game.options_dict(options),
            num_envs=max(1, size),
            reward=config.reward,
            threads=trainer.config.threads,
        )
        for options, size in zip(trainer.options, sizes, strict=True)
    ]


def _model(trainer: Trainer, games: SelfPlayVecEnv, seed: int, done: int) -> MaskablePPO:
    config = trainer.config.self_play
    return MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=_falling(config.learning_rate, 1 - done / config.decisions),
        n_steps=config.steps,
        batch_size=min(config.batch_size, config.steps * games.num_envs),
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        target_kl=config.target_kl,
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"hidden": trainer.config.network.hidden},
            "net_arch": [],
        },
        seed=seed % 2**32,
        device="cpu",
    )


def _falling(first: float, share: float) -> Callable[[float], float]:
    """The rate over the share of the run that is still to come."""
    return lambda left: first * (0.1 + 0.9 * left * share)


def _sharpen(network: PolicyNetwork, policy: Any, sharpness: float) -> None:
    """Start from the taught scores: values in points become log-probabilities."""
    policy.features_extractor.load_state_dict(network.trunk.state_dict())
    with torch.no_grad():
        policy.action_net.weight.copy_(network.head.weight * sharpness)
        policy.action_net.bias.copy_(network.head.bias * sharpness)


class _Watch(BaseCallback):
    """What happens around the updates: progress, snapshots, evaluations, checkpoints."""

    def __init__(self, trainer: Trainer, opponents: Opponents, done: int) -> None:
        super().__init__()
        self._trainer = trainer
        self._opponents = opponents
        self._done = done
        self._updates = self._before = 0
        self._saved = self._began = time.perf_counter()
        self._warned = False

    def _init_callback(self) -> None:
        decisions_an_update = self._trainer.config.self_play.steps * self.training_env.num_envs
        self._updates = self._before = self._done // decisions_an_update

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        """Between an update and the next games."""
        config = self._trainer.config.self_play
        learning_all = self._updates >= config.value_updates
        for part in (self.model.policy.features_extractor, self.model.policy.action_net):
            part.requires_grad_(learning_all)
        if self._updates > self._before:
            self.after_update()
        self._updates += 1

    def after_update(self) -> None:
        trainer, config = self._trainer, self._trainer.config.self_play
        step = self._done + self.num_timesteps
        speed = self.num_timesteps / (time.perf_counter() - self._began)
        numbers = self.model.logger.name_to_value
        entropy = -float(numbers.get("train/entropy_loss", 0.0))
        games: list[tuple[float, float]] = self.training_env.finished  # type: ignore[attr-defined]  # our own
        noted = {
            "decisions_per_second": speed,
            "loss": float(numbers.get("train/loss", 0.0)),
            "value_loss": float(numbers.get("train/value_loss", 0.0)),
            "entropy": entropy,
            "kl": float(numbers.get("train/approx_kl", 0.0)),
        }
        if games:
            returns, shares = zip(*games, strict=True)
            noted |= {"return": float(np.mean(returns)), "share": float(np.mean(shares))}
            games.clear()
        trainer.run.note(stage="self_play", step=step, **noted)
        shown = {name: noted[name] for name in ("decisions_per_second", "share", "loss", "entropy") if name in noted}
        trainer.display.show("self-play", step, config.decisions, **shown)
        if entropy < _COLLAPSED_ENTROPY and not self._warned and noted["loss"] != 0.0:
            self._warned = True
            trainer.display.say("The entropy is close to zero: the policy may have collapsed to one action.")
        if self._updates % config.past_every == 0:
            self._opponents.remember()
        trainer.evaluate_if_due("self_play", step)
        if time.perf_counter() - self._saved > 60 * trainer.config.checkpoint_minutes:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Save everything from which the stage goes on."""
        self._trainer.run.save_checkpoint(
            {
                "stage": "self_play",
                "decisions": self._done + self.num_timesteps,
                "policy": self.model.policy.state_dict(),
                "optimizer": self.model.policy.optimizer.state_dict(),
                "past": [network.state_dict() for network in self._opponents.past],
            }
        )
        self._saved = time.perf_counter()
