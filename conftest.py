"""Loads the strict comparison of notebook outputs wherever pytest is started in this repository."""

from book.kernels import one_thread

one_thread()  # before numpy is loaded
pytest_plugins = ["tests.nbval_strict"]
