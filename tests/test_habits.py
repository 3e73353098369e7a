"""What people who come from scikit-learn expect, and what they are told where it is otherwise."""

import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy.sparse import csr_array, issparse
from sklearn import svm
from sklearn.datasets import load_breast_cancer, make_blobs, make_regression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from svmlib import EpsilonSVR, HardMarginSVM, KernelSVM, LinearSVM, MulticlassSVM, OneClassSVM
from svmlib.kernels import RBF, DoubleExponential, Linear, OrnsteinUhlenbeck, Polynomial

WITH_KERNEL = [KernelSVM, partial(MulticlassSVM, kind="one-vs-one"), EpsilonSVR, OneClassSVM]


def cancer():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    return X, y.map({0: "malignant", 1: "benign"}).astype(object)


@pytest.mark.parametrize("machine", WITH_KERNEL)
def test_a_width_may_come_from_the_data(machine):
    """That of scikit-learn, in whatever units, sparse or not, and for points by their weights."""
    rng = np.random.default_rng(0)
    X, times = rng.normal(2.0, 3.0, (40, 5)) * (rng.random((40, 5)) < 0.7), np.arange(40) % 3
    y = (X[:, 0] > 1.0) * 1.0
    sigma = (0.5 / svm.SVC().fit(X, y)._gamma) ** 0.5
    for kernel in ("rbf", RBF("scale"), RBF("1 scale")):
        found = machine(kernel=kernel).fit(X, y)
        assert found.kernel_.sigma == pytest.approx(sigma, rel=1e-12)
        assert found.get_params(deep=False)["kernel"] == kernel
    at = {unit: machine(kernel="rbf").fit(X * unit, y).kernel_.sigma for unit in (1e-150, 1e150)}
    assert [at[unit] / unit for unit in at] == pytest.approx([sigma, sigma], rel=1e-12)
    assert machine(kernel="rbf").fit(csr_array(X), y).kernel_.sigma == pytest.approx(sigma)
    weighted = machine(kernel="rbf").fit(csr_array(X), y, sample_weight=times)
    again = machine(kernel="rbf").fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    assert weighted.kernel_.sigma == pytest.approx(again.kernel_.sigma, rel=1e-12) != sigma
    wide = 2 * OrnsteinUhlenbeck("0.5 scale") + DoubleExponential("2 scale") * Linear()
    found = machine(kernel=wide).fit(X, y).kernel_
    lengths = found.left.kernel.length, found.right.left.s
    assert lengths == pytest.approx((0.5 * sigma, 2.0 * sigma))
    assert wide.left.kernel.length == "0.5 scale"


def test_a_width_of_the_data_is_a_number_only_for_them():
    for wrong in ("scales", "0 scale", "-1 scale", "2", ""):
        with pytest.raises(ValueError, match=r"or a multiple of that such as '0.5 scale'; it is"):
            RBF(wrong)
    with pytest.raises(ValueError, match=r"s='scale' is a number for given points only"):
        DoubleExponential("scale")([0.0], [1.0])
    assert RBF("scale").fitted(np.zeros((3, 2))).sigma == 1.0


def test_kernels_have_the_names_that_scikit_learn_gives_them():
    assert KernelSVM(kernel="linear").fit([[0.0], [2.0]], [*"ab"]).kernel_ == Linear()
    assert KernelSVM(kernel="poly").fit([[0.0], [2.0]], [*"ab"]).kernel_ == Polynomial(3, c=1.0)


def test_weights_are_routed():
    X, y = cancer()
    weight = np.where(y == "benign", 1.0, 50.0)
    for machine in (LinearSVM(C=1e-3), KernelSVM(C=1e-3)):
        with sklearn.config_context(enable_metadata_routing=True):
            scaler = StandardScaler().set_fit_request(sample_weight=False)
            routed = make_pipeline(scaler, machine.set_fit_request(sample_weight=True))
            f = routed.fit(X, y, sample_weight=weight).decision_function(X)
        Z = scaler.transform(X)
        np.testing.assert_allclose(machine.fit(Z, y, weight).decision_function(Z), f, atol=1e-6)
        assert np.abs(machine.fit(Z, y).decision_function(Z) - f).max() > 0.01


