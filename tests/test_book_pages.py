"""Landing page, glossary, bibliography and reference agree with the lectures and the package."""

import base64
import contextlib
import importlib.util
import io
import re
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from pybtex.database import parse_file
from sklearn import svm
from sklearn.linear_model import SGDClassifier

import svmlib
from book.source import LINKED, Lecture, lecture_paths
from svmlib import datasets, kernels, losses
from tests.lint.minutes import stated
from tests.test_site import listed_pages
from tests.tolerance import picture_difference

ROOT = Path(__file__).parent.parent
BOOK = ROOT / "book"
LISTED = [page.removesuffix(".html") for page in listed_pages() if page.startswith("lectures/")]
LECTURES, IN_DEPTH = (
    [name for name in LISTED if ("/in-depth/" in name) == depth] for depth in (False, True)
)


def page(name):
    return (BOOK / f"{name}.md").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------- landing page


def path_rows():
    """(number, lecture, its in-depth page, minutes to read, of exercises) of the path's rows."""
    link = r"(lectures/[^`>]+)"
    row = rf"\| (\d+)\. \{{doc\}}`\.\./{link}`, \{{doc\}}`in depth <\.\./{link}>` \|[^|]+"
    found = re.findall(rf"^{row}\| (\d+) \+ (\d+) \|", page("index"), re.M)
    return [(int(k), *pages, int(read), int(done)) for k, *pages, read, done in found]


def test_path_lists_every_lecture_in_order_with_its_minutes():
    """And its in-depth page."""
    minutes = [stated(Lecture.read(ROOT / f"{lecture}.ipynb")) for lecture in LECTURES]
    rows = zip(count(1), LECTURES, IN_DEPTH, minutes, strict=False)
    assert path_rows() == [(k, lecture, depth, *its) for k, lecture, depth, its in rows]


def test_map_draws_the_lectures_of_the_book_solid_and_numbered():
    box = re.compile(r'<g( class="lecture")? data-lecture="([^"]+)">(.*?)</g>')
    boxes = box.findall(page("index"))
    assert len(boxes) == len(LECTURES)
    solid = {name: body for css, name, body in boxes if css}
    assert list(solid) == LECTURES, "a lecture of the book has class lecture, any other has not"
    for number, lecture in enumerate(LECTURES, 1):
        assert re.search(r'class="number"[^>]*>(\d+)<', solid[lecture])[1] == str(number)
    assert not any('class="number"' in body for css, _, body in boxes if not css)


@pytest.fixture(scope="module")
def pictures():
    """The script that draws them, which is in no package."""
    spec = importlib.util.spec_from_file_location("make_cover", BOOK / "images/make_cover.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["cover", "digits", "card"])
def test_pictures_are_what_their_script_draws(name, tmp_path, pictures):
    pictures.draw(name, tmp_path / "now.png")
    stored, now = (
        base64.b64encode(path.read_bytes()).decode()
        for path in (BOOK / "images" / f"{name}.png", tmp_path / "now.png")
    )
    difference = picture_difference(stored, now)
    assert difference is None, f"{difference}: look at it after `make cover`"


def test_code_of_the_landing_page_prints_what_it_says():
    code, printed = re.findall(r"```(?:python|text)\n(.*?)\n```", page("index"), re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "index.md", "exec"), {})
    assert out.getvalue().strip() == printed.strip()


# ----------------------------------------------------------------------------------- glossary


def test_glossary_is_alphabetical():
    body = re.search(r"```\{glossary\}\n(.*?)\n```", page("glossary"), re.S)[1]
    terms = [block.partition("\n")[0].casefold() for block in body.split("\n\n")]
    first = [
        re.sub(r"[^a-z0-9 ]", "", re.sub(r"[-–]", " ", term.replace("λ", "lambda")))
        for term in terms
    ]
    assert len(first) > 100 and first == sorted(first)


# ------------------------------------------------------------------------------- bibliography


def test_bibliography_is_well_formed():
    entries = parse_file(BOOK / "references.bib").entries  # pybtex refuses duplicate keys
    assert len(entries) > 100
    assert list(entries) == sorted(entries)
    for key, entry in entries.items():
        assert {"title", "year"} <= set(entry.fields) and "author" in entry.persons, key
        year = re.fullmatch(r"[a-z]+(\d{4}[a-z]?)", key)[1]
        assert year == entry.fields["year"], key
        assert "doi" not in entry.fields or re.match(r"10\.\d{4,}/\S+$", entry.fields["doi"]), key
        assert re.fullmatch(r"[\d:]+(--[\d:]+)?", entry.fields.get("pages", "1")), key


def test_every_source_is_cited():
    keys = set(parse_file(BOOK / "references.bib").entries)
    pages = [path.read_text(encoding="utf-8") for path in BOOK.glob("*.md")]
    groups = [g for text in pages for g in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text)]
    cited = {key.strip() for group in groups for key in group.split(",")}
    for path in lecture_paths(ROOT):
        cited |= set(LINKED.findall(path.read_text(encoding="utf-8")))
    assert keys <= cited, f"cited nowhere: {keys - cited}"


# ---------------------------------------------------------------------------------- reference


def test_reference_lists_the_losses():
    rows = re.findall(
        r"^\* - (.+)\n  - `losses\.(\w+)\(m\)`\n  - \$(.+)\$$", page("reference"), re.M
    )
    assert [(name, formula) for name, _, formula in rows] == [
        (name, loss.formula) for name, loss in losses.LOSSES.items()
    ]
    for name, call, _ in rows:
        assert getattr(losses, call) is losses.LOSSES[name]


# ---------------------------------------------------------------------------------- the card

EQUALS = re.compile(r"^\| `(.+)`(?: on three classes)? \| `(\w+\(.*\))` \|$", re.M)


@pytest.mark.parametrize(("theirs", "ours"), EQUALS.findall(page("card")))
def test_machines_in_a_row_of_the_card_are_equal(theirs, ours):
    X, y = datasets.moons(120)
    known = vars(svm) | {"SGDClassifier": SGDClassifier, "n": len(X)}
    own = {name: getattr(module, name) for module in (svmlib, kernels) for name in module.__all__}
    pair = eval(theirs, known), eval(ours, own)
    if "Multiclass" in ours:
        y = np.digitize(X[:, 0], [0, 1])
    elif "SVR" in ours:
        y = np.sin(3 * X[:, 0])
    for machine in pair:
        machine.fit(X, y)
    asked = "decision_function" if hasattr(pair[0], "decision_function") else "predict"
    asked = "predict" if "Multiclass" in ours else asked
    np.testing.assert_allclose(*(getattr(one, asked)(X) for one in pair), rtol=0.02, atol=0.02)


def test_the_card_has_all_pairs_and_the_width_on_standardised_columns():
    assert len(EQUALS.findall(page("card"))) == 9
    X, y = datasets.breast_cancer(standardise=True)
    sigma = svmlib.KernelSVM().fit(X, y).kernel_.sigma
    assert sigma == pytest.approx(np.sqrt(X.shape[1] / 2)) and r"\sqrt{d/2}" in page("card")
