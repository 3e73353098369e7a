"""Subgradient descent on the primal, step by step (lecture 4) and at random (lecture 5).

Everything here minimises one function of θ = (w, b), which a dual point bounds from below,

    P(θ) = λ/2 ‖w‖² + c Σ_i max(0, 1 - y_i (w·x_i + b))  ≥  D(α) = Σα_i - ‖Σ α_i y_i x_i‖²/(2λ),

with c = 1/n in the mean form and c = 1 in the sum form, for every α with 0 ≤ α_i ≤ c and, if b is
free, Σ α_i y_i = 0. Four conventions hold throughout.

* **Bias.** ``bias="free"``: b is not penalised. ``bias="regularised"``: b counts as one more
  component of w (the same as a column of ones in X). ``bias="none"``: b = 0, for data that bring
  their own column of ones.
* **Kink.** At a margin of exactly 1 the hinge has the subdifferential [-1, 0], from which ``kink``
  picks the element.
* **Counting.** θ_0 is the start and θ_t the result of t steps. The step that makes θ_t has size
  ``step(t)``. A schedule is a function t ↦ η_t for t = 1, 2, …, and a number is the same for all t.
* **Errors.** A bad argument, labels other than -1 and +1 or one class only raise TypeError or
  ValueError. Steps so long that P overflows raise FloatingPointError.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import (
    check_choice,
    check_count,
    check_pair,
    check_scalar,
    check_vector,
    shown,
)
from svmlib._threads import one_thread

FORMS = ("mean", "sum")
BIASES = ("free", "regularised", "none")
AVERAGES = ("none", "suffix", "t-weighted")
ORDERS = ("random", "shuffled")
Schedule = Callable[[int], float]
Rule = Callable[["Progress"], bool]


# -- the walks ---------------------------------------------------------------------------------
@np.errstate(over="ignore", invalid="ignore")
@one_thread()
def subgradient_descent(
    X: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    form: str = "mean",
    bias: str = "free",
    step: float | Schedule = 0.01,
    start: ArrayLike | None = None,
    kink: float = 0.0,
    until: Rule | None = None,
    max_iter: int = 10_000,
    keep_path: bool = False,
) -> Descent:
    r"""Minimise P by θ_{t+1} = θ_t - η_{t+1} s_t with a subgradient s_t ∈ ∂P(θ_t).

    .. math:: s_t = \lambda (w_t, 0) + c \sum_i u_i\, y_i (x_i, 1), \qquad
       u_i \in \partial h(y_i f(x_i)),

    with u_i = -1 left of the kink, 0 right of it and `kink` at it. Iteration t first evaluates
    P(θ_t), then asks the rule about θ_t and θ_{t-1} (for t ≥ 1), and only then makes the next step.
    So ``objective`` holds n_iter + 1 numbers, and ``n_iter`` is the t of the returned iterate.
    Shor (1985), Minimization Methods for Non-Differentiable Functions. Nesterov (2004),
    Introductory Lectures on Convex Optimization, section 3.2. See lecture 4.

    Parameters
    ----------
    X, y : arrays (n, d), (n,)
    lam : float
        λ > 0 of the chosen form.
    form, bias : str
        "mean" or "sum"; "free", "regularised" or "none".
    step : float or callable
        η, or a schedule: `constant`, `inverse_sqrt`, `inverse`.
    start : array (d + 1,), optional
        (w, b), or w alone with ``bias="none"``; zeros by default.
    kink : float in [-1, 0]
        The slope of the hinge used at a margin of exactly 1.
    until : callable, optional
        `small_step`, `small_decrease`, `small_gap`, or any ``rule(progress) -> bool``.
    max_iter, keep_path : int, bool
        The largest number of steps, and whether to keep every θ_t.

    Notes
    -----
    The lower bound costs next to nothing. Unrolling the step shows w_t to be made of data: with
    :math:`\rho_t = \eta_t \lambda`,

    .. math:: \alpha_{t+1} = (1 - \rho_{t+1})\, \alpha_t + \rho_{t+1}\, c\, (-u)
       \quad\Longrightarrow\quad
       w_t = \tfrac{1}{\lambda} \sum_i \alpha_{t,i}\, y_i x_i + \prod_{s \le t} (1 - \rho_s)\, w_0 .

    α_t is an average of vectors -cu with entries in [0, c], so it is in the dual's box (ρ is
    capped at 1), and D(α_t) bounds the optimum from below by weak duality. A free bias also asks
    for Σα_i y_i = 0. The class with the larger sum of multipliers is scaled down, which stays in
    the box. When the steps vanish and their sum diverges, the gap goes to zero. With a constant
    step a gap of the order of that step may remain.

    Examples
    --------
    >>> from svmlib.descent import small_gap, subgradient_descent
    >>> X, y = [[2.0], [1.0], [-1.0], [-2.0]], [1, 1, -1, -1]
    >>> run = subgradient_descent(X, y, lam=0.1, step=0.1, until=small_gap(0.01))
    >>> run.converged, run.w.round(2).tolist(), round(run.b, 2)
    (True, [1.0], 0.0)
    """
    walk = _Walk(X, y, lam, form, bias, keep_path, kink)
    step, max_iter = _as_schedule(step), check_count(max_iter, "max_iter")
    if until is not None and not callable(until):
        raise TypeError(
            "until must be None or a rule, such as small_gap(1e-3), small_step(1e-6) or "
            f"small_decrease(1e-6) from svmlib.descent, but is {shown(until)}"
        )
    theta, alpha = walk.start(start), np.zeros(len(walk.rows))
    gaps, stopped, before = [], False, None

    for t in range(max_iter + 1):
        margins = walk.rows @ theta
        value = walk.record(t, theta, margins)
        gaps.append(np.nan)
        if before and until:
            now = Progress(t, theta, before[0], value, before[1], alpha, walk)
            stopped = bool(until(now))
            gaps[-1] = now.measured
        before = theta, value
        if stopped or t == max_iter:
            break
        slope = walk.slope(margins)
        eta = step(t + 1)
        theta = theta - eta * (walk.ridge * theta + walk.weight * (slope @ walk.rows))
        rho = min(1.0, eta * walk.lam)
        alpha = (1.0 - rho) * alpha - rho * walk.weight * slope

    gaps[-1] = value - walk.improve(alpha)
    return walk.descent(converged=stopped, gap=np.array(gaps), alpha=walk.proof)


@np.errstate(over="ignore", invalid="ignore")
@one_thread()
def sgd(
    X: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    form: str = "mean",
    bias: str = "free",
    step: float | Schedule | None = None,
    batch: int = 1,
    epochs: int = 10,
    order: str = "random",
    average: str = "none",
    project: bool = False,
    start: ArrayLike | None = None,
    every: int | None = None,
    keep_path: bool = False,
    seed: int = 0,
) -> Descent:
    r"""Minimise P with the hinge of a few random points at a time.

    .. math:: \theta_t = \theta_{t-1} - \eta_t \Big(\lambda (w_{t-1}, 0)
       + \frac{cn}{|B_t|} \sum_{i \in B_t} u_i\, y_i (x_i, 1)\Big)

    The factor cn is 1 in the mean form and **n in the sum form**. The expectation of the bracket is
    a subgradient of P (given θ_{t-1}, for ``order="random"``) only with this factor and with the
    whole λw in every step. A random run certifies nothing: its ``gap`` and ``alpha`` are None.

    Parameters
    ----------
    X, y, lam, form, bias, start
        As in `subgradient_descent`.
    step : float or callable, optional
        η or a schedule. The default is 1/(λt).
    batch : int
        Points per step, |B_t| (the last batch of an epoch may be smaller).
    epochs : int
        One epoch is ⌈n/batch⌉ steps.
    order : "random" or "shuffled"
        n draws with replacement, or every point once in a new order each epoch.
    average : "none", "suffix" or "t-weighted"
        The vector that is judged and returned: θ_t; the mean of the iterates after the last record
        at or before t/2 (the last half, if there is a record at t/2), Rakhlin, Shamir, Sridharan
        (2012); or Σ s θ_s / Σ s, Lacoste-Julien, Schmidt, Bach (2012).
    project : bool
        After each step pull w (a regularised b with it) back into the ball of radius √(cn/λ),
        which holds the optimum.
    every, keep_path : int, bool
        Steps between two records of P, by default one epoch, and whether to keep their (w, b).
    seed : int

    Examples
    --------
    >>> from svmlib.descent import sgd
    >>> X, y = [[2.0], [1.0], [-1.0], [-2.0]], [1, 1, -1, -1]
    >>> run = sgd(X, y, lam=0.1, epochs=500, average="suffix", seed=0)
    >>> run.n_iter, run.w.round(1).tolist()
    (2000, [1.0])
    """
    walk = _Walk(X, y, lam, form, bias, keep_path)
    step = inverse(walk.lam) if step is None else _as_schedule(step)
    n = len(walk.rows)
    batch = check_count(batch, "batch", at_most=n)
    epochs = check_count(epochs, "epochs")
    per_epoch = -(-n // batch)
    every = per_epoch if every is None else check_count(every, "every")
    check_choice(order, "order", ORDERS)
    average = _Average(check_choice(average, "average", AVERAGES))
    radius = np.sqrt(walk.weight * n / walk.lam) if project else np.inf
    penalised = slice(None) if bias != "free" else slice(-1)
    rng = np.random.default_rng(seed)

    theta, t = walk.start(start), 0
    walk.record(t, theta, walk.rows @ theta)
    for _ in range(epochs):
        rows = walk.rows[rng.integers(n, size=n) if order == "random" else rng.permutation(n)]
        for first in range(0, n, batch):
            t += 1
            block = rows[first : first + batch]
            hinge = walk.slope(block @ theta) @ block
            hinge *= walk.weight * n / len(block)
            theta = theta - step(t) * (walk.ridge * theta + hinge)
            if project and (length := np.linalg.norm(theta[penalised])) > radius:
                theta[penalised] *= radius / length
            average.add(theta, t)
            if t % every == 0 or t == epochs * per_epoch:
                judged = average.value(theta, t)
                walk.record(t, judged, walk.rows @ judged)
    return walk.descent()


class _Average:
    """The running average of iterates that `sgd` judges, at a cost of O(p) a step."""

    def __init__(self, kind):
        self.kind, self.total, self.marks, self.half = kind, 0.0, [(0, 0.0)], 0

    def add(self, theta, t):
        if self.kind == "suffix":
            self.total = self.total + theta
        elif self.kind == "t-weighted":
            self.total = self.total + (2.0 / (t + 1)) * (theta - self.total)

    def value(self, theta, t):
        if self.kind == "none":
            return theta
        if self.kind == "t-weighted":
            return self.total
        # sums are kept at the records only, so the suffix begins at the last record up to t/2
        while self.half + 1 < len(self.marks) and 2 * self.marks[self.half + 1][0] <= t:
            self.half += 1
        begin, before = self.marks[self.half]
        self.marks.append((t, self.total))
        return (self.total - before) / (t - begin)


def pegasos(
    X: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    bias: str = "none",
    project: bool = True,
    **settings: Any,
) -> Descent:
    r"""Run Pegasos: `sgd` from w = 0 with steps η_t = 1/(λt) and a projection onto a ball.

    .. math:: w_{t} = \Pi\Big(\big(1 - \tfrac1t\big)\, w_{t-1} + \tfrac{cn}{\lambda t |B_t|}
       \sum_{i \in B_t :\, y_i w_{t-1} \cdot x_i < 1} y_i x_i \Big), \qquad
       \Pi(w) = \min\Big(1, \tfrac{\sqrt{cn/\lambda}}{\|w\|}\Big)\, w .

    The ball holds the optimum: there P = D reads λ‖w‖² + c Σ ξ_i = Σ α_i ≤ cn. The paper writes the
    mean form (cn = 1) without a bias. `sgd` explains bias, project, the settings (all but `step`)
    and the result. Shalev-Shwartz, Singer, Srebro, Cotter (2011), Pegasos: primal estimated
    sub-gradient solver for SVM, figures 1 and 2. See lecture 5.

    Examples
    --------
    >>> from svmlib.descent import pegasos
    >>> X, y = [[2.0], [1.0], [-1.0], [-2.0]], [1, 1, -1, -1]
    >>> run = pegasos(X, y, lam=0.1, epochs=200, seed=0)
    >>> run.w.round(1).tolist(), run.b
    ([1.0], 0.0)
    """
    return sgd(X, y, lam, step=None, bias=bias, project=project, **settings)


# -- how long a step is ------------------------------------------------------------------------
# schedules and rules are partial functions, which unlike closures can be pickled
def constant(eta: float) -> Schedule:
    """Return the schedule of step sizes η_t = η.

    Examples
    --------
    >>> from svmlib import descent
    >>> [descent.constant(0.5)(t) for t in (1, 2, 3)]
    [0.5, 0.5, 0.5]
    """
    return partial(_over_power, check_scalar(eta, "eta", positive=True), 0.0)


def inverse_sqrt(eta: float) -> Schedule:
    """Return the schedule η_t = η/√t, whose sum diverges while the steps vanish.

    Examples
    --------
    >>> from svmlib import descent
    >>> [descent.inverse_sqrt(6)(t) for t in (1, 4, 9)]
    [6.0, 3.0, 2.0]
    """
    return partial(_over_power, check_scalar(eta, "eta", positive=True), 0.5)


def _over_power(eta, power, t):
    return eta / t**power


def inverse(lam: float) -> Schedule:
    """Return the schedule η_t = 1/(λt), made for a λ-strongly convex objective.

    λ belongs to the objective being minimised, which is λ-strongly convex unless the bias is free.
    The first step has size 1/λ and cancels w_0, so that the start only decides which points violate
    their margin there (and b_0, if b is free).

    Examples
    --------
    >>> from svmlib import descent
    >>> [descent.inverse(0.25)(t) for t in (1, 2, 4)]
    [4.0, 2.0, 1.0]
    """
    return partial(_inverse, check_scalar(lam, "lam", positive=True))


def _inverse(lam, t):
    return 1.0 / (lam * t)


def _as_schedule(step):
    """Return a schedule unchanged, and a number as a constant schedule."""
    return step if callable(step) else constant(check_scalar(step, "step", positive=True))


# -- when to stop ------------------------------------------------------------------------------
@dataclass
class Progress:
    """What a stopping rule, any ``rule(progress) -> bool``, may look at after step t.

    Attributes
    ----------
    t : int
    theta, previous : ndarray (d + 1,)
        θ_t and θ_{t-1}, each (w, b), or w alone with ``bias="none"``.
    objective, previous_objective : float
        P(θ_t) and P(θ_{t-1}).
    alpha : ndarray (n,)
        The dual point of step t, 0 ≤ α_i ≤ c.

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
    walk: _Walk
    measured: float = np.nan

    @property
    def gap(self) -> float:
        """The duality gap P(θ_t) - (best lower bound so far), computed when it is asked for."""
        if np.isnan(self.measured):
            self.measured = self.objective - self.walk.improve(self.alpha)
        return self.measured


