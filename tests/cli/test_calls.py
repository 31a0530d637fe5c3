import subprocess
import sys

import pytest

import horse_envs
from horse_envs.cli import main
from horse_envs.engine.game import game_names
from tests.cli.conftest import Call

GAMES = f"games: {', '.join(game_names())}"
COMMANDS = ("play", "watch", "evaluate", "record", "replay", "bench", "explain", "bots")


def test_without_arguments_the_commands_are_listed(call: Call) -> None:
    called = call()
    assert called.code == 0
    for command in COMMANDS:
        assert command in called.out


def test_version(call: Call) -> None:
    assert call("--version").out == f"horse-envs {horse_envs.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(call: Call, command: str) -> None:
    called = call(command, "--help")
    assert called.code == 0
    assert "Example:" in called.out
    assert f"horse-envs {command} " in called.out


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        ("plya", "commands: play, watch, evaluate, record, replay, bench, explain, bots"),
        ("play trick_stakes_v0 --plyers 3", "--players"),
        ("play", "GAME"),
        ("explain trick_stake_v0", GAMES),
        ("bots hearts", GAMES),
        ("bench --game hearts", GAMES),
        ("record trick_stakes_v0 --option speed=3", "its options: num_players"),
        ("record trick_stakes_v0 --option num_players=5", "allowed: 3, 4"),
        ("record trick_stakes_v0 --option num_players", "name=value"),
        ("record trick_stakes_v0 --option num_players=3 --option num_players=3", "given twice"),
        ("record trick_stakes_v0 --players 3 --option num_players=4", "disagree"),
        ("record trick_stakes_v0 --players 5", "allowed: 3, 4"),
        ("record ready_set_bet_v0 --option components=@nowhere.json", "nowhere.json: No such file"),
        ("record ready_set_bet_v0 --option components=nowhere.json", "components="),
        ("record ready_set_bet_v0 --players 9", "allowed: 2, 3, 4, 5, 6, 7, 8"),
        ("record huuue_v0 --option crop=second", "allowed: 'last_turn', 'first'"),
        ("record trick_stakes_v0 --seed -1", "0 to 2**63 - 1"),
        ("record trick_stakes_v0 --seed seven", "--seed"),
        ("record trick_stakes_v0 --bots gready", "bots: random, dummy, greedy, search"),
        ("record trick_stakes_v0 --bots random,random", "allowed: 3, 4"),
        ("record trick_stakes_v0 --bots random,,random,random", "empty place"),
        ("record trick_stakes_v0 --players 4 --bots random,random,random", "4 are needed"),
        ("record trick_stakes_v0 --bots search:wolds=2", "its settings: worlds, seconds, seed"),
        ("record trick_stakes_v0 --bots search:worlds=few", "worlds='few'"),
        ("record trick_stakes_v0 --bots nowhere/policy.npz", "nowhere/policy.npz"),
        ("record trick_stakes_v0 --out nowhere/game.json", "nowhere"),
        ("play trick_stakes_v0 --seat player_4", "'player_3'"),
        ("play trick_stakes_v0 --bots dummy,dummy,dummy,dummy", "allowed: 3, 4"),
        ("evaluate trick_stakes_v0 --table dummy,dummy", "allowed: 3, 4"),
        ("evaluate trick_stakes_v0 --players 3 --table dummy,dummy,dummy,dummy", "4 entries"),
        ("evaluate trick_stakes_v0 --table dummy --deals 1", "at least 2"),
        ("evaluate trick_stakes_v0", "--table"),
        ("watch nowhere.json", "nowhere.json"),
        ("replay nowhere.json", "nowhere.json"),
        ("bench --only a,z", "'a', 'b', 'c'"),
    ],
)
def test_wrong_calls_are_explained_in_a_line(call: Call, arguments: str, allowed: str) -> None:
    called = call(*arguments.split())
    assert called.code == 2
    assert called.out == ""
    assert called.err.startswith("error: ")
    assert called.err.count("\n") == 1
    assert allowed in called.err


@pytest.mark.parametrize("package", ["typer", "rich"])
def test_a_missing_package_is_named_with_its_install(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["bots", "trick_stakes_v0"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert package in printed.err
    assert 'pip install "horse-envs[cli]"' in printed.err


def test_the_command_module_loads_without_the_packages() -> None:
    script = (
        "import sys; sys.modules['typer'] = sys.modules['rich'] = None\n"
        "from horse_envs.cli import main; sys.exit(main(['--help']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "horse-envs[cli]" in done.stderr


def test_a_reader_that_stops_early_brings_no_traceback() -> None:
    script = "import sys; from horse_envs.cli import main; sys.exit(main(['explain', 'trick_stakes_v0']))"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1