def test_a_polynomial_of_scikit_learn_is_the_one_that_is_told():
    """c = coef0 / gamma, and C times gamma**degree."""
    rng = np.random.default_rng(1)
    X, gamma = rng.normal(size=(60, 2)), 0.3
    y = np.sign(X[:, 0] * X[:, 1] + 0.3 * rng.normal(size=60))
    theirs = svm.SVC(kernel="poly", degree=3, gamma=gamma, coef0=2.0, C=5.0, tol=1e-10).fit(X, y)
    ours = KernelSVM(C=5.0 * gamma**3, kernel=Polynomial(3, c=2.0 / gamma)).fit(X, y)
    np.testing.assert_allclose(
        ours.decision_function(X), theirs.decision_function(X), rtol=1e-4, atol=1e-4
    )


@pytest.mark.parametrize("machine", [LinearSVM(), KernelSVM(), EpsilonSVR(), MulticlassSVM(
    kind="one-vs-one")])  # fmt: skip
def test_no_slack_at_any_cost_is_another_machine(machine):
    with pytest.raises(
        ValueError, match=r"C must be finite, but is inf; .*HardMarginSVM, and with"
    ):
        machine.set_params(C=np.inf).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("gap", [None, np.nan, "", pd.NA])
def test_gaps_among_words_are_no_class(gap):
    """Nor a reason to speak of regression."""
    X, y = np.arange(6.0)[:, None], np.array(["no", gap, "yes", "no", gap, "yes"], dtype=object)
    for machine in (LinearSVM(), KernelSVM(), MulticlassSVM()):
        for labels in (y, pd.Series(y), y.tolist()):
            with pytest.raises(ValueError, match=r"y has 2 gaps .*, the first at row 1; leave out"):
                machine.fit(X, labels)


def test_gaps_among_numbers_are_named():
    X = np.arange(6.0)[:, None]
    numbers = [0, None, 1, 1, None, 0]
    forms = (numbers, np.array(numbers, float), pd.Series(numbers, dtype="Int64"))
    for machine, answer in (
        (LinearSVM(), "label"),
        (MulticlassSVM(), "label"),
        (EpsilonSVR(), "ta"),
    ):
        for y in forms:
            with pytest.raises(
                ValueError, match=f"y has 2 gaps .*, the first at row 1; .* whose {answer}"
            ):
                machine.fit(X, y)
    with pytest.raises(ValueError, match="y has 1 gap"):
        EpsilonSVR(kernel=lambda X, Z: np.ones((len(X), len(Z)))).fit(["a", "b"], [1.0, None])


def test_classes_are_counted_and_those_that_look_like_slips_pointed_out():
    X = np.arange(6.0)[:, None]
    for y, remark in (
        (["no", "yes", "n/a", "no", "yes", "no"], r" \(2\)\. If 'n/a' stands for a gap, leave out"),
        (
            ["no", "yes", " ?", "no", "yes", "no"],
            r"If ' \?' stands for a gap, leave out its rows\. U",
        ),
        (
            ["no", "yes", "Yes ", "no", "yes", "no"],
            r"'Yes ' and 'yes' differ by blanks or capitals",
        ),
        ([*"aabbbc"], r"y has 3 classes, 'a' \(2\), 'b' \(3\), 'c' \(1\)\. Use MulticlassSVM"),
        ([*"abcdea"], r"'e' \(1\)\. Use"),
        ([*"abcdef"], r"'e' \(1\), …\. Use"),
        ([1, 2, 3, 1, 2, 3], r"3 \(2\)\. Use MulticlassSVM"),
    ):
        with pytest.raises(ValueError, match=remark):
            LinearSVM().fit(X, y)


def test_a_gram_matrix_that_is_turned_is_told():
    X = np.arange(5.0)[:, None]
    machine = KernelSVM(kernel="precomputed").fit(X @ X.T, [0, 0, 1, 1, 1])
    with pytest.raises(ValueError, match=r"expecting 5 features.*the columns are the training"):
        machine.predict(X @ X[:2].T)


def test_scores_are_no_probabilities():
    for machine in (LinearSVM(), KernelSVM(), MulticlassSVM()):
        assert not hasattr(machine, "predict_proba")
        with pytest.raises(AttributeError, match=r"CalibratedClassifierCV\(machine"):
            _ = machine.predict_proba


