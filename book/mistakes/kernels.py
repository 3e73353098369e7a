"""Mistakes that people make in the exercises on kernels, and what to say to them."""

MISTAKES = {
    "ex-kernels-values": [
        (
            "forgets the square",
            "(1 + 1) ** 2",
            "(1 + 1)",
            "np.isclose(kxz, 2)",
            "Here x·z + 1 is 2. What does the kernel still do with it?",
        ),
        (
            "adds the mixed term once",
            "kxx - 2 * kxz + kzz",
            "kxx - kxz + kzz",
            "np.isclose(far**2, 36 - 4 + 121)",
            "Your distance counts the mixed term φ(x)·φ(z) once. Multiply ‖φ(x) − φ(z)‖² out: how "
            "often does it occur?",
        ),
        (
            "stops at the squared distance",
            "np.sqrt(kxx - 2 * kxz + kzz)",
            "kxx - 2 * kxz + kzz",
            "np.isclose(far, 149)",
            "You found ‖φ(x) − φ(z)‖² = 149. From there to the distance one step is missing.",
        ),
        (
            "divides by the squared lengths",
            "kxz / np.sqrt(kxx * kzz)",
            "kxz / (kxx * kzz)",
            "np.isclose(cosine, 4 / (36 * 121))",
            "For the cosine you divide by k(x, x)·k(z, z). Is k(x, x) the length of φ(x), or "
            "its square?",
        ),
    ],
    "ex-kernels-two": [
        (
            "forgets the box",
            "min(C, 1 / (1 - q))",
            "1 / (1 - q)",
            "np.isclose(two_points(0.5, 1)[0], 2)",
            "For q = ½ and C = 1 your α is 2, the top of the parabola. What is the best α if "
            "the top lies outside [0, C]?",
        ),
        (
            "counts one multiplier only",
            "1 / (1 - q)",
            "0.5 / (1 - q)",
            "np.isclose(two_points(0.5, 9)[0], 1)",
            "Your α is half as large as it should be. The dual has two multipliers: what is Σαᵢ "
            "when both are equal to α?",
        ),
        (
            "forgets the factor of the mixed term",
            "np.sqrt(2 * (1 - q))",
            "np.sqrt(2 - q)",
            "np.isclose(two_points(0.5, 1)[1], 1 / np.sqrt(1.5))",
            "Your margin counts the mixed term k(x, z) once. Multiply ‖φ(x) − φ(z)‖² out: how "
            "often does it occur?",
        ),
        (
            "the width, not the margin",
            "1 / (alpha *",
            "2 / (alpha *",
            "np.isclose(two_points(0.5, 1)[1], 2)",
            "This is the width of the whole street. The margin reaches from the boundary to one "
            "edge only.",
        ),
    ],
    "ex-kernels-normalise": [
        (
            "forgets the square root",
            "/ np.sqrt(squares)",
            "/ squares",
            "np.allclose(1 / 6,\n    normalised(Linear(), np.array([[2]]), np.array([[3]])))",
            "You divide by k(x, x)·k(z, z), so a point does not even get the value 1 with itself. "
            "Is k(x, x) the length of φ(x), or its square?",
        ),
        (
            "takes the diagonal of X twice",
            "np.outer(kernel.diagonal(X), kernel.diagonal(Z))",
            "np.outer(kernel.diagonal(X), kernel.diagonal(X))[:, :len(Z)]",
            "np.allclose(3 / 2,\n    normalised(Linear(), np.array([[2]]), np.array([[3]])))",
            "Both lengths seem to come from X. The columns of the matrix belong to the points of "
            "Z: whose lengths do they need?",
        ),
        (
            "takes the lengths of the points",
            "np.outer(kernel.diagonal(X), kernel.diagonal(Z))",
            "np.outer((X**2).sum(axis=1), (Z**2).sum(axis=1))",
            "np.allclose(normalised(Linear() + 8, np.ones((1, 1)),\n    np.ones((1, 1))), 9)",
            "You divide by the lengths of the points themselves. The angle is one between "
            "features: how does the kernel tell you the length of φ(x)?",
        ),
    ],
    "ex-kernels-mean": [
        (
            "forgets the lengths of the means",
            " - own / 2",
            "",
            "np.allclose(mean_scores(Linear(), np.array([[0], [1], [3]]),\n"
            "    np.array([-1, 1, 1]), np.array([[3], [6]])), [6, 12])",
            "The lengths of the two means are missing, as if they were equal. Which terms remain "
            "when you multiply out both squares?",
        ),
        (
            "forgets the factor one half",
            "own / 2",
            "own",
            "np.allclose(mean_scores(Linear(), np.array([[0], [1], [3]]),\n"
            "    np.array([-1, 1, 1]), np.array([[3]])), 2)",
            "The difference of ‖μ₊‖² and ‖μ₋‖² comes in with too much weight. What does the ½ in "
            "front of the bracket make of it?",
        ),
        (
            "forgets the half in front of the bracket",
            "return to_plus - to_minus - own / 2",
            "return 2 * (to_plus - to_minus) - own",
            "np.allclose(mean_scores(Linear(), np.array([[0], [1], [3]]),\n"
            "    np.array([-1, 1, 1]), np.array([[3]])), 8)",
            "Your scores are twice as large as s(x). Has the ½ in front of the bracket got lost?",
        ),
        (
            "takes the diagonal only",
            "kernel(plus, plus).mean()",
            "kernel.diagonal(plus).mean()",
            "np.allclose(mean_scores(Linear(), np.array([[0], [1], [3]]),\n"
            "    np.array([-1, 1, 1]), np.array([[3]])), 3.5)",
            "For ‖μ‖² you average k(xᵢ, xᵢ) only. A mean times itself also holds the products of "
            "different points: which block of the Gram matrix is that?",
        ),
        (
            "scores the training points, whatever Z is",
            "kernel(Z, ",
            "kernel(X, ",
            "len(mean_scores(Linear(), np.eye(4), np.array([1, 1, 1, -1]),\n"
            "    np.ones((2, 4)))) == 4",
            "For two rows in Z you return four scores, one for each row of X. Whose scores are "
            "asked for?",
        ),
        (
            "sums in place of means",
            ".mean(",
            ".sum(",
            "np.allclose(mean_scores(Linear(), np.array([[0], [1], [3]]),\n"
            "    np.array([-1, 1, 1]), np.array([[4]])), 8)",
            "The more points a class has, the more it weighs in your scores, because you only "
            "add kernel values up. What turns such a sum into the product with a mean?",
        ),
    ],
    "ex-kernels-words": [
        (
            "single letters instead of pairs",
            "u[i:i + 2] == v[j:j + 2]",
            "u[i] == v[j]",
            'pair_kernel("abcd", "cadb") > 0',
            "The words “abcd” and “cadb” have no pair of neighbours in common, but your "
            "kernel is not 0 for them. Does it compare single letters, or pairs?",
        ),
        (
            "counts common pairs once",
            "return sum(u[i:i + 2] == v[j:j + 2] for i in range(len(u) - 1)\n"
            "               for j in range(len(v) - 1))",
            "return len({u[i:i + 2] for i in range(len(u) - 1)}\n"
            "               & {v[j:j + 2] for j in range(len(v) - 1)})",
            'pair_kernel("anan", "anan") in (2, 3)',
            "The word “anan” holds the pair “an” twice. In how many ways can you choose it in one "
            "copy of the word and again in a second copy?",
        ),
        (
            "overlooks overlapping pairs",
            "return sum(u[i:i + 2] == v[j:j + 2] for i in range(len(u) - 1)\n"
            "               for j in range(len(v) - 1))",
            "return sum(u.count(pair) * v.count(pair)\n"
            "               for pair in {u[i:i + 2] for i in range(len(u) - 1)})",
            'pair_kernel("aaa", "aa") == 1',
            "The word “aaa” holds the pair “aa” twice, and you find it once. Does str.count see "
            "pairs that overlap?",
        ),
        (
            "forgets to normalise",
            "K / np.sqrt(np.outer(u2, v2))",
            "K",
            'np.allclose(cosines(["anan"], ["anan"]), 5)',
            "A word should have the cosine 1 with itself, and yours are larger. Are these still "
            "the values of the kernel?",
        ),
        (
            "divides by the squared lengths",
            "K / np.sqrt(np.outer(u2, v2))",
            "K / np.outer(u2, v2)",
            'np.allclose(cosines(["anan"], ["anan"]), 1 / 5)',
            "A word should have the cosine 1 with itself, and yours are smaller. What happens to "
            "k(u, u)·k(v, v) before you divide by it?",
        ),
        (
            "divides by the lengths of the words",
            "[pair_kernel(w, w) for w in ws]",
            "[len(w) - 1 for w in ws]",
            'np.allclose(cosines(["anan"], ["anan"]), 5 / 3)',
            "You take the number of pairs in a word for its squared length. “anan” has three "
            "pairs, one of them twice: what is its feature vector, and how long is that?",
        ),
        (
            "divides by the number of different pairs",
            "[pair_kernel(w, w) for w in ws]",
            "[len({w[i:i + 2] for i in range(len(w) - 1)}) for w in ws]",
            'np.allclose(cosines(["anan"], ["anan"]), 5 / 2)',
            "You take the number of different pairs for a word's squared length. In “anan” "
            "one of the two occurs twice: what is its feature vector, and how long is that?",
        ),
    ],
    "ex-kernels-constant": [
        (
            "multiplies instead of adding",
            "shifted = kernel + a",
            "shifted = a * kernel",
            "np.allclose(shifted_scores(RBF(sigma=0.5), 9.0, C=3)[0],\n    9 * RBF(sigma=0.5)(X))",
            "With a = 9 every entry of your matrix is 9 times as large as for k. Is a really added "
            "to each kernel value?",
        ),
        (
            "leaves a out, since it makes no difference",
            "shifted = kernel + a",
            "shifted = kernel",
            "np.allclose(shifted_scores(RBF(sigma=0.5), 9.0, C=3)[0], RBF(sigma=0.5)(X))",
            "Your Gram matrix does not notice a. That the scores do not is what you have to show: "
            "which matrix belongs to k + a?",
        ),
        (
            "leaves C out",
            "KernelSVM(C=C, ",
            "KernelSVM(",
            "np.allclose(shifted_scores(RBF(sigma=0.5), 1.0, C=0.1)[1],\n"
            "    shifted_scores(RBF(sigma=0.5), 1.0, C=9)[1])",
            "Your scores are the same for C = 0.1 and C = 9. Does C reach the machine?",
        ),
        (
            "forgets the constant",
            "kernel(X) + a)",
            "kernel(X))",
            "abs(without_bias(RBF(0.001), 9.0, C=10) - 1).max() < 0.01",
            "Without a bias the constant must make a difference, but your multipliers do not "
            "notice it. Does a reach the matrix from which you take the features?",
        ),
        (
            "a penalised bias is not none",
            'bias="none"',
            'bias="regularised"',
            "abs(without_bias(RBF(0.001), 0.0, C=10) - 1).max() > 0.01",
            "In your without_bias there is still a bias at work, free or paid for. This machine "
            "should have none at all: how do you say that to coordinate_ascent?",
        ),
        (
            "leaves C out of the machine without a bias",
            "(Phi, y, C,",
            "(Phi, y, 10,",
            "abs(without_bias(RBF(0.001), 0.0, C=0.5)).max() > 0.6",
            "With C = 0.5 some multipliers of your machine without a bias are larger than that. "
            "Does C reach coordinate_ascent?",
        ),
        (
            "takes a itself for the additional feature",
            "np.linalg.eigh(kernel(X) + a)",
            "np.linalg.eigh(kernel(X) + a**2)",
            "np.allclose(without_bias(RBF(0.001), 0.1, C=10),\n"
            "    without_bias(RBF(0.001) + 0.01, 0.0, C=10), atol=1e-3)",
            "Without a bias your constant 0.1 acts as 0.01 should. The extra constant "
            "feature, multiplied by itself, has to give a: how large is the feature, and what "
            "do you add to the kernel?",
        ),
    ],
    "ex-kernels-perceptron": [
        (
            "takes a score of zero for right",
            "(counts * y)) <= 0:",
            "(counts * y)) < 0:",
            "kernel_perceptron(np.eye(2), np.ones(2)).sum() == 0",
            "All your counts are 0. At the start every score is exactly 0: does that count as "
            "right, or as a mistake?",
        ),
        (
            "updates all points at a mistake",
            "counts[i] += 1\n",
            "counts += 1\n",
            "kernel_perceptron(np.ones((3, 3)), np.ones(3)).sum() == 3",
            "A mistake at one point raises other counts as well. Do you take the points one by "
            "one, and raise the count of the one that is wrong?",
        ),
        (
            "forgets the bias",
            "(K[i] + 1)",
            "(K[i])",
            "kernel_perceptron(np.eye(2), np.ones(2)).sum() == 2",
            "Your scores seem to come from K alone, without a bias. The feature vectors here are "
            "(φ(x), 1): what does the 1 add to an inner product?",
        ),
        (
            "one round only",
            "range(max_rounds)",
            "range(1)",
            "kernel_perceptron(np.array([[1, 2], [2, 4]]),\n    np.array([1, -1])).sum() < 13",
            "Your function stops early: for the two points at the end of the check there are still "
            "mistakes to be made. What must a round be like before it may stop?",
        ),
        (
            "never stops before it has to",
            "range(max_rounds)",
            "range(1000)",
            "kernel_perceptron(np.zeros((2, 2)), np.array([1, -1]),\n    max_rounds=2).sum() > 4",
            "Your function goes on after max_rounds rounds. No line separates two equal points of "
            "different classes: when does it stop there?",
        ),
    ],
    "ex-kernels-distances": [
        (
            "distances not squared",
            "-D**2 / 2",
            "-D / 2",
            "np.allclose(1, linear_from_distances(\n"
            "    np.array([[0, 2.0], [2, 0]]), np.array([1, -1]), 9)[0])",
            "Your matrix grows like the distance itself. Which function of the distance turns "
            "into an inner product when you multiply it out?",
        ),
        (
            "forgets the half",
            "-D**2 / 2",
            "-D**2",
            "np.allclose(1 / 4, linear_from_distances(\n"
            "    np.array([[0, 2.0], [2, 0]]), np.array([1, -1]), 9)[0])",
            "Your multipliers are half as large as those of the linear machine. For −‖x − z‖² one "
            "finds k₀ = 2 (x − x₀)·(z − x₀): what does the 2 ask for?",
        ),
        (
            "loses the sign",
            "-D**2 / 2",
            "D**2 / 2",
            "np.allclose(9, linear_from_distances(\n"
            "    np.array([[0, 2.0], [2, 0]]), np.array([1, -1]), 9)[0])",
            "In your matrix points far apart count as most alike, and the multipliers run up "
            "to C. Which sign makes near points alike?",
        ),
    ],
    "ex-kernels-waves": [
        (
            "takes the number of waves from the set-up",
            "2 / len(u)",
            "2 / 20_000",
            "np.allclose(0.01, waves(np.zeros(1), 1.0, np.zeros(1), np.zeros(1)))",
            "With a single wave your factor is still that of 20 000. How many waves are handed to "
            "your function?",
        ),
        (
            "forgets the phase",
            " + u)",
            ")",
            "np.allclose(waves(x, 1.0, omega[:9], u[:9]),\n"
            "    waves(x, 1.0, omega[:9], 0 * u[:9]))",
            "Your features do not change with the phases u. Without them the second cosine, "
            "of ω(x + z) + 2u, does not average out.",
        ),
        (
            "forgets the factor 2",
            "np.sqrt(2 / len(u))",
            "np.sqrt(1 / len(u))",
            "(waves(x, 1.0, omega, u) ** 2).sum(axis=1).max() < 0.7",
            "The kernel has k(x, x) = 1, but your feature vectors are too short. The mean of cos² "
            "is only ½: what makes up for it?",
        ),
        (
            "adds the waves up",
            "np.sqrt(2 / len(u))",
            "np.sqrt(2)",
            "(waves(x, 1.0, omega, u) ** 2).sum(axis=1).min() > 10",
            "The more waves, the longer your feature vectors. Their inner product should be a mean "
            "over the D waves, not a sum.",
        ),
        (
            "multiplies by the length",
            "np.outer(x, omega) / length",
            "np.outer(x, omega) * length",
            "abs(abs(waves(np.ones(1), 2.0,\n"
            "    np.array([np.pi / 2]), np.zeros(1))) - 1).max() > 0.01",
            "With ℓ = 2 all waves should be twice as long as with ℓ = 1, and yours are not. "
            "Which frequencies have the scale 1/ℓ?",
        ),
    ],
}
