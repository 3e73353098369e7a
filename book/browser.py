"""Chromium without windows: prints the book, and shows the pages to the tests."""

import shutil

# the first is the same browser without windows, which takes half the time
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
            "google-chrome-stable")  # fmt: skip
# no sandbox in containers, no request of the browser's own
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip
MISSING = f"no browser: none of {', '.join(CHROMIUM)} is on PATH"


def executable():
    """Path of the browser, or None."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)
