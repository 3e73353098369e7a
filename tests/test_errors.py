"""What is wrong with an argument is named by the function that got it, with what helps."""

from functools import partial, wraps
from inspect import signature

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.dummy import DummyRegressor

from svmlib import (
    EpsilonSVR,
    HardMarginSVM,
    KernelSVM,
    LinearSVM,
    MulticlassSVM,
    Nystrom,
    OneClassSVM,
    blocks,
    datasets,
    geometry,
    losses,
    objectives,
    plots,
)
from svmlib.calibration import platt, reliability
from svmlib.conformal import cv_plus, half_width, interval, rolling
from svmlib.descent import sgd, subgradient_descent
from svmlib.dual import coordinate_ascent, smo
from svmlib.engine import solve
from svmlib.kernels import RBF, Kernel, Linear, OrnsteinUhlenbeck, Polynomial
from svmlib.selection import bootstrap, folds, grid, leave_one_out, nested, path

IRIS, Y = datasets.iris_setosa(every=4, features=2)
IRIS.flags.writeable = Y.flags.writeable = False
ONE, TWO = [1.0], np.array([[1.0, -1.0], [-1.0, 1.0]])
THREE = [[0.0], [1.0], [2.0]], [-1, 1, 1]  # points and labels
SEVERAL = THREE[0], [0, 1, 2]
GRAM = np.eye(3), [-1, 1, 1]
FOUR = np.eye(4), np.array([1.0, 1, -1, -1])
X6, Y6 = np.arange(6.0)[:, None], [-1, -1, -1, 1, 1, 1]
X, y = datasets.moons(20)
I, ONES = np.eye(20), np.ones(20)  # noqa: E741
NINE, MEAN = np.array([3.0, 1, 9, 2, 5, 4, 6, 8, 7]), DummyRegressor().fit([[0.0]], [1.0])
X2, HOLE = sp.csr_array(np.eye(2)), sp.csr_array(np.array([[0.0, 1.0, 0.0], [0.0, 0.0, np.nan]]))
OWN = type("Own", (Kernel,), {"_evaluate": lambda self, X, Z: X @ Z.T})()
TUBE, LINE = EpsilonSVR(kernel=Linear()).fit([[0.0], [1.0]], [0.0, 1.0]), (ONE * 2, 0.0)
TEXT = "y must hold -1 and .*, but holds text or objects"


def second(*block):
    """Rows in blocks, the second of which is the given one."""
    return blocks.fit([(X6, Y6), block])


