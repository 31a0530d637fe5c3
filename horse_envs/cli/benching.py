"""The benchmark: its figures, what each measures, and how the results are shown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from horse_envs.cli import figures, peers
from horse_envs.cli.machine import machine
from horse_envs.cli.measuring import Plan, Row
from horse_envs.cli.output import note, print_json, say
from horse_envs.engine.errors import one_of


def _nobody(plan: Plan) -> Iterator[Row]:
    return iter(())


@dataclass(frozen=True)
class Figure:
    """One figure of the benchmark.

    Attributes:
        letter: by which it is chosen.
        title: what is measured.
        unit: the unit of its values.
        loop: the loop or command that measures it.
        measure: measures it for this package.
        measure_peers: the same for other libraries.
    """

    letter: str
    title: str
    unit: str
    loop: str
    measure: Callable[[Plan], Iterator[Row]]
    measure_peers: Callable[[Plan], Iterator[Row]] = _nobody

    def rows(self, plans: Sequence[Plan]) -> Iterator[Row]:
        """Measure everything: this package's games, and then, once, the peers."""
        for plan in plans:
            yield from self.measure(plan)
        yield from self.measure_peers(plans[0])


FIGURES = (
    Figure(
        "a",
        "random games inside the compiled loop, deal included, one core",
        "decisions/s",
        "play_games(game, options, ['random', ...], seeds, 0), the seeds made before",
        figures.compiled_games,
        peers.spiel_games,
    ),
    Figure(
        "b",
        f"batch step with observations and masks, {figures.BATCH_GAMES} games, {figures.threads()} threads",
        "steps/s",
        "actions = batch.action_mask.argmax(1), not timed; batch.step(actions), timed",
        figures.batch_steps,
        peers.pgx_steps,
    ),
    Figure(
        "c",
        "AEC raw_env",
        "turns/s",
        "observation, ... = env.last(); env.step(observation['action_mask'].argmax()); env.reset() after each game",
        figures.raw_turns,
        peers.pettingzoo_raw_turns,
    ),
    Figure("d", "AEC env", "turns/s", "as (c)", figures.safe_turns, peers.pettingzoo_safe_turns),
    Figure(
        "e",
        "MaskablePPO in self-play, 2 x 256 net, 4 epochs, minibatches of 4096, collected and learned",
        "decisions/s",
        "model.learn(games * steps) on the CPU against the same net; only the learner's decisions are counted",
        figures.learned_decisions,
    ),
    Figure(
        "f",
        "start in a fresh process",
        "s",
        "python -c 'import horse_envs; ...'; without a cache: HORSE_ENVS_CACHE_DIR is an empty folder",
        figures.starts,
    ),
    Figure(
        "g",
        f"search with {figures.SEARCH_WORLDS} worlds, one core",
        "ms/decision",
        f"make_bot(game, 'search', worlds={figures.SEARCH_WORLDS}).act(view) at all decisions of a game",
        figures.search_time,
    ),
)


def chosen_figures(only: str | None) -> list[Figure]:
    """The figures with these letters, all for None.

    Raises:
        ValueError: for a letter that is none.
    """
    if only is None:
        return list(FIGURES)
    letters = [letter.strip().lower() for letter in only.split(",")]
    for letter in letters:
        one_of("only", letter, [figure.letter for figure in FIGURES])
    return [figure for figure in FIGURES if figure.letter in letters]


def run_bench(plans: Sequence[Plan], only: str | None, as_json: bool) -> None:
    """Measure figures and print them, each as soon as it is there, or all as one JSON object.

    Args:
        plans: one for each game.
        only: letters of figures with commas between them, None for all.
        as_json: whether JSON is printed.

    Raises:
        ValueError: for a letter that is no figure.
    """
    chosen = chosen_figures(only)
    found = machine()
    measured: list[dict[str, Any]] = []
    if not as_json:
        _say_machine(found)
    # The first use of the compiled loops may compile them, which is no part of any figure.
    for plan in plans:
        _ = plan.game.loops
    for figure in chosen:
        if as_json:
            note(f"measuring ({figure.letter}) {figure.title} ...")
            measured.append(_figure_dict(figure, list(figure.rows(plans))))
            continue
        say(f"\n({figure.letter}) {figure.title}, {figure.unit}\n    {figure.loop}")
        for row in figure.rows(plans):
            say(f"    {row.subject:<80} {_value(row)}")
    if as_json:
        games = [{"game": plan.game.name, "options": plan.options} for plan in plans]
        print_json({"machine": found, "games": games, "quick": plans[0].quick, "figures": measured})


def _figure_dict(figure: Figure, rows: list[Row]) -> dict[str, Any]:
    return {
        "figure": figure.letter,
        "title": figure.title,
        "unit": figure.unit,
        "loop": figure.loop,
        "rows": [row.to_dict() for row in rows],
    }


def _say_machine(found: dict[str, Any]) -> None:
    say(f"{found['cpu']}, {found['usable_cores']} of {found['cores']} cores, {found['system']}")
    versions = {"python": found["python"], **found["versions"]}
    say(", ".join(f"{name} {version}" for name, version in versions.items()))
    say("Each value is the median of several rounds; the lowest and the highest follow.")


def _value(row: Row) -> str:
    if row.value is None:
        return row.note
    text = f"{_short(row.value):>8}"
    if len(row.rounds) > 1:
        text += f"   {_short(min(row.rounds))} to {_short(max(row.rounds))}"
    return text + (f"   {row.note}" if row.note else "")


def _short(value: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}" if value < 1000 * size else f"{value / size:.0f}{letter}"
    return f"{value:.3g}"
