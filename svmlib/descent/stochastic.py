"""Stochastic subgradient descent (lecture 5): `sgd`, `pegasos` and averages of their iterates.

A step uses the hinge of a few random points in place of all: its direction is a subgradient of P
on average, cn/|B| Σ_{i ∈ B} u_i y_i (x_i, 1) for c Σ_i u_i y_i (x_i, 1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_choice, check_count
from svmlib._threads import one_thread
from svmlib.descent.primal import Descent, PrimalProblem, Record
from svmlib.descent.steps import as_schedule, inverse

AVERAGES = ("none", "suffix", "t-weighted")
ORDERS = ("random", "shuffled")


@np.errstate(over="ignore", invalid="ignore")
@one_thread()
def sgd(
    X: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    form: str = "mean",
    bias: str = "free",
    step: float | Callable[[int], float] | None = None,
    batch: int = 1,
    epochs: int = 10,
    order: str = "random",
    average: str = "none",
    project: bool = False,
    start: ArrayLike | None = None,
    kink: float = 0.0,
    every: int | None = None,
    keep_path: bool = False,
    seed: int = 0,
) -> Descent:
    r"""Minimise P with the hinge of a few random points at a time.

    .. math:: \theta_t = \theta_{t-1} - \eta_t \Big(\lambda (w_{t-1}, 0)
       + \frac{cn}{|B_t|} \sum_{i \in B_t} u_i\, y_i (x_i, 1)\Big)

    The factor cn is 1 in the mean form and **n in the sum form**: only with it, and with the whole
    λw in every step, is the expectation of the bracket a subgradient of P (given θ_{t-1}, for
    ``order="random"``). A run at random certifies nothing: its ``gap`` and ``alpha`` are None.

    Parameters
    ----------
    X, y, lam, form, bias, start, kink
        As in `subgradient_descent`.
    step : float or callable, optional
        η or a schedule; 1/(λt) by default.
    batch : int
        Points per step, |B_t| (the last batch of an epoch may be smaller).
    epochs : int
        One epoch is ⌈n/batch⌉ steps.
    order : "random" or "shuffled"
        n draws with replacement, or every point once in a new order each epoch.
    average : "none", "suffix" or "t-weighted"
        What is judged and returned: θ_t; the mean of the iterates after the last record at or
        before t/2 (the last half, if there is a record at t/2); or Σ s θ_s / Σ s.
    project : bool
        After each step pull w (a regularised b with it) back into the ball of radius √(cn/λ),
        which holds the optimum.
    every : int, optional
        Steps between two records of P; one epoch by default.
    keep_path : bool
        Whether to keep the recorded (w, b).
    seed : int

    Raises
    ------
    TypeError, ValueError, FloatingPointError
        As `subgradient_descent`.

    References
    ----------
    Shalev-Shwartz, Singer, Srebro, Cotter, Pegasos (2011); Rakhlin, Shamir, Sridharan, Making
    gradient descent optimal for strongly convex stochastic optimization (2012), for the suffix;
    Lacoste-Julien, Schmidt, Bach (2012), for the weights t; lecture 5.

    Examples
    --------
    >>> from svmlib.descent import sgd
    >>> X, y = [[2.0], [1.0], [-1.0], [-2.0]], [1, 1, -1, -1]
    >>> run = sgd(X, y, lam=0.1, epochs=500, average="suffix", seed=0)
    >>> run.n_iter, run.w.round(1).tolist()
    (2000, [1.0])
    """
    problem = PrimalProblem.of(X, y, lam, form, bias, kink)
    step = inverse(problem.lam) if step is None else as_schedule(step)
    n = len(problem.rows)
    batch = check_count(batch, "batch", at_most=n)
    epochs = check_count(epochs, "epochs")
    per_epoch = -(-n // batch)
    every = per_epoch if every is None else check_count(every, "every")
    check_choice(order, "order", ORDERS)
    average = _Average(check_choice(average, "average", AVERAGES))
    record = Record(problem, keep_path)
    radius = np.sqrt(problem.weight * n / problem.lam) if project else np.inf
    penalised = slice(None) if bias != "free" else slice(-1)
    rng = np.random.default_rng(seed)

    theta, t = problem.start(start), 0
    record.add(t, theta, problem.rows @ theta)
    for _ in range(epochs):
        rows = problem.rows[rng.integers(n, size=n) if order == "random" else rng.permutation(n)]
        for first in range(0, n, batch):
            t += 1
            block = rows[first : first + batch]
            hinge = problem.slope(block @ theta) @ block
            hinge *= problem.weight * n / len(block)
            theta = theta - step(t) * (problem.ridge * theta + hinge)
            if project and (length := np.linalg.norm(theta[penalised])) > radius:
                theta[penalised] *= radius / length
            average.add(theta, t)
            if t % every == 0 or t == epochs * per_epoch:
                judged = average.value(theta, t)
                record.add(t, judged, problem.rows @ judged)
    return record.descent()


class _Average:
    """The running average of iterates that `sgd` judges; each kind at O(p) a step."""

    def __init__(self, kind):
        self.kind = kind
        self.total = 0.0
        self.marks = [(0, 0.0)]
        self.half = 0

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
    r"""Pegasos: `sgd` from w = 0 with the steps η_t = 1/(λt), and a projection onto a ball.

    .. math:: w_{t} = \Pi\Big(\big(1 - \tfrac1t\big)\, w_{t-1} + \tfrac{cn}{\lambda t |B_t|}
       \sum_{i \in B_t :\, y_i w_{t-1} \cdot x_i < 1} y_i x_i \Big), \qquad
       \Pi(w) = \min\Big(1, \tfrac{\sqrt{cn/\lambda}}{\|w\|}\Big)\, w .

    The ball holds the optimum: there P = D reads λ‖w‖² + c Σ ξ_i = Σ α_i ≤ cn. The paper writes the
    mean form (cn = 1) without a bias; `sgd` explains bias, project, the settings (all but `step`),
    the result and the errors.

    References
    ----------
    Shalev-Shwartz, Singer, Srebro, Cotter, Pegasos: primal estimated sub-gradient solver for SVM
    (2011), figures 1 and 2; lecture 5.

    Examples
    --------
    >>> from svmlib.descent import pegasos
    >>> X, y = [[2.0], [1.0], [-1.0], [-2.0]], [1, 1, -1, -1]
    >>> run = pegasos(X, y, lam=0.1, epochs=200, seed=0)
    >>> run.w.round(1).tolist(), run.b
    ([1.0], 0.0)
    """
    return sgd(X, y, lam, step=None, bias=bias, project=project, **settings)
