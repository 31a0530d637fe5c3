"""Evaluate a policy: `python training/evaluate.py POLICY` prints its strength card.

The same deals are played at tables of each kind of opponent, for each number of players, all rotations of the seats.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from horse_envs.arena import strength_card
from horse_envs.bots import make_bot
from horse_envs.engine.game import load_game


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description="Evaluate a policy on duplicate deals.",
        epilog="example: python training/evaluate.py runs/trick_stakes_quick/policy.npz --deals 500 --json",
    )
    parser.add_argument("policy", help="a policy file (.npz), or the name of a bot")
    parser.add_argument("--game", help="the game; a policy file says it itself")
    parser.add_argument("--against", default="dummy,greedy", help="names of opponents, with commas between them")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; all by default")
    parser.add_argument("--deals", type=int, default=500, help="deals at each table, each played once a rotation")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the deals")
    parser.add_argument("--json", action="store_true", help="print the card as JSON")
    given = parser.parse_args(arguments)
    against = given.against.split(",")
    try:
        game = given.game or _game_of(given.policy)
        counts = given.players or list(load_game(game).counts_with({}))
        bot = make_bot(game, given.policy)
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("playing", total=len(against) * given.deals * sum(counts))
            card = strength_card(
                game,
                bot,
                against,
                counts,
                given.deals,
                given.seed,
                lambda played: progress.advance(task, played),
            )
    except (ValueError, FileNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(json.dumps(card.to_dict(), indent=2) if given.json else card.to_markdown())
    return 0


def _game_of(policy: str) -> str:
    """The game of a policy file.

    Raises:
        ValueError: if it is none.
        FileNotFoundError: if there is no such file.
    """
    if not policy.endswith(".npz"):
        raise ValueError(f"{policy!r} is no policy file, so its game has to be given: --game GAME")
    try:
        with np.load(policy, allow_pickle=False) as file:
            return str(json.loads(file["description"].tobytes())["game"])
    except FileNotFoundError:
        raise
    except Exception as error:
        raise ValueError(f"{policy} is no policy file: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
