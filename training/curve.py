"""The learning curve of a run as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt


def draw_curve(history: Sequence[dict[str, Any]], path: Path, parity: float) -> None:
    """Draw shares of wins over the minutes of a run, and the losses of its stages below.

    Args:
        history: the lines of the run.
        path: the PNG file.
        parity: the share of wins among equals.
    """
    figure, (wins, losses) = plt.subplots(2, 1, figsize=(8, 6), sharex=True, height_ratios=(2, 1))
    evaluations = [line for line in history if line["stage"] == "evaluation"]
    names = sorted({name for line in evaluations for name in line if name.startswith("wins_")})
    for name in names:
        points = [(line["seconds"] / 60, 100 * line[name]) for line in evaluations if name in line]
        wins.plot(*zip(*points, strict=True), marker="o", label=f"against {name.removeprefix('wins_')}")
    wins.axhline(100 * parity, color="grey", linestyle=":", label="parity")
    wins.set(ylabel="share of wins, %", ylim=(0, 100), title="Learning curve")
    wins.legend(loc="lower right")
    for stage, name, label in (("teaching", "regret", "regret, points"), ("self_play", "entropy", "entropy, nats")):
        points = [(line["seconds"] / 60, line[name]) for line in history if line["stage"] == stage and name in line]
        if points:
            losses.plot(*zip(*points, strict=True), label=f"{stage.replace('_', '-')}: {label}")
    losses.set(xlabel="minutes")
    if losses.lines:
        losses.legend()
    figure.tight_layout()
    part = path.with_name(path.name + ".part")
    figure.savefig(part, dpi=90, format="png")
    plt.close(figure)
    part.replace(path)
