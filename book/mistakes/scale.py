"""Mistakes in the exercises of lecture 14, A million points, and its in-depth page."""

MISTAKES = {
    "ex-scale-fits": [
        (
            "counts numbers for bytes",
            "int(np.sqrt(budget / 8))",
            "int(np.sqrt(budget))",
            "most_points(100) == 10",
            "For 100 bytes you allow 10 points, so 100 numbers. How many bytes does a number take?",
        ),
        (
            "forgets the square",
            "int(np.sqrt(budget / 8))",
            "int(budget / 8)",
            "most_points(8 * 50) == 50",
            "You would fit 50 points into 50 numbers. The Gram matrix has an entry for every pair "
            "of points: how many entries is that?",
        ),
        (
            "stores the kernel among the features",
            "8 * n * m",
            "8 * n * n",
            "feature_bytes(1000, 3) == 8e6",
            "Your second function does not depend on the number of features. How many numbers "
            "describe a point after the map?",
        ),
        (
            "rounds to the nearest",
            "int(np.sqrt(budget / 8))",
            "int(round(np.sqrt(budget / 8)))",
            "most_points(8 * 15) == 4",
            "Four points have 16 kernel values, and for these 15 places are not enough. Do you "
            "round up where you must round down?",
        ),
    ],
    "ex-scale-reports": [
        (
            "forgets the regulariser",
            "w @ w / 2 + slack",
            "slack",
            "np.isclose(both_ends(reports, w)[1], 6)",
            "Your primal objective consists of slack only. Which part of it does not depend on "
            "the rows, so that no shard reports it?",
        ),
        (
            "adds the regulariser once per shard",
            "w @ w / 2 + slack",
            "w @ w / 2 * len(reports) + slack",
            "np.isclose(both_ends(reports, w)[1], 7.5)",
            "Your primal objective counts the regulariser once for each shard. How often does it "
            "stand in P?",
        ),
        (
            "does not balance",
            "min(1, down / up), min(1, up / down)",
            "1, 1",
            "np.isclose(both_ends(reports, w)[0], 3.5)",
            "Your multipliers weigh 4 in one class and 2 in the other. The constraint Σαy = 0 is "
            "not met, so weak duality promises nothing: who has to shrink, and by how much?",
        ),
        (
            "shrinks the lighter class",
            "min(1, down / up), min(1, up / down)",
            "max(1, down / up), max(1, up / down)",
            "np.isclose(both_ends(reports, w)[0], -2)",
            "You have made the lighter class heavier. May its multipliers grow above C?",
        ),
        (
            "always shrinks the positive class",
            "min(1, down / up), min(1, up / down)",
            "down / up, 1",
            "both_ends([(1.0, 1.0, 2.0, np.zeros(2), np.zeros(2))], w)[0] == 4",
            "Where the negative class is the heavier one you let the multipliers of the positive "
            "class grow, perhaps above C. Which class has to shrink there?",
        ),
        (
            "leaves the vectors as they were reported",
            "t_up * v_up - t_down * v_down",
            "v_up - v_down",
            "np.isclose(both_ends(reports[:1], w)[0], 1)",
            "You let the multipliers of the heavier class shrink, and w is still made with those "
            "from before. What does v become when they are halved?",
        ),
    ],
    "ex-scale-waves": [
        (
            "takes σ for 1/σ",
            "scale=1 / sigma",
            "scale=sigma",
            "np.abs(wave_features(X, 4000, 2.0, 1)\n"
            "    @ wave_features(X, 4000, 2.0, 1).T - RBF(0.5)(X)).max() < 0.1",
            "For σ = 2 you imitate the kernel with σ = 1/2. Does a wide bell consist of slow waves "
            "or of fast ones?",
        ),
        (
            "counts features for frequencies",
            "np.sqrt(2 / m)",
            "np.sqrt(1 / m)",
            "np.allclose((wave_features(X, 100, 1.0, 0)**2).sum(axis=1), 0.5)",
            "Your rows have the squared length 1/2, but k(x, x) = 1. Over how many frequencies do "
            "you average?",
        ),
        (
            "takes cosines only",
            "[np.cos(angles), np.sin(angles)]",
            "[np.cos(angles), np.cos(angles)]",
            "not np.allclose((wave_features(X, 100, 1.0, 0)**2).sum(axis=1), 1)",
            "The lengths of your rows differ from point to point, but k(x, x) = 1 for all. What "
            "has to be added to cos² to make 1?",
        ),
        (
            "draws new frequencies for every call",
            "default_rng(seed)",
            "default_rng(seed + len(X))",
            "not np.allclose(wave_features(X[:9], 100, 1.0, 0),\n"
            "    wave_features(X, 100, 1.0, 0)[:9])",
            "The features of a row depend on how many rows come with it. If the blocks have "
            "different sizes, does the 17th feature mean the same in each?",
        ),
        (
            "ignores the seed",
            "default_rng(seed)",
            "default_rng(0)",
            "np.allclose(wave_features(X[:9], 100, 1.0, 0),\n"
            "    wave_features(X[:9], 100, 1.0, 1))",
            "Your frequencies are the same for every seed. What does your generator start from?",
        ),
    ],
    "ex-scale-enough": [
        (
            "returns the last one tried",
            "            return m\n        m,",
            "            return 4 * m\n        m,",
            "enough(score, 25, 0.02, 2000) == 400",
            "You return the landmarks that brought too little. Which number do you keep when going "
            "to 4m is not worth it?",
        ),
        (
            "forgets the error",
            "finer <= reached + error",
            "finer <= reached",
            "enough(score, 25, 0.1, 2000) == 1600",
            "You go on for any gain, however small. Which gain can a held-out score tell from "
            "luck?",
        ),
        (
            "forgets the limit",
            "while 4 * m <= most",
            "while m <= most",
            "enough(score, 25, 0.002, 1599) == 1600",
            "You try more landmarks than allowed. Which number has to be compared with `most`, m "
            "or the next one?",
        ),
        (
            "compares with the start",
            "m, reached = 4 * m, finer",
            "m = 4 * m",
            "enough(score, 25, 0.02, 2000) == 1600",
            "You compare every score with that of the first m. With which one does the rule "
            "compare 4m, once m has grown?",
        ),
        (
            "fits twice",
            "reached = score(m)",
            "reached = (score(m), score(m))[0]",
            "(asked.clear(), enough(score, 25, 0.02, 2000), len(asked))[2] > 3",
            "You ask for a score that you have had. Each is a fit: in which variable could the "
            "last one wait?",
        ),
    ],
    "ex-scale-left": [
        (
            "forgets the inverse",
            "((A @ inverse) * A).sum(axis=1)",
            "(A * A).sum(axis=1)",
            "np.isclose(\n    unexplained(X, X[:2], kernel)[0], -kernel(X[:2])[0, 1] ** 2)",
            "Some of your lengths are negative. The landmarks are not orthogonal to each other, "
            "so their contributions may not just be added: what stands between the two columns?",
        ),
        (
            "inverts with all its rounding",
            "kernel(landmarks), rcond=1e-10, hermitian=True",
            "kernel(landmarks), rcond=0, hermitian=True",
            "np.abs(unexplained(X, landmarks, kernel)[:20]).max() > 1e-6",
            "At the landmarks something is left over. Two of them are equal, so an eigenvalue is "
            "0 up to rounding: should it be inverted?",
        ),
        (
            "takes k(x, x) = 1 for granted",
            "kernel.diagonal(X)",
            "1",
            "np.abs(unexplained(X, landmarks, 2 * kernel)[:20]).max() > 0.5",
            "With twice the kernel your landmarks leave something over of themselves. Is k(x, x) "
            "always 1?",
        ),
        (
            "takes the root",
            "return kernel.diagonal(X) - ((A @ inverse) * A).sum(axis=1)",
            "left = kernel.diagonal(X) - ((A @ inverse) * A).sum(axis=1)\n"
            "    return np.sqrt(np.maximum(0, left))",
            "np.allclose(unexplained(X, X[:1], kernel) ** 2,\n    1 - kernel(X, X[:1])[:, 0] ** 2)",
            "This is the length. The exercise asks for its square, which is what enters sums.",
        ),
        (
            "builds the whole Gram matrix",
            "return kernel.diagonal(X) -",
            "return kernel(X, X).diagonal() -",
            "(asked.clear(), unexplained(X, landmarks, spy), max(asked))[2] >= 160_000",
            "For 400 points you ask for all 160 000 kernel values, and need 400 of them. Which, "
            "and what gives just these?",
        ),
    ],
    "ex-scale-moments": [
        (
            "averages the means of the blocks",
            "mean + delta * (size / total), total",
            "mean + delta / (len(X) and (2 if n else 1)), total",
            "not np.allclose(\n    moments(iter([X[:1], X[1:]]))[0], X.mean(axis=0), rtol=1e-6)",
            "A block of a single row pulls your mean as hard as one of ten thousand. How much "
            "should each count?",
        ),
        (
            "forgets the spread between the blocks",
            "S = S + delta**2 * (n * size / total)",
            "S = S + 0 * delta",
            "np.allclose(\n    moments(iter([np.zeros((2, 1)), np.ones((2, 1))]))[1], 0)",
            "A block of zeros and a block of ones have no spread inside, but together they have. "
            "Which term of the merge knows about that?",
        ),
        (
            "uses the textbook formula",
            "return mean, np.sqrt(S / n)",
            "squares = S + n * mean**2\n    return mean, np.sqrt(np.abs(squares / n - mean**2))",
            "not np.isclose(moments(iter([X]))[1][2], 1, rtol=0.1)",
            "The spread of the last column should be about 1, but its values are near 10⁹. You "
            "subtract two huge numbers that are nearly equal: what is left of sixteen digits?",
        ),
        (
            "divides by n - 1",
            "np.sqrt(S / n)",
            "np.sqrt(S / (n - 1))",
            "np.isclose(moments(iter([np.array([[0.0], [2.0]])]))[1][0], np.sqrt(2))",
            "For the values 0 and 2 you get √2. This is the estimate with n - 1; NumPy's std, and "
            "a scaler, divide by something else.",
        ),
        (
            "keeps all blocks",
            "for X in blocks:",
            "for X in [np.vstack(list(blocks))]:",
            "(lambda alive: (moments(one_by_one(np.split(X, 4), alive)), max(alive))[1] > 1)([])",
            "You hold earlier blocks while the next is read, so in the end all rows are in memory. "
            "Which three things are worth keeping of a block?",
        ),
    ],
    "ex-scale-shift": [
        (
            "forgets that pairs share frequencies",
            "(1 - k**2) ** 2 / m",
            "(1 - k**2) ** 2 / (2 * m)",
            "np.isclose(pair_variance(0, 1), 0.5)",
            "You divide by m frequencies. But each frequency of the pairs makes two features: how "
            "many frequencies are there?",
        ),
        (
            "forgets the factor of the shifted features",
            "(1 + k**4 / 2 - k**2) / m",
            "(1 + k**4 - 2 * k**2) / m",
            "shift_variance(1, 1) == 0",
            "For x = x' your shifted features are exact. But 2 cos²(p) is 1 on average only: which "
            "term of cos(p - q) + cos(p + q) stays random there?",
        ),
        (
            "forgets to subtract the square of the mean",
            "(1 + k**4 / 2 - k**2) / m",
            "(1 + k**4 / 2) / m",
            "np.isclose(shift_variance(1, 1), 1.5)",
            "This is the mean of the square. What turns it into a variance?",
        ),
    ],
    "ex-scale-one-more": [
        (
            "forgets the square",
            "both[:, 0] ** 2 / own[0, 0]",
            "both[:, 0] / own[0, 0] ** 0.5",
            "np.min(gained(X, landmarks, new, kernel)) < -1e-3",
            "Some of your falls are negative. You have the length of a shadow; which number falls, "
            "that length or its square?",
        ),
        (
            "forgets what the landmarks explain",
            "kernel(X, new) - z(X) @ z(new).T",
            "kernel(X, new)",
            "np.max(gained(X, landmarks, new, kernel) - over(landmarks, kernel)) > 1e-3",
            "Some rows lose more than was left over of them. What do the old landmarks explain of "
            "k(x, l) already?",
        ),
        (
            "forgets to divide",
            "both[:, 0] ** 2 / own[0, 0]",
            "both[:, 0] ** 2",
            "np.isclose(gained(X, landmarks, new, kernel)[8],\n"
            "    over(landmarks, kernel)[8] ** 2, atol=1e-6)",
            "Of the new landmark itself something stays left over. How long is r(l), and how long "
            "has a direction to be?",
        ),
        (
            "takes k(x, x) = 1 for granted",
            "kernel(new) - z(new)",
            "1 - z(new)",
            "not np.isclose(gained(X, landmarks, new, 2 * kernel)[8],\n"
            "    over(landmarks, 2 * kernel)[8], atol=1e-6)",
            "With twice the kernel the falls should be twice as large. Is k(l, l) always 1?",
        ),
    ],
    "ex-scale-greedy": [
        (
            "takes the point of which least is left",
            "np.argmax(left)",
            "np.argmin(left)",
            "len(set(greedy(X, kernel, 5)[0])) < 5",
            "Some landmark was chosen twice: after it has been chosen, nothing is left over of it. "
            "Which point do you want next?",
        ),
        (
            "forgets what earlier landmarks explain",
            "kernel(X[j : j + 1], X)[0] - G @ G[j]",
            "kernel(X[j : j + 1], X)[0]",
            "np.isclose(1 - np.exp(-1) - np.exp(-1) / (1 - np.exp(-4)),\n"
            "    greedy(np.array([[0.0], [0.5], [1.0]]), kernel, 2)[1][1])",
            "Your residuals are smaller than what is really left over. Each new column has to be "
            "cleared of the earlier ones before it is squared: with which product?",
        ),
        (
            "forgets to scale the column",
            "column / np.sqrt(left[j])",
            "column",
            "(lambda chosen, left: np.array(left)[chosen].max() > 1e-3)(*greedy(X, kernel, 30))",
            "At some landmarks something is left over. By which number has the cleared column to "
            "be divided, so that its square removes all of the landmark's residual?",
        ),
        (
            "takes k(x, x) = 1 for granted",
            "kernel.diagonal(X).astype(float)",
            "np.ones(len(X))",
            "np.max(greedy(X, 2 * kernel, 1)[1]) < 1.5",
            "With twice the kernel no residual of yours exceeds 1, even far from the landmark. "
            "Is k(x, x) always 1?",
        ),
    ],
    "ex-scale-leverage": [
        (
            "forgets λ",
            "K + lam * np.eye(len(K))",
            "K + np.eye(len(K))",
            "np.allclose(leverage_scores(K, 3.0), leverage_scores(K, 1.0))",
            "Your scores do not depend on λ. The larger the scale, the fewer directions count: "
            "where does λ enter?",
        ),
        (
            "forgets to multiply by K",
            "np.linalg.solve(K + lam * np.eye(len(K)), K)",
            "np.linalg.inv(K + lam * np.eye(len(K)))",
            "np.isclose(leverage_scores(K, 1.0)[0], 0.9)",
            "One of nine equal points gets the score 0.9, the loner 0.5. Who can be replaced more "
            "easily? Something is missing beside the inverse.",
        ),
        (
            "takes the mean",
            "(values / (values + lam)).sum()",
            "(values / (values + lam)).mean()",
            "np.isclose(directions(K, 1.0), 0.14)",
            "Your effective dimension is below 1, but the loner and the nine others do point in "
            "two directions. Do you add up, or average?",
        ),
        (
            "counts directions by the square",
            "(values / (values + lam)).sum()",
            "((values / (values + lam)) ** 2).sum()",
            "np.isclose(directions(K, 1.0), 0.9**2 + 0.5**2)",
            "Your directions are fewer than the scores add up to. Which power of λⱼ/(λⱼ + λ) "
            "is the trace of K(K + λI)⁻¹ made of?",
        ),
    ],
    "ex-scale-merge": [
        (
            "forgets how many rows a group has",
            "sample_weight=counts",
            "sample_weight=np.ones(len(counts))",
            "np.isclose(\n    merged_bound(np.array([[0.0], [0], [1], [1]]),\n"
            "        np.array([-1.0, -1, 1, 1]), np.array([0, 0, 1, 1]), 0.1),\n"
            "    merged_bound(np.array([[0.0], [1]]),\n"
            "        np.array([-1.0, 1]), np.array([0, 1]), 0.1))",
            "Two equal rows cost you as much as one. By how much does a group of n rows count?",
        ),
        (
            "adds the rows of a group",
            "X[part].mean(axis=0)",
            "X[part].sum(axis=0)",
            "not np.isclose(\n    merged_bound(np.array([[0.0], [0], [1], [1]]),\n"
            "        np.array([-1.0, -1, 1, 1]), np.array([0, 0, 1, 1]), 0.1),\n"
            "    merged_bound(np.array([[0.0], [0], [1], [1]]),\n"
            "        np.array([-1.0, -1, 1, 1]), np.arange(4), 0.1))",
            "Merging equal rows changes your bound. Which point stands for a group of equal rows?",
        ),
        (
            "gives all groups the mean size",
            "LinearSVM(C=C).fit(means, labels, sample_weight=counts)",
            "LinearSVM(C=C * len(X) / len(numbers)).fit(means, labels)",
            "not np.isclose(\n"
            "    merged_bound(np.array([[0.0], [0], [0], [1]]),\n"
            "        np.array([-1.0, -1, -1, 1]), np.array([0, 0, 0, 1]), 0.1),\n"
            "    merged_bound(np.array([[0.0], [0], [0], [1]]),\n"
            "        np.array([-1.0, -1, -1, 1]), np.arange(4), 0.1))",
            "Merging three equal rows changes your bound, as if all groups were of one size. How "
            "many rows does each of them stand for?",
        ),
    ],
}
