"""Mistakes that the checks of lecture 6, main and in depth, must not let pass."""

MUTANTS = {
    "ex-duality-two": [
        ("forgets the upper bound", "min(C, 1 / (2 * a**2))", "1 / (2 * a**2)"),
        ("loses the half of the quadratic term", "2 * (t * a) ** 2", "4 * (t * a) ** 2"),
        ("counts one of the two multipliers", "2 * t - 2", "t - 2"),
    ],
    "ex-duality-quarter": [
        ("keeps the multipliers of the hard margin", "[0.25, 0.0, 0.25]", "[0.5, 0.0, 0.5]"),
        ("takes the wrong partner for point 1", "[0.25, 0.0, 0.25]", "[0.25, 0.25, 0.0]"),
        (
            "keeps the bias of the hard margin",
            "b3 = np.array([0.25, 0.0, 0.25]), -0.25",
            "b3 = np.array([0.25, 0.0, 0.25]), -1.0",
        ),
    ],
    "ex-duality-kinds": [
        (
            "takes the tolerance as absolute",
            "alpha <= tol * C, alpha >= (1 - tol) * C",
            "alpha <= tol, alpha >= C - tol",
        ),
        (
            "allows no rounding in the multipliers",
            "alpha <= tol * C, alpha >= (1 - tol) * C",
            "alpha == 0, alpha == C",
        ),
        ("allows no rounding in the margins", "np.abs(m - 1) <= tol", "m == 1"),
    ],
    "ex-duality-referee": [
        ("never looks at the sum of alpha y", "in_box and balanced", "in_box"),
        ("never looks at the upper bound", " and alpha.max() <= C + rounding", ""),
        ("compares P with the gap of another line", "(1 + eps) * D", "(1 + eps) * D + 1"),
    ],
    "ex-duality-squared": [
        ("forgets the term of the slack", "    D = D - cp.sum_squares(alpha) / (4 * C)\n", ""),
        ("loses a factor of two in it", "/ (4 * C)\n    problem", "/ (2 * C)\n    problem"),
        ("keeps the upper bound", "[y @ alpha == 0]", "[y @ alpha == 0, alpha <= C]"),
    ],
    "ex-duality-counts": [
        (
            "adds the multipliers up without dividing",
            "w @ w / C + xi.sum()",
            "w @ w + C * xi.sum()",
        ),
        ("forgets the norm", "w @ w / C + xi.sum()", "xi.sum()"),
        ("takes half of the norm, as in the primal", "w @ w / C", "w @ w / (2 * C)"),
    ],
    "ex-duality-envelope": [
        (
            "lets the multipliers leave the box",
            "min(C / largest, total / (w @ w))",
            "total / (w @ w)",
        ),
        ("loses the half in the dual", "(w @ w) / 2)", "(w @ w))"),
        (
            "takes the worst line",
            "upper = min(upper",
            "upper = max(0 if upper == np.inf else upper",
        ),
    ],
    "ex-duality-range": [
        (
            "forgets that points inside are at C",
            "    rules.append(alpha[np.flatnonzero(m < 1 - 1e-6)] == C)\n",
            "",
        ),
        (
            "forgets the equations",
            "    rules.append(lifted.T @ alpha == np.r_[model.coef_[0], 0])\n",
            "",
        ),
        (
            "swaps the two ends",
            "cp.Minimize(alpha[i]), cp.Maximize(alpha[i])",
            "cp.Maximize(alpha[i]), cp.Minimize(alpha[i])",
        ),
    ],
}
