# Farspeaker. `make setup` prepares everything in .venv; the other targets call it themselves.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp-setup
PYTEST_ARGS ?=

.PHONY: help setup system play test bench fmt lock clean

help: ## say what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

setup: $(STAMP) ## prepare .venv with everything pinned (instant when nothing changed)

$(STAMP): requirements-dev.lock pyproject.toml scripts/setup
	@scripts/setup $(VENV)
	@touch $@

system: ## install what the tests need from Debian (PostgreSQL, Chromium) when it is missing
	@scripts/system-packages

play: setup ## play a game in the browser
	@$(BIN)/farspeaker table

test: setup system ## lint, types, import contracts, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto -q $(PYTEST_ARGS)

bench: setup ## run the benchmarks
	@$(BIN)/python -m bench

fmt: setup ## format and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: ## pin the dependencies again (needs a package index)
	scripts/lock $(LOCK_ARGS)

clean: ## remove everything that was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache *.egg-info
