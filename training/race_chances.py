"""Fits the chances of a Ready Set Bet race in progress: `python training/race_chances.py`.

Races are rolled in the compiled course. From each a random moment is taken and rolled on to the finish a few times, and
a small network learns the chances by the cross-entropy with what came true. Its tables, weights and biases are what
`horse_envs.games.ready_set_bet.chances` evaluates. The dice are alike for 7 - k and 7 + k, so every second batch is
learned as its mirror image.
"""

import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from numpy.typing import NDArray
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, number
from horse_envs.games.ready_set_bet.chances import (
    AHEAD_CHANCE,
    DIRECT_ROWS_USED,
    EXOTIC_CHANCE,
    GROUP_CHANCE,
    NUM_CHANCES,
    NUM_DIRECT_ROWS,
    NUM_ROWS,
    PLACE_CHANCE,
    ROWS_USED,
    SHOW_CHANCE,
    WEIGHTS_FILE,
    WIN_CHANCE,
    write_outcomes,
    write_rows,
)
from horse_envs.games.ready_set_bet.components import NUM_HORSES
from horse_envs.games.ready_set_bet.course import FINISH, finish_race, horse_of, roll, step

_START_OF_1000 = 20
"""How many of 1000 moments are the start of a race, which is where house bets are made."""
_MOMENT, _WHICH, _CONTINUATIONS = 10_000, 10_001, 20_000
"""Numbers of a race's luck; those below are its rolls."""
_LEAST = 1e-4
"""Chances are not taken to be smaller than this, or one surprise would weigh too much."""
_CALIBRATED = 40_000
_EDGES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0)


@compiled
def sample_races(key: np.uint64, finishes: int, rows: Any, shares: Any) -> None:
    """Write a random moment of each race, as table rows, and in which share of some finishes each thing came true."""
    space = np.zeros(NUM_HORSES, np.int8)
    moment = np.zeros(NUM_HORSES, np.int8)
    outcomes = np.zeros(NUM_CHANCES, np.float32)
    for race in range(rows.shape[0]):
        luck = number(key, race)
        space[:] = 0
        stop = below(luck, _MOMENT, finish_race(space, -1, 0, luck))
        if below(luck, _WHICH, 1000) < _START_OF_1000:
            stop = 0
        moment[:] = 0
        last_horse = -1
        run = 0
        for at in range(stop):
            first, second = roll(number(luck, at))
            horse = horse_of(first + second)
            run = run + 1 if horse == last_horse else 1
            last_horse = horse
            moment[horse] = min(moment[horse] + step(run, horse), FINISH)
        write_rows(moment, last_horse, run, rows[race])
        shares[race] = 0
        for finish in range(finishes):
            space[:] = moment
            finish_race(space, last_horse, run, number(luck, _CONTINUATIONS + finish))
            write_outcomes(space, outcomes)
            shares[race] += outcomes / np.float32(finishes)


class Chances(nn.Module):
    """The network that is fitted; z / sqrt(1 + z * z) keeps its outputs between 0 and 1 without an exponential."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(NUM_ROWS, width, mode="sum")
        nn.init.normal_(self.rows.weight, std=0.3)
        self.direct = nn.EmbeddingBag(NUM_DIRECT_ROWS, NUM_CHANCES, mode="sum")
        nn.init.zeros_(self.direct.weight)
        self.hidden = nn.Linear(width, width)
        self.out = nn.Linear(width, NUM_CHANCES)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Chances, float32 (n, NUM_CHANCES)."""
        features = torch.relu(self.hidden(torch.relu(self.rows(rows))))
        z = self.out(features) + self.direct(rows[:, :DIRECT_ROWS_USED])
        chances = 0.5 + 0.5 * z * torch.rsqrt(1 + z * z)
        win, others = chances[:, :PLACE_CHANCE], chances[:, PLACE_CHANCE:]
        return torch.cat((win / (win.sum(1, keepdim=True) + 1e-6), others), 1)

    def arrays(self) -> dict[str, NDArray[np.float16]]:
        """The weights as they are stored."""
        named = {
            "rows": self.rows.weight,
            "direct": self.direct.weight,
            "hidden": self.hidden.weight.T,
            "hidden_bias": self.hidden.bias,
            "out": self.out.weight.T,
            "out_bias": self.out.bias,
        }
        return {name: value.detach().numpy().astype(np.float16) for name, value in named.items()}