def mean(y, scores):
    return scores.mean()


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
    (lambda: geometry.novikoff_bound([[2.0], [-2.0]], [1, -1], ONE, 3.0), "separate .* but 1 of 2"),
    (lambda: objectives.primal([1], 0, [[1.0]], [1], np.nan), "C must be positive"),
    (lambda: objectives.primal([1], 0, [[1.0]], [0], 1), r"\{0, 1\}"),
    (lambda: objectives.dual([1, 1], TWO[:1], [1, -1]), "the square Gram matrix"),
    (lambda: objectives.dual([1], TWO, [1, -1]), "alpha must be of shape"),
    (lambda: objectives.dual([1, np.nan], TWO, [1, -1]), r"alpha\[1\] is nan"),
    (lambda: objectives.primal_from_dual([1, 1], TWO, [1, -1], [1, 1, 1]), "C must be a num"),
    (lambda: datasets.blobs(centers=[(0, 0)]), "centers"),
    (lambda: datasets.blobs(spread=-1), "spread"),
    (lambda: datasets.iris_setosa(every=51), "every must be at most 50"),
    (lambda: datasets.iris_setosa(features=3), "features"),
    (lambda: datasets.iris_setosa(setosa=0), "setosa"),
    (lambda: datasets.named_colors("octarine"), "word"),
    (lambda: KernelSVM().fit(X + 0j, y), "^Complex data not supported"),
    (lambda: LinearSVM().fit(sp.eye(20) * 1j, y), "^Complex data not supported"),
    # descent and ascent
    (lambda: subgradient_descent(*THREE, 1.0, kink=0.5), "kink must be a slope in"),
    (lambda: subgradient_descent(*THREE, 1.0, start=ONE), r"start must have shape \(2,\)"),
    (lambda: sgd(*THREE, 1.0, batch=4), "batch must be at most 3"),
    (lambda: coordinate_ascent(*THREE, 1.0, bias="free"), "use smo"),
    (lambda: smo(np.eye(2), [-1, 1, 1], 1.0), "y must have shape"),
    (lambda: smo(np.ones((3, 2)), [-1, 1, 1], 1.0), r"the square Gram matrix .* X @ X.T"),
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
    (lambda: solve(RBF(1.0), X, y, 1.0, alpha0=np.zeros(3)), "alpha0"),
    (lambda: solve(I, None, y, 1.0, max_iter=-1), "max_iter must be at least 0"),
    (lambda: solve(np.tri(20), None, y, 1), r"K\[0, 1\] is 0 .* pass 0.5 \* \(K \+ K.T\)"),
    # choosing and calibrating
    (lambda: grid(X6, Y6, ONE, ONE), "either test="),
    (lambda: grid(X6, Y6, ONE, ONE, cv=3, test=([[0.0]], [1])), "either test="),
    (lambda: grid(X6, Y6, ONE, ONE, cv=4), "cv must be at most 3"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=[([0, 1, 2], [3])]), "y of a training fold must hold both"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=[([0, 5], [5, 3])]), "disjoint"),
    (lambda: grid(X6, Y6, ONE, ONE, cv=[([0, 5], [])]), "cv must hold out a point in every split"),
    (lambda: grid(X6, Y6, ONE, ONE, test=[[0.0]]), "test must be a pair"),
    (lambda: grid(X6, Y6, ONE, ONE, test=([[0.0, 1.0]], [1])), r"X_test must .* \(1, 2\)$"),
    (lambda: grid(X6, Y6, ONE, ONE, test=([[0.0]], [0])), "y_test must hold"),
    (lambda: path(*FOUR, [1.0, 0.0]), "Cs must be positive numbers"),
    (lambda: path(*FOUR, []), "Cs must be positive numbers, at least one"),
    (lambda: path(np.ones((4, 3)), FOUR[1], ONE), "K must be the square Gram matrix"),
    (lambda: bootstrap(mean, FOUR[1], [1.0, 2.0]), "each of 4 labels, but has 2"),
    (lambda: bootstrap(mean, FOUR[1], NINE[:4], [1] * 5), "groups must have an entry"),
    (lambda: bootstrap(mean, FOUR[1], NINE[:4], [1] * 4), "two different entries"),
    (lambda: bootstrap(mean, [1] * 4, NINE[:4]), "two classes"),
    (lambda: bootstrap(mean, FOUR[1], NINE[:4], draws=20), "draws must be at least 100"),
    (lambda: bootstrap(mean, FOUR[1], NINE[:4], level=95), "between 0 and 1, but is 95"),
    (lambda: platt([1.0, 2.0, 3.0], [1, -1]), r"scores must be of shape \(2,\)"),
    (lambda: reliability([], []), r"y must hold -1 and \+1, but is empty"),
    (lambda: reliability([0.5, 1.5], [1, -1]), r"p must hold probabilities in \[0, 1\]"),
    # intervals
    (lambda: half_width(NINE, 0.05), r"at least 19 for alpha = 0.05, but weigh 9"),
    (lambda: half_width([], 0.1), "weigh at least 9"),
    (lambda: half_width(NINE, 0.2, weights=np.full(9, 0.1)), "weigh 0.9"),
    (lambda: half_width(NINE, 1), "alpha must be below 1"),
    (lambda: half_width([1, np.nan]), r"scores.*nan"),
    (lambda: half_width(NINE[:, None]), "scores must be one-dimensional"),
    (lambda: half_width(NINE, weights=[1]), "weights must be 9 numbers from 0 to 1"),
    (lambda: half_width(NINE, weights=2 * NINE), "weights must be 9 numbers"),
    (lambda: interval(MEAN, X6[:4], NINE[:3], X6, 0.5), r"predict\(X\) must be of shape \(3,\)"),
    (lambda: interval(MEAN, X6[:4], NINE[:4], X6), "keep more rows back"),
    (lambda: cv_plus(MEAN, X6, X6[:, 0], X6, 0.5, folds=[1] * 6), "at least 2 folds"),
    (lambda: cv_plus(MEAN, X6, X6[:, 0], X6, 0.5, folds=[1, 2]), "one for each row"),
    (lambda: cv_plus(MEAN, X6, X6[:, 0], X6, folds=2), "keep more rows back"),
    (lambda: rolling(NINE, 0), "start must be at least 1"),
    (lambda: rolling(NINE, 10), "start must be at most 9"),
    (lambda: rolling(NINE, 5, window=3, half_life=2), "two ways to forget"),
    (lambda: rolling(NINE, 5, delay=5), "start must be at least 6"),
    # landmarks
    (lambda: Nystrom(kernel="precomputed").fit(X), "landmarks need k"),
    (lambda: Nystrom(kernel=lambda U, V: U @ V.T).fit(X), "landmarks need k"),
    (lambda: Nystrom(kernel=RBF).fit(X), r"for instance RBF\(sigma=1.0\)"),
    (lambda: Nystrom(landmarks=np.zeros((4, 3))).fit(X), "landmarks have 3 columns and X has 2"),
    (lambda: Nystrom(landmarks=[[np.nan, 0.0]]).fit(X), "landmarks must be finite"),
    (lambda: Nystrom(kernel=Linear(), landmarks=[[0.0, 0.0]]).fit(X), "no landmark has a kernel v"),
    (lambda: MulticlassSVM().fit(*SEVERAL, [1, 1, 0]), "point of positive weight; 2 has none"),
    # rows in blocks
    (lambda: second(np.ones((4, 2)), np.ones(4)), "block 1: X must have 1 columns.* 2"),
    (lambda: second(np.ones(3), np.ones(3)), r"block 1: X must have shape \(n, d\)"),
    (lambda: second(np.ones((4, 1)), np.ones(3)), r"block 1: y must have shape \(4,\)"),
    (lambda: second(np.ones((0, 1)), np.ones(0)), "block 1: X must have rows"),
    (lambda: second(np.full((4, 1), np.nan), np.ones(4)), r"block 1: .*X\[0, 0\] is nan"),
    (lambda: second(X6, [1, 0, 1, 0, 1, 0]), "block 1: y must hold two labels.* 0"),
    (
        lambda: blocks.fit([([[1]], [0]), ([[1]], ["a"])]),
        "block 1: y must hold two labels.* 0, 'a'",
    ),
    (lambda: blocks.fit([([[1], [2]], [1, np.nan])]), "block 0: y must hold two labels.*nan"),
    (lambda: second(X6, Y6, Y6), "block 1: weights must not be negative"),
    (lambda: second(X6, Y6, ONE), r"block 1: weights must be of shape \(6,\)"),
    (lambda: blocks.fit([(X6, Y6, np.zeros(6))]), "but hold none: all weights are zero"),
    (lambda: blocks.fit([(X6, np.ones(6))] * 2), "both classes, but hold 1 class, 1.0"),
    (lambda: blocks.fit([]), "blocks must hold blocks"),
    (lambda: blocks.fit(pair for pair in [THREE, THREE]), "used up after one pass; pass a list"),
    (lambda: blocks.fit([THREE], class_weight="b"), "class_weight"),
    # sparse points
    (lambda: Linear().rows(HOLE), r"X must be finite, but X\[1, 2\] is nan"),
    (lambda: solve(RBF(1.0), HOLE, [1, -1], 1), r"X\[1, 2\] is nan"),
    (lambda: Linear()(X2, np.eye(3)), "X has 2 features and Z has 3"),
    (lambda: solve(Linear(), X2, [1, -1, 1], 1.0), "X has 2 rows and y has"),
    (lambda: solve(Linear(), X2[:, []], [1, -1], 1.0), "rows and columns"),
    (lambda: LinearSVM().fit(X2, [0, 1]).predict(sp.csr_array(np.eye(3))), "3 features"),
    # pictures
    (lambda: plots.street((np.ones(3), 0.0), X, y), "w must be of shape"),
    (lambda: plots.named_lines({"far": ([1.0, 0.0], 100.0)}, X, y), "does not cross"),
    (lambda: plots.named_lines(dict.fromkeys("ABCDE", LINE), X, y), "at most 4"),
    (lambda: plots.tube(TUBE, np.ones((2, 2)), [0.0, 1.0]), "1 columns"),
    (lambda: plots.tube(TUBE, [[0.0], [1.0]], [0.0]), "y must be"),
    (lambda: plots.threshold(NINE, FOUR[1]), "y must"),
    (lambda: plots.threshold(NINE[:3], np.ones(3)), "both classes"),
    (lambda: plots.threshold(NINE[:4] * np.nan, FOUR[1]), "scores must"),
    (lambda: plots.threshold(NINE[:4], FOUR[1], 0.0, -1.0), "cost_alarm"),
]
JOINT = MulticlassSVM(kind="weston-watkins")
TYPES = [
    (lambda: geometry.margin([1, 1], 0, [["a", "b"]], [1]), "X must hold real num"),
    (lambda: geometry.margin([1, 1], 0, IRIS * 1j, Y), "X must hold real numbers"),
    (lambda: geometry.margin([1, 1], 0, IRIS[:1], ["yes"]), TEXT),
    (lambda: geometry.margin([1, 1], 0, IRIS[:2], [None, {}]), TEXT),
    (lambda: losses.hinge("a"), "m must hold real numbers, but is 'a'$"),
    (lambda: platt(X[:, 0], y)("a"), "scores must hold real numbers"),
    (lambda: subgradient_descent(sp.eye(3), [-1, 1, 1], 1.0), r"dense .* pass X\.toarray\(\)$"),
    (lambda: subgradient_descent(*THREE, 1.0, until=1e-3), "None or a rule, such .* is 0.001$"),
    (lambda: HardMarginSVM().fit(sp.eye(2), [0, 1]), r"Sparse data .* for X.*toarray"),
    (lambda: JOINT.fit(sp.eye(2), [0, 1]), r"Sparse data .* for X.*toarray"),
    (lambda: JOINT.fit(X, y).predict(sp.eye(2)), r"Sparse data .* for X.*toarray"),
    (lambda: smo(RBF(1.0), [-1, 1, 1], 1.0), r"pass the Gram matrix kernel\(X\)"),
    (lambda: RBF(1.0)([[1.0]], "a"), "Z must hold real numbers, but is 'a'$"),
    (lambda: Linear().rows(X + 0j), "X must hold real .* dtype complex128$"),
    (lambda: Linear(A=sp.eye(6)), r"A must be a dense array.*pass A\.toarray\(\)$"),
    (lambda: RBF(1.0) + "rbf", "unsupported operand"),
    (lambda: RBF(1.0) * ONE, "unsupported operand|can't multiply"),
    (lambda: hash(RBF(1.0)), "unhashable"),  # what can change has no hash
    (lambda: solve(I + 0j, None, y, 1.0), "K must hold real numbers"),
    (lambda: solve(RBF(1.0), X.astype(str), y, 1.0), "X .* encode text columns"),
    (lambda: blocks.fit([THREE, X]), r"block 1: must be \(X, y\) or \(X, y, weights\), not <cl"),
    (lambda: blocks.fit(lambda: THREE), "blocks must be an iterable of pairs"),
    (lambda: Linear()(X2 * 1j), "X must hold real numbers, .* dtype complex128$"),
    (lambda: OWN(X2), r"X must be a dense array.*pass X\.toarray\(\)$"),
    (lambda: solve(X2, None, [1, -1], 1.0), "K must be"),
    (lambda: KernelSVM(kernel="precomputed").fit(X2, [0, 1]), "dense data"),
    (lambda: plots.street(KernelSVM().fit(X, y), X, y), "use boundary for kernels"),
    # parameters of scikit-learn
    (lambda: KernelSVM(gamma=0.1), r"no parameter 'gamma'; use kernel=RBF\(sigma="),
    (lambda: EpsilonSVR(degree=2), r"use kernel=Polynomial\(degree=…\)"),
    (lambda: LinearSVM(nu=0.1), "use C; OneClassSVM has nu"),
    (lambda: OneClassSVM(C=3), "use nu, the share"),
    (lambda: MulticlassSVM(seed=3), "use one of kind, reg, delta, C"),
    (lambda: KernelSVM(3), r"takes its parameters by name: KernelSVM\(C=3\)"),
    (lambda: KernelSVM(coef0=1.0), r"c=coef0 / gamma\) with gamma\*\*degree times the C"),
    (lambda: KernelSVM(gamma="scale"), "but counts points by their weights"),
    (lambda: LinearSVM(loss="hinge"), "no parameter 'loss'; use nothing: svmlib m"),
    (lambda: LinearSVM(dual=False), "use nothing: primal and dual are solved together"),
    (lambda: LinearSVM(penalty="l1"), "use nothing: the penalty is ½‖w‖²"),
    (lambda: LinearSVM(fit_intercept=False), "use nothing: the bias is always fitted"),
    (lambda: KernelSVM(break_ties=True), "use nothing: predict and decision_fun"),
    (lambda: OneClassSVM(contamination=0.1), "use nu, the share of the points"),
    (lambda: RBF(gamma=1.0), r"RBF has no parameter 'gamma'; use sigma=\(2 \* gamma\)"),
    (lambda: RBF(length_scale=1.0), "use sigma=length_scale"),
    (lambda: OrnsteinUhlenbeck(length_scale=1.0), "use length=length_scale"),
    (lambda: Polynomial(degree=2, coef0=1), "no parameter 'coef0'; use c=coef0 / gamma"),
    (lambda: Linear(gamma=1), "use one of A"),
    (lambda: Nystrom(n_components=100), "n_components.*use landmarks"),
]


