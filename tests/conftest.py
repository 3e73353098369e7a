"""The built site, a server for it, and a browser, each made once for all tests."""

import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import matplotlib
import pytest
from hypothesis import settings

from book.browser import MISSING, SWITCHES, executable

ROOT = Path(__file__).parents[1]
matplotlib.use("Agg")  # no windows
# the same examples in every run: a failure is the fault of a change, not of the dice. New ones:
# --hypothesis-profile=new --hypothesis-seed=SEED. No deadline: a busy machine is no fault
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("same")

# what needs the whole environment of the book; `-m "not book"` checks the package alone
BOOK = """
book_pages browser course dishonest engines exam figures grading hero lecture_lint lectures light
memory nbval_strict notation notebooks_lab pdf playground playground_core previews project
question_bank readers release search site student_edition student_runs theme try_here
try_here_browser visits vote widgets_browser
""".split()  # tests/test_….py

# a browser that finds no host but this one
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
# drawing in the process of the browser itself takes a tenth less than in one of its own
DRAWS = "--in-process-gpu"
# long modules, which begin before others, so that workers end together
LONG = ("test_visits", "test_notebooks_lab", "test_pdf", "test_playground", "test_live_states",
        "test_live_shell", "test_nbval_strict", "test_student_runs", "test_readers")  # fmt: skip
# what `make check` leaves out: the site, browsers, and what proves the checks themselves
LASTS = {"site", "chromium", "test_readers", "test_nbval_strict"}
BUILDING = ROOT / "_build/building"  # is there while `make test` builds the site


def pytest_configure(config):
    config.addinivalue_line("markers", "book: needs what builds and shows the book")
    config.addinivalue_line("markers", "long: needs the built site, a browser or kernels, or time")
    config.addinivalue_line("markers", "weekly: slow, its answer seldom changes; -m weekly")


def pytest_ignore_collect(collection_path, config):
    """Where the book's packages are missing its tests cannot even be imported."""
    return (config.option.markexpr == "not book" and needs_book(collection_path)) or None


def needs_book(path):
    name = path.stem.removeprefix("test_")
    return name in BOOK or name.startswith("live_")


def pytest_collection_modifyitems(config, items):
    if "weekly" not in config.option.markexpr:
        weekly = [item for item in items if item.get_closest_marker("weekly")]
        config.hook.pytest_deselected(items=weekly)
        items[:] = [item for item in items if item not in weekly]
    again = hasattr(config, "workerinput") and config.option.site and not config.option.markexpr
    for item in items:
        if needs_book(item.path):
            item.add_marker(pytest.mark.book)
        if LASTS & {*getattr(item, "fixturenames", ()), item.path.stem}:  # a cell has none
            item.add_marker(pytest.mark.long)
            if again:
                item.add_marker(pytest.mark.flaky(reruns=1))  # in `make test` alone
    items.sort(key=lambda item: begins(item.path))


def begins(path):
    """Lectures first, since the site is being built meanwhile; then long modules."""
    return path.suffix == ".py", [*LONG, path.stem].index(path.stem)


def pytest_addoption(parser):
    parser.addoption("--site", type=Path, help="test this built site instead of building one")


@pytest.fixture
def environment(tmp_path):
    """environment(*packages): the folder of a Python with these and all that is here."""

    def made(*packages):
        venv = tmp_path / "venv"
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", venv], check=True)
        (own,) = venv.glob("lib/python*/site-packages")
        (own / "others.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n{ROOT}\n")
        subprocess.run([venv / "bin/pip", "install", "--quiet", *packages], check=True)
        return venv

    return made


@pytest.fixture(autouse=True)
def close_figures():
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture(scope="session")
def site(request, tmp_path_factory):
    """Folder of the site, built from scratch with warnings as errors.

    From scratch because Sphinx repeats warnings only for pages that it reads again.
    """
    if request.config.option.site:
        while BUILDING.exists():
            time.sleep(0.5)
        return request.config.option.site.resolve()
    return build_book(ROOT, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def pages(site):
    """Parsed pages of the site."""
    from tests.pages import Pages  # which needs what the book needs

    return Pages(site)


def build_book(source, output):
    """Build a book with warnings as errors; the folder of its pages."""
    how = ["--builder", "html", "-n", "-W", "--keep-going", "--path-output", output]
    command = [Path(sys.executable).with_name("jupyter-book"), "build", source, *how]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    # jupyter-book 2 exits with 0 and builds nothing, hence the look at the page
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-6000:]
    assert (output / "_build/html/index.html").exists(), run.stdout[-3000:]
    return output / "_build/html"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def server(site):
    """Address of a local server of the site, with a slash at its end."""
    with serving(site) as address:
        yield address


@pytest.fixture(scope="session")
def bases(server, site):
    """Addresses of the site, served and in a folder."""
    return {"http": server, "file": f"{site.as_uri()}/"}


class Server(ThreadingHTTPServer):
    """Says nothing when a browser is closed while it is being answered."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(folder, handler=QuietHandler):
    """A local server of the folder; its address, with a slash at its end."""
    handler = partial(handler, directory=folder)
    with Server(("127.0.0.1", 0), handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}/"
        http.shutdown()


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium; without one the test fails in CI and is skipped elsewhere."""
    sync_api = pytest.importorskip("playwright.sync_api")
    path = executable()
    if path is None:
        pytest.fail(MISSING) if os.environ.get("CI") else pytest.skip(MISSING)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*SWITCHES, ALONE, DRAWS])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def stage(chromium, tmp_path_factory):
    """Bare pages for live figures, each opened once."""
    from tests.live_stage import Stage  # which needs what the book needs

    return Stage(chromium, tmp_path_factory.mktemp("stage"))


@pytest.fixture
def show(stage):
    """show(widget) puts a live figure on a bare page; nothing may go wrong there."""
    yield stage.show
    errors, stage.errors[:] = [*stage.errors], []
    assert errors == []
