"""Wrong answers that are the outcome of a mistake which the check of an exercise knows."""

import json
import re
from functools import cache
from pathlib import Path

from book.content import known_mistakes

ROOT = Path(__file__).parents[2]
EXERCISE = re.compile(r"\{exercise\} (.+)\n:label: (\S+)")
# template: why of a wrong answer, how it begins: exercise and its mistake
SEEN = {
    "geometric_margin": {
        "leaves out the bias": ("ex-margins-by-hand", "forgets the bias"),
        "gives the functional margin": ("ex-margins-by-hand", "does not divide"),
        "divides by": ("ex-margins-by-hand", "divides by the squared length"),
    },
    "widest_street": {
        "is the width": ("ex-maxmargin-two-points", "takes the whole bridge for the margin")
    },
    "hard_score": {
        "leaves out the bias": ("ex-maxmargin-two-points", "puts the line through the origin"),
        "takes the difference": (
            "ex-maxmargin-two-points",
            "forgets to divide by the squared length",
        ),
        "takes $w=d": ("ex-maxmargin-two-points", "forgets the two"),
    },
    "large_C": {
        "is the width": ("ex-maxmargin-two-points", "takes the whole bridge for the margin")
    },
    "subgradient_step": {
        "goes uphill": ("ex-descent-two-steps", "adds the subgradient"),
        "takes the sum": ("ex-descent-two-steps", "sums the hinges instead of the mean"),
    },
    "scaling": {
        "takes λ and": ("ex-soft-convert", "takes λ for C"),
        "is right for a sum": ("ex-soft-convert", "forgets n"),
    },
    "two_points": {"forgets the bound": ("ex-duality-two", "forgets the upper bound")},
    "feature_distance": {"subtracts": ("ex-kernels-values", "adds the mixed term once")},
    "joint_loss": {
        "counts the class itself": ("ex-multiclass-losses", "lets the own class pay delta"),
        "leaves out": ("ex-multiclass-losses", "forgets delta"),
    },
    "cheapest": {
        "weighs the two costs": ("ex-probabilities-threshold", "exchanges the costs"),
        "is the odds": ("ex-probabilities-threshold", "takes the ratio of the costs"),
        "is right only": ("ex-probabilities-threshold", "calls everything above one half"),
    },
    "counts": {
        "is the recall": ("ex-practice-numbers", "exchanges precision and recall"),
        "is the precision": ("ex-practice-numbers", "exchanges precision and recall"),
    },
    "tube": {
        "charges from the curve": ("ex-regression-charge", "charges the whole residual outside"),
        "charges inside": ("ex-regression-charge", "forgets to cut at zero"),
        "squares what": ("ex-regression-charge", "squares"),
        "charges above": ("ex-regression-charge", "forgets the absolute value"),
    },
    "memory": {"counts numbers": ("ex-scale-fits", "counts numbers for bytes")},
}


@cache
def titles():
    """{label: the title of an exercise and its lecture}."""
    found = {}
    for path in ROOT.glob("lectures/*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells)
        for title, label in EXERCISE.findall(text):
            found[label] = f"*{title}*, lecture {int(path.stem[:2])}"
    return found


def seen(template, why):
    """Which exercise knows the mistake behind a wrong answer, in words, or nothing."""
    for start, (label, mistake) in SEEN.get(template, {}).items():
        if why.startswith(start):
            if mistake not in (known.name for known in known_mistakes()[label]):
                raise LookupError(f"{label} knows no mistake {mistake!r}")
            return f"known to the check of {titles()[label]}"
    return ""
