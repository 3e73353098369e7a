"""Mistakes that people make in the exercises on stochastic descent."""

MUTANTS = {
    "ex-stochastic-by-hand": [
        ("forgets the factor n", "[0.5, -3], [2, 0], [2, 3]", "[1.5, -1], [2, 0], [2, 1]"),
        ("regulariser only where a point pulls", "[0.5, -3], [2, 0]", "[0.5, -3], [0, 0]"),
        ("the mean form", "full = [1.5, 0]", "full = [11 / 6, 0]"),
    ],
    "ex-stochastic-averages": [
        ("the plain mean", "2 / (t + 1)", "1 / t"),
        ("counts from zero", "start=1", "start=0"),
        ("forgets the old mean", "mean + 2 / (t + 1) * (w - mean)", "mean + 2 / (t + 1) * w"),
    ],
    "ex-stochastic-counts": [
        ("tests the sum as if it were w", "< t - 1", "< 1"),
        ("forgets the factor n", "len(Z) / lam * Z[i]", "Z[i] / lam"),
        ("does not divide by the steps", "return v / len(draws)", "return v"),
    ],
    "ex-stochastic-bug": [
        ("upside down", "n * lam / (factor * batch)", "factor * batch * lam / n"),
        ("forgets the batch", "/ (factor * batch)", "/ factor"),
        ("forgets n", "n * lam / ", "lam / "),
    ],
    "ex-stochastic-delay": [
        ("forgets the root", "np.sqrt(len(Z) / lam)", "(len(Z) / lam)"),
        ("forgets that t starts at 1", " - 1))", "))"),
        ("takes the shortest point", "axis=1).max()", "axis=1).min()"),
    ],
    "ex-stochastic-replacement": [
        ("as with replacement", "(n - k) / (n - 1) / k", "1 / k"),
        ("n in place of n - 1", "(n - k) / (n - 1)", "(n - k) / n"),
        ("forgets the batch", "(n - 1) / k", "(n - 1)"),
    ],
    "ex-stochastic-certificate": [
        ("forgets to clip", "np.minimum(1, len(Z) * counts / t)", "len(Z) * counts / t"),
        ("forgets the factor n", "len(Z) * counts / t", "counts / t"),
        ("returns the sum", "return v / t", "return v"),
    ],
    "ex-stochastic-weights": [
        ("the steps of Pegasos", "2 / (lam * (t + 1)) * g", "g / (lam * t)"),
        ("weighs the iterates after the steps", "t * v", "(t - 1) * v"),
        ("forgets to take the largest", "max(longest, abs(g))", "abs(g)"),
    ],
}
