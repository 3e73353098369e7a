"""Landing page, glossary, bibliography and reference agree with the lectures and the package."""

import base64
import contextlib
import importlib.util
import io
import re
from pathlib import Path

import pytest
import yaml
from pybtex.database import parse_file

from book.source import LINKED, Lecture, lecture_paths
from svmlib import losses
from tests.lint.minutes import stated
from tests.tolerance import picture_difference

ROOT = Path(__file__).parent.parent
BOOK = ROOT / "book"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
LECTURES = [
    chapter["file"]
    for part in TOC["parts"]
    for chapter in part["chapters"]
    if chapter["file"].startswith("lectures/")
]
LECTURES, IN_DEPTH = (
    [name for name in LECTURES if ("/in-depth/" in name) == depth] for depth in (False, True)
)


def script(path):
    """A Python file that is in no package, as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page(name):
    return (BOOK / f"{name}.md").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------- landing page


def path_rows():
    """(number, lecture, its in-depth page, minutes to read, of exercises) of the path's rows."""
    row = re.compile(
        r"^\| (\d+)\. \{doc\}`\.\./(lectures/[^`]+)`, \{doc\}`in depth <\.\./(lectures/[^`>]+)>`"
        r" \|[^|]+\| (\d+) \+ (\d+) \|",
        re.M,
    )
    return [
        (int(number), lecture, depth, int(reading), int(exercises))
        for number, lecture, depth, reading, exercises in row.findall(page("index"))
    ]


def test_path_lists_every_lecture_once_in_order():
    listed = [(number, lecture) for number, lecture, *_ in path_rows()]
    assert listed == list(enumerate(LECTURES, 1))
    assert [depth for _, _, depth, *_ in path_rows()] == IN_DEPTH


@pytest.mark.parametrize("lecture", LECTURES)
def test_path_gives_the_minutes_of_the_lecture(lecture):
    (said,) = [tuple(minutes) for _, name, _, *minutes in path_rows() if name == lecture]
    assert said == stated(Lecture.read(ROOT / f"{lecture}.ipynb"))


def test_map_draws_the_lectures_of_the_book_solid_and_numbered():
    box = re.compile(r'<g( class="lecture")? data-lecture="([^"]+)">(.*?)</g>')
    boxes = box.findall(page("index"))
    assert len(boxes) == 14
    solid = {name: body for css, name, body in boxes if css}
    assert list(solid) == LECTURES, "a lecture of the book has class lecture, any other has not"
    for number, lecture in enumerate(LECTURES, 1):
        assert re.search(r'class="number"[^>]*>(\d+)<', solid[lecture])[1] == str(number)
    assert not any('class="number"' in body for css, _, body in boxes if not css)


@pytest.mark.parametrize("name", ["cover", "digits", "card"])
def test_pictures_are_what_their_script_draws(name, tmp_path):
    pictures = script(BOOK / "images" / "make_cover.py")
    pictures.draw(name, tmp_path / "now.png")
    stored, now = (
        base64.b64encode(path.read_bytes()).decode()
        for path in (BOOK / "images" / f"{name}.png", tmp_path / "now.png")
    )
    difference = picture_difference(stored, now)
    assert difference is None, f"{difference}: look at it after `make cover`"


def test_cover_as_svg_is_what_its_script_draws():
    """The same curves and points, these in the same places."""

    def summary(text):
        places = re.findall(r'<use x="([\d.]+)" y="([\d.]+)"', text)
        places += re.findall(r' d="M([\d.]+) ([\d.]+)[^"]{,500}"', text)  # not the curves
        return (
            re.findall(r' id="(\w+)"', re.sub(r"[mp][0-9a-f]{10}", "", text)),
            re.search("<style.*?</style>", text, re.S)[0],
            [float(number) for place in places for number in place],
        )

    stored = (BOOK / "figures" / "fig-cover.svg").read_text(encoding="utf-8")
    ids, looks, places = summary(script(BOOK / "images" / "make_cover.py").cover_as_svg())
    assert summary(stored)[:2] == (ids, looks), "run make cover"
    assert len(places) > 400 and summary(stored)[2] == pytest.approx(places, abs=0.05)


def test_code_of_the_landing_page_prints_what_it_says():
    code, printed = re.findall(r"```(?:python|text)\n(.*?)\n```", page("index"), re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "index.md", "exec"), {})
    assert out.getvalue().strip() == printed.strip()


# ----------------------------------------------------------------------------------- glossary


def glossary():
    """[(terms of the entry, its definition)], in the order of the page."""
    body = re.search(r"```\{glossary\}\n(.*?)\n```", page("glossary"), re.S)[1]
    entries = []
    for block in body.split("\n\n"):
        lines = block.splitlines()
        terms = [line for line in lines if not line.startswith(" ")]
        entries.append((terms, " ".join(line.strip() for line in lines[len(terms) :])))
    return entries


def in_order(term):
    """What decides the place of a term: letters, spaces and digits only."""
    words = re.sub(r"[-–]", " ", term.casefold().replace("λ", "lambda"))
    return re.sub(r"[^a-z0-9 ]", "", words)


def test_glossary_is_alphabetical():
    first = [in_order(terms[0]) for terms, _ in glossary()]
    assert len(first) > 100
    assert first == sorted(first)


def test_glossary_definitions_are_short():
    for terms, definition in glossary():
        text = re.sub(r"\$[^$]+\$", "x", definition)
        assert text.endswith("."), terms
        assert 1 <= len(re.findall(r"\.(?= |$)", text)) <= 4, terms


# ------------------------------------------------------------------------------- bibliography

REQUIRED = {
    "article": {"author", "title", "journal", "year"},
    "book": {"author", "title", "publisher", "year"},
    "incollection": {"author", "title", "booktitle", "publisher", "year"},
    "inproceedings": {"author", "title", "booktitle", "year"},
    "mastersthesis": {"author", "title", "school", "year"},
    "misc": {"author", "title", "howpublished", "year"},
    "techreport": {"author", "title", "institution", "year"},
}


def test_bibliography_is_well_formed():
    entries = parse_file(BOOK / "references.bib").entries  # pybtex refuses duplicate keys
    assert len(entries) > 100
    assert list(entries) == sorted(entries)
    for key, entry in entries.items():
        missing = REQUIRED[entry.type] - set(entry.fields) - set(entry.persons)
        assert not missing, f"{key} lacks {missing}"
        year = re.fullmatch(r"[a-z]+(\d{4}[a-z]?)", key)[1]
        assert year == entry.fields["year"], key
        assert "doi" not in entry.fields or re.match(r"10\.\d{4,}/\S+$", entry.fields["doi"]), key
        if "pages" in entry.fields:
            pages = re.fullmatch(r"[\d:]+(--[\d:]+)?", entry.fields["pages"])
            assert pages, f"{key}: pages {entry.fields['pages']}"


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
