"""A judge of machines that shares nothing with what solves them, in extended precision.

Each machine with one bias solves a dual problem, as `svmlib.solvers.certificate` has it. From the
data as given and what a machine makes public (coef_, or dual_coef_ and support_; the bias; kernel_)
the judge computes its primal value P and the dual value D of its multipliers, made feasible. If
P - D is more than the machine admits, these multipliers may be to blame, or the judge's rounding;
so the judge looks for a better machine first. Only one better by more than was admitted proves a
certificate false.

All this rests on a kernel that is positive semidefinite on Σβ = 0. Of one that is not, a gap proves
nothing: there the machine has to warn, and where it does not, no multipliers may be better.
"""

from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

import svmlib
from svmlib import kernels
from svmlib.solvers import joint

Real = np.longdouble
EPS = np.finfo(Real).eps
HANDED = 8 * EPS + np.finfo(float).eps / 2  # β and w are handed out as doubles: none can say more
SOLVED = 1e-6  # relative; the gap that "converged" promises, and two values that are the same
NEGATIVE = 1e-7  # of the largest entry; below minus this an eigenvalue must be warned of
BALANCED = 1e-11  # of Σ|β|; by no more may Σβ be off
NEAR, TIMES = 1e-9, 5  # a gap may be so much more than said, or as many times that, for what
# rounding hides is estimated; but not more than 1e-6 if it is said to be less
LEAST = Real(1e-290)  # float64 has no gap relative to less
SIMPLE = Real(1e-9)  # share of a simple machine's objective to which a gap may be relative,
LARGEST = Real(1e-7)  # and of the largest one where w may be 0
TOUCHING = 1e-11  # of the extent; hulls that near each other meet
HUGE = 1e140  # a kernel value, or a square's root, so large that it may be refused
ASYMMETRIC = 1e-9  # of the largest entry; a matrix that may be refused


class Case(NamedTuple):
    """A machine to be fitted to `given`, which is X in some form; a matrix K has the place of X."""

    seed: int
    kind: str
    machine: Any
    given: Any
    X: np.ndarray
    y: np.ndarray
    weight: np.ndarray | None
    C: np.ndarray  # what each point's slack costs


class Program(NamedTuple):
    """Maximise D(β) = p·β - ½ βᵀKβ over Σβ = s and A ≤ β ≤ B.

    EpsilonSVR has two β for each point. A gap is relative to P, or to `floor` where that is larger.
    """

    K: np.ndarray
    p: np.ndarray
    A: np.ndarray
    B: np.ndarray
    s: np.ndarray = Real(0)
    floor: np.ndarray = LEAST

    def dual(self, beta):
        return self.p @ beta - beta @ self.K @ beta / 2

    def losses(self, r):
        """h_i(r_i), r = p - f(x_i): the largest β_i r_i in the box."""
        return np.maximum(self.A * r, self.B * r)

    def primal(self, f, half, b):
        """P of w·φ(x_i), ½‖w‖² and b."""
        return half + self.losses(self.p - f - b).sum() + self.s * b

    def repaired(self, beta):
        """β in its box with Σβ = s: what is too much on one side of 0 shrinks, or all grow."""
        beta = np.clip(beta.astype(Real), self.A, self.B)
        for _ in range(2):  # the second time for rounding
            off = beta.sum() - self.s
            side = np.where(beta * off > 0, beta, 0)
            if abs(side.sum()) < abs(off):
                side = beta - (self.A if off > 0 else self.B)
            beta = beta - off * (side / side.sum()) if side.any() else beta
        return beta

    def climb(self, beta):
        """β after pair steps, each with the best partner.

        Where the curvature κ along a pair is negative a step goes as far as the box allows, and may
        pay even where it begins downhill.
        """
        K, beta = self.K, self.repaired(beta)
        g = self.p - K @ beta
        for _ in range(3000):
            i = int(np.where(beta < self.B, g, -np.inf).argmax())
            kappa, gradient = K[i, i] + K.diagonal() - 2 * K[i], g[i] - g
            with np.errstate(divide="ignore", invalid="ignore"):
                t = np.where(kappa > 0, np.maximum(gradient, 0) / kappa, np.inf)
            t = np.minimum(np.minimum(t, self.B[i] - beta[i]), beta - self.A)
            gain = t * gradient - t * t * kappa / 2
            j = int(gain.argmax())
            if gain[j] <= 1e-18 * abs(beta @ (self.p + g) / 2):
                break
            beta[i], beta[j] = beta[i] + t[j], beta[j] - t[j]
            g -= t[j] * (K[i] - K[j])
        return self.repaired(beta)

    def curvature(self):
        """The least eigenvalue on Σβ = 0, in units of the largest entry; its rounding; its vector.

        Points without room take no part. The last digits of the largest entry given may hide as
        much as the rounding says; whether the gap counts it, `judge_one` sees elsewhere.
        """
        room = self.B > self.A
        K = self.K[np.ix_(room, room)]
        mean = K.mean(axis=0)
        centred = K - mean - mean[:, None] + mean.mean()
        largest, lowest = np.abs(centred).max() or Real(1), np.zeros(len(room))
        rounding = len(K) * (1e-15 + np.finfo(float).eps * float(np.abs(self.K).max() / largest))
        values, vectors = np.linalg.eigh((centred / largest).astype(float))
        lowest[room] = vectors[:, 0]
        return float(values[0]), rounding, lowest


