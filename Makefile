# Every target but lock (uv) and map (npm) works on a machine that has only Python 3.11+, make and apt.
VENV := .venv
PY := $(VENV)/bin/python
JUDGE := $(VENV)/bin/judge
GAME ?= bourse
SUITES ?= tests
# One test process more than processors, for some tests wait for servers; WORKERS=0 runs all in one (for a debugger).
WORKERS ?= $(shell expr $$(nproc) + 1)
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist worksteal
export JUDGE_SOAK ?=
# Tests start hundreds of Python processes: without its byte code each would compile the whole judge anew.
unexport PYTHONDONTWRITEBYTECODE

# What runs a judge, and no more: `make test` and the others add the rest (.ready) to the same place.
JUST_RUN := $(if $(wildcard $(VENV)/.ready),$(VENV)/.ready,$(VENV)/.run)

.PHONY: run test demo lint types check bench benches soak fast people postgres compiled golden gallery map wheel dist lock mutants clean

run: $(JUST_RUN)
	$(JUDGE) init . >/dev/null
	$(JUDGE) run --sample

demo: $(JUST_RUN)
	$(JUDGE) demo $(GAME)

# Real mail servers, a browser, packages and copies of the checkout are for where REQUIRE_ALL=1; `pytest
# tests/mailserver` or `pytest tests/printed` asks them anywhere.
REAL := $(if $(filter 1,$(REQUIRE_ALL)),,-m "not real")
LEFT_OUT := tests with real mail servers, a browser, a package or a copy of the checkout (make test REQUIRE_ALL=1)
test: $(VENV)/.ready
	@echo "Left out: $(if $(REAL),$(LEFT_OUT),nothing)"
	$(PYTEST) $(REAL) $(SUITES)

fast: $(VENV)/.ready
	$(PYTEST) -m "not slow"

lint: $(VENV)/.ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check judge tests bench
	$(VENV)/bin/mypy

check: lint test

postgres: $(VENV)/.ready
	JUDGE_TEST_STORE=postgresql $(PYTEST) $(SUITES)

# Letters as people write them: how many are answered as a careful referee would. PEOPLE='--only boards -v' etc.
people: $(VENV)/.ready
	$(PY) -m tests.people.run $(PEOPLE)

golden: $(VENV)/.ready
	JUDGE_GOLDEN=write $(PY) -m pytest tests/stories tests/reading/test_small_readings.py tests/test_docs.py \
		tests/kits tests/games -k "story or as_before or card or schemas"
	git --no-pager diff --stat -- tests/stories tests/reading/readings \
		tests/fixtures/board/told tests/fixtures/told docs/players-card.md

gallery: $(VENV)/.ready
	$(PY) -m tools.gallery.letters var/gallery
	$(PY) -m tools.gallery.site var/gallery/site

# One JSON line a figure, with the machine's floor in the same run. FIGURES='letters boards' for some of them;
# two checkouts against one another: bench/compare.py OLD NEW.
FIGURES ?=
bench: $(VENV)/.ready
	PYTHONPATH=. $(PY) bench/figures.py $(FIGURES)

# Every bench by itself, in words.
benches: $(VENV)/.ready
	for script in $$(grep -l __main__ bench/*.py); do echo "== $$script"; PYTHONPATH=. $(PY) $$script || exit 1; done

# The adjudicator compiled (docs/installing.md), and what rests on it, tested with that: the test cases, the hosts' own
# rules, the games of nothing but the board, and every story of every game, to the letter.
ADJUDICATED := tests/kits/board tests/kits/test_host_reports.py tests/kits/test_host_voices.py tests/games/diplomacy \
	tests/games/economic4 tests/stories
compiled: $(VENV)/.ready
	rm -rf var/compiled
	HATCH_BUILD_HOOKS_ENABLE=1 $(PY) -m pip wheel --quiet --no-deps --wheel-dir var/compiled .
	$(PY) -m zipfile -e var/compiled/*.whl var/compiled
	$(PYTEST) -o "pythonpath=var/compiled ." $(ADJUDICATED)

soak: $(VENV)/.ready
	JUDGE_SOAK=1 $(PY) -m pytest --durations=25

# Faults made on purpose in FILES, one at a time, and whether TESTS notice them (CONTRIBUTING.md).
FILES ?= judge/kits/route.py
TESTS ?= tests/kits/test_route.py
mutants: $(VENV)/.ready
	mkdir -p var
	printf '[cosmic-ray]\nmodule-path = "%s"\ntimeout = 60.0\nexcluded-modules = []\ntest-command = "%s"\n' \
		"$(FILES)" "$(PY) -m pytest -q -x -p no:cacheprovider $(TESTS)" > var/mutants.toml
	printf '[cosmic-ray.distributor]\nname = "local"\n' >> var/mutants.toml
	$(VENV)/bin/cosmic-ray init --force var/mutants.toml var/mutants.sqlite
	$(VENV)/bin/cosmic-ray exec var/mutants.toml var/mutants.sqlite
	$(VENV)/bin/cr-report --show-diff --surviving-only var/mutants.sqlite

# The drawn map anew, out of the public-domain coastlines (docs/map.md). Needs npm, once.
map: $(VENV)/.ready var/map/package/countries-50m.json
	PYTHONPATH=. $(PY) tools/map/build.py var/map/package/countries-50m.json
	PYTHONPATH=. $(PY) tools/map/paint.py

var/map/package/countries-50m.json:
	mkdir -p var/map
	cd var/map && npm pack --silent world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
	touch $@

wheel: $(JUST_RUN)
	$(PY) -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls -1 dist/*.whl

# Wheel, sdist, Debian package, image and their checksums (docs/installing.md). What cannot be made here is said.
dist: $(VENV)/.ready
	$(PY) -m tools.dist

lock: $(VENV)/.ready
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --all-extras \
		--python-version 3.11 --output-file requirements.lock pyproject.toml
	$(PY) tools/third_party.py > THIRD-PARTY.md

$(VENV)/.run: pyproject.toml
	@echo "Making $(VENV), with what the judge needs to run (once; about half a minute)."
	sh tools/venv $(VENV)
	$(PY) -m pip install --disable-pip-version-check --editable .
	touch $@

$(VENV)/.ready: pyproject.toml
	@echo "Making $(VENV), with what tests need (once; about two minutes)."
	sh tools/venv $(VENV)
	$(PY) -m pip install --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache
