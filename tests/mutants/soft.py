"""Mistakes that the checks of lecture 3 and of its in-depth page reject."""

MUTANTS = {
    "ex-soft-kinds": [
        ("forgets the label", "m = y * (X @ w + b)", "m = X @ w + b"),
        ("slack may be negative", "np.maximum(0, 1 - m)", "1 - m"),
        ("slack is taken for a length", "xi / np.linalg.norm(w)", "xi"),
        ("divides by the square of the norm", "xi / np.linalg.norm(w)", "xi / (w @ w)"),
    ],
    "ex-soft-convert": [
        ("forgets n", '"sgd": 1 / (n * value)', '"sgd": 1 / value'),
        ("forgets the half", "1 / (2 * n * value)", "1 / (n * value)"),
        ("takes λ for C", '"sum": 1 / value', '"sum": value'),
        ("multiplies by n instead of dividing", "value / n}", "value * n}"),
    ],
    "ex-soft-two": [
        ("forgets that w stops growing", "min(2 * C * a, 1 / a)", "2 * C * a"),
        ("counts one point only", "2 * C * a", "C * a"),
        ("takes the bias for unique", "-(1 - w * a), 1 - w * a", "0, 0"),
    ],
    "ex-soft-squared": [
        ("charges the slack itself", "C * cp.sum_squares(xi)", "C * cp.sum(cp.pos(xi))"),
        ("charges half of the square", "C * cp.sum_squares(xi)", "C * cp.sum_squares(xi) / 2"),
        ("puts C on the wrong term", "/ 2 + C *", "* C / 2 +"),
    ],
    "ex-soft-costs": [
        ("takes the other cost", "return c_minus", "return c_plus"),
        ("takes the ratio of the costs", "c_minus / (c_plus + c_minus)", "c_minus / c_plus"),
        ("ignores the costs", "c_minus / (c_plus + c_minus)", "1 / 2"),
    ],
    "ex-soft-units": [
        ("keeps C", "C / s**2", "C"),
        ("divides by s once", "C / s**2", "C / s"),
        ("multiplies", "C / s**2", "C * s**2"),
    ],
    "ex-soft-ramp": [
        ("drops points for good", "stay = m > 0", "stay = stay & (m > 0)"),
        ("keeps everybody", "fit(X[stay], y[stay])", "fit(X, y)"),
        ("drops everybody inside the street", "stay = m > 0", "stay = m > 1"),
    ],
}
MUTANTS |= {
    "ex-soft-reduced": [
        ("takes the mean of the whole class", "np.sort(plus)[:h].mean()", "plus.mean()"),
        ("takes the nearest point of the full hull", "np.sort(plus)[:h].mean()", "plus.min()"),
        ("forgets the size of the class", "h * (q - minus.mean())", "q - minus.mean()"),
    ],
    "ex-soft-calibrated": [
        ("forgets the kink", "abs(left - right) < 1e-3 and right", "right"),
        ("forgets the sign", " and right < -1e-3", ""),
        ("takes the sign the wrong way round", "right < -1e-3", "right > 1e-3"),
    ],
}