def soft_margin(K, y, C):
    """The program of labels ±1 and bounds C."""
    return Program(K, y, np.where(y > 0, 0, -C), np.where(y > 0, C, 0))


def squares(X):
    """‖x_i - x_j‖², summed over differences."""
    return sum((x[:, None] - x) ** 2 for x in X.T)


FORMULAS = {
    kernels.Linear: lambda k, X: X @ (X.T if k.A is None else np.asarray(k.A, X.dtype) @ X.T),
    kernels.RBF: lambda k, X: np.exp(-squares(X) / (2 * Real(k.sigma) ** 2)),
    kernels.OrnsteinUhlenbeck: lambda k, X: np.exp(-np.sqrt(squares(X)) / Real(k.length)),
    kernels.DoubleExponential: lambda k, X: np.exp(np.exp(-squares(X) / Real(k.s) ** 2)),
    kernels.Polynomial: lambda k, X: (X @ X.T + Real(k.c)) ** k.degree,
    kernels.Sigmoid: lambda k, X: np.tanh(Real(k.scale) * (X @ X.T) + Real(k.shift)),
    kernels.Sum: lambda k, X: gram(k.left, X) + gram(k.right, X),
    kernels.Product: lambda k, X: gram(k.left, X) * gram(k.right, X),
    kernels.Scaled: lambda k, X: k.factor * gram(k.kernel, X),
    type(None): lambda k, X: X @ X.T,  # a linear machine has no kernel
    str: lambda k, X: (X + X.T) / 2,  # "precomputed"
}


def gram(kernel, X):
    """K in extended precision; a kernel of a test, or its method, has a formula."""
    own = getattr(kernel, "__self__", kernel)
    return FORMULAS[type(own)](own, X) if type(own) in FORMULAS else own.formula(X)


def stated(case, machine, part, y, C):
    """What a fitted machine has solved; its β; and w·φ(x_i), ½‖w‖², b and errors as handed out."""
    X, y, C, none = case.X.astype(Real), y.astype(Real), C.astype(Real), np.zeros(len(part), Real)
    kernel, novelty = getattr(machine, "kernel_", None), isinstance(machine, svmlib.OneClassSVM)
    K, X = gram(kernel, X)[np.ix_(part, part)], X[part]
    beta, b = none.copy(), Real(machine.intercept_[0])
    beta[machine.support_] = machine.dual_coef_[0]
    if kernel is None:
        w = machine.coef_[0].astype(Real)
        f, half, error = X @ w, w @ w / 2, HANDED * np.abs(X) @ np.abs(w)
    else:
        norms = np.sqrt(np.abs(K).max(axis=1))
        f, half, error = K @ beta, beta @ K @ beta / 2, HANDED * np.abs(K) @ np.abs(beta)
        error = error + 32 * EPS * norms * (norms @ np.abs(beta))
    if (kernel is None or isinstance(kernel, kernels.Linear)) and not novelty:
        # where the origin is free, it is best among the points, and not at an odd one
        K = gram(kernel, X - X[np.abs(X - np.median(X, axis=0)).sum(axis=1).argmin()])
    if isinstance(machine, svmlib.EpsilonSVR):
        middle, epsilon, twice = y @ C / C.sum(), Real(machine.epsilon), partial(np.tile, reps=2)
        p, A, B = np.append(y - epsilon, y + epsilon), np.append(none, -C), np.append(C, none)
        floor = max(LEAST, SIMPLE * (C @ np.abs(y - middle)))
        q = Program(np.tile(K, (2, 2)), p, A, B, floor=floor)
        beta, f, error = np.append(beta.clip(0), beta.clip(None, 0)), twice(f), twice(error)
    elif novelty:
        s = Real(machine.nu) * C.sum()
        q = Program(K, none, none, C, s, max(LEAST, LARGEST * s**2 * K.diagonal().max() / 2))
    else:
        # a hard margin is as good as a C above all multipliers
        C = C if np.isfinite(C).all() else np.full(len(y), np.abs(beta).sum() + LEAST)
        q = soft_margin(K, y, C)
    return q, beta, (f, half, b), error + 4 * EPS * (np.abs(q.p) + np.abs(f) + np.abs(b))


