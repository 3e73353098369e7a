"""Links to live figures come from strangers: nonsense changes nothing, sense comes back."""

import json
import random
import subprocess

import numpy as np
import pytest
import traitlets

from svmlib import datasets, widgets
from svmlib.widgets import bundle
from tests import live_book
from tests.conftest import ROOT
from tests.live_page import FIGURES, Figure, alone, every_figure
from tests.test_widgets_core import node_executable

NONSENSE = [
    None, True, -1, 0, 0.5, 3, 1e9, 1e300, -1e300, "", "evil", "linear", "NaN", [], [[]], {},
    {"0": 1}, [1, 2], [99, -1.5], [[1, 2]], [[1, 2, 3]], [[1, 2, 1]], [[1, 2, 1.5]],
    [[1e308, 0, 1]], [["1", 2, 1]], [[0, 0, 1]] * 3000, [[0, 0], [0, 0]], [[0, 0], [1, 1]],
    ["hinge", "hinge"], ["nothing"], ["hinge"], {"0": [1, 2, 1]}, {"99999": [1, 2, 1]},
    {"-1": [1, 2, 1]}, {"__proto__": 1}, {"0": [0, 0, 7]},
]  # fmt: skip
BROKEN = [
    "", "{", "[]", "null", "7", '"C"', '{"C":}', '{"C":1', "{}", '{"toString":1}',
    '{"__proto__":{"C":1}}', "%7B%7D", "\u0000",
]  # fmt: skip


def made(name):
    """The figure as in the book of live figures."""
    space = {}
    exec(live_book.SET_UP, space)
    return eval(f"widgets.{name}({live_book.FIGURES[name]})", space)


def fragments(figure, dice, count):
    """Texts of broken, old and hostile links: each trait with each nonsense, cut and mixed."""
    own = [t for t in figure.trait_names(sync=True) if not t.startswith("_")]
    found = list(BROKEN)
    found += [json.dumps({trait: value}) for trait in own for value in NONSENSE]
    whole = json.dumps({trait: getattr(figure, trait) for trait in own}, default=str)
    while len(found) < count:
        trait = dice.choice(own)
        text = json.dumps({trait: dice.choice(NONSENSE), dice.choice(own): dice.choice(NONSENSE)})
        at = dice.randrange(1, len(whole))
        found.append(
            dice.choice(
                [
                    text,
                    text[: dice.randrange(len(text))],
                    whole[:at],
                    text.replace("1", dice.choice("9e-.")),
                ]
            )
        )
    return found


def varied(figure, dice):
    """States that a reader may reach, as changes of traits."""
    changes = [{}]
    for _ in range(20):
        if "C" in figure.trait_names():
            changes.append({"C": round(10 ** dice.uniform(-2, 2), 4)})
        if "points" in figure.trait_names() and isinstance(figure, widgets.live.PointFigure):
            moved = [list(p) for p in figure.points]
            for i in dice.sample(range(len(moved)), 3):
                moved[i][0] += dice.gauss(0, 0.1)
            changes += [
                {"points": moved},
                {"points": moved[:-2]},
                {"points": [*moved[:-3], [0.5, 0.25, moved[0][2]]]},
            ]
    return changes


