"""How long a step of `svmlib.descent` is, and when to stop (lecture 4).

A schedule is a function t ↦ η_t for t = 1, 2, …; a stopping rule is a function of `Progress`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from svmlib._validation import check_scalar

__all__ = [
    "Progress",
    "constant",
    "inverse",
    "inverse_sqrt",
    "small_decrease",
    "small_gap",
    "small_step",
]


def constant(eta):
    """Step size η_t = η."""
    eta = check_scalar(eta, "eta", positive=True)
    return lambda t: eta


def inverse_sqrt(eta):
    """Step size η_t = η/√t, whose sum diverges while the steps vanish."""
    eta = check_scalar(eta, "eta", positive=True)
    return lambda t: eta / t**0.5


def inverse(lam, delay=0):
    """Step size η_t = 1/(λ (t + delay)), made for a λ-strongly convex objective.

    λ is the one of the objective being stepped on. Without delay the first step has size 1/λ and
    forgets the start altogether; a delay of a few epochs spares the first, wild steps.
    """
    lam = check_scalar(lam, "lam", positive=True)
    delay = check_scalar(delay, "delay", at_least=0)
    return lambda t: 1.0 / (lam * (t + delay))


def as_schedule(step):
    """A schedule as it is; a number as a constant one."""
    return step if callable(step) else constant(check_scalar(step, "step", positive=True))


def as_rule(until):
    """A stopping rule as it is, or None."""
    if until is None or callable(until):
        return until
    raise TypeError(
        "until must be None or a rule, such as small_gap(1e-3), small_step(1e-6) or "
        f"small_decrease(1e-6) from svmlib.descent, but is {until!r}"
    )


@dataclass
class Progress:
    """What a stopping rule may look at after step t; any ``rule(progress) -> bool`` will do."""

    t: int
    theta: np.ndarray
    previous: np.ndarray
    objective: float
    previous_objective: float
    measure_gap: Callable[[], float]

    @cached_property
    def gap(self):
        """The duality gap P(θ_t) - (best lower bound so far); computed when somebody asks."""
        return self.measure_gap()


def small_step(tol):
    """Stop when ‖θ_t - θ_{t-1}‖ ≤ tol: a rule about the step, not about the optimum."""
    tol = check_scalar(tol, "tol", at_least=0)
    return lambda now: np.linalg.norm(now.theta - now.previous) <= tol


def small_decrease(tol):
    """Stop when |P(θ_t) - P(θ_{t-1})| ≤ tol. Also a rule about the step, not about the optimum."""
    tol = check_scalar(tol, "tol", at_least=0)
    return lambda now: abs(now.objective - now.previous_objective) <= tol


def small_gap(tol):
    """Stop when P(θ_t) - D ≤ tol · P(θ_t) for a proven lower bound D on the optimum.

    Then P(θ_t) exceeds the optimum by at most the fraction tol of P(θ_t), whatever the step sizes
    were.
    """
    tol = check_scalar(tol, "tol", positive=True)
    return lambda now: now.gap <= tol * now.objective
