"""What every estimator promises: scikit-learn's own checks, its documentation, a table each."""

import inspect
import re
from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import check_estimator

from svmlib import (
    EpsilonSVR,
    HardMarginSVM,
    KernelSVM,
    LinearSVM,
    MulticlassSVM,
    NotSeparableError,
    Nystrom,
    OneClassSVM,
)
from svmlib.blocks import BlockMachine
from svmlib.datasets import moons
from svmlib.estimators.multiclass import KINDS, SPLIT_KINDS
from svmlib.kernels import RBF, Linear, Polynomial

SPLIT = [partial(MulticlassSVM, kind=kind) for kind in SPLIT_KINDS]
ITS_SKIPS = {"check_array_api_input"}  # needs an environment variable of scipy's


def common_letters(us, vs):
    """k(u, v) = the number of letters that occur in both words."""
    return np.array([[len(set(u) & set(v)) for v in vs] for u in us])


FORMS = [
    HardMarginSVM(),
    LinearSVM(),
    KernelSVM(),
    KernelSVM(kernel="precomputed"),
    MulticlassSVM(kind="weston-watkins"),
    MulticlassSVM(kernel=RBF(1.0)),
    EpsilonSVR(),
    OneClassSVM(),  # the checks of outlier detectors know no "precomputed"
]
# which differ from these in the kernel or the kind alone
OTHERS = [
    KernelSVM(kernel=Polynomial(2)),
    *(MulticlassSVM(kind=kind) for kind in KINDS if kind != "weston-watkins"),
    MulticlassSVM(kernel="precomputed"),
    EpsilonSVR(kernel=Linear()),
    EpsilonSVR(kernel="precomputed"),
]
EVERY_FORM = [
    *FORMS,
    *OTHERS,
    MulticlassSVM(kind="one-vs-rest", kernel=RBF(1.0)),
    MulticlassSVM(kind="one-vs-rest", kernel=common_letters),
    *(kind(kernel=common_letters) for kind in (KernelSVM, EpsilonSVR, OneClassSVM)),
    *(kind(kernel=Linear()) for kind in (KernelSVM, OneClassSVM)),
    OneClassSVM(kernel="precomputed"),
]


@pytest.mark.parametrize(
    "estimator",
    [
        *FORMS,
        BlockMachine(),
        Nystrom(),
        *(pytest.param(form, marks=pytest.mark.weekly) for form in OTHERS),
    ],
    ids=repr,
)
def test_scikit_learn_checks(estimator):
    results = check_estimator(estimator, on_fail=None, on_skip=None)
    failed = {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}
    if isinstance(estimator, HardMarginSVM):
        # several fit data that no plane separates: the only right answer is the error
        failed = {k: e for k, e in failed.items() if not isinstance(e, NotSeparableError)}
    assert not failed
    assert {r["check_name"] for r in results if r["status"] == "skipped"} <= ITS_SKIPS
    assert sum(r["status"] == "passed" for r in results) >= 40


def documented(kinds, section):
    """Names in a section of the docstrings of these, the last ones first, with type and text."""
    found = {}
    for kind in [kind for kind in kinds if kind.__module__.startswith("svmlib.")][::-1]:
        text = inspect.cleandoc(kind.__doc__)
        body = re.search(rf"^{section}\n-+\n(.*?)(?=^\w+\n-+$|\Z)", text, re.M | re.S)
        entries = re.findall(r"^(\S.*?) : (.*)\n((?: .*\n?|\n)*)", body[1] if body else "", re.M)
        found |= {name: entry for names, *entry in entries for name in names.split(", ")}
    return found


def fit_to_example(machine):
    """The machine after fit, and the sizes that its docstring calls n, d, K and s."""
    machine = clone(machine)
    several = isinstance(machine, MulticlassSVM)
    y = np.repeat([0, 1, 2] if several else [0, 1], 4)
    X = np.random.default_rng(0).normal(size=(len(y), 2)) + 9 * np.eye(3)[y, :2]
    X = pd.DataFrame(X, columns=["length", "width"])
    kernel = getattr(machine, "kernel", None)
    if kernel == "precomputed":
        X = pd.DataFrame(RBF(1.0)(X.to_numpy()), columns=[f"to {i}" for i in range(len(y))])
    elif kernel is common_letters:
        X = np.array(["ab", "abc", "ac", "bc", "xy", "xyz", "xz", "yz", "ru", "rut", "ut", "rt"])
        X = X[: len(y)]
    machine.fit(X, y)
    sizes = {"n": len(y), "d": np.shape(X)[-1], "K": 3}
    if not several:
        sizes["s"] = len(machine.support_)
    return machine, sizes


