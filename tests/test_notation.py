"""What the notation page states about scalings, widths and names is computed here."""

import importlib
import re
from fractions import Fraction
from itertools import chain

import numpy as np
import pytest
from sklearn.metrics.pairwise import laplacian_kernel, polynomial_kernel, rbf_kernel

from svmlib import EpsilonSVR, LinearSVM, OneClassSVM, datasets, losses, objectives
from svmlib.kernels import RBF, OrnsteinUhlenbeck, Polynomial
from tests.conftest import ROOT

PAGE = (ROOT / "book/notation.md").read_text(encoding="utf-8")


def tables(column):
    """The tables of the page that have this column, each a list of dictionaries {column: cell}."""
    for text in re.findall(r"(?:^\|.*\|\n)+", PAGE, re.M):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
        if column in rows[0]:
            yield [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def table(column):
    """The one table that has this column."""
    (found,) = tables(column)
    return found


def code(cell):
    """The text of a cell that is one piece of code."""
    return re.fullmatch(r"`([^`]+)`", cell)[1]


def evaluate(expression, **names):
    return eval(expression, {"__builtins__": {}}, names)  # our own page, arithmetic only


@pytest.fixture(scope="module")
def plane():
    """(w, b, X, y) of no particular merit: conversions hold everywhere, not only at the optimum."""
    X, y = datasets.moons(60, noise=0.3, seed=1)
    return np.array([0.7, -1.9]), 0.4, X, y


@pytest.mark.parametrize("form", ["sum", "mean"])
@pytest.mark.parametrize("C", [0.01, 1.0, 35.0])
def test_scalings(plane, form, C):
    w, b, X, y = plane
    n = len(y)
    row = next(row for row in table("`form`") if row["`form`"] == f'`"{form}"`')
    lam = evaluate(code(row["λ from C"]), C=C, n=n)
    assert objectives.C_from_lambda(C, n, form) == pytest.approx(lam, rel=1e-15)
    assert objectives.C_from_lambda(lam, n, form) == pytest.approx(C, rel=1e-14)
    assert evaluate(code(row["C from λ"]), lam=lam, n=n) == pytest.approx(C, rel=1e-14)
    divided = objectives.primal(w, b, X, y, C) / evaluate(code(row["C form divided by"]), C=C, n=n)
    slack = objectives.slack(w, b, X, y)
    written = lam / 2 * w @ w + (slack.sum() if form == "sum" else slack.mean())
    assert written == pytest.approx(divided, rel=1e-13)
    with pytest.raises(ValueError, match="n must be positive"):
        objectives.C_from_lambda(1.0, -4, form)


def test_scalings_example():
    n = int(re.search(r"with \$n = (\d+)\$ points", PAGE)[1])
    for row in table("λ, sum form"):
        for form in "sum", "mean":
            stated = float(Fraction(row[f"λ, {form} form"]))
            C = float(Fraction(row["C"]))
            assert stated == pytest.approx(objectives.C_from_lambda(C, n, form), rel=1e-15)


# regulariser and loss of each source, as functions of r = ½‖w‖², h = Σ hinge, n and their parameter
OBJECTIVES = {
    "burges1998": lambda r, h, n, C: r + C * h,
    "scholkopf2002": lambda r, h, n, C: r + C / n * h,
    "hastie2009": lambda r, h, n, lam: lam * r + h,
    "shalev2011": lambda r, h, n, lam: lam * r + h / n,
    "shalev2014": lambda r, h, n, lam: lam * 2 * r + h / n,
    "SVC": lambda r, h, n, C: r + C * h,
    "SGDClassifier": lambda r, h, n, alpha: alpha * r + h / n,
}


@pytest.mark.parametrize("source", OBJECTIVES)
def test_other_conventions(plane, source):
    """With the stated value, their objective is ours times a constant: the same ratio anywhere."""
    assert len(table("Its value")) == len(OBJECTIVES), "a source is not checked"
    w, b, X, y = plane
    n, C = len(y), 3.7
    (row,) = [row for row in table("Its value") if source in row["Source"]]
    value = evaluate(code(row["Its value"]), C=C, n=n)
    ratios = []
    for scale in 0.1, 1.0, 2.5:
        r = 0.5 * scale**2 * w @ w
        h = losses.hinge(y * (X @ (scale * w) + b)).sum()
        ratios.append(OBJECTIVES[source](r, h, n, value) / objectives.primal(scale * w, b, X, y, C))
    assert np.ptp(ratios) < 1e-12 * ratios[0]


def test_sigma_and_gamma():
    X, _ = datasets.moons(20, seed=3)
    Z, _ = datasets.rings(15, seed=4)
    rbf, laplace, polynomial = table("Conversion")
    formula = code(rbf["Conversion"]).removeprefix("gamma = ")
    for sigma in 0.05, 0.7, 3.0:
        gamma = evaluate(formula, sigma=sigma)
        theirs = np.maximum(rbf_kernel(X, Z, gamma=gamma), np.exp(-600.0))  # where ours end
        np.testing.assert_allclose(RBF(sigma)(X, Z), theirs, rtol=1e-11)
    for row in table("gamma"):
        sigma, gamma = (float(Fraction(row[name])) for name in ("σ", "gamma"))
        assert gamma == pytest.approx(evaluate(formula, sigma=sigma), rel=1e-15)

    gamma = re.search(r"`gamma = ([^`]+)`", laplace["Conversion"])[1]
    one, two = OrnsteinUhlenbeck(0.8)(X[:, :1], Z[:, :1]), OrnsteinUhlenbeck(0.8)(X, Z)
    gamma = evaluate(gamma, length=0.8)
    np.testing.assert_allclose(one, laplacian_kernel(X[:, :1], Z[:, :1], gamma=gamma), rtol=1e-9)
    assert np.abs(two - laplacian_kernel(X, Z, gamma=gamma)).max() > 0.05

    assert polynomial["Conversion"] == "`gamma = 1`, `coef0 = c`"
    np.testing.assert_allclose(
        Polynomial(3, 0.5)(X, Z), polynomial_kernel(X, Z, degree=3, gamma=1, coef0=0.5), rtol=1e-12
    )


def test_names_in_code_exist():
    """`module.name` is in svmlib; a name with a trailing underscore is there after fit."""
    X, y = datasets.iris_setosa(every=4, features=2)
    models = (LinearSVM().fit(X, y), EpsilonSVR().fit(X[:, :1], X[:, 1]), OneClassSVM().fit(X))
    rows = [*chain(*tables("First used"))]
    assert all(row["First used"].startswith("{doc}`") for row in rows)
    names = re.findall(r"`([A-Za-z_.]+)`", " ".join(row["In code"] for row in rows))
    dotted = [name for name in names if "." in name]
    fitted = [name for name in names if name.endswith("_")]
    assert len(dotted) >= 9 and len(fitted) >= 7
    for name in dotted:
        module, attribute = name.split(".")
        assert hasattr(importlib.import_module(f"svmlib.{module}"), attribute), name
    for name in fitted:
        assert any(hasattr(model, name) for model in models), name
