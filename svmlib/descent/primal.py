"""The objective of `svmlib.descent` (lecture 4), a lower bound on it, the record of a walk.

    P(θ) = λ/2 ‖w‖² + c Σ_i max(0, 1 - y_i (w·x_i + b))  ≥  D(α) = Σα_i - ‖Σ α_i y_i x_i‖²/(2λ)

for every α with 0 ≤ α_i ≤ c and, where b is free, Σ α_i y_i = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_choice, check_pair, check_scalar, check_vector

FORMS = ("mean", "sum")
BIASES = ("free", "regularised", "none")


@dataclass(frozen=True)
class Descent:
    """What a descent did.

    Attributes
    ----------
    w, b : ndarray (d,), float
        The last iterate, or the average if one was asked for.
    objective : ndarray (k,)
        P at the recorded iterates (or at their average); ``objective[0]`` belongs to the start.
    steps : ndarray (k,)
        How many steps had been made at each record; 0, 1, 2, … for `subgradient_descent`.
    n_iter : int
        Number of steps made.
    converged : bool
        Whether the stopping rule was met; False when the steps ran out, or when there was no rule.
    gap : ndarray (k,) or None
        P(θ_t) minus the best lower bound on the optimum so far; NaN where it was not computed.
    alpha : ndarray (n,) or None
        The dual point that proves the best lower bound, 0 ≤ α_i ≤ c.
    path : ndarray (k, d + 1) or None
        The recorded (w, b), if ``keep_path``.
    """

    w: np.ndarray
    b: float
    objective: np.ndarray
    steps: np.ndarray
    n_iter: int
    converged: bool = False
    gap: np.ndarray | None = None
    alpha: np.ndarray | None = None
    path: np.ndarray | None = None


@dataclass(frozen=True)
class PrimalProblem:
    """P in terms of θ and of the signed rows y_i (x_i, 1), so that margins are ``rows @ theta``."""

    rows: np.ndarray
    y: np.ndarray
    ridge: np.ndarray
    lam: float
    weight: float
    bias: str
    kink: float

    @classmethod
    def of(cls, X: ArrayLike, y: ArrayLike, lam: float, form: str, bias: str, kink: float) -> Self:
        X, y = check_pair(X, y)
        lam = check_scalar(lam, "lam", positive=True)
        check_choice(form, "form", FORMS)
        check_choice(bias, "bias", BIASES)
        kink = check_scalar(kink, "kink", at_least=-1)
        if kink > 0:
            raise ValueError(f"kink must be a slope in [-1, 0], but is {kink:g}")
        n, d = X.shape
        rows = X * y[:, None] if bias == "none" else np.column_stack([X, np.ones(n)]) * y[:, None]
        ridge = np.full(rows.shape[1], lam)
        if bias == "free":
            ridge[d] = 0.0
        weight = 1.0 / n if form == "mean" else 1.0
        return cls(rows=rows, y=y, ridge=ridge, lam=lam, weight=weight, bias=bias, kink=kink)

    def start(self, theta: ArrayLike | None) -> np.ndarray:
        """θ_0: zeros, or a copy of what was asked for."""
        if theta is None:
            return np.zeros(self.rows.shape[1])
        theta = check_vector(theta, "start").copy()
        if theta.shape != self.ridge.shape:
            part = "(w, b)" if self.bias != "none" else "w (bias='none')"
            raise ValueError(
                f"start must have shape {self.ridge.shape}, the numbers of {part}, but came with "
                f"shape {theta.shape}"
            )
        return theta

    def slope(self, margins: np.ndarray) -> np.ndarray:
        """An element of the hinge's subdifferential at each margin: -1, the kink's choice, or 0."""
        slope = -(margins < 1.0).astype(float)
        if self.kink:
            slope[margins == 1.0] = self.kink
        return slope

    def value(self, theta: np.ndarray, margins: np.ndarray) -> float:
        """P(θ), from θ and its margins."""
        hinge = np.maximum(0.0, 1.0 - margins).sum()
        return 0.5 * (self.ridge @ theta**2) + self.weight * hinge

    def feasible(self, alpha: np.ndarray) -> np.ndarray:
        """Make Σ α_i y_i = 0, which a free bias asks for, by shrinking the heavier class."""
        if self.bias != "free":
            return alpha
        up, down = alpha[self.y > 0].sum(), alpha[self.y < 0].sum()
        if min(up, down) == 0.0:
            return np.zeros_like(alpha)
        return alpha * np.where(self.y > 0, min(1.0, down / up), min(1.0, up / down))

    def plane(self, theta: np.ndarray) -> np.ndarray:
        """(w, b) as one vector, with b = 0 where there is none."""
        return np.append(theta, 0.0) if self.bias == "none" else theta


class LowerBound:
    """The best lower bound D(α) = Σα_i - ‖Σ α_i y_i x_i‖²/(2λ) so far, and the α that proves it."""

    def __init__(self, problem: PrimalProblem) -> None:
        self.problem, self.value, self.proof = problem, -np.inf, np.zeros(len(problem.rows))

    def improve(self, alpha: np.ndarray) -> float:
        """The bound, after trying an α from the box [0, c]ⁿ."""
        problem, alpha = self.problem, self.problem.feasible(alpha)
        penalised = (alpha @ problem.rows)[problem.ridge > 0]
        value = alpha.sum() - penalised @ penalised / (2.0 * problem.lam)
        if value > self.value:
            self.value, self.proof = value, alpha
        return self.value


class Record:
    """What a walk leaves behind: P at some of its points and, if they are kept, the points."""

    def __init__(self, problem: PrimalProblem, keep_path: bool) -> None:
        self.problem, self.path = problem, [] if keep_path else None
        self.steps, self.objective = [], []

    def add(self, t: int, theta: np.ndarray, margins: np.ndarray) -> float:
        """Note what there is after t steps: P(θ), which has to be finite."""
        value = self.problem.value(theta, margins)
        if not np.isfinite(value):
            raise FloatingPointError(
                f"the objective overflowed at iteration {t}: the steps are too long; "
                "try a smaller step"
            )
        self.steps.append(t)
        self.objective.append(value)
        self.last = theta
        if self.path is not None:
            self.path.append(self.problem.plane(theta))
        return value

    def descent(self, **found: object) -> Descent:
        """The result, with what else was found."""
        plane = self.problem.plane(self.last)
        return Descent(
            w=plane[:-1].copy(),
            b=float(plane[-1]),
            objective=np.array(self.objective),
            steps=np.array(self.steps),
            n_iter=self.steps[-1],
            path=None if self.path is None else np.array(self.path),
            **found,
        )