def asked(questions):
    result = subprocess.run(
        [node_executable(), ROOT / "tests/widgets/links.mjs"], input=json.dumps(questions),
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def answers():
    dice, questions = random.Random(0), {}
    for name in FIGURES:
        figure = made(name)
        traits = {
            t: getattr(figure, t) for t in figure.trait_names(sync=True) if not t.startswith("_")
        }
        questions[name] = {
            "file": bundle.figures()[name],
            "traits": traits,
            "texts": fragments(figure, dice, 600),
            "states": varied(figure, dice),
        }
    return questions, asked(json.loads(json.dumps(questions, default=str)))


@every_figure
def test_what_a_link_may_say_python_may_say_too(name, answers):
    """Hundreds of broken fragments: a sentence, or a state that Python's own checks accept."""
    questions, told = answers
    taken = 0
    assert told[name]["refusedAtStart"] == []
    for text, answer in zip(questions[name]["texts"], told[name]["decoded"], strict=True):
        if "problem" in answer:
            assert len(answer["problem"]) > 10, text
            continue
        figure = made(name)
        try:
            for trait, value in answer["state"].items():
                setattr(figure, trait, value)
                assert np.all(np.isfinite(np.array(flat(value), dtype=float))), text
        except traitlets.TraitError as error:
            pytest.fail(f"{text[:200]} was taken, but {error}")
        taken += 1
    assert 0 < taken < 0.5 * len(told[name]["decoded"])


def flat(value):
    """All numbers in a value."""
    if isinstance(value, list):
        return [v for part in value for v in flat(part)]
    return [value] if isinstance(value, int | float) else []


@every_figure
def test_a_state_comes_back(name, answers):
    questions, told = answers
    start = questions[name]["traits"]
    for changes, back in zip(questions[name]["states"], told[name]["returned"], strict=True):
        assert "problem" not in back, back
        for trait, value in back["state"].items():
            wanted = changes.get(trait, start[trait])
            assert flat(value) == pytest.approx(flat(wanted), rel=6e-6)
        if not changes:
            assert back["text"] == "{}"
        if len(changes.get("points", [])) == len(start.get("points", [])):
            assert len(back["text"]) < 300  # three points have moved: the others are not repeated


SAMPLE = [
    '{"C":-1}', '{"steps":1e9}', '{"kernel":"evil"}', '{"degree":500}', '{"points":[[0,0,5]]}',
    '{"handles":[]}', '{"cell":[99,0]}', '{"shown":["nothing"]}', '{"level":-1}', '{"scale":0}',
    '{"box":[0,0,0,0]}', "{",
]  # fmt: skip


@every_figure
def test_a_refused_link_says_so_and_changes_nothing(name, chromium):
    figure = made(name)
    with alone(chromium, figure) as shown:
        shown.done()
        kind, facts = shown.root.get_attribute("data-kind"), shown.facts()
        # the page is open already: a link in the text, or another one from the address bar
        for text in SAMPLE:
            shown.tab.evaluate("hash => { location.hash = hash }", f"svm={kind}:{text}")
            shown.done()
            toast = shown.root.locator(".svm-toast")
            assert "This link cannot be followed" in toast.inner_text(), text
            assert shown.facts() == facts


def test_a_link_is_followed_on_an_open_page(chromium):
    X, y = datasets.blobs(40, seed=1)
    with alone(chromium, widgets.Street(X, y, C=1.0)) as figure:
        figure.done()
        before = figure.facts()
        figure.tab.evaluate("() => { location.hash = 'svm=street:{\"C\":50}' }")
        figure.done()
        assert float(figure.root.get_by_label("C, exact value").input_value()) == 50
        assert figure.facts() != before
        figure.click("Undo")
        figure.done()
        assert figure.facts() == before


@every_figure
def test_a_link_to_an_untouched_data_set_is_short(name, chromium):
    with alone(chromium, made(name)) as figure:
        figure.done()
        figure.root.locator("input[type=range]:visible").first.press("PageDown")
        figure.done()
        figure.click("Copy link")
        fragment = figure.tab.url.partition("#")[2]
        assert 10 < len(fragment) < 500
        toast = figure.root.locator(".svm-toast")
        # seen, and for some seconds, whatever is drawn meanwhile
        assert toast.evaluate("e => getComputedStyle(e).opacity") == "1"
        figure.tab.wait_for_timeout(2500)
        box = toast.bounding_box()
        assert toast.inner_text() and box["height"] > 15 and box["width"] > 100
    with alone(chromium, made(name), fragment=f"#{fragment}") as again:
        again.done()
        assert isinstance(again, Figure) and again.facts()
