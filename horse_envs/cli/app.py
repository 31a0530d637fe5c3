"""The commands of `horse-envs`: what each takes, and how errors are said."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import horse_envs
from horse_envs.cli import describing, recording, watching
from horse_envs.cli.arguments import (
    STANDARD,
    checked_seed,
    entries_of,
    game_options,
    new_env,
    read_json,
    seat_of,
    seated,
)
from horse_envs.cli.benching import run_bench
from horse_envs.cli.measuring import Plan
from horse_envs.cli.output import print_evaluation, print_json, print_markdown, progress, refuse_existing, say
from horse_envs.cli.playing import Session
from horse_envs.engine.game import game_names, load_game

_WRONG_CALL = 2
_INTERRUPTED = 130

app = typer.Typer(
    help="Play, watch, evaluate, record and measure the games of horse_envs.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _command(name: str, example: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command; the first line of its docstring is its help."""
    return app.command(name, epilog=f"Example:\n\n[bold]horse-envs {example}[/bold]", no_args_is_help=False)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as trick_stakes_v0.")]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game; - reads standard input.")]
Players = Annotated[int | None, typer.Option("--players", help="The number of players.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game; may be repeated. NAME=@FILE takes what the JSON of a file says.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
Seed = Annotated[int | None, typer.Option("--seed", help="The seed of all luck; drawn at random without one.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]
BOTS_HELP = (
    "Who plays: a name, the path of a policy (.npz), or either with settings, as in search:worlds=20. "
    "One for all seats, or a comma list with one for each."
)


@app.callback(invoke_without_command=True)
def _all(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        say(f"horse-envs {horse_envs.__version__}")
    elif context.invoked_subcommand is None:
        say(context.get_help())


@_command("play", "play trick_stakes_v0 --bots greedy,dummy,search --seed 7")
def play(
    game: GameName,
    players: Players = None,
    option: Settings = None,
    bots: Annotated[str, typer.Option("--bots", metavar="BOTS", help=BOTS_HELP)] = "greedy",
    seat: Annotated[str, typer.Option("--seat", help="Your seat.")] = "player_0",
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option("--save", help="The file for the record of the game.")] = None,
    force: Force = False,
) -> None:
    """Play a game in the terminal against bots."""
    loaded = load_game(game)
    entries = entries_of(bots)
    options = game_options(loaded, players, option or [], len(entries) + 1 if len(entries) > 1 else None)
    env = new_env(loaded, options, seat_of(seat, options["num_players"]))
    others = [agent for agent in env.possible_agents if agent != seat]
    start = recording.seed_or_random(seed)
    made = {
        other: entry.bot(loaded, start, env.possible_agents.index(other))
        for other, entry in zip(others, seated(entries, others), strict=True)
    }
    if save is not None:
        refuse_existing(save, force)
    Session(env, seat, made, start, save, force).run()


@_command("watch", "watch game.json --seat player_1")
def watch(
    record: RecordFile,
    seat: Annotated[str | None, typer.Option("--seat", help="Whose view to show; without it all is shown.")] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Print all at once.")] = False,
    delay: Annotated[
        float | None,
        typer.Option("--delay", min=0.0, max=3600.0, help="Go on by itself, with so many seconds between."),
    ] = None,
) -> None:
    """Step through a record in the terminal."""
    frames = watching.frames_of(read_json(record), seat)
    if show_all:
        watching.show_all(frames)
    elif delay is not None:
        watching.show_slowly(frames, delay)
    else:
        watching.step_through(frames)


@_command("evaluate", "evaluate trick_stakes_v0 --table champion,dummy,dummy,dummy")
def evaluate(
    game: GameName,
    table: Annotated[str, typer.Option("--table", metavar="BOTS", help=f"{BOTS_HELP} As many seats as players.")],
    deals: Annotated[int, typer.Option("--deals", help="Deals; each is played in all rotations of the seats.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the deals.")] = 0,
    players: Players = None,
    option: Settings = None,
    as_json: Json = False,
) -> None:
    """Play duplicate deals at a table of bots, and say who is better than parity."""
    loaded = load_game(game)
    entries = entries_of(table)
    options = game_options(loaded, players, option or [], len(entries) if len(entries) > 1 else None)
    if len(entries) == 1:
        entries = entries * options["num_players"]
    checked_seed(seed)
    bots: list[Any] = [
        entry.bot(loaded, seed, place) if entry.settings else entry.name for place, entry in enumerate(entries)
    ]
    with progress(f"evaluating {game}", deals * len(bots)) as report:
        result = horse_envs.evaluate(game, bots, deals, seed, options, report)
    if as_json:
        print_json(result.to_dict())
    else:
        print_evaluation(result)


@_command("record", "record huuue_v0 --players 4 --option crop=first --seed 7 --out game.json")
def record(
    game: GameName,
    players: Players = None,
    option: Settings = None,
    bots: Annotated[str, typer.Option("--bots", metavar="BOTS", help=BOTS_HELP)] = "random",
    seed: Seed = None,
    out: Annotated[Path, typer.Option("--out", help="The file; - is standard output.")] = Path(STANDARD),
    force: Force = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what --out got as one JSON object.")] = False,
) -> None:
    """Let bots play a game, and write its record."""
    loaded = load_game(game)
    entries = entries_of(bots)
    options = game_options(loaded, players, option or [], len(entries) if len(entries) > 1 else None)
    refuse_existing(out, force)
    made = recording.play_game(loaded, options, entries, recording.seed_or_random(seed))
    recording.write(out, made, force, as_json)


@_command("replay", "replay game.json")
def replay(record: RecordFile, as_json: Json = False) -> None:
    """Check a record: say that it is valid and where it ends, or which event is wrong and why."""
    if not recording.report_on(record, as_json):
        raise typer.Exit(1)


@_command("bench", "bench --only a,c --quick")
def bench(
    game: Annotated[
        list[str] | None, typer.Option("--game", help="A game; may be repeated. All of them without one.")
    ] = None,
    players: Players = None,
    option: Settings = None,
    only: Annotated[str | None, typer.Option("--only", help="Letters of figures, with commas between.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Short rounds, and no compilation from nothing.")] = False,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, help="Rounds of each figure.")] = None,
    as_json: Json = False,
) -> None:
    """Measure how fast the games run on this machine, and the same for peers that are installed."""
    games = [load_game(name) for name in game or game_names()]
    plans = [Plan(loaded, game_options(loaded, players, option or []), quick, rounds) for loaded in games]
    run_bench(plans, only, as_json)


@_command("explain", "explain ready_set_bet_v0 --actions")
def explain(
    game: GameName,
    actions: Annotated[bool, typer.Option("--actions", help="Print the whole table of actions.")] = False,
    as_json: Json = False,
) -> None:
    """Say what a game is: players, options, observation, actions."""
    loaded = load_game(game)
    if as_json:
        print_json(describing.explained(loaded))
    else:
        print_markdown(describing.action_table(loaded) if actions else describing.explained_in_words(loaded))


@_command("bots", "bots huuue_v0")
def bots(game: GameName, as_json: Json = False) -> None:
    """List the bots of a game and what each does."""
    loaded = load_game(game)
    described = describing.described_bots(loaded)
    if as_json:
        print_json({"game": loaded.name, "bots": described})
        return
    width = max(len(bot["bot"]) for bot in described)
    for bot in described:
        say(f"{bot['bot']:<{width}}  {bot['about']}; settings: {', '.join(bot['settings'])}")
    say(f"{'*.npz':<{width}}  a learned policy of your own, by the path of its file")


def run(arguments: Sequence[str]) -> int:
    """Run a command; errors of the user are said in one line on standard error.

    Returns:
        The exit code.
    """
    complain = partial(print, file=sys.stderr)
    try:
        code = typer.main.get_command(app).main(args=list(arguments), prog_name="horse-envs", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has stopped, as `head` does. Python would complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (ValueError, OSError) as error:
        complain(f"error: {_said_by_system(error) if isinstance(error, OSError) else error}")
        return _WRONG_CALL
    except Exception as error:
        # The classes of Typer's errors lie in click or in Typer, by its version.
        if not hasattr(error, "format_message"):
            raise
        complain(f"error: {_said_by_typer(error)}")
        return _WRONG_CALL
    return code if isinstance(code, int) else 0


def _said_by_system(error: OSError) -> str:
    if error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror


def _said_by_typer(error: Any) -> str:
    """The message of a wrong call, with what is allowed in place of what is not known."""
    message = str(error.format_message()).rstrip(".")
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    if hasattr(error, "option_name") and message.startswith("No such option"):
        known = sorted(name for parameter in context.command.params for name in parameter.opts if name[:2] == "--")
        return f"No such option: {error.option_name}; options: {', '.join([*known, '--help'])}"
    if message.startswith("No such command"):
        return f"{message.split('.')[0]}; commands: {', '.join(context.command.list_commands(context))}"
    return f"{message}; see {context.command_path} --help"