@pytest.mark.parametrize("kind", dict.fromkeys(type(machine) for machine in EVERY_FORM))
def test_attributes_after_fit_are_the_documented_ones_and_of_their_shapes(kind):
    """None is missing in one form of the machine, and none made up for all."""
    entries, somewhere = documented(kind.__mro__, "Attributes"), set()
    for machine, sizes in (fit_to_example(form) for form in EVERY_FORM if type(form) is kind):
        kernel = getattr(machine, "kernel", None)
        names = [name for name in dir(machine) if name.endswith("_") and name[0] != "_"]
        has = {name for name in names if hasattr(machine, name)}
        somewhere |= has
        for name, (shown, text) in entries.items():
            assert name in has or "Only " in text, f"{name} is missing, and nothing says when"
            shape = re.search(r"shape \((.*?)\)", shown)
            words = name == "support_vectors_" and kernel is common_letters
            if not shape or words or name not in has:
                continue
            sides = [side.rstrip(",") for side in shape[1].split(", ") if side.rstrip(",")]
            found = getattr(machine, name).shape
            assert len(found) == len(sides), name
            for side, length in zip(sides, found, strict=True):  # m, k: any number
                assert side in ("m", "k") or length == eval(side, {}, sizes), name
    assert entries.keys() == somewhere
    assert documented([kind], "Parameters").keys() == kind().get_params(deep=False).keys()


CLASSIFIERS = [HardMarginSVM(), LinearSVM(), KernelSVM(), MulticlassSVM()]
WITH_KERNEL = [KernelSVM, *SPLIT, EpsilonSVR, OneClassSVM]


def apart(n):
    """Points on a grid that a plane separates."""
    X, y = moons(n)
    X = np.round(X * 8)
    X[:, 1] += 40 * y
    return X, y


def scores(machine, X):
    return getattr(machine, "decision_function", machine.predict)(X)


@pytest.mark.parametrize("machine", WITH_KERNEL)
def test_a_matrix_and_a_function_are_the_kernel(machine):
    """And a function may take words, in any container."""
    (X, y), kernel = moons(60), RBF(0.5)
    new = X[:20] + 0.1
    plain = machine(kernel=kernel).fit(X, y)
    gram = machine(kernel="precomputed").fit(kernel(X), y)
    function = machine(kernel=lambda U, V: kernel(np.array(U), np.array(V))).fit(X.tolist(), y)
    np.testing.assert_allclose(scores(gram, kernel(new, X)), scores(plain, new), atol=1e-9)
    np.testing.assert_allclose(scores(function, new.tolist()), scores(plain, new), atol=1e-9)
    assert gram.predict(kernel(new, X)).tolist() == pytest.approx(plain.predict(new).tolist())
    assert not hasattr(gram, "support_vectors_")
    with pytest.raises(ValueError, match="K must be the square Gram matrix"):
        gram.fit(kernel(new, X), y[:20])

    italian = ["uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"]
    german = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"]
    words, language = italian + german, np.repeat([0, 1], 10)
    gram = machine(kernel="precomputed").fit(common_letters(words, words), language)
    among = common_letters(["undici", "dodici", "elf", "zwölf"], words)
    for container in (list, np.array, pd.Series):
        reader = machine(kernel=common_letters).fit(container(words), language)
        found = scores(reader, container(["undici", "dodici", "elf", "zwölf"]))
        np.testing.assert_allclose(found, scores(gram, among), atol=1e-9)
    if machine not in SPLIT:
        assert list(reader.support_vectors_) == [words[i] for i in reader.support_]


