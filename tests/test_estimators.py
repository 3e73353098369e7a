"""The estimators: scikit-learn's own checks, exact results, and what users do with them."""

import inspect
import pickle
import re
import threading

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy.optimize import linprog
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, make_blobs, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

from svmlib import (
    EpsilonSVR,
    HardMarginSVM,
    KernelSVM,
    LinearSVM,
    MulticlassSVM,
    NotSeparableError,
    OneClassSVM,
)
from svmlib.datasets import iris_setosa
from svmlib.estimators.multiclass import KINDS, SPLIT_KINDS
from svmlib.kernels import RBF, Linear, Polynomial
from svmlib.solvers.joint import KINDS as JOINT_KINDS
from svmlib.solvers.joint import objective

ITS_SKIPS = {"check_array_api_input"}  # needs an environment variable of scipy's


@pytest.mark.parametrize(
    "estimator",
    [
        LinearSVM(),
        KernelSVM(),
        KernelSVM(kernel="precomputed"),
        MulticlassSVM(),
        MulticlassSVM(kind="one-vs-one", kernel=RBF(1.0)),
        EpsilonSVR(),
        OneClassSVM(),  # the checks of outlier detectors know no "precomputed"
        # of the forms that differ from these in the kernel or the kind alone
        *(
            pytest.param(machine, marks=pytest.mark.weekly)
            for machine in (
                KernelSVM(kernel=Polynomial(2)),
                MulticlassSVM(kind="crammer-singer"),
                MulticlassSVM(kind="one-vs-rest"),
                MulticlassSVM(kind="one-vs-one", kernel="precomputed"),
                EpsilonSVR(kernel=Linear()),
                EpsilonSVR(kernel="precomputed"),
            )
        ),
    ],
    ids=repr,
)
def test_scikit_learn_checks(estimator):
    results = check_estimator(estimator, on_fail=None, on_skip=None)
    failed = {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}
    skipped = {r["check_name"] for r in results if r["status"] == "skipped"}
    assert not failed
    assert skipped <= ITS_SKIPS
    assert len(results) > 40


def test_scikit_learn_checks_of_the_hard_margin():
    # several checks fit data that no plane separates: the only right answer is the error
    results = check_estimator(HardMarginSVM(), on_fail=None, on_skip=None)
    for result in results:
        if result["status"] == "failed":
            assert isinstance(result["exception"], NotSeparableError), result
    assert sum(result["status"] == "passed" for result in results) >= 40


# -- documentation -----------------------------------------------------------------------------
def common_letters(us, vs):
    """k(u, v) = the number of letters that occur in both words."""
    return np.array([[len(set(u) & set(v)) for v in vs] for u in us])


EVERY_FORM = [
    HardMarginSVM(),
    LinearSVM(),
    KernelSVM(),
    KernelSVM(kernel="precomputed"),
    KernelSVM(kernel=common_letters),
    *(MulticlassSVM(kind=kind) for kind in KINDS),
    *(MulticlassSVM(kind=kind, kernel=RBF(1.0)) for kind in SPLIT_KINDS),
    MulticlassSVM(kind="one-vs-one", kernel="precomputed"),
    MulticlassSVM(kind="one-vs-rest", kernel=common_letters),
    *(
        machine(kernel=kernel)
        for machine in (EpsilonSVR, OneClassSVM)
        for kernel in (RBF(1.0), "precomputed", common_letters)
    ),
]
MACHINES = [HardMarginSVM, LinearSVM, KernelSVM, MulticlassSVM, EpsilonSVR, OneClassSVM]


def documented(machine, section):
    """Names in a section of the docstring, with type and description; {} if there is none."""
    text = inspect.cleandoc(machine.__doc__)
    body = re.search(rf"^{section}\n-+\n(.*?)(?=^\w+\n-+$|\Z)", text, re.M | re.S)
    entries, names = {}, []
    for line in body[1].splitlines() if body else []:
        if line and not line.startswith(" "):
            heading, _, kind = line.partition(" : ")
            names = heading.split(", ")
            entries |= {name: (kind, "") for name in names}
        for name in names if line.startswith(" ") else []:
            entries[name] = (entries[name][0], f"{entries[name][1]} {line.strip()}")
    return entries


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


