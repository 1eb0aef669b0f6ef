# Two commands do everything, set-up included: `make rehearse` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: rehearse test setup lint types lock benchmark clean

rehearse: setup
	@$(BIN)/cachewarden rehearse

test: setup lint types
	@$(BIN)/pytest -n 2 --dist worksteal

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: setup
	@$(BIN)/mypy lambdas/cachewarden lambdas/handlers infra

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cachewarden needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "this Python cannot make virtual environments; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $(STAMP)

# Renews the lock from pyproject.toml's ranges; review the difference before committing it.
lock:
	$(PYTHON) -m venv .cache/lock
	.cache/lock/bin/python -m pip install --quiet --upgrade --editable '.[test]'
	.cache/lock/bin/python -m pip freeze --exclude-editable > constraints.txt

clean:
	rm -rf $(VENV) .cache out cdk.out
