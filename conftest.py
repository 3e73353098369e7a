"""Loads the strict comparison of notebook outputs wherever pytest is started in this repository."""

pytest_plugins = ["tests.nbval_strict"]
