"""The demonstration behind `make demo`: a bot learns a game, is evaluated, and plays a race to be watched."""

import argparse
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from horse_envs import make_bot
from horse_envs.arena import StrengthCard, strength_card
from horse_envs.cli.telling import told
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game, game_names, load_game
from training.config import read_config
from training.train import train

_ROOT = Path(__file__).resolve().parents[1]
_DEFAULT = "trick_stakes_v0"
_DEALS = 250
_OPPONENT = "dummy"


def main(arguments: list[str] | None = None) -> int:
    """Train, evaluate, show."""
    parser = argparse.ArgumentParser(
        description="Let a bot learn a game in minutes, evaluate it, and watch it play a race.",
        epilog="example: python training/demo.py huuue_v0",
    )
    parser.add_argument("game", nargs="?", default=_DEFAULT, choices=game_names(), help=f"by default {_DEFAULT}")
    game = load_game(parser.parse_args(arguments).game)
    console = Console()
    config, folder = quick_config(game), _ROOT / "runs" / "demo"
    console.print(f"Training {config.name}: a network is taught, then it plays against itself.")
    # The folder belongs to the demonstration; a run of one's own lies elsewhere.
    shutil.rmtree(folder, ignore_errors=True)
    policy = train(read_config(config), folder)
    console.print("\nEvaluating the new bot on duplicate deals, all rotations of the seats ...")
    players = game.options().num_players
    bot = make_bot(game.name, str(policy))
    console.print(_table(strength_card(game.name, bot, players=[players], deals=_DEALS), players))
    others = f"{players - 1} x {_OPPONENT}"
    console.print(f"\nThe first race of a game, the new bot on the seat of player_0, its opponents: {others}.\n")
    show_race(console, game, str(policy))
    console.print(f"\nPlay against it: horse-envs play {game.name} --bots {policy.relative_to(_ROOT)}")
    return 0


def quick_config(game: Game) -> Path:
    """The config of a training of minutes: that of `huuue_v0` is `configs/huuue_quick.yaml`."""
    return _ROOT / "configs" / f"{game.name.rpartition('_')[0]}_quick.yaml"


def _table(card: StrengthCard, players: int) -> Table:
    table = Table(title=f"The new bot at tables of {players} (parity: {1 / players:.1%} of wins)")
    for column in ("opponents", "wins", "95 %", "margin", "illegal"):
        table.add_column(column, justify="left" if column == "opponents" else "right")
    for name, result in card.rows:
        seat = result.seats[0]
        low, high = seat.win_share_95
        share, between = f"{seat.win_share:.1%}", f"{low:.1%} to {high:.1%}"
        table.add_row(f"{players - 1} x {name}", share, between, f"{seat.margin:+.1f}", str(seat.illegal))
    return table


def show_race(console: Console, game: Game, policy: str, seed: int = 2026) -> None:
    """Play the first race of a game and tell it, with the table at its beginning and at its end."""
    env = GameEnv(game, {}, safe=False, render_mode="ansi")
    env.reset(seed=seed)
    others = (make_bot(game.name, _OPPONENT, seed=seat) for seat in range(1, len(env.possible_agents)))
    bots = [make_bot(game.name, policy), *others]
    _print(console, str(env.render()))
    while not any("result" in event for event in env.record()["events"]):
        env.step(bots[env.possible_agents.index(env.agent_selection)].act(env.view()))
    for line in _lines(game, env.record()["events"], len(env.possible_agents)):
        _print(console, line)
    _print(console, "\n" + str(env.render()))


def _lines(game: Game, events: list[dict[str, Any]], players: int) -> Iterator[str]:
    """The events up to the first result, in words: decisions, and luck of a kind, share lines as they follow."""
    line: list[str] = []
    kind = ""
    for event in events:
        kind_before, kind = kind, "do" if "do" in event else str(event.get("chance"))
        if line and (kind != kind_before or len(line) == players):
            yield ", ".join(line)
            line = []
        line.append(told(game, event, None))
        if "result" in event:
            yield line[0]
            return


def _print(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
