"""Mistakes that the checks of lecture 7, main and in depth, must not let pass."""

MUTANTS = {
    "ex-ascent-rounds": [
        ("forgets the ceiling", "[1 / 8, 0.3]", "[1 / 8, 3 / 8]"),
        ("never lowers a multiplier", "[1 / 8, 0.3]", "[1 / 4, 0.3]"),
        ("adds the slack of point 2 to the gap", "0.1 / 8", "0.1 / 8 + 0.3 * 0.15"),
    ],
    "ex-ascent-second": [
        ("takes the first-order partner", "2, 1, 0.2", "2, 0, 0.2"),
        ("forgets the room of the falling one", "2, 1, 0.2", "2, 1, 0.4"),
        ("swaps the two", "2, 1, 0.2", "1, 2, 0.2"),
    ],
    "ex-ascent-certificate": [
        ("believes the w that was sent", "own = alpha @ Z", "own = w"),
        (
            "computes P with the multipliers, too",
            "    P = w @ w",
            "    w = alpha @ Z\n    P = w @ w",
        ),
        ("does not look at the box", "alpha.min() < 0 or alpha.max() > C", "alpha.min() < 0"),
    ],
    "ex-ascent-gain": [
        (
            "forgets the clipping",
            "min((g[i] - g[j]) / kappa, room_i, room_j)",
            "(g[i] - g[j]) / kappa",
        ),
        ("loses the inner product in kappa", " - 2 * K[i, j]", ""),
        (
            "forgets that negative points have another box",
            "beta[j] - (0 if y[j] > 0 else -C)",
            "beta[j]",
        ),
    ],
    "ex-ascent-tolerance": [
        ("forgets n", "2 * eps * D / (n * C)", "2 * eps * D / C"),
        ("forgets C", "2 * eps * D / (n * C)", "2 * eps * D / n"),
        ("takes the relative gap for the tolerance", "2 * eps * D / (n * C)", "eps"),
    ],
    "ex-ascent-first": [
        (
            "takes the farthest partner",
            "np.where(y < 0, squares, np.inf).argmin()",
            "np.where(y < 0, squares, -np.inf).argmax()",
        ),
        ("forgets the upper bound", "min(C, 2 / squares[j])", "2 / squares[j]"),
        (
            "takes distances for their squares",
            "((X - X[i]) ** 2).sum(axis=1)",
            "np.sqrt(((X - X[i]) ** 2).sum(axis=1))",
        ),
    ],
    "ex-ascent-path": [
        (
            "trusts a w that does not belong to the start",
            "        w = alpha @ Z\n",
            "        w = alpha @ Z if epoch else np.zeros(Z.shape[1])\n",
        ),
        ("does not keep w up to date", "            w += (new - alpha[i]) * Z[i]\n", ""),
        ("ignores the start", "np.minimum(alpha, C)", "np.zeros(len(Z))"),
    ],
    "ex-ascent-platt": [
        ("swaps the two cases", "if y[i] == y[j]:", "if y[i] != y[j]:"),
        ("forgets the label in the step", "aj + y[j] * (g[j] - g[i])", "aj + (g[j] - g[i])"),
        ("moves the other multiplier the same way", "ai - y[i] * y[j]", "ai + y[i] * y[j]"),
    ],
}
