"""From scores to probabilities: Platt scaling and the reliability curve (lecture 11).

The scores of a support vector machine order points by confidence, but 2 is not "twice as sure as
1" and no score is a probability. Calibration fits the missing map on scores of points that the
machine was not trained on, because it is too sure of its own training points. Labels other than -1
and +1, one class only, or scores that are not n finite numbers raise TypeError or ValueError.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_count, check_numbers, check_signs, check_vector

MOST_STEPS = 100  # Newton steps, ten times the usual number
NO_STEP = 1e-12  # in units of A and B for scores of range 1


@dataclass(frozen=True)
class Platt:
    """The sigmoid p(y = +1 | f) = 1/(1 + exp(A f + B)), a function of scores.

    Attributes
    ----------
    A, B : float
        Slope, negative when larger scores mean +1, and offset.
    """

    A: float
    B: float

    def __call__(self, scores: ArrayLike) -> np.ndarray:
        """Return the probability of +1 for each score, in the shape of the scores."""
        from scipy.special import expit  # only a program that needs scipy waits for it

        return expit(-self.A * check_numbers(scores, "scores") - self.B)


def platt(scores: ArrayLike, y: ArrayLike) -> Platt:
    r"""Fit Platt's sigmoid to held-out scores.

    .. math:: \min_{A, B}\; -\sum_i \big[ t_i \log p_i + (1 - t_i) \log (1 - p_i) \big], \qquad
       p_i = \frac{1}{1 + e^{A f_i + B}}

    with targets that are not quite 1 and 0, which keeps A finite where the scores separate the
    classes: t_i = (N₊ + 1)/(N₊ + 2) for y_i = +1 and t_i = 1/(N₋ + 2) for y_i = -1. The problem is
    convex. Newton steps with a backtracking line search solve it, on scores brought to mean 0 and
    range 1, in forms that neither overflow nor cancel:

    .. math:: -[t \log p + (1 - t) \log(1 - p)] = \log(1 + e^{z}) - (1 - t)\, z, \qquad
       z = A f + B .

    Equal scores carry no information and give A = 0. scores (n,) and y (n,) belong to points that
    the machine was not trained on. Platt (1999), Probabilistic outputs for support vector machines
    and comparisons to regularized likelihood methods. Lin, Lin, Weng (2007), A note on Platt's
    probabilistic outputs for support vector machines.

    Examples
    --------
    >>> from svmlib import calibration
    >>> fit = calibration.platt([-2, -1, -0.5, 0.5, 1, 2], [-1, -1, 1, -1, 1, 1])
    >>> fit([-2, 0, 2]).round(2).tolist()
    [0.22, 0.5, 0.78]
    """
    from scipy.special import expit

    y = check_signs(y, both=True)
    scores = check_vector(scores, "scores", length=len(y))
    up, down = (y > 0).sum(), (y < 0).sum()
    t = np.where(y > 0, (up + 1.0) / (up + 2.0), 1.0 / (down + 2.0))
    centre, scale = scores.mean(), np.ptp(scores) or 1.0
    F = np.column_stack([(scores - centre) / scale, np.ones(len(y))])
    # the constant part of the optimum is known when the scores are all equal
    theta = np.array([0.0, np.log((1.0 - t).sum() / t.sum())])
    for _ in range(MOST_STEPS):
        p = expit(-F @ theta)
        gradient = F.T @ (t - p)
        # p (1 - p) vanishes where the sigmoid is flat, but the ridge keeps the step defined there
        H = F.T @ (F * (p * (1.0 - p))[:, None]) + 1e-12 * np.eye(2)
        step, before = np.linalg.solve(H, -gradient), _cross_entropy(F @ theta, t)
        # the step is halved until the sum falls, or is too short for float64 to show it
        while (size := np.abs(step).max()) > NO_STEP and (
            _cross_entropy(F @ (theta + step), t) > before + 1e-4 * gradient @ step
        ):
            step /= 2.0
        theta = theta + step
        if size <= NO_STEP:
            break
    A = theta[0] / scale
    return Platt(float(A), float(theta[1] - A * centre))


def _cross_entropy(z, t):
    return (np.logaddexp(0.0, z) - (1.0 - t) * z).sum()


@dataclass(frozen=True)
class ReliabilityCurve:
    """The frequency of +1 among points with about the same predicted probability.

    Attributes
    ----------
    edges : ndarray (bins + 1,)
        Bin r holds edges[r] ≤ p < edges[r + 1]. The last bin also holds its right end.
    counts : ndarray (bins,) of int
    predicted, observed : ndarray (bins,)
        Mean probability and share of +1 in each bin, NaN in an empty one.
    standard_error : ndarray (bins,)
        Standard error of the share, √(q (1 - q)/count) with q the mean probability: how far from q
        chance alone would take a calibrated forecast.
    """

    edges: np.ndarray
    counts: np.ndarray
    predicted: np.ndarray
    observed: np.ndarray
    standard_error: np.ndarray

    @property
    def calibration_error(self) -> float:
        """Return the expected calibration error: the mean |observed - predicted| of all points."""
        full = self.counts > 0
        distance = np.abs(self.observed - self.predicted)[full]
        return float(self.counts[full] @ distance / self.counts.sum())


def reliability(p: ArrayLike, y: ArrayLike, *, bins: int = 10) -> ReliabilityCurve:
    r"""Compute the reliability curve: observed share of +1 against predicted probability.

    .. math:: \text{predicted}_r = \frac1{n_r} \sum_{i \in r} p_i, \qquad
       \text{observed}_r = \frac1{n_r} \#\{i \in r : y_i = +1\}

    p (n,) are probabilities of +1, in [0, 1], and the bins are of equal width. Calibrated
    probabilities are on the diagonal, up to chance. Niculescu-Mizil, Caruana (2005), Predicting
    good probabilities with supervised learning.

    Examples
    --------
    >>> from svmlib import calibration
    >>> curve = calibration.reliability([0.25, 0.25, 0.75, 0.75], [-1, 1, 1, 1], bins=2)
    >>> curve.predicted.tolist(), curve.observed.tolist()
    ([0.25, 0.75], [0.5, 1.0])
    >>> curve.calibration_error
    0.25
    """
    y = check_signs(y)
    p = check_vector(p, "p", length=len(y))
    if p.min() < 0 or p.max() > 1:
        raise ValueError(
            f"p must hold probabilities in [0, 1], but ranges from {p.min():g} to {p.max():g}; "
            "turn scores into probabilities first, for instance with platt"
        )
    bins = check_count(bins, "bins")
    edges = np.linspace(0.0, 1.0, bins + 1)
    member = np.clip(np.searchsorted(edges, p, side="right") - 1, 0, bins - 1)
    counts = np.bincount(member, minlength=bins)
    full = np.where(counts > 0, counts, np.nan)
    predicted = np.bincount(member, weights=p, minlength=bins) / full
    observed = np.bincount(member, weights=y > 0, minlength=bins) / full
    spread = np.sqrt(predicted * (1.0 - predicted) / full)
    return ReliabilityCurve(edges, counts, predicted, observed, spread)
