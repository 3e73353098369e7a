"""Mistakes that people make in the exercises on kernels: (mistake, right text, wrong text)."""

MUTANTS = {
    "ex-kernels-values": [
        ("forgets the square", "(1 + 1) ** 2", "(1 + 1)"),
        ("adds the mixed term once", "kxx - 2 * kxz + kzz", "kxx - kxz + kzz"),
        ("divides by the squared lengths", "kxz / np.sqrt(kxx * kzz)", "kxz / (kxx * kzz)"),
    ],
    "ex-kernels-two": [
        ("forgets the box", "min(C, 1 / (1 - q))", "1 / (1 - q)"),
        ("forgets the factor of the mixed term", "np.sqrt(2 * (1 - q))", "np.sqrt(2 - q)"),
        ("the width, not the margin", "1 / (alpha *", "2 / (alpha *"),
    ],
    "ex-kernels-normalise": [
        ("forgets the square root", "/ np.sqrt(squares)", "/ squares"),
        (
            "takes the diagonal of X twice",
            "np.outer(kernel.diagonal(X), kernel.diagonal(Z))",
            "np.outer(kernel.diagonal(X), kernel.diagonal(X))[:, :len(Z)]",
        ),
    ],
    "ex-kernels-mean": [
        ("forgets the lengths of the means", " - own / 2", ""),
        ("forgets the factor one half", "own / 2", "own"),
        ("takes the diagonal only", "kernel(plus, plus).mean()", "kernel.diagonal(plus).mean()"),
    ],
    "ex-kernels-words": [
        ("single letters instead of pairs", "u[i:i + 2] == v[j:j + 2]", "u[i] == v[j]"),
        ("forgets to normalise", "K / np.sqrt(np.outer(u2, v2))", "K"),
        ("counts common pairs once", "return sum(u[i:i + 2]", "return any(u[i:i + 2]"),
    ],
    "ex-kernels-constant": [
        ("multiplies instead of adding", "kernel=kernel + a)", "kernel=a * kernel)"),
        ("forgets the constant", "kernel(X) + a)", "kernel(X))"),
        ("a penalised bias is not none", 'bias="none"', 'bias="regularised"'),
    ],
    "ex-kernels-perceptron": [
        ("forgets the bias", "(K[i] + 1)", "(K[i])"),
        ("updates all points at a mistake", "counts[i] += 1\n", "counts += 1\n"),
        ("one round only", "range(max_rounds)", "range(1)"),
    ],
    "ex-kernels-distances": [
        ("distances not squared", "-D**2 / 2", "-D / 2"),
        ("forgets the half", "-D**2 / 2", "-D**2"),
    ],
    "ex-kernels-waves": [
        ("multiplies by the length", "np.outer(x, omega) / length", "np.outer(x, omega) * length"),
        ("forgets the phase", " + u)", ")"),
        ("forgets the factor 2", "np.sqrt(2 / len(u))", "np.sqrt(1 / len(u))"),
    ],
}  # fmt: skip
