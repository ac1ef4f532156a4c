PYTHON ?= python3
PORT ?= 8000
export DECISIONS_VAR ?= var

RUN = .venv/bin/python
# Checks and tests keep no state and read no .env.
TESTING = env DJANGO_SETTINGS_MODULE=decisions.config.settings.test
ARGS ?=

.PHONY: up test lint bench docs messages install install-dev

up: install
	@$(RUN) manage.py up --port $(PORT)

test: install-dev
	@$(RUN) scripts/suite.py $(ARGS)

lint: install-dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	.venv/bin/lint-imports --no-logo
	$(TESTING) $(RUN) manage.py check --fail-level WARNING
	$(TESTING) $(RUN) manage.py makemigrations --check --dry-run
	$(TESTING) $(RUN) manage.py spectacular --validate --fail-on-warn --file /dev/null
	$(RUN) scripts/constraints.py
	$(RUN) scripts/docs.py

bench: install-dev
	@$(RUN) -m benchmarks

docs: install-dev
	@$(RUN) scripts/docs.py

# The catalogue of a language: make messages LANGUAGE=de
messages: install-dev
	mkdir -p decisions/config/locale
	$(TESTING) $(RUN) manage.py makemessages --locale $(LANGUAGE) --ignore .venv --ignore tests

install:
	@$(PYTHON) scripts/install.py

install-dev:
	@$(PYTHON) scripts/install.py --dev