def form_name(machine):
    """The machine without the address of a kernel function, the same in every process."""
    return re.sub(r"<function (\w+) at \w+>", r"\1", " ".join(repr(machine).split()))


@pytest.mark.parametrize("machine", EVERY_FORM, ids=form_name)
def test_attributes_after_fit_are_the_documented_ones_and_of_their_shapes(machine):
    entries = documented(type(machine), "Attributes")
    machine, sizes = fit_to_example(machine)
    has = {name for name in vars(machine) if name.endswith("_")}
    assert has <= entries.keys()
    for name, (kind, text) in entries.items():
        assert name in has or "Only " in text, f"{name} is missing, and nothing says when"
        shape = re.search(r"shape \((.*?)\)", kind)
        words = name == "support_vectors_" and machine.kernel is common_letters
        if not shape or words or name not in has:
            continue
        sides = [side.rstrip(",") for side in shape[1].split(", ") if side.rstrip(",")]
        found = getattr(machine, name).shape
        assert len(found) == len(sides), name
        for side, length in zip(sides, found, strict=True):
            assert side in ("m", "k") or length == eval(side, {}, sizes), name  # m, k: any number


@pytest.mark.parametrize("machine", MACHINES)
def test_no_documented_attribute_or_parameter_is_made_up(machine):
    fitted = [fit_to_example(form)[0] for form in EVERY_FORM if type(form) is machine]
    assert documented(machine, "Attributes").keys() <= set().union(*map(vars, fitted))
    assert documented(machine, "Parameters").keys() == machine().get_params(deep=False).keys()


# -- exact results -----------------------------------------------------------------------------
@pytest.mark.parametrize("machine", [HardMarginSVM(), LinearSVM(C=25), LinearSVM(C=1e4)], ids=repr)
@pytest.mark.parametrize(
    ("flowers", "coef", "bias", "value", "on_margin"),
    [
        (dict(every=4), [10 / 3, -5], -2, 325 / 18, 3),
        (dict(setosa=1, raise_straggler=True), [-5, 5], 11, 25, 6),
    ],
)
def test_the_widest_street_of_iris(machine, flowers, coef, bias, value, on_margin):
    machine.fit(*iris_setosa(features=2, **flowers))
    np.testing.assert_allclose(machine.coef_, [coef], atol=1e-10)
    np.testing.assert_allclose(machine.intercept_, [bias], atol=1e-10)
    values = machine.primal_, machine.dual_, 0.5 * machine.alpha_.sum(), 0.5 / machine.margin_**2
    np.testing.assert_allclose(values, value, rtol=1e-10)
    assert len(machine.on_margin_) == on_margin


