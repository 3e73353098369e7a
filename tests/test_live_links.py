"""Links to live figures come from strangers: nonsense changes nothing, sense comes back."""

import json
import random

import numpy as np
import pytest
import traitlets

from svmlib.widgets import bundle
from tests.live_book import made, state_of
from tests.live_page import FIGURES, KNOBS, NUMBER, every_figure, numbers_close
from tests.node_process import CORE
from tests.node_process import FIGURES as FIGURE
from tests.test_live_figures import OWN as OF_ITS_OWN

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


# what no figure follows, and what this one does not, though Python would take most of it
REFUSED = ['{"C":-1}', '{"steps":1e9}', '{"degree":500}', '{"points":[[0,0,5]]}',
           '{"box":[0,0,0,0]}', "{"]  # fmt: skip
OWN = {
    "Descent": ['{"steps":5001}', '{"eta":1e9}', '{"batch":61}', '{"start":[1e300,1]}',
                '{"points":[]}'],
    "DualAscent": ['{"C":1e9}', json.dumps({"points": [[0, 0, 1]] * 61})],
}  # fmt: skip


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
        broken = text[: dice.randrange(len(text))], text.replace("1", dice.choice("9e-."))
        found.append(dice.choice([text, whole[:at], *broken]))
    return found


@pytest.fixture(scope="module")
def answers():
    dice, questions = random.Random(0), {}
    for name in FIGURES:
        figure = made(name)
        own = [t for t in figure.trait_names(sync=True) if not t.startswith("_")]
        questions[name] = {
            "file": bundle.figures()[name], "traits": {t: getattr(figure, t) for t in own},
            "texts": [*REFUSED, *OWN.get(name, ()), *fragments(figure, dice, 600)],
        }  # fmt: skip
    plain = json.loads(json.dumps(questions, default=str))
    told = CORE.ask(*[("links", question) for question in plain.values()])
    return questions, dict(zip(questions, told, strict=True))


@every_figure
def test_what_a_link_may_say_python_may_say_too(name, answers):
    """Hundreds of broken fragments: a sentence, or a state that Python's own checks accept."""
    questions, told = answers
    taken, own = 0, len(REFUSED) + len(OWN.get(name, ()))
    assert told[name]["refusedAtStart"] == []
    # beyond these ranges a figure would not be usable
    assert all("problem" in answer for answer in told[name]["decoded"][:own])
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
@pytest.mark.parametrize("walks", [10, pytest.param(400, marks=pytest.mark.weekly)])
def test_a_walk_ends_where_its_link_leads(name, walks):
    """Knobs, drags, switches, undo and redo in any order, and in a hurry; no state is lost."""
    how = [name, bundle.figures()[name], state_of(made(name))]
    for seed in range(walks):
        (end,) = FIGURE.ask(("walked", [*how, seed]))
        for trait, value in end["state"].items():
            assert flat(value) == pytest.approx(flat(end["opened"][trait]), rel=6e-6)
        *course, _ = end["course"]
        own, fresh = end["own"], end["fresh"]
        said = [NUMBER.sub("#", OF_ITS_OWN.sub("", one["sentence"])) for one in (own, fresh)]
        assert said[0] == said[1] and end["nothing"] == "{}", seed
        # numbers before they are rounded, or a last digit might be another
        ours, theirs = ({k: v for k, v in end[who]["values"].items() if k in said[0]}
                        for who in ("own", "fresh"))  # fmt: skip
        assert ours == pytest.approx(theirs, rel=1e-3, abs=1e-6), seed
        if own.get("certified"):
            assert own["primal"] == pytest.approx(fresh["primal"], rel=2e-8, abs=1e-9), seed
        for bound in course:  # whatever is told on the way
            assert not bound["certified"]
            assert bound["primal"] >= fresh["dual"] - 1e-9 * abs(fresh["dual"])
            assert bound["dual"] <= fresh["primal"] + 1e-9 * abs(fresh["primal"])


def test_a_link_leads_to_the_situation(show):
    """It says only what was changed, and it is said for some seconds that it was copied.

    What the links of all figures mean is judged above, in Node.
    """
    figure = show(made("Street"))
    before = figure.facts()
    figure.press("Shift+ArrowRight")
    figure.type("C", 7)
    facts, link = figure.facts(), figure.link()
    assert facts != before and 10 < len(link) < 250
    toast = figure.root.locator(".svm-toast")
    for wait in (0, 3500):
        figure.wait(wait)
        assert toast.inner_text() and toast.bounding_box()["height"] > 15
        assert toast.evaluate("e => getComputedStyle(e).opacity") == "1"
    figure.wait(1000)
    assert toast.inner_text() == ""
    knobs = figure.evaluate(KNOBS)
    figure = show(made("Street"), fragment=link)
    assert numbers_close(figure.facts(), facts) and figure.link() == link
    assert figure.evaluate(KNOBS) == knobs
    figure.click("Start over")
    assert figure.facts() == before


def test_a_link_is_followed_on_an_open_page(show):
    """Or refused with a sentence, and nothing has changed."""
    figure = show(made("Street"))
    before = figure.facts()
    for text, good in (('{"C":50}', True), ('{"C":-1}', False), ("{", False), ('{"C":9}', True)):
        figure.tab.evaluate("hash => { location.hash = hash }", f"svm=street:{text}")
        figure.done()
        refused = "This link cannot be followed" in figure.text("toast")
        assert refused != good and (figure.facts() == before) != good
        assert figure.box("C").input_value() == (text[5:-1] if good else "1")
        if good:
            figure.tab.go_back()  # to where no link led
            figure.done()
            assert figure.facts() == before