def compare(machine, warned, P, D, scale, doubt, improve, rules=()):
    """A complaint or None, the true gap and its doubt; `improve()` is the best known (P, D).

    Each rule comes with what is said where it is broken.
    """
    value, lower = getattr(machine, "objective_", None), getattr(machine, "dual_", None)
    value = machine.primal_ if value is None else value
    scale = np.fmax(scale, abs(value))  # the machine's own gap is relative to its own value
    said, gap, doubt = machine.gap_, float((P - D) / scale), float(doubt / scale)
    off, short = float((value - P) / scale), 0.0 if lower is None else float((lower - D) / scale)
    known = getattr(machine, "semidefinite_", "") != "no"  # else others see whether it is so
    allowed = min(TIMES * said, SOLVED if machine.converged_ and known else np.inf)
    same, sure = max(SOLVED, allowed) + doubt, machine.converged_
    nothing = warned and said == np.inf  # is claimed
    rules = [*rules] + (not nothing) * [
        (np.isfinite([off, short]).all() and not np.isnan(said), "a number is not finite"),
        (warned or (known and sure), "not converged, or indefinite, and no warning"),
        (abs(off) <= same, f"the primal value of what was handed out is off by {off:.1e}"),
        (not known or sure == (said <= SOLVED), f"converged_ is {sure}, and the gap {said:.1e}"),
        (not known or abs(short) <= same, f"the dual value is off by {short:.1e}"),
    ]
    say = next((text for kept, text in rules if not kept), None)
    if nothing or say:
        return say, np.nan, np.nan
    if known and gap > said + doubt + NEAR:
        allowed += doubt + NEAR
        least, most = improve()
        proved, gap = float((P - least) / scale), float((P - most) / scale)
        if proved > allowed:
            false = sure and not warned and proved > SOLVED + doubt
            say = f"{'false certificate: ' * false}the gap is {proved:.1e}, not {said:.1e}"
        doubt = doubt if gap <= allowed else np.inf
    return say, gap, doubt


def judge_one(case, warned, machine, *part):
    """The judge of a machine with one bias."""
    q, beta, given, error = stated(case, machine, *part)
    low, high = getattr(machine, "bias_interval_", (-np.inf, np.inf))
    off, (lowest, flat, direction) = abs(beta.sum() - q.s), q.curvature()
    definite = lowest + TIMES * flat >= -NEGATIVE
    rules = [
        (low <= machine.intercept_[0] <= high, "the bias is outside its interval"),
        (((q.A <= beta) & (beta <= q.B)).all(), "a multiplier is outside its box"),
        (off <= BALANCED * np.abs(beta).sum(), f"Σβ is off by {off:.1e}"),
        # a few last digits nobody sees who sums in float64; whether they matter is seen below
        (definite or warned, f"indefinite ({lowest:.1e} of the largest entry), and no warning"),
    ]
    beta, r = q.repaired(beta), q.p - given[0] - given[2]
    P, D = q.primal(*given), q.dual(beta)
    rough = (np.maximum(q.losses(r - error), q.losses(r + error)) - q.losses(r)).sum()
    rough += np.abs(beta) @ (error + np.finfo(Real).eps * np.abs(q.K) @ np.abs(beta))  # that of D
    rough, scale = rough * bool(P or D), max(abs(P), q.floor)

    def improve():
        """The least P, whose best bias is at a corner, and the largest D that pair steps find."""
        other = q.climb(beta)
        planes = [given[:2], *((q.K @ found, found @ q.K @ found / 2) for found in (beta, other))]
        least = min(q.primal(f, half, b) for f, half in planes for b in q.p - f)
        return least, max(D, q.dual(other))

    say, gap, doubt = compare(machine, warned, P, D, scale, rough, improve, rules)
    if lowest >= -flat:
        return say, gap, doubt
    if not (say or warned):
        # from 0, from β, and from where its box ends in the direction of most negative curvature
        starts, moved = [0 * beta, beta], direction != 0
        for v in (direction, -direction):
            room = (np.where(v > 0, q.B, q.A) - beta)[moved] / v[moved]
            starts.append(beta + room.min() * v)
        more = float((max(q.dual(q.climb(start)) for start in starts) - D) / scale)
        if more > SOLVED + doubt:
            say = f"other multipliers are better by {more:.1e}"
    return say, np.nan, doubt