def test_inputs_of_a_kernel_function_are_counted():
    reader = KernelSVM(kernel=common_letters).fit(["abc", "xyz"], [0, 1])
    assert reader.predict([{"a", "b"}, {"z"}]).tolist() == [0, 1]
    grumpy = KernelSVM(kernel=lambda A, B: np.eye(2)).fit(["abc", "xyz"], [0, 1])
    for call, message in (
        (lambda: reader.predict("abc"), r"put a single one in a list, \['abc'\]"),
        (lambda: reader.predict([]), "at least one input"),
        (lambda: reader.fit(["abc", "xyz", "u"], [0, 1]), "inconsistent numbers of samples"),
        (lambda: grumpy.predict(["abc"]), r"kernel\(X, support_vectors_\) returned shape \(2, 2\)"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_a_machine_leaves_the_kernels_of_others_alone():
    KernelSVM().kernel.sigma = 7.0
    assert KernelSVM().kernel.sigma == clone(KernelSVM()).kernel.sigma == "scale"
    for machine in WITH_KERNEL:
        shared = RBF(2.0)
        assert machine(kernel=shared).kernel is shared
        assert machine(kernel=shared).set_params(kernel__sigma=3.0).kernel.sigma == 3.0
        summands = RBF(2.0) + Linear()
        machine(kernel=summands).set_params(kernel__left__sigma=3.0)
        assert shared.sigma == summands.left.sigma == 2.0


@pytest.mark.parametrize("machine", WITH_KERNEL)
def test_a_fitted_machine_is_what_it_was(machine):
    X, y = moons(40)
    kernel = RBF(2.0)
    fitted = machine(kernel=kernel).fit(X, y)
    before, own = fitted.predict(X), fitted.kernel_
    kernel.sigma = 0.01
    for change in (dict(kernel__sigma=0.02), dict(kernel="precomputed")):
        fitted.set_params(**change)
        np.testing.assert_array_equal(fitted.predict(X), before)
    assert fitted.kernel_ is own and own == RBF(2.0)


@pytest.mark.parametrize("machine", CLASSIFIERS, ids=repr)
def test_neither_names_of_labels_nor_the_type_of_X_matter(machine):
    X, y = apart(60)
    f = machine.fit(X, y).decision_function(X)
    for labels in (
        y > 0,
        (y > 0).astype(np.uint8),
        np.array(["b" if v > 0 else "a" for v in y], dtype=object),
        pd.Series(np.where(y > 0, 7, 3), index=np.arange(60) * 7),
        pd.Categorical(np.where(y > 0, "q", "p")),
    ):
        np.testing.assert_allclose(machine.fit(X, labels).decision_function(X), f, atol=1e-9)
        np.testing.assert_array_equal(machine.predict(X), labels)
    frame = pd.DataFrame(X, columns=["length", "width"], index=np.arange(60)[::-1])
    every_second = np.repeat(X, 2, axis=0)[::2]
    for variant in (X.astype("f"), np.asfortranarray(X), X.tolist(), every_second, frame):
        before = np.array(variant, copy=True)
        found = machine.fit(variant, y).decision_function(variant)
        np.testing.assert_allclose(found, f, rtol=1e-9, atol=1e-9)
        np.testing.assert_array_equal(np.asarray(variant), before)
    assert list(machine.feature_names_in_) == ["length", "width"]


CLASSES = [
    (dict(class_weight={0: -1}), ValueError, r"class_weight must .* but is \{0: -1\}$"),
    (dict(class_weight={1: np.nan}), ValueError, "class_weight must hold positive numbers"),
    (dict(class_weight=[1, 2]), ValueError, r"^class_weight must be None, .* it is \[1, 2\]$"),
]
KERNEL = [
    ("cubic", ValueError, "has Linear, Polynomial, RBF, OrnsteinUhlenbeck"),
    (RBF, ValueError, r"must be an instance, for example RBF\(sigma=1.0\), .* class RBF"),
    (lambda A, B: np.tri(2), ValueError, r"kernel\(X, X\) must be symmetric, .*\[0, 1\] is 0"),
    (lambda A, B: np.ones((2, 1)), ValueError, r"kernel\(X, X\) returned shape \(2, 1\); for"),
    (lambda A, B: 1.0, ValueError, r"kernel\(X, X\) returned shape \(\)"),
    (lambda A, B: np.full((2, 2), np.nan), ValueError, r"\(X, X\) returned nan at \[0, 0\]"),
    (lambda A, B: None, TypeError, r"kernel\(X, X\) must hold real numbers, but is None"),
    ("precomputed", ValueError, "K must be symmetric"),
]
KERNELS = [(dict(kernel=kernel), error, message) for kernel, error, message in KERNEL]
WRONG = {
    MulticlassSVM: [
        *CLASSES,
        (dict(kind="ovo"), ValueError, "weston-watkins, crammer-singer, one-vs-rest"),
        (dict(kind="weston-watkins", reg=0.0), ValueError, "reg must be positive"),
        (dict(kind="weston-watkins", reg="a"), TypeError, "reg must be a number, but is 'a'$"),
    ],
    LinearSVM: CLASSES,
    KernelSVM: CLASSES + KERNELS,
    EpsilonSVR: KERNELS,
    OneClassSVM: [*KERNELS, (dict(nu=1.5), ValueError, "nu is a share of the points")],
}


@pytest.mark.parametrize("machine", WRONG)
def test_wrong_settings_are_named_at_fit(machine):
    for given_, error, message in WRONG[machine]:
        with pytest.raises(error, match=message):
            machine(**given_).fit([[0.0, 1.0], [2.0, 0.0]], [0, 1])


@pytest.mark.parametrize("machine", CLASSIFIERS, ids=repr)
def test_the_number_of_classes_is_checked(machine):
    for label, shown in (("iris", "'iris'"), (1.0, "1.0"), (True, "True")):
        words = rf"at least two classes; .* show one class, {shown}\.$"
        with pytest.raises(ValueError, match=words):
            machine.fit([[0.0], [1.0]], [label, label])
    if not isinstance(machine, MulticlassSVM):
        with pytest.raises(ValueError, match=r"Only binary.*3 classes.*MulticlassSVM"):
            machine.fit([[0.0], [1.0], [2.0]], [0, 1, 2])


def test_likeness_is_the_largest_cosine_with_a_support_vector():
    X, y = moons(60)
    machine = KernelSVM(kernel=Polynomial(2)).fit(X, y)
    K, own = machine.kernel_(X), np.sqrt(machine.kernel_.diagonal(X))
    cosines = (K / np.outer(own, own))[:, machine.support_]
    np.testing.assert_allclose(machine.likeness(X), cosines.max(axis=1))
    far = KernelSVM(kernel=RBF(0.5)).fit(X, y).likeness(X + 9)
    assert far.max() < 1e-9
    with pytest.raises(ValueError, match="likeness needs a kernel"):
        KernelSVM(kernel="precomputed").fit(X @ X.T, y).likeness(X @ X.T)


MACHINES = {
    "linear": LinearSVM(C=0.3),
    "kernel": KernelSVM(C=0.3, kernel=RBF("scale")),
    "blocks": BlockMachine(C=0.3),
    "regression": EpsilonSVR(C=0.3, kernel=RBF("scale")),
    "one class": OneClassSVM(nu=0.3, kernel=RBF("scale")),
    **{kind: MulticlassSVM(kind=kind) for kind in ("weston-watkins", "crammer-singer")},
    **{kind: MulticlassSVM(kind=kind, C=0.3) for kind in ("one-vs-rest", "one-vs-one")},
}


@pytest.mark.parametrize("class_weight", [None, "balanced", {1: 3.0}])
@pytest.mark.parametrize("name", MACHINES)
def test_a_whole_weight_is_as_many_copies(name, class_weight):
    """Of every machine, at new points; of weight 0 is a point that is not there."""
    rng = np.random.default_rng(4)
    X, times, new = rng.normal(size=(45, 2)), rng.integers(0, 5, 45), rng.normal(size=(9, 2))
    classes = 2 if name in ("linear", "kernel", "blocks") else 3
    y = (X[:, 0] + rng.normal(size=45) > 0.4) * 1 + (classes - 2) * (X[:, 1] > 0.5)
    times[y == 1] *= 3
    machine = clone(MACHINES[name])
    if hasattr(machine, "class_weight"):
        machine.set_params(class_weight=class_weight)
    weighted = clone(machine).fit(X, y, sample_weight=times)
    copies = clone(machine).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    scores = [getattr(m, "decision_function", m.predict)(new) for m in (weighted, copies)]
    np.testing.assert_allclose(*scores, rtol=1e-6, atol=1e-6)