def small_step(tol: float) -> Rule:
    """Stop when ‖θ_t - θ_{t-1}‖ ≤ tol, a rule about the step and not about the optimum.

    Examples
    --------
    >>> from svmlib.descent import small_step, subgradient_descent
    >>> walk = subgradient_descent([[1.0], [-1.0]], [1, -1], 0.1, until=small_step(0.02))
    >>> walk.n_iter, walk.w.round(2).tolist()  # the optimum is w = 1
    (1, [0.01])
    """
    return partial(_small_step, check_scalar(tol, "tol", at_least=0))


def _small_step(tol, now):
    return np.linalg.norm(now.theta - now.previous) <= tol


def small_decrease(tol: float) -> Rule:
    """Stop when |P(θ_t) - P(θ_{t-1})| ≤ tol, another rule about the step and not the optimum.

    Examples
    --------
    >>> from svmlib.descent import small_decrease, subgradient_descent
    >>> walk = subgradient_descent([[1.0], [-1.0]], [1, -1], 0.1, until=small_decrease(0.02))
    >>> walk.n_iter, walk.w.round(2).tolist()  # the optimum is w = 1
    (1, [0.01])
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
    >>> walk = subgradient_descent([[1.0], [-1.0]], [1, -1], 0.1, until=small_gap(0.1))
    >>> walk.converged, walk.w.round(1).tolist()
    (True, [1.0])
    """
    return partial(_small_gap, check_scalar(tol, "tol", positive=True))