def test_a_machine_of_the_linear_kernel_has_its_normal():
    """So that what asks for coef_, as RFE does, takes it."""
    X, y = make_regression(n_samples=60, n_features=6, n_informative=3, random_state=0)
    A = np.diag([1.0, 4.0, 1.0, 9.0, 1.0, 1.0])
    for kind, target in ((EpsilonSVR, y / 50), (KernelSVM, y > 0)):
        for given in (X, csr_array(X)):
            for kernel in ("linear", *([Linear(A=A)] if given is X else [])):
                machine = kind(kernel=kernel).fit(given, target)
                scores = getattr(machine, "decision_function", machine.predict)(X)
                f = X @ machine.coef_[0] + machine.intercept_[0]
                assert machine.coef_.shape == (1, 6)
                np.testing.assert_allclose(f, scores, rtol=1e-9, atol=1e-9)
        for other in (RBF(1.0), 2 * Linear()):
            with pytest.raises(AttributeError, match="coef_ only with the kernel Linear; with ano"):
                _ = kind(kernel=other).fit(X, target).coef_
        assert not hasattr(kind(kernel="linear"), "coef_")


def test_support_vectors_are_counted_and_kept_in_every_machine():
    X, y = make_blobs(60, centers=[[0, 0], [4, 4]], random_state=0)
    machines = (HardMarginSVM(), LinearSVM(), KernelSVM(), EpsilonSVR(), OneClassSVM())
    for machine in machines:
        for given in (X, csr_array(X + 1e3)):
            if given is X or machine.__sklearn_tags__().input_tags.sparse:
                machine.fit(given, y)
                kept, rows = machine.support_vectors_, given[machine.support_]
                assert issparse(kept) == issparse(given)
                assert abs(kept - rows).max() == 0
                assert machine.n_support_.sum() == len(machine.support_)
    for machine, theirs in ((KernelSVM(C=0.1), svm.SVC(C=0.1)), (OneClassSVM(), svm.OneClassSVM())):
        np.testing.assert_array_equal(machine.fit(X, y).n_support_, theirs.fit(X, y).n_support_)
    # what rows a machine of machines stands on, only these know
    several = MulticlassSVM(C=10).fit(X, y)
    for name in ("support_", "support_vectors_", "n_support_", "dual_coef_", "alpha_"):
        with pytest.raises(AttributeError, match=rf"has no {name}; .* machines_\[0\].{name} and"):
            getattr(several, name)
        assert len(getattr(several.machines_[0], name))


def test_a_column_that_holds_no_numbers_is_named():
    frame = pd.DataFrame({"age": [1, 2], "paid": ["2", 3.5], "on": [True, False]})
    assert KernelSVM().fit(frame, [0, 1]).n_features_in_ == 3
    days = pd.to_datetime(["2024-02-29", "2025-01-01"])
    for more, message in (
        ({"day": days}, r"column 'day' holds dates \(the first is '2024-02-29"),
        ({"town": ["Rome", "Oslo"]}, r"column 'town' holds words \(the first is 'Rome'\); make"),
        ({"town": pd.Categorical(["Rome", "Oslo"]), "day": days}, "column 'town' holds words"),
        ({7: ["Rome", "Oslo"]}, "column 7 holds words"),
    ):
        with pytest.raises(TypeError, match=message):
            KernelSVM().fit(pd.concat([frame, pd.DataFrame(more)], axis=1), [0, 1])


def test_a_machine_that_says_little_says_so():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = np.sign(X[:, 0] + 0.1)
    for machine, points, target, message in (
        (KernelSVM(kernel=RBF(1.0)), 1000 * X, y, "no two are alike.*Widen the kernel"),
        (OneClassSVM(kernel=RBF(1e-3)), X, None, "no two are alike"),
        (KernelSVM(C=1e-6), X, np.arange(60) % 2, "knows no single one; raise C, or narrow"),
        (EpsilonSVR(), X, 1e5 * y, r"y spreads over 2.0e\+05: raise C, or scale y"),
        (EpsilonSVR(), X, 1e-3 * y, r"all of y, within 2.0e-03, is in the tube"),
    ):
        with pytest.warns(UserWarning, match=message) as caught:
            machine.fit(points, target)
        assert {one.filename for one in caught} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for machine in (KernelSVM(), EpsilonSVR(), OneClassSVM()):
            machine.fit(X, y)
