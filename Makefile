# Every target works on a machine that has only Python 3.11+, make and apt.
VENV := .venv
PY := $(VENV)/bin/python
JUDGE := $(VENV)/bin/judge
GAME ?= bourse
export JUDGE_SOAK ?=

.PHONY: run test demo lint types check bench soak fast golden wheel clean

run: $(VENV)/.ready
	$(JUDGE) init . >/dev/null
	$(JUDGE) run --sample

demo: $(VENV)/.ready
	$(JUDGE) demo $(GAME)

test: $(VENV)/.ready
	$(PY) -m pytest

fast: $(VENV)/.ready
	$(PY) -m pytest -m "not slow"

lint: $(VENV)/.ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check judge tests bench
	$(VENV)/bin/mypy

check: lint test

golden: $(VENV)/.ready
	JUDGE_GOLDEN=write $(PY) -m pytest tests/stories
	git --no-pager diff --stat -- tests/stories

bench: $(VENV)/.ready
	for script in bench/*.py; do echo "== $$script"; PYTHONPATH=. $(PY) $$script || exit 1; done

soak: $(VENV)/.ready
	JUDGE_SOAK=1 $(PY) -m pytest --durations=25

wheel: $(VENV)/.ready
	$(PY) -m pip wheel --quiet --no-deps --wheel-dir dist .

$(VENV)/.ready: pyproject.toml
	sh tools/venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache
