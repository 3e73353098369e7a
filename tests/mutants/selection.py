"""Mistakes in the exercises of lecture 9, Choosing C and σ, and of its in-depth page."""

MUTANTS = {
    "ex-selection-units": [
        ("copies need a larger C", "C / copies", "C * copies"),
        ("forgets the unit", "sigma * scale", "sigma"),
        ("squares enter the kernel, so the unit is squared", "sigma * scale", "sigma * scale**2"),
    ],
    "ex-selection-points": [
        ("forgets to square the error", "error**2", "error"),
        ("the variance is the accuracy", "accuracy * (1 - accuracy)", "accuracy"),
        ("rounds down", "np.ceil", "np.floor"),
    ],
    "ex-selection-guess": [
        (
            "mean over the columns instead of their sum",
            "X.var(axis=0).sum()",
            "X.var(axis=0).mean()",
        ),
        ("returns the square", "np.sqrt(X.var(axis=0).sum())", "X.var(axis=0).sum()"),
        (
            "the squared distance is twice the variance",
            "X.var(axis=0).sum()",
            "2 * X.var(axis=0).sum()",
        ),
    ],
    "ex-selection-quickest": [
        (
            "looks at all cells",
            "np.where(plane.plateau(), plane.n_support, np.inf)",
            "plane.n_support",
        ),
        ("takes the most", "plane.n_support, np.inf)", "-plane.n_support, np.inf)"),
        ("exchanges rows and columns", "counts.shape)", "counts.shape[::-1])"),
    ],
    "ex-selection-bound": [
        ("chooses γ for nothing", "delta / len(gammas)", "delta"),
        ("counts margins that equal γ", "margins < gamma", "margins <= gamma"),
        ("forgets the radius", "2 * R / ", "2 / "),
        ("takes the largest γ", "int(np.argmin(bounds))", "len(gammas) - 1"),
    ],
    "ex-selection-two": [
        ("forgets the half", "0.5 * p @", "p @"),
        ("counts instead of shares", "@ p / N", "@ p"),
        ("forgets in how many ways", "ways * pi**k", "pi**k"),
    ],
    "ex-selection-costs": [
        ("looks for the highest cost", "greater_is_better=False", "greater_is_better=True"),
        ("scores by accuracy", "scoring=make_scorer(cost, greater_is_better=False),", ""),
        (
            "exchanges the two errors",
            "10 * missed.sum() + alarm.sum()",
            "missed.sum() + 10 * alarm.sum()",
        ),
        ("gives the weight to the other class", "[{-1: 1, 1: ratio} for", "[{1: 1, -1: ratio} for"),
    ],
    "ex-selection-corner": [
        (
            "looks at the bounds only, not at the margins of other points",
            "np.concatenate([down, up, others])",
            "np.concatenate([down, up])",
        ),
        (
            "forgets that a free multiplier can fall to 0",
            "np.concatenate([down, up, others])",
            "np.concatenate([up, others])",
        ),
        ("takes times in the past", "times[times > 0].min()", "np.abs(times).min()"),
        ("returns the step instead of the place", "return C + times", "return times"),
    ],
    "ex-selection-mcnemar": [
        ("one tail only", "min(1.0, 2 * tail)", "tail"),
        (
            "tosses for all points",
            "wins, losses = int((one & ~two).sum()), int((two & ~one).sum())",
            "wins, losses = int(one.sum()), int(two.sum())",
        ),
        (
            "leaves out the outcome itself",
            "range(min(wins, losses) + 1)",
            "range(min(wins, losses))",
        ),
    ],
    "ex-selection-radon": [
        ("forgets that the weights add up to zero", "np.vstack([X.T, np.ones(len(X))])", "X.T"),
        ("takes the middle", "(a[one] / a[one].sum()) @ X[one]", "X[one].mean(axis=0)"),
        ("does not normalise the weights", "(a[one] / a[one].sum()) @ X[one]", "a[one] @ X[one]"),
    ],
}
