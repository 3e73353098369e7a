"""What passed leaves a record of its text, time and environment, and the site shows what holds."""

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path

import nbformat
import pytest
from lxml import html
from nbformat import v4

from book import verified
from tests import stages
from tests.conftest import ROOT

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
NAMES = ("01-one", "02-two", "03-three")
TOC = """format: jb-book
root: index
parts:
  - numbered: true
    chapters: [{chapters}]
  - chapters: [{{file: book/status}}]
"""


def lecture(path, *cells):
    """Write a lecture of (source, printed) pairs."""
    made = [v4.new_markdown_cell(f"# {path.stem}\n\nWords.", id="title")]
    for k, (source, printed) in enumerate(cells, start=1):
        shown = [v4.new_output("stream", name="stdout", text=printed)]
        cell = v4.new_code_cell(source, execution_count=k, outputs=shown, id=f"cell-{k}")
        made.append(cell)
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(v4.new_notebook(cells=made, metadata={"kernelspec": KERNEL}), path)


ALONE = ("-n", "0")  # one lecture needs no workers


def verify(folder, *arguments):
    """Run the stage of outputs in a folder, as `make test` does."""
    stage = stages.outputs(lectures=["lectures"])
    command = [*stage.command, "-p", "tests.nbval_strict", "--rootdir", folder, *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=200)
    return run.returncode, run.stdout