def test_a_small_column_far_from_zero():
    """Beside columns of larger spread, which hide that it is far."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(2000) < 0.5, 1.0, -1.0)
    X = (rng.normal(size=(2000, 8)) + 0.3 * y[:, None]) * 10.0 ** np.arange(-3, 5)
    near, far = LinearSVM().fit(X, y), LinearSVM(max_iter=1000).fit(X + 1000.0, y)
    assert near.converged_ and far.converged_
    assert far.primal_ == pytest.approx(near.primal_, rel=1e-6)


def test_attributes_are_consistent():
    X, t = make_moons(300, noise=0.25, random_state=1)
    y = 2 * t - 1
    model = KernelSVM(C=3.0, kernel=RBF(0.5)).fit(X, y)
    f = model.decision_function(X)
    beta = y * model.alpha_
    np.testing.assert_array_equal(model.support_, np.flatnonzero(model.alpha_))
    np.testing.assert_array_equal(model.dual_coef_, beta[None, model.support_])
    np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
    np.testing.assert_allclose(RBF(0.5)(X) @ beta + model.intercept_, f, atol=1e-10)
    np.testing.assert_array_equal(model.on_margin_, np.flatnonzero(np.abs(y * f - 1) < 1e-6))
    assert model.margin_ == pytest.approx(1 / np.sqrt(beta @ RBF(0.5)(X) @ beta))
    lo, hi = model.bias_interval_
    assert lo <= model.intercept_[0] <= hi
    assert model.gap_ < 1e-10 and model.violation_ < 1e-8
    assert model.primal_ == pytest.approx(model.dual_, rel=1e-10)
    assert model.history_.shape[1] == 3
    np.testing.assert_array_equal(model.predict(X), np.where(f > 0, 1, -1))


def objective_of(machine, X, y):
    """½‖w‖² + C Σ ξ from nothing but coef_ or dual_coef_, and intercept_, in long arithmetic."""
    b = machine.intercept_.astype(np.longdouble)[0]
    if hasattr(machine, "coef_"):
        w = machine.coef_.astype(np.longdouble)[0]
        half, f = 0.5 * w @ w, X @ w + b
    else:
        beta = np.zeros(len(y), dtype=np.longdouble)
        beta[machine.support_] = machine.dual_coef_[0]
        Kbeta = machine.kernel(X) @ beta
        half, f = 0.5 * beta @ Kbeta, Kbeta + b
    return float(half + machine.C * np.maximum(0, 1 - y * f).sum())


def scaled_badly(seed, decades):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(10, 80), rng.integers(1, 6)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = rng.normal(size=(n, d)) + y[:, None] * rng.uniform(0, 2)
    C = 10.0 ** rng.uniform(-3, 6)
    return X * 10.0 ** rng.uniform(-decades, decades, size=d), y, C


@pytest.mark.parametrize(
    ("machine", "decades"),
    [
        (LinearSVM(), 3),
        (KernelSVM(kernel=Linear()), 2),
        (KernelSVM(kernel=RBF(30.0)), 3),
        (KernelSVM(kernel=Polynomial(2)), 1),
    ],
    ids=repr,
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_the_certificate_is_that_of_the_machine_handed_out(machine, decades):
    for seed in range(20):
        X, y, C = scaled_badly(seed, decades)
        model = clone(machine).set_params(C=C).fit(X, y)
        assert objective_of(model, X, y) == pytest.approx(model.primal_, rel=1e-6), seed
        # rounding may put the two the wrong way round
        gap = (model.primal_ - model.dual_) / model.primal_
        assert -1e-9 <= gap <= model.gap_ + 1e-12, seed
        assert model.converged_ == (model.gap_ <= 1e-6), seed


def test_the_gap_counts_the_bias_rounded_once_more():
    """Far from 0 the bias has few digits left, and the machine handed out has slack for it."""
    y = np.where(np.arange(60) % 2, 1.0, -1.0)
    for seed in range(5):
        X = np.random.default_rng(seed).normal(size=(60, 2)) + y[:, None] + 1e8
        model = LinearSVM(C=100.0).fit(X, y)
        assert 1 - model.dual_ / objective_of(model, X, y) <= model.gap_ <= 1e-6


# -- separability ------------------------------------------------------------------------------
def test_not_separable_comes_with_a_proof():
    X, t = load_iris(return_X_y=True)
    X, y = X[50:], t[50:]
    with pytest.raises(NotSeparableError, match="No plane separates") as caught:
        HardMarginSVM().fit(X, y)
    error = caught.value
    for weights in (error.positive_weights, error.negative_weights):
        assert (weights >= 0).all() and weights.sum() == pytest.approx(1)
    mean = error.positive_weights @ X[error.positive_indices]
    np.testing.assert_allclose(mean, error.negative_weights @ X[error.negative_indices], atol=1e-12)
    np.testing.assert_allclose(mean, error.point, atol=1e-12)
    assert (y[error.positive_indices] == 2).all() and (y[error.negative_indices] == 1).all()
    copy = pickle.loads(pickle.dumps(error))
    np.testing.assert_array_equal(copy.positive_weights, error.positive_weights)


@pytest.mark.parametrize("seed", range(20))
def test_separable_or_not_agrees_with_linear_programming(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(4, 50), rng.integers(1, 7)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-2, 3, size=d)
    X[y > 0] += rng.normal(size=d) * 10.0 ** rng.uniform(-1, 2)
    plane = linprog(
        np.zeros(d + 1),
        A_ub=-np.column_stack([X, np.ones(n)]) * y[:, None],
        b_ub=-np.ones(n),
        bounds=(None, None),
    )
    if plane.status == 2:
        with pytest.raises(NotSeparableError):
            HardMarginSVM().fit(X, y)
    else:
        model = HardMarginSVM().fit(X, y)
        assert (y * model.decision_function(X)).min() == pytest.approx(1, abs=1e-8)
        assert model.gap_ < 1e-7


# -- use ---------------------------------------------------------------------------------------
def test_grid_search_sets_the_kernel_and_leaves_the_default_alone():
    X, y = make_moons(120, noise=0.2, random_state=0)
    pipeline = make_pipeline(StandardScaler(), KernelSVM())
    grid = {"kernelsvm__C": [0.1, 10.0], "kernelsvm__kernel__sigma": [0.1, 0.5]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(X, y)
    assert search.best_estimator_[-1].kernel.sigma in (0.1, 0.5)
    assert search.best_score_ > 0.9
    shared = RBF(2.0)
    KernelSVM(kernel=shared).set_params(kernel__sigma=3.0)
    MulticlassSVM(kind="one-vs-one", kernel=shared).set_params(kernel__sigma=3.0)
    assert shared.sigma == 2.0
    summands = RBF(2.0) + Linear()
    KernelSVM(kernel=summands).set_params(kernel__left__sigma=3.0)
    assert summands.left.sigma == 2.0
    assert KernelSVM(kernel=RBF(2.0)).set_params(kernel__sigma=3.0).kernel.sigma == 3.0
    assert cross_val_score(LinearSVM(), X, y, cv=3).mean() > 0.8


def test_precomputed_and_callable_kernels():
    X, y = make_moons(150, noise=0.2, random_state=0)
    train, test = np.arange(100), np.arange(100, 150)
    plain = KernelSVM(C=2.0, kernel=RBF(0.5)).fit(X[train], y[train])
    K = RBF(0.5)(X)
    gram = KernelSVM(C=2.0, kernel="precomputed").fit(K[np.ix_(train, train)], y[train])
    function = KernelSVM(C=2.0, kernel=lambda A, B: RBF(0.5)(A, B)).fit(X[train], y[train])
    f = plain.decision_function(X[test])
    np.testing.assert_allclose(gram.decision_function(K[np.ix_(test, train)]), f, atol=1e-9)
    np.testing.assert_allclose(function.decision_function(X[test]), f, atol=1e-9)
    assert not hasattr(gram, "support_vectors_")
    scores = cross_val_score(KernelSVM(kernel="precomputed"), K, y, cv=3)
    assert scores.mean() > 0.85


def test_each_machine_owns_its_default_kernel():
    KernelSVM().kernel.sigma = 7.0
    assert KernelSVM().kernel.sigma == 1.0
    assert clone(KernelSVM()).kernel.sigma == 1.0
    shared = RBF(2.0)
    assert KernelSVM(kernel=shared).kernel is shared


@pytest.mark.parametrize("machine", [LinearSVM, KernelSVM])
@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        (dict(tol="a"), TypeError, "tol must be a number, but is 'a'$"),
        (dict(tol=-1), ValueError, "tol must be at least 0, but is -1"),
        (dict(max_iter=-5), ValueError, "max_iter must be at least 1, but is -5"),
        (dict(C="a"), TypeError, "C must be a number, but is 'a'$"),
        (dict(C=0), ValueError, "C must be positive, but is 0"),
        (dict(C=np.inf), ValueError, "C must be finite, but is inf"),
        (dict(class_weight={0: -1}), ValueError, r"class_weight must .* but is \{0: -1\}$"),
        (dict(class_weight={1: np.nan}), ValueError, "class_weight must hold positive numbers"),
        (dict(class_weight="auto"), ValueError, "^class_weight must be None, .* it is 'auto'$"),
        (dict(class_weight=[1, 2]), ValueError, r"^class_weight must be None, .* it is \[1, 2\]$"),
    ],
)
def test_wrong_settings_are_named_at_fit(machine, settings, error, message):
    with pytest.raises(error, match=message):
        machine(**settings).fit([[0.0], [1.0]], [0, 1])


def returning(values):
    return lambda A, B: values


@pytest.mark.parametrize(
    ("kernel", "error", "message"),
    [
        ("rbf", ValueError, "has Linear, Polynomial, RBF, OrnsteinUhlenbeck"),
        (None, ValueError, "has Linear, Polynomial, RBF, OrnsteinUhlenbeck"),
        (RBF, ValueError, r"must be an instance, for example RBF\(sigma=1.0\), .* class RBF"),
        (returning(np.tri(2)), ValueError, r"kernel\(X, X\) must be symmetric, .*\[0, 1\] is 0"),
        (returning(np.ones((2, 1))), ValueError, r"kernel\(X, X\) returned shape \(2, 1\); for"),
        (returning(1.0), ValueError, r"kernel\(X, X\) returned shape \(\)"),
        (returning(np.full((2, 2), np.nan)), ValueError, r"\(X, X\) returned nan at \[0, 0\]"),
        (returning(None), TypeError, r"kernel\(X, X\) must hold real numbers, but is None"),
        (returning([["a", "b"], ["b", "a"]]), TypeError, r"kernel\(X, X\) must hold real numbers"),
    ],
)
def test_what_is_no_kernel_is_refused(kernel, error, message):
    with pytest.raises(error, match=message):
        KernelSVM(kernel=kernel).fit([[0.0], [1.0]], [0, 1])


ITALIAN = ["uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"]
GERMAN = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"]
FRENCH = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"]


@pytest.mark.parametrize("container", [list, np.array, pd.Series])
@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (KernelSVM(C=2.0), ITALIAN + GERMAN),
        (MulticlassSVM(kind="one-vs-one", C=2.0), ITALIAN + GERMAN + FRENCH),
    ],
    ids=["KernelSVM", "one-vs-one"],
)
def test_a_kernel_function_may_take_words(machine, words, container):
    language = np.repeat(["it", "de", "fr"], 10)[: len(words)]
    new = ["undici", "dodici", "elf", "zwölf"]
    reader = clone(machine).set_params(kernel=common_letters).fit(container(words), language)
    gram = clone(machine).set_params(kernel="precomputed")
    gram.fit(common_letters(words, words), language)
    K = common_letters(new, words)
    np.testing.assert_allclose(
        reader.decision_function(container(new)), gram.decision_function(K), atol=1e-9
    )
    np.testing.assert_array_equal(reader.predict(container(new)), gram.predict(K))
    assert reader.score(container(words), language) > 0.8
    if isinstance(machine, KernelSVM):
        assert list(reader.support_vectors_) == [words[i] for i in reader.support_]


def test_inputs_of_a_kernel_function_are_counted():
    reader = KernelSVM(kernel=common_letters).fit(["abc", "xyz"], [0, 1])
    assert reader.predict([{"a", "b"}, {"z"}]).tolist() == [0, 1]
    with pytest.raises(ValueError, match=r"put a single one in a list, \['abc'\]"):
        reader.predict("abc")
    with pytest.raises(ValueError, match="at least one input"):
        reader.predict([])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        KernelSVM(kernel=common_letters).fit(["abc", "xyz", "u"], [0, 1])
    grumpy = KernelSVM(kernel=lambda A, B: np.eye(2)).fit(["abc", "xyz"], [0, 1])
    with pytest.raises(ValueError, match=r"kernel\(X, support_vectors_\) returned shape \(2, 2\)"):
        grumpy.predict(["abc"])


@pytest.mark.parametrize(
    ("K", "message"),
    [([[2.0, 1.0], [0.5, 2.0]], "K must be symmetric"), ([[2.0], [1.0]], "the square Gram matrix")],
)
def test_a_precomputed_matrix_is_square_and_symmetric(K, message):
    with pytest.raises(ValueError, match=message):
        KernelSVM(kernel="precomputed").fit(K, [0, 1])


def test_class_and_sample_weights():
    X, y = make_blobs(200, centers=[[0, 0], [1.5, 1.5]], random_state=0)
    keep = (y == 0) | (np.arange(200) % 8 == 0)
    X, y = X[keep], y[keep]
    plain, balanced = LinearSVM().fit(X, y), LinearSVM(class_weight="balanced").fit(X, y)
    assert (balanced.predict(X) == 1).sum() > (plain.predict(X) == 1).sum()
    by_hand = LinearSVM().fit(X, y, sample_weight=np.where(y == 1, 3.0, 1.0))
    by_dict = LinearSVM(class_weight={1: 3.0}).fit(X, y)
    np.testing.assert_allclose(by_hand.coef_, by_dict.coef_, rtol=1e-9)
    assert by_hand.alpha_[y == 1].max() <= 3.0


# -- several classes ---------------------------------------------------------------------------
def three_classes():
    X, y = load_iris(return_X_y=True)
    return X, y, np.column_stack([X, np.ones(len(X))])


@pytest.mark.parametrize("reg", [1.0, 1e-4])
@pytest.mark.parametrize("kind", ["weston-watkins", "crammer-singer"])
def test_multiclass_objective_cannot_be_lowered(kind, reg):
    X, y, X1 = three_classes()
    model = MulticlassSVM(kind=kind, reg=reg).fit(X, y)
    assert model.W_.shape == (3, 5)
    assert model.gap_ < 1e-9
    assert objective(model.W_, X1, y, kind=kind, reg=reg) == pytest.approx(
        model.objective_, rel=1e-13
    )
    np.testing.assert_allclose(model.W_.sum(axis=0), 0.0, atol=1e-9)
    rng = np.random.default_rng(0)
    for size in (1e-1, 1e-3, 1e-5):
        for _ in range(20):
            W = model.W_ + size * rng.normal(size=(3, 5))
            assert objective(W, X1, y, kind=kind, reg=reg) >= model.objective_ * (1 - 1e-12)


def test_two_classes_reduce_to_the_binary_machine():
    # with w_1 = -w_0 the loss is the hinge of the difference, whose norm is halved twice
    X, t = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    n, reg = len(X), 1e-2
    X1 = np.column_stack([X, np.ones(n)])
    for kind in ("weston-watkins", "crammer-singer"):
        joint = MulticlassSVM(kind=kind, reg=reg).fit(X, t)
        difference = joint.W_[1] - joint.W_[0]
        y = 2.0 * t - 1
        m = y * (X1 @ difference)
        value = np.maximum(0, 1 - m).mean() + 0.5 * reg * difference @ difference
        assert value == pytest.approx(joint.objective_, rel=1e-10)
        assert joint.decision_function(X).shape == (n,)


def test_delta_and_the_regulariser_are_redundant():
    X, y, _ = three_classes()
    one = MulticlassSVM(reg=1e-2, delta=1.0).fit(X, y)
    two = MulticlassSVM(reg=0.5e-2, delta=2.0).fit(X, y)
    np.testing.assert_allclose(two.W_, 2 * one.W_, rtol=1e-6, atol=1e-8)
    assert two.objective_ == pytest.approx(2 * one.objective_, rel=1e-9)


@pytest.mark.parametrize("kind", ["one-vs-rest", "one-vs-one"])
def test_split_machines(kind):
    X, y, _ = three_classes()
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = MulticlassSVM(kind=kind, kernel=RBF(1.0)).fit(X, names)
    assert model.score(X, names) > 0.95
    assert model.decision_function(X).shape == (150, 3)
    assert len(model.machines_) == 3
    linear = MulticlassSVM(kind=kind).fit(X, names)
    assert linear.W_.shape == (3, 5)
    assert clone(model).set_params(kernel__sigma=2.0).fit(X, names).score(X, names) > 0.9
    if kind == "one-vs-one":
        same = SVC(kernel="rbf", gamma=0.5, tol=1e-6).fit(X, names)
        assert (same.predict(X) == model.predict(X)).mean() > 0.99


def test_a_tie_of_two_classes_is_a_vote_for_the_first():
    X, middle = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, 5.0]]), [[0.0, -1.0]]
    machine = MulticlassSVM(kind="one-vs-one", C=10.0).fit(X, [0, 1, 2])
    assert [float(m.decision_function(middle)[0]) > 0 for m in machine.machines_[1:]] == [0, 0]
    assert machine.machines_[0].decision_function(middle)[0] == 0.0
    assert machine.machines_[0].predict(middle).tolist() == [False]
    assert machine.decision_function(middle).round().tolist() == [[2.0, 1.0, 0.0]]


@pytest.mark.parametrize("kind", SPLIT_KINDS)
def test_several_classes_from_a_gram_matrix(kind):
    X, y, _ = three_classes()
    train, test = np.arange(150) % 3 > 0, np.arange(150) % 3 == 0
    K = RBF(1.0)(X)
    plain = MulticlassSVM(kind=kind, C=3.0, kernel=RBF(1.0)).fit(X[train], y[train])
    gram = MulticlassSVM(kind=kind, C=3.0, kernel="precomputed")
    gram.fit(K[np.ix_(train, train)], y[train])
    among = K[np.ix_(test, train)]
    np.testing.assert_allclose(
        gram.decision_function(among), plain.decision_function(X[test]), atol=1e-9
    )
    np.testing.assert_array_equal(gram.predict(among), plain.predict(X[test]))
    assert gram.objective_ == pytest.approx(plain.objective_, rel=1e-9)
    assert cross_val_score(gram, K, y, cv=3).mean() > 0.9
    with pytest.raises(ValueError, match="K must be the square Gram matrix"):
        gram.fit(among, y[test])


@pytest.mark.parametrize(
    ("settings", "cure"),
    [
        *((dict(kind=kind, C=C), "set reg") for kind in JOINT_KINDS for C in (10.0, -5, "a")),
        *((dict(kind=kind, kernel=RBF(1.0)), "it is linear") for kind in JOINT_KINDS),
        (dict(kernel="precomputed"), "use kind='one-vs-rest' or 'one-vs-one'"),
        (dict(kernel=common_letters), "it is linear"),
        (dict(tol=1e-3), "leave tol out"),
        (dict(tol="x"), "leave tol out"),
        (dict(max_iter=1), "leave max_iter out"),
        (dict(max_iter=-3), "leave max_iter out"),
        *(
            (dict(kind=kind, delta=delta), "asks for 1")
            for kind in SPLIT_KINDS
            for delta in (2, "x")
        ),
        *((dict(kind=kind, reg=reg), "set C") for kind in SPLIT_KINDS for reg in (0.1, -1)),
    ],
)
def test_a_parameter_that_the_kind_ignores_is_refused(settings, cure):
    X, y, _ = three_classes()
    name = list(settings)[-1]
    kind = settings.get("kind", "weston-watkins")
    with pytest.raises(ValueError, match=f"^kind='{kind}' does not use {name}, .*{cure}"):
        MulticlassSVM(**settings).fit(X, y)


def test_defaults_may_be_spelled_out_for_every_kind():
    X, y, _ = three_classes()
    for kind in KINDS:
        given = dict(reg=0.001, delta=1, C=np.float64(1), kernel=None, tol=1e-6, max_iter=1000)
        MulticlassSVM(kind=kind, **given).fit(X, y)


def test_sample_weight_of_the_joint_machine_is_repetition():
    X, y, _ = three_classes()
    weight = np.where(np.arange(150) % 5 == 0, 3.0, 1.0)
    repeated = np.repeat(np.arange(150), weight.astype(int))
    for kind in ("weston-watkins", "crammer-singer"):
        a = MulticlassSVM(kind=kind, reg=0.01).fit(X, y, sample_weight=weight)
        b = MulticlassSVM(kind=kind, reg=0.01).fit(X[repeated], y[repeated])
        assert a.objective_ == pytest.approx(b.objective_, rel=1e-9)


@pytest.mark.parametrize(
    ("kind", "backend"),
    [
        ("one-vs-rest", "threading"),
        ("one-vs-one", "loky"),
        pytest.param("one-vs-one", "multiprocessing", marks=pytest.mark.weekly),
    ],
)
def test_processes_change_no_binary_machine(kind, backend):
    X, y, _ = three_classes()
    words, of = ["ab", "abc", "ac", "xy", "xyz", "xz", "ru", "rut", "ut"], np.repeat([0, 1, 2], 3)
    for kernel, X, y in (  # noqa: B020
        (RBF(1.0), X, y),
        ("precomputed", RBF(1.0)(X), y),
        (common_letters, words, of),
    ):
        alone = MulticlassSVM(kind=kind, kernel=kernel).fit(X, y)
        with parallel_config(backend, max_nbytes=100):
            shared = MulticlassSVM(kind=kind, kernel=kernel, n_jobs=2).fit(X, y)
        np.testing.assert_array_equal(shared.decision_function(X), alone.decision_function(X))
        assert (shared.objective_, shared.gap_) == (alone.objective_, alone.gap_)
        assert shared.n_iter_ == alone.n_iter_


def test_binary_machines_follow_the_configuration_of_joblib():
    X, y, _ = three_classes()
    threads = set()

    def kernel(us, vs):
        threads.add(threading.current_thread())
        return us @ vs.T

    machine = MulticlassSVM(kind="one-vs-one", kernel=kernel).fit(X, y)
    assert threads == {threading.main_thread()}
    threads.clear()
    with parallel_config("threading", n_jobs=2):
        machine.fit(X, y)
    assert threads and threading.main_thread() not in threads


def test_the_warning_of_a_binary_machine_points_at_the_line_of_the_caller():
    X, y, _ = three_classes()
    with pytest.warns(ConvergenceWarning) as caught:
        MulticlassSVM(kind="one-vs-one", kernel=RBF(1.0), C=100.0, max_iter=1).fit(X, y)
    assert {warning.filename for warning in caught} == {__file__}


def test_multiclass_errors_name_the_choices():
    X, y, _ = three_classes()
    with pytest.raises(ValueError, match="weston-watkins, crammer-singer, one-vs-rest"):
        MulticlassSVM(kind="ovo").fit(X, y)
    with pytest.raises(ValueError, match="needs a point of positive weight; 2 has none"):
        MulticlassSVM().fit(X, y, sample_weight=(y < 2).astype(float))
    with pytest.raises(ValueError, match="reg"):
        MulticlassSVM(reg=0.0).fit(X, y)
    with pytest.raises(ValueError, match="C must be positive"):
        MulticlassSVM(kind="one-vs-one", C=-5).fit(X, y)
    with pytest.raises(ValueError, match="n_jobs must be a whole number but not 0"):
        MulticlassSVM(n_jobs=0).fit(X, y)
    with pytest.raises(TypeError, match=r"reg must be a number, but is 'a'$"):
        MulticlassSVM(reg="a").fit(X, y)
    with pytest.raises(ValueError, match="class_weight must hold positive numbers"):
        MulticlassSVM(class_weight={0: -1}).fit(X, y)


def test_pandas_index_does_not_matter():
    X, y = iris_setosa(every=4, features=2)
    frame = pd.DataFrame(X, columns=["length", "width"], index=np.arange(38)[::-1])
    labels = pd.Series(np.where(y > 0, "rest", "setosa"), index=np.arange(38) * 7)
    model = LinearSVM().fit(frame, labels)
    assert list(model.feature_names_in_) == ["length", "width"]
    np.testing.assert_array_equal(model.coef_, LinearSVM().fit(X, -y).coef_)
    assert KernelSVM(kernel=Linear()).fit(frame, labels).score(frame, labels) == 1.0
