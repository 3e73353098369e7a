"""Landing page, glossary, bibliography and reference agree with the lectures and the package."""

import base64
import re

import numpy as np
import pytest
from pybtex.database import parse_file
from sklearn import svm
from sklearn.compose import TransformedTargetRegressor
from sklearn.datasets import load_diabetes, make_gaussian_quantiles
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import cross_val_score
from sklearn.multiclass import OneVsOneClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import svmlib
from book.content import misconceptions
from book.ext.teaching import misplaced, wrong_answers
from book.images import make_cover
from book.source import LINKED, Lecture, lecture_paths
from svmlib import datasets, kernels, losses
from svmlib.blocks import BlockMachine
from svmlib.kernels import RBF
from tests.conftest import ROOT
from tests.pages import listed_pages
from tests.tolerance import picture_difference

BOOK = ROOT / "book"
LISTED = [page.removesuffix(".html") for page in listed_pages() if page.startswith("lectures/")]
LECTURES = [name for name in LISTED if "/in-depth/" not in name]
ENTRIES = parse_file(BOOK / "references.bib").entries  # pybtex refuses duplicate keys

CARDS = "//*[contains(@class, 'path')]//div[contains(@class, 'sd-card ')]"
WORDS = ".//div[contains(@class, 'title')] | .//p"


def page(name):
    return (BOOK / f"{name}.md").read_text(encoding="utf-8")


def test_path_shows_every_lecture_in_order_as_it_opens(pages):
    """Its picture, title, question and minutes, all as they are said at the lecture's top."""
    cards = pages["book/index.html"].xpath(CARDS)
    assert len(cards) == len(LECTURES)
    for number, (card, lecture) in enumerate(zip(cards, LECTURES, strict=True), 1):
        top = pages[f"{lecture}.html"]
        (question,) = top.xpath("//p[contains(@class, 'question')]/strong")
        (picture,) = top.xpath("//img[contains(@class, 'opening')]")
        assert question.text_content().endswith("?")
        assert [image.get("alt") for image in card.iter("img")] == [picture.get("alt")]
        reading, exercises = Lecture.read(ROOT / f"{lecture}.ipynb").stated()
        title, *words = [" ".join(part.text_content().split()) for part in card.xpath(WORDS)]
        assert title.startswith(f"{number}. ")
        assert words == [question.text_content(), f"{reading} min, exercises {exercises} min"]
        assert card.xpath(".//a/@href") == [f"../{lecture}.html"]


def test_map_draws_the_lectures_of_the_book_solid_and_numbered():
    box = re.compile(r'<g( class="lecture")? data-lecture="([^"]+)">(.*?)</g>')
    boxes = box.findall(page("index"))
    assert len(boxes) == len(LECTURES)
    solid = {name: body for css, name, body in boxes if css}
    assert list(solid) == LECTURES, "a lecture of the book has class lecture, any other has not"
    for number, lecture in enumerate(LECTURES, 1):
        assert re.search(r'class="number"[^>]*>(\d+)<', solid[lecture])[1] == str(number)
    assert not any('class="number"' in body for css, _, body in boxes if not css)


@pytest.mark.parametrize("name", ["cover", "digits", "card"])
def test_pictures_are_what_their_script_draws(name, tmp_path):
    make_cover.draw(name, tmp_path / "now.png")
    both = BOOK / "images" / f"{name}.png", tmp_path / "now.png"
    stored, drawn = (base64.b64encode(path.read_bytes()).decode() for path in both)
    difference = picture_difference(stored, drawn)
    assert difference is None, f"{difference}: look at it after `make cover`"


def test_code_of_the_landing_page_prints_what_it_says(capsys):
    code, printed = re.findall(r"```(?:python|text)\n(.*?)\n```", page("index"), re.S)
    exec(code, {})
    assert capsys.readouterr().out.strip() == printed.strip()


def test_glossary_is_alphabetical():
    body = re.search(r"```\{glossary\}\n(.*?)\n```", page("glossary"), re.S)[1]
    terms = [block.partition("\n")[0].casefold() for block in body.split("\n\n")]
    plain = [re.sub(r"[-–]", " ", term.replace("λ", "lambda")) for term in terms]
    first = [re.sub(r"[^a-z0-9 ]", "", term) for term in plain]
    assert len(first) > 100 and first == sorted(first)


def test_bibliography_is_well_formed():
    assert list(ENTRIES) == sorted(ENTRIES)
    for key, entry in ENTRIES.items():
        assert {"title", "year"} <= set(entry.fields) and "author" in entry.persons, key
        year = re.fullmatch(r"[a-z]+(\d{4}[a-z]?)", key)[1]
        assert year == entry.fields["year"], key
        assert "doi" not in entry.fields or re.match(r"10\.\d{4,}/\S+$", entry.fields["doi"]), key
        assert re.fullmatch(r"[\d:]+(--[\d:]+)?", entry.fields.get("pages", "1")), key


def test_every_source_is_cited():
    text = "".join(path.read_text(encoding="utf-8") for path in BOOK.glob("*.md"))
    groups = re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text)
    cited = {key.strip() for group in groups for key in group.split(",")}
    for path in lecture_paths(ROOT):
        cited |= set(LINKED.findall(path.read_text(encoding="utf-8")))
    assert len(ENTRIES) > 100 and set(ENTRIES) <= cited, f"nowhere: {set(ENTRIES) - cited}"