def mirrored_rows() -> NDArray[np.int64]:
    """For each table row the row of the mirror image: horse h becomes 8 - h."""
    mirror = np.arange(NUM_ROWS)
    mirror[: NUM_HORSES * FINISH] = mirror[: NUM_HORSES * FINISH].reshape(NUM_HORSES, FINISH)[::-1].reshape(-1)
    runs = slice(NUM_HORSES * FINISH, NUM_HORSES * FINISH + 2 * NUM_HORSES)
    mirror[runs] = mirror[runs].reshape(NUM_HORSES, 2)[::-1].reshape(-1)
    return mirror


def mirrored_chances() -> NDArray[np.int64]:
    """For each chance the one of the mirror image."""
    horses = np.arange(NUM_HORSES)[::-1]
    mirror = np.arange(NUM_CHANCES)
    for first in (WIN_CHANCE, PLACE_CHANCE, SHOW_CHANCE):
        mirror[first : first + NUM_HORSES] = first + horses
    pairs = NUM_HORSES * horses[:, None] + horses[None, :]
    mirror[AHEAD_CHANCE:GROUP_CHANCE] = AHEAD_CHANCE + pairs.reshape(-1)
    # Groups are 6, 8, 7 ahead of 5 and 9, then 6, 8, 7 ahead of the blue ones: 6 and 8 are each other's image.
    mirror[GROUP_CHANCE:EXOTIC_CHANCE] = GROUP_CHANCE + np.array([1, 0, 2, 4, 3, 5])
    return mirror


def fit(steps: int, batch_size: int, finishes: int, width: int, seed: int, threads: int) -> Chances:
    """Fit the network to fresh races in every step."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    network = Chances(width)
    optimiser = torch.optim.Adam(network.parameters())
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 2e-2, total_steps=steps)
    row_mirror = torch.from_numpy(mirrored_rows())
    chance_mirror = torch.from_numpy(mirrored_chances())
    rows = np.zeros((batch_size, ROWS_USED), np.int64)
    shares = np.zeros((batch_size, NUM_CHANCES), np.float32)
    for number_of_step in range(steps):
        sample_races(np.uint64(seed * 1_000_003 + number_of_step), finishes, rows, shares)
        given, wanted = torch.from_numpy(rows), torch.from_numpy(shares)
        if number_of_step % 2:
            given, wanted = row_mirror[given], wanted[:, chance_mirror]
        loss = nn.functional.binary_cross_entropy(network(given).clamp(_LEAST, 1 - _LEAST), wanted)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        optimiser.step()
        schedule.step()
        if (number_of_step + 1) % max(1, steps // 20) == 0:
            print(f"step {number_of_step + 1} of {steps}, cross-entropy {loss.item():.5f}", flush=True)
    return network


def print_calibration(network: Chances, seed: int) -> None:
    """Print how often things come true that are given a chance in some range."""
    rows = np.zeros((_CALIBRATED, ROWS_USED), np.int64)
    outcomes = np.zeros((_CALIBRATED, NUM_CHANCES), np.float32)
    sample_races(np.uint64(2**32 + seed), 1, rows, outcomes)
    with torch.no_grad():
        chances = network(torch.from_numpy(rows)).numpy()
    print("chance        cases    mean  came true")
    for low, high in pairwise(_EDGES):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            found = f"{chances[inside].mean():.4f}     {outcomes[inside].mean():.4f}"
            print(f"{low:.2f}-{high:.2f} {inside.sum():>9}  {found}")


def main(
    out: Annotated[Path, typer.Option(help="where the weights are written")] = WEIGHTS_FILE,
    steps: Annotated[int, typer.Option(min=1, help="steps of learning")] = 16_000,
    batch_size: Annotated[int, typer.Option(min=2, help="races a step")] = 512,
    finishes: Annotated[int, typer.Option(min=1, help="how often each moment of a race is rolled to a finish")] = 4,
    width: Annotated[int, typer.Option(min=1, help="the width of both layers")] = 64,
    seed: Annotated[int, typer.Option(min=0, help="the seed of races and weights")] = 7,
    threads: Annotated[int, typer.Option(min=1, help="threads of torch")] = 1,
) -> None:
    """Fit the chances of a race in progress and write them as an .npz file."""
    network = fit(steps, batch_size, finishes, width, seed, threads)
    np.savez_compressed(out, allow_pickle=False, **network.arrays())
    print(f"written to {out}: {out.stat().st_size / 1000:.0f} kB")
    print_calibration(network, seed)


if __name__ == "__main__":
    typer.run(main)
