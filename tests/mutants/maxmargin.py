"""Mistakes that people make in the exercises of lecture 2."""

MUTANTS = {
    "ex-maxmargin-two-points": [
        ("takes the whole bridge for the margin", "largest = np.sqrt(5)", "largest = np.sqrt(20)"),
        ("forgets to divide by the squared length", "[0.4, 0.2]", "[4.0, 2.0]"),
        ("puts the line through the origin", "-0.4", "0.0"),
    ],
    "ex-maxmargin-canonical": [
        ("divides by the length instead of the smallest margin", "-10 / 5", "-10"),
        ("halves nothing: the width instead of the margin", "(18 - 5) / 2 / 5", "(18 - 5) / 5"),
        ("takes the means of the classes", "-(18 + 5) / 2", "-(19 + 4) / 2 - 0.5"),
        ("forgets the length of w", "(18 - 5) / 2 / 5", "(18 - 5) / 2"),
    ],
    "ex-maxmargin-certify": [
        ("accepts negative weights", "min(weights) < 0 or ", ""),
        ("does not ask for a sum of one", "positive != 1 or ", ""),
        ("forgets the length of w", "m**2 / np.dot(w, w)", "m**2"),
        ("takes any line for a separating one", "m <= 0 or ", ""),
    ],
    "ex-maxmargin-similarity": [
        ("multiplies by the factor instead of dividing", "Q @ w / s", "Q @ w * s"),
        ("turns the wrong way", "Q @ w / s", "Q.T @ w / s"),
        ("forgets the shift", "b - w_new @ t", "b"),
    ],
    "ex-maxmargin-leave-one-out": [
        ("fits with the flower that it asks about", "fit(*rest)", "fit(X, y)"),
        ("counts what is right", "[0] != y[i]", "[0] == y[i]"),
    ],
    "ex-maxmargin-features": [
        ("takes the last columns", "X[:, :k]", "X[:, -k:]"),
        ("always takes all columns", "X[:, :k]", "X"),
    ],
    "ex-maxmargin-pairs": [
        ("tries no pairs of both classes", "np.vstack([differences(P, Q), across])", "across"),
        (
            "tries the edges of one class only",
            "[differences(P, P), differences(Q, Q)]",
            "[differences(P, P)]",
        ),
        ("walks along the edges, not across", "edges[:, ::-1] * [-1, 1]", "edges"),
        ("takes the width for the margin", ".max(axis=0)) / 2", ".max(axis=0))"),
    ],
    "ex-maxmargin-common-point": [
        ("forgets the sums of the classes", ", y > 0, y < 0]", ", 0 * y, 0 * y]"),
        ("forgets the labels", "(y[:, None] * X).T", "X.T"),
        ("allows negative weights", 'method="highs-ds")', "bounds=(None, None))"),
    ],
    "ex-maxmargin-walk": [
        ("takes the whole length as a margin", "np.linalg.norm(z) / 2", "np.linalg.norm(z)"),
        ("shifts more weight than there is", "min(-(z @ d) / (d @ d), a[j])", "-(z @ d) / (d @ d)"),
        ("forgets the labels", "y[:, None] * X, np.zeros", "1.0 * X, np.zeros"),
    ],
}
