"""What is wrong with an argument is named by the function that got it, with what helps."""

import numpy as np
import pytest
import scipy.sparse as sp

from svmlib import datasets, geometry, losses, objectives
from svmlib.calibration import platt, reliability
from svmlib.descent import sgd, subgradient_descent
from svmlib.dual import coordinate_ascent, smo
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear
from svmlib.selection import folds, grid, leave_one_out, nested, path

IRIS, Y = datasets.iris_setosa(every=4, features=2)
IRIS.flags.writeable = Y.flags.writeable = False
ONE, TWO = [1.0], np.array([[1.0, -1.0], [-1.0, 1.0]])
THREE = [[0.0], [1.0], [2.0]], [-1, 1, 1]  # points and labels
GRAM = np.eye(3), [-1, 1, 1]
FOUR = np.eye(4), np.array([1.0, 1, -1, -1])
X6, Y6 = np.arange(6.0)[:, None], [-1, -1, -1, 1, 1, 1]
X, y = datasets.moons(20)
I, ONES = np.eye(20), np.ones(20)  # noqa: E741
TEXT = "y must hold -1 and .*, but holds text or objects"

VALUES = [
    # margins, distances and what every function says of points and labels
    (lambda: geometry.signed_distance([0, 0], 1, IRIS), "zero vector"),
    (lambda: geometry.project([0, 0], 1, IRIS), "zero vector"),
    (lambda: geometry.signed_distance([1, 1], 0, IRIS[0]), r"X.reshape\(1, -1\)"),
    (lambda: geometry.signed_distance([1, 1], 0, IRIS[:0]), "rows and columns"),
    (lambda: geometry.signed_distance([1, 1, 1], 0, IRIS), r"w must be of shape"),
    (lambda: geometry.signed_distance([1, 1], [0, 1], IRIS), "b must be a single"),
    (lambda: geometry.functional_margin([1, 1], 0, IRIS, Y[1:]), r"y must have shape"),
    (lambda: geometry.margin([1, 1], 0, np.where(IRIS > 6, np.nan, IRIS), Y), "X.* nan"),
    (lambda: geometry.margin([1, np.inf], 0, IRIS, Y), "w must be finite"),
    (lambda: geometry.margin([1, 1], 0, IRIS, (Y + 1) / 2), r"\{0, 1\}.*where\(y == 1"),
    (lambda: geometry.margin([1, 1], 0, IRIS, Y > 0), "booleans"),
    (lambda: geometry.margin([1, 1], 0, IRIS, Y.astype("i1").astype("u1")), "s.*wraps"),
    (lambda: geometry.margin([1, 1], 0, IRIS, (Y + 3) / 2), r"holds 1\.0, 2\.0.*where"),
    (lambda: geometry.margin([1, 1], 0, IRIS, np.where(Y > 0, Y, np.nan)), "nan"),
    (lambda: geometry.perceptron(IRIS, np.ones_like(Y)), "both classes.*all 38"),
    (lambda: geometry.perceptron(IRIS, Y, max_updates=0), "max_updates"),
    (lambda: geometry.novikoff_bound([[2.0], [-2.0]], [1, -1], ONE, 3.0), "separate .* but 1 of 2"),
    (lambda: objectives.primal([1], 0, [[1.0]], [1], 0), "C must be positive"),
    (lambda: objectives.primal([1], 0, [[1.0]], [1], np.nan), "C must be positive"),
    (lambda: objectives.primal([1], 0, [[1.0]], [0], 1), r"\{0, 1\}"),
    (lambda: objectives.dual([1, 1], TWO[:1], [1, -1]), "Gram matrix of shape"),
    (lambda: objectives.dual([1], TWO, [1, -1]), "alpha must be of shape"),
    (lambda: objectives.dual([1, np.nan], TWO, [1, -1]), r"alpha\[1\] is nan"),
    (lambda: objectives.primal_from_dual([1, 1], TWO, [1, -1], [1, 1, 1]), "C must be a num"),
    (lambda: objectives.C_from_lambda(1, 3, "total"), 'form must be "sum" or "mean"'),
    (lambda: objectives.C_from_lambda(0, 3), "lam must be positive"),
    (lambda: datasets.rings(0), "n must"),
    (lambda: datasets.blobs(1), "n must be at least"),
    (lambda: datasets.blobs(centers=[(0, 0)]), "centers"),
    (lambda: datasets.blobs(spread=-1), "spread"),
    (lambda: datasets.iris_setosa(every=2.5), "every"),
    (lambda: datasets.iris_setosa(every=51), "every must be at most 50"),
    (lambda: datasets.iris_setosa(features=3), "features"),
    (lambda: datasets.iris_setosa(setosa=0), "setosa"),
    (lambda: datasets.named_colors("octarine"), "word"),
    # descent and ascent
    (lambda: subgradient_descent(THREE[0], [1, 1, 1], 1.0), "both classes"),
    (lambda: subgradient_descent(*THREE, 0), "lam must be positive"),
    (lambda: subgradient_descent(*THREE, 1.0, form="average"), "form must be one of mean, sum"),
    (lambda: subgradient_descent(*THREE, 1.0, bias="yes"), "bias must be one of free"),
    (lambda: subgradient_descent(*THREE, 1.0, kink=0.5), "kink must be a slope in"),
    (lambda: subgradient_descent(*THREE, 1.0, start=ONE), r"start must have shape \(2,\)"),
    (lambda: subgradient_descent(*THREE, 1.0, step=-1.0), "step must be positive"),
    (lambda: subgradient_descent(*THREE, 1.0, max_iter=0), "max_iter must be at least"),
    (lambda: sgd(*THREE, 1.0, batch=4), "batch must be at most 3"),
    (lambda: sgd(*THREE, 1.0, epochs=0), "epochs must be at least"),
    (lambda: sgd(*THREE, 1.0, average="mean"), "average must be one of"),
    (lambda: sgd(*THREE, 1.0, order="sorted"), "order must be one of"),
    (lambda: sgd(*THREE, 1.0, every=0), "every must be at least"),
    (lambda: coordinate_ascent(THREE[0], [1, 1, 1], 1.0), "both classes"),
    (lambda: coordinate_ascent(*THREE, 0), "C must be positive"),
    (lambda: coordinate_ascent(*THREE, 1.0, bias="free"), "use smo"),
    (lambda: coordinate_ascent(*THREE, 1.0, epochs=0), "epochs must be at least"),
    (lambda: coordinate_ascent(*THREE, 1.0, tol=-1), "tol must be at least"),
    (lambda: coordinate_ascent(*THREE, 1.0, free_sweeps=-1), "free_sweeps must be at least"),
    (lambda: smo(np.eye(2), [-1, 1, 1], 1.0), "y must have shape"),
    (lambda: smo(np.ones((3, 2)), [-1, 1, 1], 1.0), r"the square Gram matrix .* X @ X.T"),
    (lambda: smo(np.eye(3), [1, 1, 1], 1.0), "both classes"),
    (lambda: smo(*GRAM, -1), "C must be positive"),
    (lambda: smo(*GRAM, 1.0, working_set="best"), "working_set must be one of"),
    (lambda: smo(*GRAM, 1.0, max_iter=0), "max_iter must be at least"),
    # kernels and the engine
    (lambda: RBF(1.0) + (-0.5), r"coefficients\[0\]"),
    (lambda: RBF(1.0) ** 0.5, "powers 0, 1, 2"),
    (lambda: Linear(np.eye(3))(IRIS), "2 features"),
    (lambda: RBF(1.0)(np.eye(6), X), "6 features and Z has 2"),
    (lambda: RBF(1.0)([[np.nan, 1.0]]), r"X must be finite, but X\[0, 0\] is nan"),
    (lambda: RBF(1.0)(np.zeros((2, 2, 2))), "shape is"),
    (lambda: solve(RBF(1.0), X[:5], y, 1.0), "X has 5 rows and y has 20"),
    (lambda: solve("rbf", X, y, 1), "There are Linear, Polynomial, RBF, OrnsteinUhlenbeck"),
    (lambda: solve(RBF, X, y, 1), r"K must be a kernel, for instance RBF\(sigma=1.0\)"),
    (lambda: solve(I * np.nan, None, y, 1.0), r"K must be finite, but K\[0, 0\] is nan"),
    (lambda: solve(I, None, y, ONES - 2), "C must be .* smallest entry is -1$"),
    (lambda: solve(np.eye(5), None, y, 1.0), r"K must be a Kernel or have shape \(20, 20\)"),
    (lambda: solve(RBF(1.0), X, y, np.append(ONES[1:], np.inf)), "C must be finite"),
    (lambda: solve(RBF(1.0), X, y, (y > 0) * 1.0), "y = -1"),
    (lambda: solve(RBF(1.0), X, ONES, 1.0), "both classes"),
    (lambda: solve(RBF(1.0), X, y, 1.0, alpha0=np.zeros(3)), "alpha0"),
    (lambda: solve(I, None, y, 1.0, tol=-1e-6), "tol must be at least 0"),
    (lambda: solve(I, None, y, 1.0, gap_tol=-1.0), "gap_tol must be at least 0"),
    (lambda: solve(I, None, y, 1.0, max_iter=-1), "max_iter must be at least 0"),
    (lambda: solve(I, None, y, 1.0, max_iter=2.5), "max_iter must be a whole number"),
    (lambda: solve(I, None, y, 1.0, max_bytes=0), "max_bytes must be positive"),
    (lambda: solve(np.tri(20), None, y, 1), r"K\[0, 1\] is 0 .* pass 0.5 \* \(K \+ K.T\)"),
    # choosing and calibrating
    (lambda: grid(X6, Y6, ONE, ONE), "either test="),
    (lambda: grid(X6, Y6, ONE, ONE, cv=3, test=([[0.0]], [1])), "either test="),
    (lambda: grid(X6, Y6, ONE, ONE, cv=4), "cv must be at most 3"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=1), "cv must be at least 2"),
    (lambda: grid(X6, Y6, [1.0, 0.0], ONE, cv=3), "Cs must be positive"),
    (lambda: grid(X6, Y6, ONE, [-1.0], cv=3), "sigmas must be positive"),
    (lambda: grid(X6, [0, 0, 0, 1, 1, 1], ONE, ONE, cv=3), "y must hold -1 and"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=3, n_jobs=0), r"a whole number but not 0 \(-1 for all CPUs"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=[([0, 1, 2], [3])]), "y of a training fold must hold both"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=[([0, 5], [5, 3])]), "disjoint"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=[([0, 5], [])]), "cv must hold out a point in every split"),
    (lambda: grid(X6, Y6, ONE, ONE, test=[[0.0]]), "test must be a pair"),
    (lambda: grid(X6, Y6, ONE, ONE, test=([[0.0, 1.0]], [1])), r"X_test must .* \(1, 2\)$"),
    (lambda: grid(X6, Y6, ONE, ONE, test=([[0.0]], [0])), "y_test must hold"),
    (lambda: path(*FOUR, [1.0, 0.0]), "the smallest of Cs must be positive"),
    (lambda: path(*FOUR, []), "Cs must hold at least one value of C, but is empty"),
    (lambda: path(np.ones((4, 3)), FOUR[1], ONE), "K must be the square Gram matrix"),
    (lambda: leave_one_out(*FOUR, 0.0), "C must be positive"),
    (lambda: leave_one_out(*FOUR, 1.0, n_jobs=0), "n_jobs must be a whole number but not 0"),
    (lambda: folds(FOUR[1], 1), "^k must be at least 2"),
    (lambda: folds([1, 1, 1], 2), "^y must hold both"),
    (lambda: nested(*FOUR, ONE, ONE, outer=1), "^outer must be at least 2"),
    (lambda: nested(X6, Y6, ONE, ONE, outer=2, inner=1), "^inner must be"),
    (lambda: nested(*FOUR, ONE, ONE, n_jobs=0), "n_jobs must be a whole number but not 0"),
    (lambda: platt([1.0, 2.0], [1, 1]), "both classes"),
    (lambda: platt([1.0, 2.0, 3.0], [1, -1]), r"scores must be of shape \(2,\)"),
    (lambda: platt([1.0, 2.0], [1, -1], max_iter=0), "max_iter must be at least"),
    (lambda: reliability([], []), r"y must hold -1 and \+1, but is empty"),
    (lambda: reliability([0.5, 1.5], [1, -1]), r"p must hold probabilities in \[0, 1\]"),
    (lambda: reliability([0.5, 0.5], [1, -1], bins=0), "bins must be at least"),
]
TYPES = [
    (lambda: geometry.margin([1, 1], 0, [["a", "b"]], [1]), "X must hold real num"),
    (lambda: geometry.margin([1, 1], 0, IRIS * 1j, Y), "X must hold real numbers"),
    (lambda: geometry.margin([1, 1], 0, IRIS[:1], ["yes"]), TEXT),
    (lambda: geometry.margin([1, 1], 0, IRIS[:2], [None, {}]), TEXT),
    (lambda: losses.hinge("a"), "m must hold real numbers, but is 'a'$"),
    (lambda: platt(X[:, 0], y)("a"), "scores must hold real numbers"),
    (lambda: subgradient_descent(sp.eye(3), [-1, 1, 1], 1.0), r"dense .* pass X\.toarray\(\)$"),
    (lambda: subgradient_descent(*THREE, 1.0, step="1/t"), "step must be a number, but is '1/t'$"),
    (lambda: subgradient_descent(*THREE, 1.0, until=1e-3), "None or a rule, such .* is 0.001$"),
    (lambda: smo(RBF(1.0), [-1, 1, 1], 1.0), r"pass the Gram matrix kernel\(X\)"),
    (lambda: smo(*GRAM, 1.0, tol="a"), "tol must be a number, but is 'a'$"),
    (lambda: RBF(1.0)([[1.0]], "a"), "Z must hold real numbers, but is 'a'$"),
    (lambda: Linear().rows(X + 0j), "X must hold real .* dtype complex128$"),
    (lambda: Linear(A=sp.eye(6)), r"A must be a dense array.*pass A\.toarray\(\)$"),
    (lambda: RBF(1.0) + "rbf", "unsupported operand"),
    (lambda: RBF(1.0) * ONE, "unsupported operand|can't multiply"),
    (lambda: hash(RBF(1.0)), "unhashable"),  # what can change has no hash
    (lambda: solve(I + 0j, None, y, 1.0), "K must hold real numbers"),
    (lambda: solve(RBF(1.0), X, y, "a"), "C must be a number, but is 'a'$"),
    (lambda: solve(RBF(1.0), X.astype(str), y, 1.0), "X .* encode text columns"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=3, n_jobs="all"), "n_jobs must be a number, but is 'all'$"),
]


@pytest.mark.parametrize(("call", "message"), VALUES)
def test_wrong_values_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("call", "message"), TYPES)
def test_wrong_types_are_named(call, message):
    with pytest.raises(TypeError, match=message):
        call()
