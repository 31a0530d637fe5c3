"""The documents agree with the code."""

import json
import re
from pathlib import Path

import pytest

from horse_envs.engine.game import load_game
from tests.games import every_name
from training.docs import filled_in, generated, page_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", generated())
def test_generated_tables_are_as_the_code_has_them(name: str) -> None:
    text = (ROOT / "docs" / name).read_text()
    assert filled_in(text, generated()[name]) == text, "run `python training/docs.py`"


@every_name
def test_every_game_has_a_page_that_names_its_rulings_options_and_bots(name: str) -> None:
    game = load_game(name)
    text = (ROOT / "docs" / page_of(game)).read_text()
    for variant in game.variants:
        for option, value in variant.items():
            assert f"`{option}={json.dumps(value) if isinstance(value, str) else value}`" in text
    for rule in game.policies[1:]:
        assert f"`{rule}`" in text
    assert f"]({page_of(game)})" in (ROOT / "docs" / "games.md").read_text()


def test_the_readme_leads_to_the_table_of_games() -> None:
    assert "](docs/games.md)" in (ROOT / "README.md").read_text()


def _python_blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)


def test_the_readme_shows_python() -> None:
    assert len(_python_blocks()) >= 3


@pytest.mark.parametrize("number", range(len(_python_blocks())))
def test_python_in_the_readme_runs(number: int) -> None:
    block = "import horse_envs\n" + _python_blocks()[number].replace("100_000", "1000").replace("deals=100", "deals=4")
    exec(compile(block, "README.md", "exec"), {"__name__": "readme"})


@pytest.mark.parametrize("document", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda p: p.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
        assert target.startswith("http") or (document.parent / target).exists(), target
