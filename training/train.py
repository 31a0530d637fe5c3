"""Train a policy: `python training/train.py CONFIG`.

Search values positions and teaches the network, then MaskablePPO improves it by self-play; the config says how much
of each. The run's folder holds config, versions, history, learning curve, TensorBoard and the policy that plays at
once by its path. A run that was stopped, however hard, goes on with `--resume`.
"""

import argparse
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from horse_envs.engine.game import load_game
from training.config import Config, ConfigError, read_config
from training.display import Display
from training.run import Run, RunError
from training.stages import Trainer, self_play_stage, teach_stage


def train(config: Config, folder: Path, resume: bool = False) -> Path:
    """Run a config from its beginning, or from where it was stopped.

    Args:
        config: the config.
        folder: the run's folder.
        resume: go on with the run in the folder.

    Returns:
        The path of the policy.

    Raises:
        RunError: if the folder cannot be used.
    """
    torch.set_num_threads(config.threads)
    run = Run(folder, config, resume)
    with Display() as display:
        trainer = Trainer(load_game(config.game), config, run, display)
        checkpoint = run.load_checkpoint()
        stage = checkpoint["stage"] if checkpoint else None
        if stage == "taught":
            trainer.network.load_state_dict(checkpoint["network"] if checkpoint else {})
        if config.teaching.enabled and stage in (None, "teaching"):
            teach_stage(trainer, checkpoint)
        if config.self_play.enabled:
            self_play_stage(trainer, checkpoint)
        display.say(f"The run lies in {folder}: policy.npz, curve.png, history.jsonl, tensorboard/.")
    return folder / "policy.npz"


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description="Train a policy.", epilog="example: python training/train.py configs/trick_stakes_quick.yaml"
    )
    parser.add_argument("config", type=Path, help="a config file, see configs/")
    parser.add_argument("--out", type=Path, help="the run's folder; by default runs/ and the name of the config")
    parser.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    given = parser.parse_args(arguments)
    try:
        train(read_config(given.config), given.out or Path("runs") / given.config.stem, given.resume)
    except (ConfigError, RunError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