def judge_joint(case, warned):
    """The judge of a joint machine, which hands out no multipliers: they are those found once more.

    Each belongs to a point and a class that is not its own, and to a row of M: the score of this
    class is M w less than that of the own class. `together` says whose sum has one limit. As the
    certificate rests on these multipliers, it is false if they do not prove what it says.
    """
    machine, c, boxed = case.machine, case.C / case.C.sum(), case.machine.kind == joint.KINDS[0]
    X, c, used = np.column_stack([case.X, np.ones(len(c))]), c[c > 0], c > 0
    X, own = X[used], case.y[used, None] == machine.classes_
    settings = dict(kind=machine.kind, reg=machine.reg, delta=machine.delta, weight=c)
    (i, j), one, y = np.nonzero(~own), np.eye(own.shape[1]), own.argmax(axis=1)
    alpha = joint.solve(X, y, len(one), **settings).alpha[i, j].astype(Real).clip(0)
    X, c, w = X.astype(Real), c.astype(Real), machine.W_.astype(Real).ravel()
    M = ((one[y[i]] - one[j])[:, :, None] * X[i, None]).reshape(len(i), -1)
    together, limit = (np.eye(len(i)), c[i]) if boxed else (np.eye(len(c))[:, i], c)
    reg, delta = Real(machine.reg), Real(machine.delta)

    def value(error):
        excess = together * (delta - M @ w + error).clip(0)
        return limit @ excess.max(axis=1) + reg * (w @ w)

    alpha = alpha / (together.T @ np.maximum(1, together @ alpha / limit))
    P, D = value(0), delta * alpha.sum() - (alpha @ M) @ (alpha @ M) / (4 * reg)
    error = EPS * (8 * np.abs(M) @ np.abs(w) + 4 * delta)
    rough = value(error) - P + 32 * EPS * (P + delta * alpha.sum())
    return compare(machine, warned, P, D, max(P, LEAST), rough, lambda: (D, D))


def judge(case, warned):
    """Compare what a fitted machine, or each of its parts, says with what is true.

    Returns a complaint or None, the true gap, NaN where it was not computed, and its doubt.
    """
    machine, y, C, everyone = case.machine, case.y, case.C, np.arange(len(case.y))
    if getattr(machine, "kind", None) in joint.KINDS:
        return judge_joint(case, warned)
    if not hasattr(machine, "machines_"):
        return judge_one(case, warned, machine, everyone, y, C)
    sides = [(everyone, label) for label in machine.classes_]
    if machine.kind == "one-vs-one":
        pairs = combinations(machine.classes_, 2)
        sides = [(np.flatnonzero((y == a) | (y == b)), b) for a, b in pairs]
    found = [
        judge_one(case, warned, part, at, np.where(y[at] == label, 1.0, -1.0), C[at])
        for part, (at, label) in zip(machine.machines_, sides, strict=True)
    ]
    say = next((complaint for complaint, _, _ in found if complaint), None)
    gaps, values = zip(*((part.gap_, part.primal_) for part in machine.machines_), strict=True)
    if not say and (max(gaps), sum(values)) != (machine.gap_, machine.objective_):
        say = "its numbers are not those of its parts"
    return say, *(float(np.max([numbers[k] for numbers in found])) for k in (1, 2))


def may_refuse(case, error):
    """Whether the error is one that such data deserve; of hulls that meet it has to prove it."""
    X, y = case.X.astype(Real), case.y
    if isinstance(error, svmlib.NotSeparableError):
        u, v = error.positive_weights.astype(Real), error.negative_weights.astype(Real)
        i, j = error.positive_indices, error.negative_indices
        convex = min(u.min(), v.min()) >= 0 and abs(u.sum() - 1) + abs(v.sum() - 1) < 1e-12
        near = TOUCHING * np.ptp(X, axis=0).max() + 4e-15 * np.abs(X).max()
        met = max(np.linalg.norm(u @ X[i] - q) for q in (v @ X[j], error.point)) <= near
        return bool(convex and met and (y[i] > 0).all() and (y[j] < 0).all())
    if "too near" in str(error):
        return float(str(error).split()[3]) < 1e-8
    if isinstance(case.machine, svmlib.HardMarginSVM):
        nearest = np.sqrt(squares(X)[np.ix_(y > 0, y < 0)].min())
        # hulls may be nearer to each other by far than points are
        return "range of float64" in str(error) and not 1e15 / HUGE < nearest < HUGE
    kernel = case.machine.get_params(deep=False).get("kernel")
    if isinstance(kernel, str) and np.abs(X - X.T).max() > ASYMMETRIC * np.abs(X).max():
        return isinstance(error, ValueError)
    return isinstance(error, OverflowError) and np.abs(gram(kernel, X)).max() > HUGE
