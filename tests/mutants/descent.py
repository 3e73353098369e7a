"""Mistakes that people make in the exercises on subgradient descent."""

MUTANTS = {
    "ex-descent-by-hand": [
        ("forgets the chain rule", "2 * second", "second"),
        ("derives the square wrongly", "w / 2", "w / 4"),
        ("one slope for both ends", "2 * w))\n    return", "2 * w)).max()\n    return"),
    ],
    "ex-descent-two-steps": [
        ("regularises the bias", "(3 / 4, -1, 59 / 192)", "(3 / 4, -3 / 4, 59 / 192)"),
        ("adds the subgradient", "(43 / 48, -5 / 6", "(29 / 48, -7 / 6"),
        ("sums the hinges instead of the mean", "5 / 72", "5 / 24"),
    ],
    "ex-descent-median": [
        ("takes 0 for |.| at its corner", "at = (r == a).sum()", "at = 0"),
        ("counts a tie as below", "(r < a).sum()", "(r <= a).sum()"),
        ("half the interval", "return slope - at, slope + at", "return slope - at, slope"),
    ],
    "ex-descent-cheat": [
        ("forgets the bias", "np.append(lam * w + pull @ X, pull.sum())", "lam * w + pull @ X"),
        ("forgets the regulariser", "lam * w + pull @ X", "pull @ X"),
        ("sums instead of the mean", " / len(y)\n    g", "\n    g"),
    ],
    "ex-descent-centre": [
        ("keeps the bias of the centred data", "run.b - run.w @ mean", "run.b"),
        ("shifts the bias the wrong way", "run.b - run.w @ mean", "run.b + run.w @ mean"),
        ("does not centre", "X - mean, y", "X, y"),
    ],
    "ex-descent-polyak": [
        ("does not square the length", "(g @ g)", "np.sqrt(g @ g)"),
        ("a hundredth of the step", "- best) / (g @ g)", "- best) / (100 * g @ g)"),
        ("steps by the value, not by the excess", "value(walk[-1]) - best", "value(walk[-1])"),
    ],
    "ex-descent-never-uphill": [
        ("never checks the value", "value(theta - g / 2**k) < value(theta)", "True"),
        (
            "gives up after the first step",
            "theta = theta - g / 2**k\n",
            "return theta - g / 2**k\n",
        ),
        ("goes uphill", "theta - g / 2**k", "theta + g / 2**k"),
    ],
    "ex-descent-summable": [
        ("squares the step", "eta * G * np.pi**2 / 6", "eta**2 * G * np.pi**2 / 6"),
        ("forgets the half", "lam / 2 * outside", "lam * outside"),
        ("forgets to square the distance", "outside**2", "outside"),
    ],
    "ex-descent-multipliers": [
        ("forgets the box", "lam / 2 > 1 / 3", "False"),
        ("the box of the sum form", "lam / 2 > 1 / 3", "lam / 2 > 1"),
        ("forgets that two points share it", "[lam / 2, lam / 2, 0]", "[lam, lam, 0]"),
    ],
}
