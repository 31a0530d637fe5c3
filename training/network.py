"""The network that is taught and then improved by self-play: one trunk, a score for each action, a value."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from horse_envs.bots.learned import Policy


class Trunk(BaseFeaturesExtractor):
    """Hidden layers with ReLU, shared by the scores of the actions and the value.

    Args:
        observation_space: a box of shape (size,).
        hidden: the widths of the layers.
    """

    def __init__(self, observation_space: spaces.Space[Any], hidden: Sequence[int]) -> None:
        super().__init__(observation_space, hidden[-1])
        assert observation_space.shape is not None
        widths = [observation_space.shape[0], *hidden]
        layers: list[nn.Module] = []
        for inputs, outputs in pairwise(widths):
            layers += [nn.Linear(inputs, outputs), nn.ReLU()]
        self.layers = nn.Sequential(*layers)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Features, float32 (n, hidden[-1])."""
        features: torch.Tensor = self.layers(observations)
        return features


class PolicyNetwork(nn.Module):
    """Trunk and action scores, without the value: what is taught and what is exported.

    Args:
        size: the length of an observation.
        actions: the size of the action table.
        hidden: the widths of the hidden layers.
    """

    def __init__(self, size: int, actions: int, hidden: Sequence[int]) -> None:
        super().__init__()
        self.size, self.actions, self.hidden = size, actions, list(hidden)
        self.trunk = Trunk(spaces.Box(-1.0, 1.0, (size,)), hidden)
        self.head = nn.Linear(hidden[-1], actions)

    def scores(self, observations: torch.Tensor) -> torch.Tensor:
        """A score for each action, float32 (n, actions)."""
        scores: torch.Tensor = self.head(self.trunk(observations))
        return scores

    def share(self, trunk: Any, head: Any) -> None:
        """Use the layers of another network from now on, not a copy of them."""
        self.trunk, self.head = trunk, head

    def policy(self, made: dict[str, Any] | None = None) -> Policy:
        """The network as plain arrays, to be played without torch."""
        linear = [module for module in self.modules() if isinstance(module, nn.Linear)]
        return Policy(
            [layer.weight.detach().numpy().T.copy() for layer in linear],
            [layer.bias.detach().numpy().copy() for layer in linear],
            made or {},
        )
