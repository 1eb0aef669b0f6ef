# Two commands do everything, set-up included: `make rehearse` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Where the environment forbids it, each program that a test starts would compile the whole tree again.
unexport PYTHONDONTWRITEBYTECODE

NPM_PACKAGES := .cache/npm/node_modules/asl-validator/package.json

.PHONY: rehearse test suite setup browser lint types shown campaigns kill-everywhere golden mutants fuzz checkov sbom audit lock clean

rehearse: setup
	@$(BIN)/cachewarden rehearse

# mypy uses one core; the tests begin meanwhile. Either fails it.
test: setup browser $(NPM_PACKAGES) lint
	@$(MAKE) --no-print-directory --jobs 2 types suite

suite: setup
	@$(BIN)/pytest -n 2 --dist worksteal

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

# All but the tests.
TYPED := lambdas/adapters lambdas/cachewarden lambdas/handlers infra rehearsal checks cli benchmarks

types: setup
	@$(BIN)/mypy $(TYPED)

# The report's tests open it as a person would.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } || \
	  { echo "the report's tests need Chromium: apt-get install chromium" >&2; exit 1; }

# JSONata as its authors wrote it, the validator of the ASL community and AWS's schema of documents, to hold ours against.
$(NPM_PACKAGES): $(STAMP) tests/unit/rehearsal/engines/asl/npm_packages.py
	@$(BIN)/python tests/unit/rehearsal/engines/asl/npm_packages.py install
	@touch $(NPM_PACKAGES)

setup: $(STAMP)

# Nothing is installed whose hash isn't in constraints.txt. pip knows no hash of an editable install, so the project comes
# after its dependencies, built by the hatchling that is among them.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cachewarden needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "this Python cannot make virtual environments; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes \
	  --requirement constraints.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --no-build-isolation \
	  --editable .
	@touch $(STAMP)

# Renews what README and docs show of the tree; a test fails when they are stale.
shown: setup browser
	@$(BIN)/python -m rehearsal.report.transcript
	@$(BIN)/python -m rehearsal.engines.powershell.tools.coverage > docs/powershell.md
	@$(BIN)/python -m rehearsal.faults > docs/faults.md
	@$(BIN)/python -m checks.documentation
	@$(BIN)/python -m rehearsal.report.evacuations
	@$(BIN)/python -m rehearsal.report.screens
	@$(BIN)/python -m rehearsal.report.page.picture stop-and-return docs/rehearsal.png

# The tests of which the suite runs a part (tests/campaigns.py), whole.
campaigns: setup browser $(NPM_PACKAGES)
	@CAMPAIGNS=whole $(BIN)/pytest -n 2 --dist worksteal $$(grep -rlE 'mark\.campaign|tests\.campaigns|SMALLER' tests --include='test_*.py')

# Every state, action and changing statement of two stories, killed in turn, and of each storage procedure, followed by a
# delay, a reboot or an observe; and each write of a state file of a host, failed. The suite runs a sample. An hour and more.
kill-everywhere: setup
	@$(BIN)/cachewarden kill-everywhere stop-and-return --workers 2
	@$(BIN)/cachewarden kill-everywhere dirty-stop --workers 2
	@$(BIN)/python tests/unit/ssm_documents/killed_procedures.py
	@$(BIN)/python tests/unit/ssm_documents/failed_writes.py

# The golden scenarios of a node's storage, under every value of each unsure fact that they touch. A quarter of an hour.
golden: setup
	@$(BIN)/python tests/unit/ssm_documents/golden_scenarios.py

# Each known defect is brought back, and each refusal of the storage scripts dropped; a test must see it. 10 minutes.
mutants: setup
	@$(BIN)/python -m tests.mutants

# Hostile events, texts, records and hosts, drawn from SEED; the suite runs a part. `make fuzz SEED=7 FUZZ="events strings"`
# draws others, and runs some of the campaigns. Exit code 1 when anything was found.
SEED ?= 1
FUZZ ?=
fuzz: setup
	@$(BIN)/python -m tests.fuzz --seed $(SEED) $(FUZZ)

# Checkov, which pins other releases than ours, in a virtual environment of its own.
CHECKOV := .cache/checkov
$(CHECKOV)/.installed: Makefile
	@$(PYTHON) -m venv $(CHECKOV)
	@$(CHECKOV)/bin/python -m pip install --quiet --disable-pip-version-check checkov==3.3.30
	@touch $@

checkov: setup $(CHECKOV)/.installed
	@$(BIN)/python -m tests.unit.infra.checkov_report $(CHECKOV)/bin/checkov

# The dependencies as CycloneDX (out/sbom.cdx.json), and those with known vulnerabilities. Both tools live in a venv of their
# own. `audit` asks PyPI's database, so it is no part of the suite; what couldn't be asked about is an error, too.
SUPPLY := .cache/supply
$(SUPPLY)/.installed: Makefile
	@$(PYTHON) -m venv $(SUPPLY)
	@$(SUPPLY)/bin/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0 pip-audit==2.10.1
	@touch $@

sbom: $(SUPPLY)/.installed
	@mkdir -p out
	@$(SUPPLY)/bin/cyclonedx-py requirements constraints.txt --output-format JSON --output-reproducible \
	  --output-file out/sbom.cdx.json
	@echo out/sbom.cdx.json

audit: $(SUPPLY)/.installed
	@$(SUPPLY)/bin/pip-audit --requirement constraints.txt --no-deps --disable-pip --strict

# Renews the lock from pyproject.toml's ranges, for every platform and with the hashes of all files of each release; review
# the difference before committing it. uv lives in a venv of its own.
LOCK := .cache/lock
lock:
	$(PYTHON) -m venv $(LOCK)
	$(LOCK)/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.9
	$(LOCK)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --no-header --extra test --output-file constraints.txt pyproject.toml

clean:
	rm -rf $(VENV) .cache out cdk.out
