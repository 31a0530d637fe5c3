"""Configs: what is wrong is refused and named; what lies in configs/ is read."""

from pathlib import Path
from typing import Any

import pytest
import yaml

import horse_envs
from horse_envs.engine.game import game_names
from training.config import Config, ConfigError, Evaluation, Network, SelfPlay, Teaching, read_config

CONFIGS = Path(horse_envs.__file__).parents[1] / "configs"
SMALL = {"game": "trick_stakes_v0"}
SECTIONS = ("", "network", "teaching", "self_play", "evaluation")


def refusal(tmp_path: Path, data: object) -> str:
    path = tmp_path / "config.yaml"
    path.write_text(data if isinstance(data, str) else yaml.safe_dump(data))
    with pytest.raises(ConfigError, match=r"config\.yaml") as caught:
        read_config(path)
    return str(caught.value)


def with_value(key: str, value: object) -> dict[str, Any]:
    *sections, name = key.split(".")
    data: dict[str, Any] = dict(SMALL)
    inner = data
    for section in sections:
        inner = inner.setdefault(section, {})
    inner[name] = value
    return data


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.yaml")), ids=lambda path: path.name)
def test_every_config_of_the_project_is_read(path: Path) -> None:
    config = read_config(path)
    assert config.game in game_names()
    # What a run keeps of its config is the same config.
    assert Config(**yaml.safe_load(yaml.safe_dump(config.model_dump()))) == config


def test_there_are_configs() -> None:
    assert list(CONFIGS.glob("*.yaml"))


def test_defaults_are_a_config(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("game: trick_stakes_v0\n")
    config = read_config(tmp_path / "config.yaml")
    assert config.teaching.enabled
    assert config.self_play.gamma == 1.0
    with pytest.raises(ValueError, match="frozen"):
        config.seed = 5


def test_every_field_says_what_it_means() -> None:
    sections: list[Any] = [Network, Teaching, SelfPlay, Evaluation]
    assert sections == [Config.model_fields[name].annotation for name in SECTIONS if name]
    for section in (Config, *sections):
        for name, field in section.model_fields.items():
            assert field.description or field.annotation in sections, name


@pytest.mark.parametrize("name", SECTIONS)
def test_an_unknown_key_is_named_with_those_that_are_known(tmp_path: Path, name: str) -> None:
    section = f"{name}." if name else ""
    message = refusal(tmp_path, with_value(f"{section}learning_rat", 0.1))
    assert f"{section}learning_rat: unknown key" in message
    known = {"": "game, tables", "network.": "hidden", "evaluation.": "every_minutes, deals"}
    assert known.get(section, "learning_rate") in message


WRONG = [
    ("seed", -1),
    ("seed", 2**63),
    ("seed", "7"),
    ("threads", 0),
    ("threads", 1.5),
    ("checkpoint_minutes", 0),
    ("tables", []),
    ("tables", {"num_players": 4}),
    ("network", [256]),
    ("network.hidden", []),
    ("network.hidden", [0]),
    ("network.hidden", 256),
    ("network.hidden", ["wide"]),
    ("teaching.enabled", "yes please"),
    ("teaching.enabled", 1),
    ("teaching.positions", 999),
    ("teaching.worlds", 0),
    ("teaching.worlds", 2.5),
    ("teaching.stray", 1.5),
    ("teaching.searching", -0.1),
    ("teaching.learning_rate", 0),
    ("teaching.learning_rate", ".nan"),
    ("self_play.decisions", 0),
    ("self_play.decisions", "many"),
    ("self_play.gamma", 1.01),
    ("self_play.entropy", -0.1),
    ("self_play.reward", "money"),
    ("self_play.opponents", {}),
    ("self_play.opponents", {"dummy": 0.0}),
    ("self_play.opponents", {"dummy": -1.0, "greedy": 2.0}),
    ("self_play.opponents", {"dummy": "half"}),
    ("self_play.opponents", {"dummy": float("nan")}),
    ("self_play.opponents", {"dummy": float("inf")}),
    ("self_play.past_kept", 0),
    ("evaluation.deals", 1),
    ("evaluation.every_minutes", 0),
    ("evaluation.against", []),
    ("evaluation.against", "dummy"),
]


@pytest.mark.parametrize(("key", "value"), WRONG, ids=str)
def test_a_wrong_value_is_refused_and_its_key_named(tmp_path: Path, key: str, value: object) -> None:
    assert key in refusal(tmp_path, with_value(key, value))


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    message = refusal(tmp_path, {**SMALL, "sed": 1, "threads": 0, "teaching": {"worlds": -1, "world": 3}})
    for fault in ("sed: unknown key", "threads: ", "teaching.worlds: ", "teaching.world: unknown key"):
        assert fault in message


def test_what_does_not_fit_the_game_is_refused_and_the_known_named(tmp_path: Path) -> None:
    assert f"'chess_v3'; games: {', '.join(game_names())}" in refusal(tmp_path, {"game": "chess_v3"})
    assert "game: " in refusal(tmp_path, {"seed": 1})
    message = refusal(tmp_path, with_value("self_play.opponents", {"clever": 1.0}))
    assert "self_play.opponents: 'clever'" in message
    assert "current, past, random, dummy, greedy" in message
    message = refusal(tmp_path, with_value("evaluation.against", ["dummy", "clever"]))
    assert "evaluation.against: 'clever'" in message
    assert "random, dummy, greedy" in message
    assert "num_players=5" in refusal(tmp_path, {**SMALL, "tables": [{"num_players": 4}, {"num_players": 5}]})
    assert "'speed'" in refusal(tmp_path, {**SMALL, "tables": [{"speed": 4}]})
    both = {"teaching": {"enabled": False}, "self_play": {"enabled": False}}
    assert "nothing would be learned" in refusal(tmp_path, {**SMALL, **both})


@pytest.mark.parametrize(
    "text", ["", "just words", "- a\n- list", "a: [1", "game: trick_stakes_v0\n1: 2\n", "\tgame: x"], ids=repr
)
def test_a_file_that_is_no_config_is_refused(tmp_path: Path, text: str) -> None:
    refusal(tmp_path, text)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="missing"):
        read_config(tmp_path / "missing.yaml")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path)
    (tmp_path / "picture.yaml").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(ConfigError, match="picture"):
        read_config(tmp_path / "picture.yaml")
