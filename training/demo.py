"""The demonstration behind `make demo`: a bot learns Trick Stakes, is evaluated, and plays a race to be watched."""

import shutil
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from horse_envs import make_bot, trick_stakes_v0
from horse_envs.arena import StrengthCard, strength_card
from horse_envs.engine.aec import GameEnv
from training.config import read_config
from training.train import train

_ROOT = Path(__file__).resolve().parents[1]
_CONFIG = _ROOT / "configs" / "trick_stakes_quick.yaml"
_FOLDER = _ROOT / "runs" / "demo"
_DEALS = 250


def main() -> int:
    """Train, evaluate, show."""
    console = Console()
    console.print(f"Training {_CONFIG.name}: search teaches a network, then it plays against itself.")
    # The folder belongs to the demonstration; a run of one's own lies elsewhere.
    shutil.rmtree(_FOLDER, ignore_errors=True)
    policy = train(read_config(_CONFIG), _FOLDER)
    console.print("\nEvaluating the new bot on duplicate deals, all rotations of the seats ...")
    bot = make_bot("trick_stakes_v0", str(policy))
    console.print(_table(strength_card("trick_stakes_v0", bot, players=[4], deals=_DEALS)))
    console.print("\nThe first race of a game, the new bot on the seat of player_0 against three dummies:\n")
    show_race(console, str(policy))
    console.print(f"\nPlay against it: horse-envs play trick_stakes_v0 --bots {policy.relative_to(_ROOT)}")
    return 0


def _table(card: StrengthCard) -> Table:
    table = Table(title="The new bot at tables of four (parity: 25 % of wins; margin in points)")
    for column in ("opponents", "wins", "95 %", "margin", "illegal"):
        table.add_column(column, justify="left" if column == "opponents" else "right")
    for name, result in card.rows:
        seat = result.seats[0]
        low, high = seat.win_share_95
        share, between = f"{seat.win_share:.1%}", f"{low:.1%} to {high:.1%}"
        table.add_row(f"three {name}", share, between, f"{seat.margin:+.1f}", str(seat.illegal))
    return table


def show_race(console: Console, policy: str, seed: int = 2026) -> None:
    """Play the first race of a game and print it trick by trick."""
    env = trick_stakes_v0.raw_env(render_mode="ansi")
    env.reset(seed=seed)
    bots = [make_bot("trick_stakes_v0", policy), *(make_bot("trick_stakes_v0", "dummy", seed=k) for k in range(3))]
    shown_start = False
    while not _race_is_over(env):
        if not shown_start and env.view().pieces["phase"][3] == 1:
            console.print(env.render(), highlight=False, markup=False, soft_wrap=True)
            shown_start = True
        env.step(bots[env.possible_agents.index(env.agent_selection)].act(env.view()))
    events = env.record()["events"]
    plays = [event for event in events if event.get("do") == "play"]
    console.print()
    for trick in range(len(plays) // 4):
        cards = [_words(event) for event in plays[4 * trick : 4 * trick + 4]]
        console.print(f"trick {trick + 1:>2}: " + ", ".join(cards), highlight=False, soft_wrap=True)
    result = next(event for event in events if "result" in event)
    order = ", ".join(f"{horse} ({result['spaces'][horse]} spaces)" for horse in result["order"])
    console.print(f"finish: {order}", highlight=False, soft_wrap=True)
    money = ", ".join(f"{name} {points}" for name, points in result["money"].items())
    console.print(f"money:  {money}", highlight=False, soft_wrap=True)


def _words(event: dict[str, Any]) -> str:
    return f"{event['player']} {event['card']}" + (" whip!" if event["whip"] else "")


def _race_is_over(env: GameEnv) -> bool:
    return env.view().pieces["race"][0] == 0 or not env.agents or env.terminations[env.agent_selection]


if __name__ == "__main__":
    sys.exit(main())
