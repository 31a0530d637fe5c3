"""Bots: random, rule-based, searching and learned players, all behind one small protocol."""

from horse_envs.bots.learned import LearnedBot
from horse_envs.bots.make import bot_names, make_bot
from horse_envs.bots.protocol import Bot
from horse_envs.bots.rule import RuleBot
from horse_envs.bots.search import SearchBot

__all__ = ["Bot", "LearnedBot", "RuleBot", "SearchBot", "bot_names", "make_bot"]
