# After cloning, `make demo` and `make test` are all that is needed: each makes .venv and installs into it what it needs.
#
# There is one environment for everything. The demo and the tests both need torch, which is nearly all of the download;
# an environment of its own for the demo would save little and could differ from the tested one.
#
# To be overridden on the command line:
#   PYTHON=python3.13   the interpreter that .venv is made with
#   PIP_ARGS=...        more options of `pip install`. On x86 Linux pip brings the CUDA build of torch, several GB;
#                       PIP_ARGS="--extra-index-url URL" with the CPU index that the install page of PyTorch names
#                       brings a small one.
#   WORKERS=4           the number of test processes
#   ARGS=...            more options of pytest, of the demo and of the benchmark: make test-fast ARGS="-k layout"

# Some systems have names like python3.12 on the path that fail when run (the shims of pyenv), and some have a Python
# without venv (Debian's python3): a candidate has to prove itself.
USABLE := import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c "$(USABLE)" >/dev/null 2>&1 && { echo $$python; break; }; done)
PIP_ARGS ?=
WORKERS ?= auto
ARGS ?=

BIN := .venv/bin
INSTALLED := .venv/installed
PIP_INSTALL = $(BIN)/python -m pip install --quiet --constraint constraints.txt $(PIP_ARGS)

.DEFAULT_GOAL := help
.PHONY: help venv demo test test-fast lint types format bench clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

venv: $(INSTALLED) ## make .venv with everything in it

demo: $(INSTALLED) ## train a small agent and watch it play
	$(BIN)/python training/demo.py $(ARGS)

test: lint types pytest ## all checks: lint, types and every test

test-fast: $(INSTALLED) ## the tests that are not marked slow
	$(PYTEST) -m "not slow" $(ARGS)

lint: $(INSTALLED) ## style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED) ## static types
	$(BIN)/mypy

format: $(INSTALLED) ## format the code and fix what can be fixed by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(INSTALLED) ## how fast the games run on this computer
	$(BIN)/horse-envs bench $(ARGS)

clean: ## remove .venv, caches and builds; what training wrote stays
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist site *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The test processes share the cores, and so each runs torch and BLAS on one thread: with more they slow each other down.
PYTEST = OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n $(WORKERS) --maxprocesses=8

.PHONY: pytest
pytest: $(INSTALLED)
	$(PYTEST) $(ARGS)

# The package is installed editable, so only a change of what is installed makes this run again. An environment that no
# longer runs, or whose Python is too old, is made anew. hatchling comes first because the package is then built with
# the pinned one (--no-build-isolation) and not with the newest.
$(INSTALLED): pyproject.toml constraints.txt
	@$(BIN)/python -c "$(USABLE)" 2>/dev/null || { \
		"$(PYTHON)" -c "$(USABLE)" 2>/dev/null || { \
			echo "horse_envs needs Python 3.11, 3.12 or 3.13 with its venv module (on Debian and Ubuntu the package"; \
			echo "python3-venv), and found none. Name one that is not on the path: make PYTHON=/path/to/python3.12"; \
			exit 1; \
		} >&2; \
		"$(PYTHON)" -m venv --clear .venv; \
	}
	@echo "Installing into .venv; the first time takes some minutes, most of them for torch."
	@$(PIP_INSTALL) pip hatchling
	@$(PIP_INSTALL) --no-build-isolation --editable ".[test]"
	@touch $@
