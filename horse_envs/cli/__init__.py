"""The command `horse-envs`: play, watch, evaluate, record, replay, bench, explain, bots."""

import sys
from collections.abc import Sequence

_NEEDED = ("typer", "rich")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: what is typed after `horse-envs`; those of this process if None.

    Returns:
        The exit code: 0 if all is well, 1 for a record that is not valid or a missing install, 2 for a wrong call.
    """
    try:
        for package in _NEEDED:
            __import__(package)
    except ModuleNotFoundError as error:
        if error.name not in _NEEDED:
            raise
        print(f'horse-envs needs {error.name}, which is not installed: pip install "horse-envs[cli]"', file=sys.stderr)
        return 1
    # Only now: the module is built on the packages that have just been looked for.
    from horse_envs.cli.app import run

    return run(sys.argv[1:] if arguments is None else arguments)
