"""Mistakes that the checks of the exercises on probabilities and decisions reject."""

MUTANTS = {
    "ex-probabilities-parts": [
        ("weighs all groups alike", "np.mean(y[group] > 0), np.mean(group)",
         "np.mean(y[group] > 0), 1 / len(np.unique(p))"),
        ("takes the forecast for the share", "share * o * (1 - o)", "share * value * (1 - value)"),
        ("forgets the square", "(value - o) ** 2", "abs(value - o)"),
    ],
    "ex-probabilities-threshold": [
        ("exchanges the costs", "alarm / (alarm + miss)", "miss / (alarm + miss)"),
        ("takes the ratio of the costs", "alarm / (alarm + miss)", "alarm / miss"),
        ("calls everything above one half", "p > threshold(alarm, miss)", "p > 0.5"),
    ],
    "ex-probabilities-species": [
        ("forgets to divide", "p / p.sum(axis=1, keepdims=True)", "p"),
        ("divides by the largest", "p.sum(axis=1, keepdims=True)", "p.max(axis=1, keepdims=True)"),
        ("exchanges the labels", "np.where(y == k, 1, -1))\n            for",
         "np.where(y == k, -1, 1))\n            for"),
    ],
    "ex-probabilities-auc": [
        ("gives ties nothing", " + 0.5 * (difference == 0)", ""),
        ("gives ties everything", "0.5 * (difference == 0)", "(difference == 0)"),
        ("exchanges the classes", "f[y > 0][:, None] - f[y < 0]", "f[y < 0][:, None] - f[y > 0]"),
    ],
    "ex-probabilities-cost": [
        ("exchanges the costs", "alarm * alarms + miss * misses", "miss * alarms + alarm * misses"),
        ("counts mistakes", "alarm * alarms + miss * misses", "alarms | misses"),
        ("divides by the calls", "np.mean(alarm * alarms + miss * misses)",
         "np.sum(alarm * alarms + miss * misses) / call.sum()"),
    ],
    "ex-probabilities-prior": [
        ("turns the ratio round", "new / (1 - new) / (old / (1 - old))",
         "old / (1 - old) / (new / (1 - new))"),
        ("multiplies probabilities", "r * p / (r * p + 1 - p)", "p * new / old"),
        ("forgets the old odds", " / (old / (1 - old))", " * (old / (1 - old))**2"),
    ],
    "ex-probabilities-isotonic": [
        ("does not look back again", "while len(blocks)", "if len(blocks)"),
        ("forgets to come back in order", "fitted[order] =", "fitted[:] ="),
        ("averages blocks of any size alike", "blocks[-1][1] += size", "blocks[-1][1] += 1"),
    ],
    "ex-probabilities-em": [
        ("stops after one round", "range(500)", "range(1)"),
        ("takes the mean of the forecasts", "np.mean(r * p / (r * p + 1 - p))", "np.mean(p)"),
        ("forgets the old base rate", " / (old / (1 - old))", ""),
    ],
    "ex-probabilities-absolute": [
        ("says what it believes", "1 / (s - 1)", "1"),
        ("inverts the power", "1 / (s - 1)", "s - 1"),
        ("is off by one", "1 / (s - 1)", "1 / s"),
    ],
}  # fmt: skip