def _small_gap(tol, now):
    return now.gap <= tol * now.objective


# -- what a walk does and leaves behind ---------------------------------------------------------
@dataclass(frozen=True)
class Descent:
    """The result of a descent.

    Attributes
    ----------
    w, b : ndarray (d,), float
        The last iterate, or the average if one was asked for.
    objective : ndarray (k,)
        P at the recorded iterates (or at their average). ``objective[0]`` belongs to the start.
    steps : ndarray (k,)
        How many steps had been made at each record, for `subgradient_descent` 0, 1, 2, ….
    n_iter, converged : int, bool
        Number of steps made, and whether a stopping rule was met before they ran out.
    gap : ndarray (k,) or None
        P(θ_t) minus the best lower bound on the optimum so far, NaN if it was not computed.
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


class _Walk:
    """The state of a descent: P by the signed rows y_i (x_i, 1), its margins rows @ θ, and records.

    It keeps the objective at some points, on request also these points, and the best lower bound
    D(α) so far with the α that proves it.
    """

    def __init__(self, X, y, lam, form, bias, keep_path, kink=0.0):
        X, self.y = check_pair(X, y)
        self.lam = check_scalar(lam, "lam", positive=True)
        check_choice(form, "form", FORMS)
        self.bias = check_choice(bias, "bias", BIASES)
        self.kink = check_scalar(kink, "kink", at_least=-1)
        if self.kink > 0:
            raise ValueError(f"kink must be a slope in [-1, 0], but is {self.kink:g}")
        n, d = X.shape
        columns = X if bias == "none" else np.column_stack([X, np.ones(n)])
        self.rows = self.y[:, None] * columns
        self.ridge = np.full(columns.shape[1], self.lam)
        self.ridge[d:] *= bias != "free"
        self.weight = 1.0 / n if form == "mean" else 1.0
        self.steps, self.objective, self.path = [], [], [] if keep_path else None
        self.bound, self.proof = -np.inf, np.zeros(n)

    def start(self, theta):
        """Return θ_0: zeros, or a copy of the given start."""
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

    def slope(self, margins):
        """Return a subgradient of the hinge at each margin: -1, the kink's choice, or 0."""
        slope = -(margins < 1.0).astype(float)
        if self.kink:
            slope[margins == 1.0] = self.kink
        return slope

    def record(self, t, theta, margins):
        """Record P(θ), which has to be finite, after t steps."""
        hinge = np.maximum(0.0, 1.0 - margins).sum()
        value = 0.5 * (self.ridge @ theta**2) + self.weight * hinge
        if not np.isfinite(value):
            raise FloatingPointError(
                f"the objective overflowed at iteration {t}: the steps are too long; "
                "try a smaller step"
            )
        self.steps.append(t)
        self.objective.append(value)
        # without a bias, b is 0
        self.plane = np.append(theta, 0.0) if self.bias == "none" else theta
        if self.path is not None:
            self.path.append(self.plane)
        return value

    def improve(self, alpha):
        """Return the best lower bound, after trying an α from the box [0, c]ⁿ."""
        if self.bias == "free":  # Σ α_i y_i = 0 by shrinking the heavier class
            up, down = alpha[self.y > 0].sum(), alpha[self.y < 0].sum()
            least = min(up, down)
            alpha = alpha * np.where(self.y > 0, least / (up or 1.0), least / (down or 1.0))
        penalised = (alpha @ self.rows)[self.ridge > 0]
        value = alpha.sum() - penalised @ penalised / (2.0 * self.lam)
        if value > self.bound:
            self.bound, self.proof = value, alpha
        return self.bound

    def descent(self, **found):
        """Return the result, with further findings."""
        return Descent(
            w=self.plane[:-1].copy(),
            b=float(self.plane[-1]),
            objective=np.array(self.objective),
            steps=np.array(self.steps),
            n_iter=self.steps[-1],
            path=None if self.path is None else np.array(self.path),
            **found,
        )
