"""Training configs: every field with its meaning, checked when a file is read."""

import math
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from horse_envs.engine.game import load_game


class ConfigError(ValueError):
    """A config file with an unknown key or a wrong value; the message names each."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Network(_Section):
    """The network: a trunk shared by the action scores and the value."""

    hidden: list[int] = Field([256, 256], min_length=1, description="widths of the hidden layers")

    @field_validator("hidden")
    @classmethod
    def _widths(cls, hidden: list[int]) -> list[int]:
        if any(width < 1 for width in hidden):
            raise ValueError("each width is at least 1")
        return hidden


class Teaching(_Section):
    """The first stage: search values positions, the network learns the values."""

    enabled: bool = Field(True, description="whether the stage is run")
    positions: int = Field(400_000, ge=1000, description="positions valued by search")
    worlds: int = Field(20, ge=0, description="redrawn worlds a position; 0: the game's own estimate of each action")
    stray: float = Field(0.05, ge=0, le=1, description="share of random moves in the games that search plays")
    searching: float = Field(0.4, ge=0, le=1, description="chance of each seat to search; others play by rules")
    reach: float | None = Field(
        None, gt=0, description="values further below a position's best count as this far; for games with many actions"
    )
    epochs: int = Field(8, ge=1, description="how often each position is learned")
    batch_size: int = Field(1024, ge=1, description="positions a step of learning")
    learning_rate: float = Field(1e-3, gt=0, description="highest learning rate; it rises and falls once")


class SelfPlay(_Section):
    """The second stage: MaskablePPO against the current policy, its past and the rule-based bots."""

    enabled: bool = Field(True, description="whether the stage is run")
    decisions: int = Field(2_000_000, ge=1, description="decisions of the learning seats")
    games: int = Field(1024, ge=1, description="games played side by side")
    steps: int = Field(32, ge=1, description="decisions of each learning seat between two updates")
    epochs: int = Field(4, ge=1, description="passes over the decisions of an update")
    batch_size: int = Field(4096, ge=2, description="decisions a step of learning")
    learning_rate: float = Field(3e-4, gt=0, description="learning rate at the start; it falls to a tenth of it")
    entropy: float = Field(0.003, ge=0, description="weight of the entropy bonus")
    gamma: float = Field(1.0, gt=0, le=1, description="discount; a game ends, so 1")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="lambda of the advantage estimate")
    clip: float = Field(0.2, gt=0, description="PPO's clipping range")
    target_kl: float | None = Field(None, gt=0, description="an update stops early beyond this divergence")
    reward: Literal["margin", "win"] = Field("margin", description="what is learned: money ahead, or wins")
    reward_scale: float = Field(0.1, gt=0, description="rewards are multiplied by this")
    sharpness: float = Field(2.0, gt=0, description="taught action values times this are the first log-probabilities")
    value_updates: int = Field(4, ge=0, description="updates at the start in which only the value is learned")
    opponents: dict[str, float] = Field(
        {"current": 0.4, "past": 0.2, "dummy": 0.2, "greedy": 0.2},
        description="who sits on the other seats: shares of `current`, `past` and rule-based bots",
    )
    past_every: int = Field(10, ge=1, description="updates between two snapshots of the policy")
    past_kept: int = Field(10, ge=1, description="how many snapshots are kept as opponents")

    @field_validator("opponents")
    @classmethod
    def _shares(cls, opponents: dict[str, float]) -> dict[str, float]:
        if not all(0 <= share < math.inf for share in opponents.values()) or sum(opponents.values()) <= 0:
            raise ValueError("shares are finite, not negative and not all 0")
        return opponents


class Evaluation(_Section):
    """Regular evaluations on duplicate deals, one learned bot at a table of each kind of opponent."""

    every_minutes: float = Field(3.0, gt=0, description="time between two evaluations")
    deals: int = Field(100, ge=2, description="deals at each table; each is played once a rotation")
    against: list[str] = Field(["dummy", "greedy"], min_length=1, description="the bots of the other seats")


class Config(_Section):
    """A training run."""

    game: str = Field(description="the game")
    tables: list[dict[str, Any]] = Field([{}], min_length=1, description="rule options of the tables, in turn")
    seed: int = Field(0, ge=0, lt=2**63, description="the seed of the run")
    threads: int = Field(2, ge=1, description="threads of search and of torch")
    checkpoint_minutes: float = Field(1.0, gt=0, description="time between two checkpoints")
    network: Network = Network()
    teaching: Teaching = Teaching()
    self_play: SelfPlay = SelfPlay()
    evaluation: Evaluation = Evaluation()

    @model_validator(mode="after")
    def _fits_the_game(self) -> "Config":
        game = load_game(self.game)
        for table in self.tables:
            game.checked_options(table)
        known = ("current", "past", *game.policies)
        for name in self.self_play.opponents:
            if name not in known:
                raise ValueError(f"self_play.opponents: {name!r} is not known; known: {', '.join(known)}")
        for name in self.evaluation.against:
            if name not in game.policies:
                raise ValueError(f"evaluation.against: {name!r} is not known; known: {', '.join(game.policies)}")
        if self.teaching.enabled and self.teaching.worlds == 0 and "estimate" not in game.rules:
            raise ValueError(f"teaching.worlds is 0, but {game.name} has no estimate of its own; use 1 or more")
        if not (self.teaching.enabled or self.self_play.enabled):
            raise ValueError("both stages are switched off, nothing would be learned")
        return self


def read_config(path: str | Path) -> Config:
    """Read and check a config file.

    Raises:
        ConfigError: for a file that is missing or no YAML, an unknown key or a wrong value; naming each.
    """
    try:
        data = yaml.safe_load(Path(path).read_text())
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is no text: {error}") from None
    except yaml.YAMLError as error:
        raise ConfigError(f"{path} is no YAML: {error}") from None
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise ConfigError(f"{path} has to hold keys, which are words, and values")
    try:
        return Config(**data)
    except ValidationError as error:
        raise ConfigError(f"{path}:\n" + "\n".join(_lines(error))) from None


def _lines(error: ValidationError) -> list[str]:
    lines = []
    for problem in error.errors():
        where = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            section = _section_at(problem["loc"][:-1])
            lines.append(f"  {where}: unknown key; known here: {', '.join(section.model_fields)}")
        else:
            lines.append(f"  {where}: {problem['msg']}" if where else f"  {problem['msg']}")
    return lines


def _section_at(location: tuple[int | str, ...]) -> type[BaseModel]:
    section: type[BaseModel] = Config
    for part in location:
        section = section.model_fields[str(part)].annotation  # type: ignore[assignment]  # sections are models
    return section