@pytest.mark.parametrize(
    ("error", "call", "message"),
    [(ValueError, *case) for case in VALUES] + [(TypeError, *case) for case in TYPES],
)
def test_wrong_values_and_types_are_named(error, call, message):
    with pytest.raises(error, match=message):
        call()


def fitted(machine):
    """What fits a machine with these parameters."""
    return wraps(machine)(lambda **settings: machine(**settings).fit(*THREE))


POINTS, MATRIX = dict(X=X6, y=Y6), dict(K=np.eye(6), y=Y6)
CALLS = [
    partial(objectives.C_from_lambda, lam=1.0, n=3),
    partial(objectives.primal, ONE, 0.0, *THREE, C=1.0),
    partial(geometry.perceptron, **POINTS),
    partial(subgradient_descent, **POINTS, lam=1.0),
    partial(sgd, **POINTS, lam=1.0),
    partial(coordinate_ascent, **POINTS, C=1.0),
    partial(smo, **MATRIX, C=1.0),
    partial(solve, RBF(1.0), **POINTS, C=1.0),
    partial(blocks.fit, [THREE]),
    partial(folds, y=Y6, k=2),
    partial(grid, **POINTS, Cs=ONE, sigmas=ONE, cv=3),
    partial(nested, **POINTS, Cs=ONE, sigmas=ONE, outer=2),
    partial(path, **MATRIX, Cs=ONE),
    partial(leave_one_out, **MATRIX, C=1.0),
    partial(cv_plus, MEAN, X6, X6[:, 0], X6, alpha=0.5),
    partial(half_width, NINE),
    partial(rolling, NINE, start=5),
    fitted(Nystrom),
    partial(platt, X6[:, 0], y=Y6),
    partial(reliability, ONES, y),
    *(datasets.rings, datasets.blobs, datasets.lifts, datasets.iris_setosa),
    fitted(partial(MulticlassSVM, kind="one-vs-one")),
    *map(fitted, (LinearSVM, KernelSVM)),
    *map(fitted, (EpsilonSVR, OneClassSVM)),
]
WRONG = [  # a value that parameters of these names refuse, and the words
    ("a", "a number, but is 'a'$", "lam C tol epsilon nu step max_iter epochs"),
    (2.5, "a whole number", "max_iter max_updates epochs every batch bins free_sweeps k"),
    (0, "positive", "lam C nu alpha half_life"),
    ([1] * 6, "both classes, but all 6 labels are .1", "y"),
    ([0, 0, 0, 1, 1, 1], r"-1 and .1, but came as labels in \{0, 1\}; use np.where", "y"),
    (-1, "positive", "step"),
    ([1.0, 0.0], "positive", "Cs sigmas"),
    (np.inf, "finite", "lam"),
    (-1, "at least 0", "tol epsilon free_sweeps gamma delay"),
    (-1, "at least [01]", "max_iter"),  # no step is enough where a start is given
    (0, "(at least 1|positive)", "max_updates epochs every bins n landmarks"),
    (1, "at least 2", "cv outer inner k max_passes folds"),
    ("total", "(one of|.sum. or .mean.)", "form bias order average working_set"),
]


@pytest.mark.parametrize(
    ("call", "name", "value", "words"),
    [
        (call, name, value, words)
        for value, words, names in WRONG
        for name in names.split()
        for call in CALLS
        if name in signature(call).parameters
    ],
)
def test_a_wrong_setting_is_named_whoever_gets_it(call, name, value, words):
    error = TypeError if value == "a" else ValueError
    with pytest.raises(error, match=f"^{name} must (be|hold) {words}"):
        call(**{name: value})
