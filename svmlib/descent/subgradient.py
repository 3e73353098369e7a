"""The subgradient method (lecture 4): θ_{t+1} = θ_t - η_{t+1} s_t with s_t ∈ ∂P(θ_t).

Each step also yields a dual point α_t, so the walk can say how far from the optimum it is at most.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_count
from svmlib._threads import one_thread
from svmlib.descent.primal import Descent, LowerBound, PrimalProblem, Record
from svmlib.descent.steps import Progress, as_rule, as_schedule


@np.errstate(over="ignore", invalid="ignore")
@one_thread()
def subgradient_descent(
    X: ArrayLike,
    y: ArrayLike,
    lam: float,
    *,
    form: str = "mean",
    bias: str = "free",
    step: float | Callable[[int], float] = 0.01,
    start: ArrayLike | None = None,
    kink: float = 0.0,
    until: Callable[[Progress], bool] | None = None,
    max_iter: int = 10_000,
    keep_path: bool = False,
) -> Descent:
    r"""Minimise P by θ_{t+1} = θ_t - η_{t+1} s_t with a subgradient s_t ∈ ∂P(θ_t).

    .. math:: s_t = \lambda (w_t, 0) + c \sum_i u_i\, y_i (x_i, 1), \qquad
       u_i \in \partial h(y_i f(x_i)),

    with u_i = -1 left of the kink, 0 right of it and `kink` at it. Iteration t first evaluates
    P(θ_t), then asks the rule about θ_t and θ_{t-1} (for t ≥ 1), and only then makes the next step;
    so ``objective`` holds n_iter + 1 numbers, and ``n_iter`` is the t of the returned iterate.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,) of -1 and +1
    lam : float
        λ > 0 of the form asked for.
    form : "mean" or "sum"
    bias : "free", "regularised" or "none"
    step : float or callable
        η, or a schedule t ↦ η_t with t = 1, 2, …: `constant`, `inverse_sqrt`, `inverse`.
    start : array (d + 1,), optional
        (w, b), or w alone with ``bias="none"``; zeros by default.
    kink : float in [-1, 0]
        The slope of the hinge used at a margin of exactly 1.
    until : callable, optional
        `small_step`, `small_decrease`, `small_gap`, or any ``rule(progress) -> bool``.
    max_iter : int
    keep_path : bool
        Whether to keep every θ_t.

    Raises
    ------
    TypeError, ValueError
        For a bad argument, labels other than ±1, or one class only.
    FloatingPointError
        When the objective overflows because the steps are too long.

    Notes
    -----
    The lower bound costs next to nothing. Unrolling the step shows w_t to be made of data: with
    :math:`\rho_t = \eta_t \lambda`,

    .. math:: \alpha_{t+1} = (1 - \rho_{t+1})\, \alpha_t + \rho_{t+1}\, c\, (-u)
       \quad\Longrightarrow\quad
       w_t = \tfrac{1}{\lambda} \sum_i \alpha_{t,i}\, y_i x_i + \prod_{s \le t} (1 - \rho_s)\, w_0 .

    α_t is an average of vectors -cu with entries in [0, c], so it lies in the dual's box (ρ is
    capped at 1), and D(α_t) = Σα - ‖Σα_i y_i x_i‖²/(2λ) bounds the optimum from below by weak
    duality. A free bias also asks for Σα_i y_i = 0: the class whose multipliers weigh more is
    scaled down, which stays in the box. When the steps vanish and their sum diverges, the gap goes
    to zero; with a constant step a gap of the order of that step may remain.

    References
    ----------
    N. Z. Shor, Minimization Methods for Non-Differentiable Functions (1985); Y. Nesterov,
    Introductory Lectures on Convex Optimization (2004), section 3.2; lecture 4.

    Examples
    --------
    >>> from svmlib.descent import small_gap, subgradient_descent
    >>> X, y = [[2.0], [1.0], [-1.0], [-2.0]], [1, 1, -1, -1]
    >>> run = subgradient_descent(X, y, lam=0.1, step=0.1, until=small_gap(0.01))
    >>> run.converged, run.w.round(2).tolist(), round(run.b, 2)
    (True, [1.0], 0.0)
    """
    problem = PrimalProblem.of(X, y, lam, form, bias, kink)
    step, until = as_schedule(step), as_rule(until)
    max_iter = check_count(max_iter, "max_iter")
    record = Record(problem, keep_path)
    theta, alpha = problem.start(start), np.zeros(len(problem.rows))
    bound, gaps, stopped, before = LowerBound(problem), [], False, None

    for t in range(max_iter + 1):
        margins = problem.rows @ theta
        value = record.add(t, theta, margins)
        gaps.append(np.nan)
        if before and until:
            now = Progress(t, theta, before[0], value, before[1], alpha, bound)
            stopped = bool(until(now))
            gaps[-1] = now.measured
        before = theta, value
        if stopped or t == max_iter:
            break
        slope = problem.slope(margins)
        eta = step(t + 1)
        theta = theta - eta * (problem.ridge * theta + problem.weight * (slope @ problem.rows))
        rho = min(1.0, eta * problem.lam)
        alpha = (1.0 - rho) * alpha - rho * problem.weight * slope

    gaps[-1] = value - bound.improve(alpha)
    return record.descent(converged=stopped, gap=np.array(gaps), alpha=bound.proof)