def records(folder):
    return {record.page: record for record in verified.read_records(folder / verified.FOLDER)}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A folder of three lectures, of which the third says something wrong, once verified."""
    folder = tmp_path_factory.mktemp("checkout")
    lectures = folder / "lectures"
    lecture(lectures / "01-one.ipynb", ("print(1)", "1\n"), ("print(11)", "11\n"))
    lecture(lectures / "02-two.ipynb", ("import time; time.sleep(1.5); print(2)", "2\n"))
    lecture(lectures / "03-three.ipynb", ("print(3)", "3\n"), ("print(33)", "34\n"))
    before = datetime.now(UTC)
    assert verify(folder)[0] == 1
    return folder, before, datetime.now(UTC)


def test_what_passed_has_a_record_and_what_failed_has_none(checkout):
    folder, before, after = checkout
    found = records(folder)
    assert set(found) == {"lectures/01-one", "lectures/02-two"}
    for page, record in found.items():
        assert record.digest == verified.digest(folder / f"{page}.ipynb")
        then = datetime.strptime(record.time, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        assert before - timedelta(minutes=1) <= then <= after
    assert 1.5 < found["lectures/02-two"].seconds < (after - before).total_seconds()


def test_a_record_says_on_what_it_was(checkout):
    said = records(checkout[0])["lectures/01-one"].environment
    assert said.startswith(f"Python {platform.python_version()}, numpy {version('numpy')}, ")
    for package in verified.PACKAGES:
        assert f"{package} {version(package)}" in said
    assert f"on {platform.system()} {platform.machine()}, {verified.processor()}" in said
    assert platform.node() not in said


@pytest.mark.parametrize("name", ["02-two", "03-three"])
def test_a_failure_takes_the_record_of_this_environment_away(name, checkout, tmp_path):
    """And no other record: not of another lecture, not of another environment."""
    folder, page = tmp_path / "copy", f"lectures/{name}"
    lecture(folder / f"{page}.ipynb", ("print(1)", "2\n"))
    here = records(checkout[0])["lectures/01-one"].environment
    old = verified.Record(page, "0", "2026-01-01 00:00", 1.0, here)
    elsewhere = verified.Record(page, "0", "2026-01-01 00:00", 1.0, "another one")
    beside = verified.Record("lectures/04-four", "0", "2026-01-01 00:00", 1.0, here)
    for record in (old, elsewhere, beside):
        record.write(folder / verified.FOLDER)
    assert verify(folder, *ALONE)[0] == 1
    assert set(verified.read_records(folder / verified.FOLDER)) == {elsewhere, beside}


def test_a_part_of_a_lecture_is_no_verification(checkout, tmp_path):
    lecture(tmp_path / "lectures/01-one.ipynb", ("print(1)", "1\n"), ("print(2)", "2\n"))
    code, told = verify(tmp_path, *ALONE, "--deselect", "lectures/01-one.ipynb::Cell 1")
    assert code == 0 and "1 passed" in told
    assert records(tmp_path) == {}


def test_other_arithmetic_is_another_environment():
    """As `make portable` sets it: two records, not one written over the other."""
    ask = [sys.executable, "-c", "from book.verified import environment; print(environment())"]
    machines = stages.machines()
    said = {
        name: subprocess.run(
            ask, cwd=ROOT, env=environ(machines[name]), capture_output=True, text=True, check=True
        ).stdout
        for name in machines
    }
    assert len(said) >= 3
    assert "1 thread)" in said["this one"] and "2 threads)" in said["this one, 2 threads"]
    plain = stages.plain_arithmetic().get("OPENBLAS_CORETYPE")
    assert plain is None or plain.lower() in said[plain].lower()


def environ(variables):
    return os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"} | variables


@pytest.mark.parametrize("folders", [("", "verified-elsewhere"), ("verified-elsewhere", "")])
def test_of_two_records_of_one_environment_the_last_counts(folders, tmp_path):
    """As when those of another run are put into the folder: which then are in one of its own."""
    old, new = (verified.Record("a", "0", f"2026-01-0{k} 00:00", 1.0, "here") for k in (1, 2))
    other = verified.Record("a", "0", "2026-01-01 12:00", 1.0, "there")
    for record, folder in zip((old, new), folders, strict=True):
        record.write(tmp_path / folder)
    other.write(tmp_path)
    assert verified.read_records(tmp_path) == [new, other]


def test_a_digest_follows_the_lecture_and_the_package(tmp_path, monkeypatch):
    path = tmp_path / "a.ipynb"
    path.write_text("one")
    first = verified.digest(path)
    assert verified.digest(path) == first
    path.write_text("two")
    assert verified.digest(path) != first
    (tmp_path / "svmlib").mkdir()
    (tmp_path / "svmlib/a.py").write_text("x = 1")
    monkeypatch.setattr(verified, "ROOT", tmp_path)
    found = set()
    for text in ("x = 1", "x = 2"):
        (tmp_path / "svmlib/a.py").write_text(text)
        verified.package_digest.cache_clear()
        found.add(verified.digest(path))
    verified.package_digest.cache_clear()
    assert len(found) == 2


# ------------------------------------------------------------------------------------- the site


def build(folder):
    """Build the book; its pages by name, as trees."""
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder]
    run = subprocess.run(
        [*command, "--builder", "html", "-n", "-W", "--keep-going"],
        cwd=ROOT, capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    site = folder / "_build/html"
    pages = [*(f"lectures/{name}" for name in NAMES), "book/status"]
    return {page: html.parse(str(site / f"{page}.html")).getroot() for page in pages}


def lines(pages):
    """What the lectures say of their verification."""
    return [
        [
            " ".join(p.text_content().split())
            for p in pages[f"lectures/{name}"].find_class("verified")
        ]
        for name in NAMES
    ]


def test_the_site_says_what_holds_whenever_it_is_built(tmp_path):
    """Three builds of one folder: without records, with them, and after a lecture was changed."""
    for name in NAMES:
        lecture(tmp_path / f"lectures/{name}.ipynb", ("print(1)", "1\n"))
    (tmp_path / "index.md").write_text("# A book\n")
    chapters = ", ".join(f"{{file: lectures/{name}}}" for name in NAMES)
    (tmp_path / "_toc.yml").write_text(TOC.format(chapters=chapters))
    (tmp_path / "_config.yml").write_bytes((ROOT / "_config.yml").read_bytes())
    (tmp_path / "book").symlink_to(ROOT / "book")

    pages = build(tmp_path)
    assert lines(pages) == [[], [], []]
    told = pages["book/status"].find_class("verification")[0].text_content()
    assert "built without a verification" in told and "make test" in told
    assert not pages["book/status"].xpath("//main//table")

    for name, time in (("01-one", "2026-03-01 10:20"), ("02-two", "2026-03-02 11:22")):
        path = f"lectures/{name}"
        now = verified.digest(tmp_path / f"{path}.ipynb")
        for there in ("Python 3.11, on A", "Python 3.12, on B"):
            time = time.replace("2026-03", "2026-04") if there.endswith("B") else time
            record = verified.Record(path, now, time, 41.6, there)
            record.write(tmp_path / verified.FOLDER)
    lecture(tmp_path / "lectures/02-two.ipynb", ("print(2)", "2\n"))

    pages = build(tmp_path)
    one, two, three = lines(pages)
    assert one == ["Verified with Python 3.12, on B, 2026-04-01."]
    assert len(two) == 1 and two[0].startswith("Not verified since it, or the package svmlib")
    assert "2026-04-02" in two[0]
    assert three == []
    (link,) = pages["lectures/01-one"].xpath("//p[@class='verified']/a/@href")
    assert link == "../book/status.html"
    rows = [
        [" ".join(cell.text_content().split()) for cell in row.xpath("td")]
        for row in pages["book/status"].xpath("//main//tbody/tr")
    ]
    assert rows[0][1:] == ["2026-04-01 10:20", "42", "1, 2"]
    assert rows[1][1].startswith("not verified since it") and rows[2][1] == "not verified"
    items = pages["book/status"].xpath("//main//ol/li")
    assert [item.text_content().strip() for item in items] == [
        "Python 3.11, on A", "Python 3.12, on B",
    ]  # fmt: skip

    for path in (tmp_path / verified.FOLDER).rglob("*.json"):
        path.unlink()
    pages = build(tmp_path)
    assert lines(pages) == [[], [], []]
    assert not pages["book/status"].xpath("//main//table")


def test_records_are_kept_out_of_the_repository():
    path = f"{verified.FOLDER}/lectures/01-margins/0.json"
    run = subprocess.run(["git", "check-ignore", path], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.strip() == path


def test_the_site_is_built_after_the_outputs_are_verified(monkeypatch):
    """Else the site that is published would show no record, or an old one."""
    ran = []
    monkeypatch.setattr(stages, "run_all", lambda name, found: ran.extend(s.name for s in found))
    monkeypatch.setattr(stages.shutil, "rmtree", lambda *args, **options: None)
    stages.test()
    assert ran.index("outputs") < ran.index("site") < ran.index("tests")
