"""scikit-learn's own tests of its machines, run on svmlib's, and where the two are to differ."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[1]
FILES = ("test_svm", "test_sparse")
# {tests: why svmlib answers otherwise}
DIFFERENCES = {
    # refused, and with another message
    r"test_negative_sample_weights_mask_all_samples.*": "weights below 0 are an error here",
    r"test_negative_weight(?!.*partial-mask-label-2).*": "weights below 0 are an error here",
    r"test_svm_with_infinite_C.*": "C = inf is refused, with the machine to take instead",
    r"test_svc_nonfinite_params.*": "a width that left float64 is refused before it is used",
    r"test_sparse_precomputed.*": "another message for a sparse Gram matrix",
    r"test_svr_errors": "a kernel of the wrong shape is refused in fit, there in predict",
    r"test_(svc_with_custom|sparse_svc_clone_with_callable)_kernel\[lil.*": "a sparse Gram matrix",
    r"test_timeout\[lil.*": "a function whose Gram matrix is sparse",
    # better
    r"test_libsvm_convergence_warnings.*": "two steps are enough here",
    r"test_svc_ovr_tie_breaking\[42-SVC\]": "predict never contradicts the scores",
    # not unique
    r"test_sparse_oneclasssvm.*-linear-X_train2-.*": "w = 0, so that α is not unique",
    r"test_custom_kernel_not_array_input.*": "its kernel is right for two equal lists only; svmlib "
    "asks for the points and the support vectors, and rounds otherwise",
    # what is not there
    r"test_linearsvc_parameters\[42-False-l2-hinge\]": "no parameter `dual` that could be wrong",
    r"test_svc_invalid_break_ties_param\[42-SVC\]": "no parameter `break_ties`",
    r"test_probability_raises_futurewarning.*-SVC\]": "no parameter `probability` to warn of",
    r"test_svc_nusvc_probA_probB_deprecated\[SVC\]": "no probabilities of LIBSVM's",
    # what LIBSVM keeps for itself
    r"test_tweak_params": "`_dual_coef_`",
    r"test_svc_raises_error_internal_representation": "`_n_support`",
    r"test_gamma_scale": "`_gamma`",
}
ABSENT = {
    *("classification by ν", "regression by ν", "predict_proba", "penalty='l1'"),
    *("loss='squared_hinge'", "loss='squared_epsilon_insensitive'"),
}


@pytest.mark.weekly
def test_they_pass_but_for_what_is_to_differ(tmp_path):
    """A new difference fails, and so does one that is gone."""
    report = tmp_path / "report.xml"
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "-p", "no:cacheprovider"]
        + ["-p", "tests.as_scikit_learn", f"--junitxml={report}", "--pyargs"]
        + [f"sklearn.svm.tests.{name}" for name in FILES],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    cases = list(ElementTree.parse(report).iter("testcase"))
    skipped = {case.get("name"): case.find("skipped") for case in cases}
    reasons = {name: case.get("message") for name, case in skipped.items() if case is not None}
    said = {reason.removeprefix("svmlib has no ") for reason in reasons.values()}
    failed = {case.get("name") for case in cases if case.find("failure") is not None}
    tried = {name for name in skipped if name not in reasons}
    expected = {
        name for name in tried if any(re.fullmatch(pattern, name) for pattern in DIFFERENCES)
    }
    assert failed == expected
    assert all(any(re.fullmatch(p, name) for name in expected) for p in DIFFERENCES)
    assert said == ABSENT
    assert len(tried) > 150 and not any(case.find("error") is not None for case in cases)
