"""Links to live figures come from strangers: nonsense changes nothing.

That sense comes back is for the walks of `test_live_states.py`.
"""

import json
import random

import numpy as np
import pytest
import traitlets

from svmlib.widgets import bundle
from tests.live_book import made
from tests.live_page import FIGURES, every_figure
from tests.node_process import LIVE

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
    told = LIVE.ask(*[("links", question) for question in plain.values()])
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
