"""Play a game in the terminal."""

import difflib
import secrets
from collections.abc import Mapping
from pathlib import Path

from rich.columns import Columns
from rich.console import Console

from horse_envs.bots import Bot, SearchBot
from horse_envs.cli.output import can_print, say, write_record
from horse_envs.cli.telling import told
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.view import View

HELP = """\
Type an action in words, its number in the list, or its last word where that is clear. Or:
  ?            this help
  hint         what search thinks of each legal action; `hint 500` looks at 500 possible worlds
  undo         take your last action back, and all that followed
  table        show the table again
  quit         leave; the game so far can be saved"""
_HINT_WORLDS = 50
_MOST_HINT_WORLDS = 100_000
_BAR = 30
_MOST_LISTED = 60
"""More legal actions than these are listed by what they begin with."""
_MOST_SHOWN = 25
"""Of more the best, or the first, are shown."""


def _some(view: View, actions: list[int], between: str) -> str:
    """The words of actions; of very many the first ones."""
    words = [view.describe(action) for action in actions[:_MOST_SHOWN]]
    left = len(actions) - len(words)
    return between.join(words) + (f" and {left} more" if left else "")


class _LeaveError(Exception):
    """The player leaves the game."""


class Session:
    """A game of one person against bots.

    Args:
        env: the environment, rendering text for the person's seat.
        seat: the person's seat.
        bots: who plays the other seats.
        seed: the seed of the game; random if None.
        save: the file in which the record is kept, or None to ask at the end.
        force: whether the file may be there already.
    """

    def __init__(
        self,
        env: GameEnv,
        seat: str,
        bots: Mapping[str, Bot],
        seed: int | None = None,
        save: Path | None = None,
        force: bool = False,
    ) -> None:
        self._env = env
        self._seat = seat
        self._bots = bots
        self._seed = secrets.randbits(53) if seed is None else seed
        self._save = save
        self._force = force
        self._past: list[tuple[str, int]] = []
        self._told = 0

    def run(self) -> None:
        """Play to the end of the game or until the person leaves."""
        self._env.reset(seed=self._seed)
        say(f"You are {self._seat}. Type ? for help.")
        try:
            while self._play_to_own_turn():
                self._take_turn()
            say(str(self._env.render()))
            self._offer_record()
        except _LeaveError:
            self._offer_record()
        except (EOFError, KeyboardInterrupt):
            say()
            if self._save is not None:
                self._offer_record()

    def _play_to_own_turn(self) -> bool:
        """Let the bots move and tell what happened; False if the game is over."""
        env = self._env
        while not self._over() and env.agent_selection != self._seat:
            self._step(self._bots[env.agent_selection].act(env.view()))
        events = env.record()["events"]
        say()
        for event in events[self._told :]:
            say(told(env.game, event, self._seat))
        say()
        self._told = len(events)
        return not self._over()

    def _over(self) -> bool:
        return all(self._env.terminations.values())

    def _step(self, action: int) -> None:
        self._past.append((self._env.agent_selection, action))
        self._env.step(action)

    def _take_turn(self) -> None:
        """Ask until there is an action, or one was taken back."""
        view = self._env.view()
        say(str(self._env.render()))
        self._list(view)
        while True:
            typed = " ".join(input(f"{self._seat}> ").split())
            word, _, rest = typed.lower().partition(" ")
            if word in ("quit", "q", "exit"):
                raise _LeaveError
            if word in ("?", "help"):
                say(HELP)
            elif word == "hint":
                self._hint(view, rest)
            elif word == "table":
                say(str(self._env.render()))
                self._list(view)
            elif word == "undo":
                if self._undo():
                    return
            elif word:
                action = self._understood(view, typed)
                if action is not None:
                    self._step(action)
                    return

    def _list(self, view: View) -> None:
        console = Console(markup=False, highlight=False, emoji=False)
        say("\nYour actions:")
        if len(view.legal_actions) <= _MOST_LISTED:
            words = [f"{number} {view.describe(action)}" for number, action in enumerate(view.legal_actions, 1)]
            console.print(Columns(words, padding=(0, 3), column_first=True))
            return
        groups: dict[str, list[str]] = {}
        for action in view.legal_actions:
            begin, _, last = view.describe(action).rpartition(" ")
            groups.setdefault(begin, []).append(last)
        for begin, endings in groups.items():
            console.print(" ".join([begin, *endings]).strip(), soft_wrap=False)

    def _understood(self, view: View, typed: str) -> int | None:
        """The legal action that was typed; None, after an explanation, if there is none."""
        legal = view.legal_actions
        if typed.isdecimal():
            number = int(typed) if len(typed) < 7 else 0
            if 1 <= number <= len(legal):
                return legal[number - 1]
            say(f"There is no number {typed} in the list; it goes from 1 to {len(legal)}.")
            return None
        by_words = {view.describe(action).lower(): action for action in legal}
        ending = [action for words, action in by_words.items() if words.endswith(" " + typed.lower())]
        if typed.lower() in by_words:
            return by_words[typed.lower()]
        if len(ending) == 1:
            return ending[0]
        if len(ending) > 1:
            say(f"{typed!r} can be {_some(view, ending, ' or ')}.")
            return None
        try:
            known = view.describe(view.parse(typed))
        except ValueError as error:
            close = difflib.get_close_matches(typed.lower(), by_words, n=1)
            say(f"{error}." + (f" Did you mean {view.describe(by_words[close[0]])!r}?" if close else ""))
            return None
        say(f"{known!r} is not legal now; legal: {_some(view, legal, ', ')}.")
        return None

    def _hint(self, view: View, worlds: str) -> None:
        """Bars of what search thinks of each legal action, the best first."""
        if worlds and not (worlds.isdecimal() and 0 < len(worlds) < 7 and 1 <= int(worlds) <= _MOST_HINT_WORLDS):
            say(f"`hint {worlds}` is not possible; the number of worlds is 1 to {_MOST_HINT_WORLDS}.")
            return
        number = int(worlds) if worlds else _HINT_WORLDS
        values = SearchBot(self._env.game, worlds=number).values(view)
        legal = sorted(view.legal_actions, key=lambda action: -values[action])
        best, worst = values[legal[0]], values[legal[-1]]
        symbol = "█" if can_print("█") else "#"
        width = max(len(view.describe(action)) for action in legal)
        say(f"Expected lead over the mean of the others, from {number} possible worlds:")
        for action in legal[:_MOST_SHOWN]:
            share = (values[action] - worst) / (best - worst) if best > worst else 1.0
            bar = symbol * max(1, round(share * _BAR))
            say(f"  {view.describe(action):<{width}} {values[action]:+7.2f} {bar}")
        if len(legal) > _MOST_SHOWN:
            say(f"  and {len(legal) - _MOST_SHOWN} more, down to {worst:+.2f}")

    def _undo(self) -> bool:
        """Go back to the person's last decision; False if there was none."""
        if not any(seat == self._seat for seat, _ in self._past):
            say("There is nothing to take back.")
            return False
        while True:
            seat, action = self._past.pop()
            if seat == self._seat:
                break
        self._env.reset(seed=self._seed)
        for _, earlier in self._past:
            self._env.step(earlier)
        self._told = len(self._env.record()["events"])
        say(f"Taken back: {self._env.describe_action(action)}.")
        return True

    def _offer_record(self) -> None:
        """Write the record where it was wanted, or ask."""
        if self._save is not None:
            try:
                self._keep(self._save)
                return
            except OSError as error:
                say(f"{error}")
        while True:
            try:
                name = input("A file name to save the record of this game, or enter for no: ").strip()
            except (EOFError, KeyboardInterrupt):
                say()
                return
            if not name:
                return
            try:
                self._keep(Path(name))
                return
            except OSError as error:
                say(f"{error}; choose another name.")

    def _keep(self, path: Path) -> None:
        write_record(path, self._env.record(), self._force)
        say(f"The record is in {path}.")