def test_reference_lists_the_losses():
    row = re.compile(r"^\* - (.+)\n  - `losses\.(\w+)\(m\)`\n  - \$(.+)\$$", re.M)
    rows = row.findall(page("reference"))
    told = [(name, getattr(losses, call), tex) for name, call, tex in rows]
    assert told == [(name, loss, loss.formula) for name, loss in losses.LOSSES.items()]


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
    scored = hasattr(pair[0], "decision_function") and "Multiclass" not in ours
    asked = "decision_function" if scored else "predict"
    np.testing.assert_allclose(*(getattr(one, asked)(X) for one in pair), rtol=0.02, atol=0.02)


def test_the_card_has_all_pairs_and_the_width_on_standardised_columns():
    assert len(EQUALS.findall(page("card"))) == 9
    X, y = datasets.breast_cancer(standardise=True)
    sigma = svmlib.KernelSVM().fit(X, y).kernel_.sigma
    assert sigma == pytest.approx(np.sqrt(X.shape[1] / 2)) and r"\sqrt{d/2}" in page("card")


LINES = re.compile(r"^(?:\d+\. .+|\| (?!:|Symptom|Knob|`|scikit-learn ).+)$", re.M)


def test_each_line_of_the_card_leads_to_a_page():
    lines = LINES.findall(page("card").replace("| `class_weight`", "| class_weight"))
    assert len(lines) > 25
    assert [line for line in lines if "](#" not in line] == []


def test_first_values_and_names_on_the_card_are_those_of_the_machines():
    X, y = datasets.moons(120)
    machine = svmlib.KernelSVM().fit(X, y)
    assert machine.C == 1 and machine.class_weight is None
    assert machine.gap_ <= machine.tol == 1e-6 and "$10^{-6}$" in page("card")
    assert svmlib.MulticlassSVM().kind == "one-vs-one"
    theirs = svm.SVC(kernel="linear").fit(X, y)
    ours = svmlib.LinearSVM().fit(X, y)
    both = "support_ support_vectors_ n_support_ dual_coef_ intercept_ classes_ coef_"
    for name in both.split():
        assert hasattr(theirs, name) and hasattr(ours, name), name
    for kernel in (RBF("scale"), RBF("4 scale")):
        narrow = svmlib.EpsilonSVR(kernel=kernel, epsilon=0.1).fit(X, X[:, 0])
        wide = svmlib.EpsilonSVR(kernel=kernel, epsilon=0.5).fit(X, X[:, 0])
        assert len(wide.support_) < len(narrow.support_), "a larger epsilon: fewer of them"
    weighted = svmlib.KernelSVM(kernel=RBF("scale"), class_weight={-1: 1, 1: 9}).fit(X, y)
    repeated = np.vstack([X, *[X[y > 0]] * 8])
    assert weighted.kernel_.sigma == pytest.approx(np.sqrt(repeated.var()))
    beta = machine.dual_coef_[0]
    length = np.sqrt(beta @ machine.kernel_(machine.support_vectors_) @ beta)
    assert machine.margin_ == pytest.approx(1 / length)
    machines = (machine, ours, narrow, svmlib.OneClassSVM(nu=0.1).fit(X))
    assert all(hasattr(one, name) for one in machines for name in ("gap_", "primal_", "dual_"))
    assert all(hasattr(one, "likeness") for one in (machine, narrow, machines[-1]))


def test_advice_of_the_card_on_several_classes_and_on_a_number():
    X, y = make_gaussian_quantiles(n_samples=400, n_classes=3, random_state=0)
    bent = svmlib.MulticlassSVM(kernel=RBF("scale"))
    linear = svmlib.MulticlassSVM()
    assert cross_val_score(linear, X, y).mean() < 0.5 < 0.9 < cross_val_score(bent, X, y).mean()
    assert '`MulticlassSVM(kernel=RBF("scale"))`' in page("card")
    with pytest.raises(ValueError, match="Use MulticlassSVM"):
        svmlib.KernelSVM().fit(X, y)
    blocks = BlockMachine()
    with pytest.raises(ValueError, match="two labels"):
        blocks.fit(X, y)
    assert OneVsOneClassifier(blocks).fit(X**2, y).score(X**2, y) > 0.9
    X, y = load_diabetes(return_X_y=True)
    raw = svmlib.EpsilonSVR()
    ready = TransformedTargetRegressor(raw, transformer=StandardScaler())
    gain, more = (
        cross_val_score(make_pipeline(StandardScaler(), machine), X, y, scoring="r2").mean()
        for machine in (raw, ready)
    )
    assert gain < 0.2 < 0.4 < more


@pytest.mark.parametrize("label", ["ex-soft-kinds", "quiz-soft-slack"])
def test_each_mistake_and_wrong_answer_is_in_one_misconception(label):
    wrong = wrong_answers(ROOT)
    known = misconceptions()
    assert not [*misplaced(known, wrong)]
    name = next(name for name, one in known.items() if label in one.members)
    other = next(name for name, one in known.items() if label not in one.members)
    own, told = known[name].members, known[name].members[label]
    removed = (name, {key: own[key] for key in own if key != label})
    doubled = (other, known[other].members | {label: told})
    unknown = (name, own | {label: f"{told}; gets it right"})
    changed = [
        known | {which: known[which]._replace(members=members)}
        for which, members in (removed, doubled, unknown)
    ]
    said = [" ".join(misplaced(given, wrong)) for given in changed]
    assert "is in 0 misc" in said[0] and "is in 2 misc" in said[1] and "is 0 items" in said[2]
