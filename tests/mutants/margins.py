"""Mistakes people make in the exercises of lecture 1 and its in-depth page."""

MUTANTS = {
    "ex-margins-by-hand": [
        ("divides by the squared length", "np.hypot(a, b)", "(a * a + b * b)"),
        ("forgets the bias", "(a * p + b * q + c)", "(a * p + b * q)"),
        ("drops the sign", "(a * p + b * q + c)", "abs(a * p + b * q + c)"),
    ],
    "ex-margins-three-points": [
        ("forgets the labels", "y * (X @ w + b)", "X @ w + b"),
        ("divides by the squared length", "np.linalg.norm(w)", "np.dot(w, w)"),
        ("best bias with the wrong sign", "best_b = 0.5", "best_b = -0.5"),
        ("keeps the given bias", "best_b = 0.5", "best_b = -2"),
    ],
    "ex-margins-level": [
        ("divides by the length", "(w @ w)", "np.linalg.norm(w)"),
        ("walks the other way", "(s - (w @ x + b))", "(w @ x + b - s)"),
        ("forgets the score that x has", "(s - (w @ x + b))", "s"),
    ],
    "ex-margins-units": [
        ("multiplies where it should divide", "np.asarray(w) / factors", "np.asarray(w) * factors"),
        ("changes the bias too", "/ factors, b", "/ factors, b / factors.mean()"),
    ],
    "ex-margins-petals": [
        ("takes the smallest margin", "max(margins", "min(margins"),
        ("looks at the functional margin", "return winner, margins[winner]", "return winner, 1.0"),
        ("guesses the petals", "return winner, margins[winner]", "return (2, 3), margins[2, 3]"),
    ],
    "ex-margins-step": [
        ("forgets the step", "v + eta * z", "v + z"),
        ("does not start at zero", "np.zeros(signed.shape[1])", "np.ones(signed.shape[1])"),
        ("lets the step shrink", "eta * z", "eta / (1 + len(rows)) * z"),
    ],
    "ex-margins-scan": [
        ("margin of the whole gap", "(lowest - highest) / 2", "lowest - highest"),
        ("offset with the wrong sign", "-(lowest + highest) / 2", "(lowest + highest) / 2"),
        ("takes the wrong end of a class", "(X[y < 0] @ u).max()", "(X[y < 0] @ u).min()"),
        ("stops at the first grid", "reach > 1e-14", "reach > 3"),
    ],
    "ex-margins-same": [
        ("forgets the bias", "np.append(w1, b1), np.append(w2, b2)", "np.array(w1), np.array(w2)"),
        ("compares without scaling", "second / np.linalg.norm(w2)", "second"),
        (
            "lets the arrow turn round",
            "np.allclose(first, second)",
            "np.allclose(abs(first), abs(second))",
        ),
    ],
    "ex-margins-box": [
        ("takes the length of w", "np.abs(w).sum()", "np.linalg.norm(w)"),
        ("forgets the absolute values", "np.abs(w).sum()", "w.sum()"),
    ],
    "ex-margins-tight": [
        ("points that help each other", "return np.eye(n)", "return np.tri(n)"),
        (
            "a separator that is not the best",
            "np.ones(n), np.ones(n)",
            "np.ones(n), np.arange(1, n + 1)",
        ),
    ],
}
