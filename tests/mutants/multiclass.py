"""Mistakes that the checks of the exercises on several classes reject."""

MUTANTS = {
    "ex-multiclass-votes": [
        ("forgets classes without a vote", ", minlength=K", ""),
        ("counts every duel twice", "K * (K - 1) // 2", "K * (K - 1)"),
        ("lets every machine see all points", "2 * n // K)", "n)"),
    ],
    "ex-multiclass-losses": [
        ("lets the own class pay delta", "h[k] = 0", "h[k] = delta"),
        ("gives credit for negative excesses", "np.maximum(h, 0).sum()", "h.sum()"),
        ("forgets delta", "s - s[k] + delta", "s - s[k] + 1"),
    ],
    "ex-multiclass-row": [
        ("loses the 2", "2 * j", "j"),
        ("adds the square", "-(j**2)", "j**2"),
        ("forgets the bias", "-(j**2)", "0 * j"),
    ],
    "ex-multiclass-distance": [
        ("takes the bias for a part of the slope", "difference[:-1]", "difference"),
        ("reports the score difference", " / np.linalg.norm(difference[:-1])", ""),
        ("looks from the other side", "W[k] - W[j]", "W[j] - W[k]"),
    ],
    "ex-multiclass-confusion": [
        ("exchanges rows and columns", "(truth, said), 1", "(said, truth), 1"),
        ("counts right answers as mistakes", "matrix - np.diag(right)", "matrix"),
        ("takes rows for columns", "matrix.sum(axis=1), matrix.sum(axis=0)",
         "matrix.sum(axis=0), matrix.sum(axis=1)"),
    ],
    "ex-multiclass-blind": [
        ("lets the own class pay", " - np.eye(len(p))", ""),
        ("adds up all rivals", "h.max(axis=1)", "np.maximum(h, 0).sum(axis=1)"),
        ("exchanges own and other", "p * own + (1 - np.array(p)) * other",
         "p * other + (1 - np.array(p)) * own"),
        ("forgets the other machines", " + (1 - np.array(p)) * other", ""),
    ],
    "ex-multiclass-codes": [
        ("trains on classes left out", "X[z != 0], z[z != 0]", "X, np.where(z > 0, 1, -1)"),
        ("lets zeros pay", " * np.abs(M)", ""),
        ("takes the worst code word", "argmin", "argmax"),
    ],
    "ex-multiclass-kernel": [
        ("forgets the own class", "beta[rows, y] += alpha.sum(axis=1)", "pass"),
        ("takes the sum for the mean", "A / n - alpha", "A - alpha"),
        ("takes the Pegasos step for lambda = rho", "gram @ beta / (2 * reg)", "gram @ beta / reg"),
    ],
    "ex-multiclass-slopes": [
        ("sums W in the penalty", "2 * reg * W", "2 * reg * W.sum()"),
        ("forgets the own class", "G[rows, y] -= A.sum(axis=1)", "pass"),
        ("forgets the mean", "G.T @ X / len(y)", "G.T @ X"),
    ],
}  # fmt: skip
