"""How long a step of `svmlib.descent` is, and when to stop (lectures 4 and 5).

A schedule is a function t ↦ η_t for t = 1, 2, …: η, η/√t or 1/(λ(t + delay)). A stopping rule is
a function of `Progress`: about ‖θ_t - θ_{t-1}‖, |P(θ_t) - P(θ_{t-1})| or the gap P(θ_t) - D.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from svmlib._checks import check_scalar, shown
from svmlib.descent.primal import LowerBound

Schedule = Callable[[int], float]

# schedules and rules are partial functions, which unlike closures can be pickled


def constant(eta: float) -> Schedule:
    """Step size η_t = η.

    Examples
    --------
    >>> from svmlib import descent
    >>> step = descent.constant(0.5)
    >>> [step(t) for t in (1, 2, 3)]
    [0.5, 0.5, 0.5]
    """
    return partial(_over_power, check_scalar(eta, "eta", positive=True), 0.0)


def inverse_sqrt(eta: float) -> Schedule:
    """Step size η_t = η/√t, whose sum diverges while the steps vanish.

    Examples
    --------
    >>> from svmlib import descent
    >>> step = descent.inverse_sqrt(6)
    >>> [step(t) for t in (1, 4, 9)]
    [6.0, 3.0, 2.0]
    """
    return partial(_over_power, check_scalar(eta, "eta", positive=True), 0.5)


def _over_power(eta, power, t):
    return eta / t**power


def inverse(lam: float, delay: float = 0) -> Schedule:
    """Step size η_t = 1/(λ (t + delay)), made for a λ-strongly convex objective.

    λ is the one of the objective being stepped on, which is λ-strongly convex unless the bias is
    free. Without delay the first step has size 1/λ and cancels w_0: of the start it only matters
    which points violate their margin there (and b_0, if b is free). `delay` counts steps; one of a
    few epochs spares the first, wild steps.

    Examples
    --------
    >>> from svmlib import descent
    >>> step = descent.inverse(0.25)
    >>> [step(t) for t in (1, 2, 4)]
    [4.0, 2.0, 1.0]
    """
    lam = check_scalar(lam, "lam", positive=True)
    return partial(_inverse, lam, check_scalar(delay, "delay", at_least=0))


def _inverse(lam, delay, t):
    return 1.0 / (lam * (t + delay))


def as_schedule(step: float | Schedule) -> Schedule:
    """A schedule as it is; a number as a constant one."""
    return step if callable(step) else constant(check_scalar(step, "step", positive=True))


@dataclass
class Progress:
    """What a stopping rule may look at after step t; any ``rule(progress) -> bool`` will do.

    Attributes
    ----------
    t : int
    theta, previous : ndarray (d + 1,)
        θ_t and θ_{t-1}, each (w, b); with ``bias="none"`` w alone.
    objective, previous_objective : float
        P(θ_t) and P(θ_{t-1}).
    alpha : ndarray (n,)
        The dual point of step t, 0 ≤ α_i ≤ c.
    bound : LowerBound
        The best lower bound so far and its proof.

    Examples
    --------
    >>> from svmlib.descent import subgradient_descent
    >>> def low_enough(progress):
    ...     return progress.objective < 0.9
    >>> subgradient_descent([[1.0], [-1.0]], [1, -1], 0.1, until=low_enough).n_iter
    11
    """

    t: int
    theta: np.ndarray
    previous: np.ndarray
    objective: float
    previous_objective: float
    alpha: np.ndarray
    bound: LowerBound
    measured: float = np.nan

    @property
    def gap(self) -> float:
        """The duality gap P(θ_t) - (best lower bound so far), computed when somebody asks."""
        if np.isnan(self.measured):
            self.measured = self.objective - self.bound.improve(self.alpha)
        return self.measured


Rule = Callable[[Progress], bool]


def as_rule(until: Rule | None) -> Rule | None:
    """A rule or none; what cannot be asked is neither."""
    if until is not None and not callable(until):
        raise TypeError(
            "until must be None or a rule, such as small_gap(1e-3), small_step(1e-6) or "
            f"small_decrease(1e-6) from svmlib.descent, but is {shown(until)}"
        )
    return until


def small_step(tol: float) -> Rule:
    """Stop when ‖θ_t - θ_{t-1}‖ ≤ tol: a rule about the step, not about the optimum.

    Examples
    --------
    >>> from svmlib.descent import small_step, subgradient_descent
    >>> X, y = [[1.0], [-1.0]], [1, -1]
    >>> run = subgradient_descent(X, y, lam=0.1, step=1e-4, until=small_step(0.002))
    >>> run.converged, run.n_iter, run.w.round(1).tolist()  # the optimum is w = 1
    (True, 1, [0.0])
    """
    return partial(_small_step, check_scalar(tol, "tol", at_least=0))


def _small_step(tol, now):
    return np.linalg.norm(now.theta - now.previous) <= tol


def small_decrease(tol: float) -> Rule:
    """Stop when |P(θ_t) - P(θ_{t-1})| ≤ tol. Also a rule about the step, not about the optimum.

    Examples
    --------
    >>> from svmlib.descent import small_decrease, subgradient_descent
    >>> X, y = [[1.0], [-1.0]], [1, -1]
    >>> run = subgradient_descent(X, y, lam=0.1, step=1e-4, until=small_decrease(0.001))
    >>> run.converged, run.n_iter, run.w.round(1).tolist()  # the optimum is w = 1
    (True, 1, [0.0])
    """
    return partial(_small_decrease, check_scalar(tol, "tol", at_least=0))


def _small_decrease(tol, now):
    return abs(now.objective - now.previous_objective) <= tol


def small_gap(tol: float) -> Rule:
    """Stop when P(θ_t) - D ≤ tol · P(θ_t) for a proven lower bound D on the optimum.

    Then P(θ_t) exceeds the optimum by at most the fraction tol of P(θ_t), whatever the step sizes
    were.

    Examples
    --------
    >>> from svmlib.descent import small_gap, subgradient_descent
    >>> X, y = [[1.0], [-1.0]], [1, -1]
    >>> run = subgradient_descent(X, y, lam=0.1, step=0.01, until=small_gap(0.1))
    >>> run.converged, run.w.round(1).tolist()
    (True, [1.0])
    """
    return partial(_small_gap, check_scalar(tol, "tol", positive=True))


def _small_gap(tol, now):
    return now.gap <= tol * now.objective
