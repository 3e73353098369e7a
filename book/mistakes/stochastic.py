"""Mistakes that people make in the exercises on stochastic descent, and what to say to them."""

MISTAKES = {
    "ex-stochastic-by-hand": [
        (
            "forgets the factor n",
            "[0.5, -3], [2, 0], [2, 3]",
            "[1.5, -1], [2, 0], [2, 1]",
            "np.allclose(three[0], [1.5, -1])",
            "Each of your points pulls for itself alone. In the sum form the one that is drawn "
            "speaks for all three: how strongly does it pull?",
        ),
        (
            "regulariser only where a point pulls",
            "[0.5, -3], [2, 0]",
            "[0.5, -3], [0, 0]",
            "np.allclose(three[1], 0)",
            "For the second point you have (0, 0). Its hinge is flat, but is the hinge all there "
            "is in a stochastic subgradient?",
        ),
        (
            "the mean form",
            "full_slope = [1.5, 0]",
            "full_slope = [11 / 6, 0]",
            "np.allclose(full_slope, [11 / 6, 0])",
            "Your full subgradient belongs to the mean form, where each point counts a third. "
            "What is it in the sum form?",
        ),
        (
            "adds the three up",
            "full_slope = [1.5, 0]",
            "full_slope = [4.5, 0]",
            "np.allclose(full_slope, [4.5, 0])",
            "Your full subgradient is the sum of the three. Each of them estimates all of it, "
            "regulariser included: what does one do with three estimates?",
        ),
        (
            "exchanges two of the points",
            "[0.5, -3], [2, 0], [2, 3]",
            "[2, 3], [2, 0], [0.5, -3]",
            "np.allclose(three[0], [2, 3])",
            "Your first row belongs to the third point: (2, 0) − 3·(0, −1). Keep the order of the "
            "points: what does z = (½, 1) say?",
        ),
        (
            "shares the pull among the points that pull",
            "[0.5, -3], [2, 0], [2, 3]",
            "[1.25, 0], [2, 0], [1.25, 0]",
            "np.allclose(three[0], three[2])",
            "Two of your rows are alike, though their points are not. Each row is made with one "
            "point alone, as if it were drawn: what is it for each of them?",
        ),
        (
            "lets the second point pull, too",
            "[2, 0], [2, 3]",
            "[-4, 0], [2, 3]",
            "np.allclose(three[1], [-4, 0])",
            "Your second row holds the pull −3z. The margin of the second point is 2: how steep is "
            "its hinge there?",
        ),
        (
            "takes a margin of 0 for the end of the pull",
            "[2, 3]]",
            "[2, 0]]",
            "np.allclose(three[2], [2, 0])",
            "Your third point does not pull. Its margin is 0: on which side of the bend of the "
            "hinge does that lie?",
        ),
        (
            "loses the sign of the hinge",
            "[[0.5, -3], [2, 0], [2, 3]]",
            "[[3.5, 3], [2, 0], [2, -3]]",
            "np.allclose(three[0], [3.5, 3])",
            "In your first row the point comes in with a plus, so a step against it lowers the "
            "margin. Which sign has z in the slope of 1 − z·w?",
        ),
        (
            "forgets λ",
            "[[0.5, -3], [2, 0], [2, 3]]",
            "[[-0.5, -3], [1, 0], [1, 3]]",
            "np.allclose(three[1], [1, 0])",
            "Your second row is w itself. What stands in front of w in the slope of the "
            "regulariser?",
        ),
        (
            "leaves the regulariser out of the full subgradient",
            "full_slope = [1.5, 0]",
            "full_slope = [-0.5, 0]",
            "np.allclose(full_slope, [-0.5, 0])",
            "Your full subgradient holds the slope of the hinges alone. Which part of the "
            "objective has a slope as well, whatever the points say?",
        ),
    ],
    "ex-stochastic-averages": [
        (
            "the plain mean",
            "2 / (t + 1)",
            "1 / t",
            "np.isclose(t_weighted(iterates), 3)",
            "You get 3, the plain mean of all six. In this average the later iterates count "
            "more: how large is the share of the newest one?",
        ),
        (
            "counts from zero",
            "start=1",
            "start=0",
            "np.isclose(t_weighted([6.0, 2]), 2)",
            "The first iterate leaves no trace in your average: 6 and 2 give 2. Which number does "
            "your t start from?",
        ),
        (
            "forgets the old mean",
            "mean + 2 / (t + 1) * (w - mean)",
            "mean + 2 / (t + 1) * w",
            "not np.isclose(t_weighted([7.0, 7, 7]), 7)",
            "The average of 7, 7 and 7 should be 7, but yours is not. When the new iterate "
            "gets its share, who has to give it up?",
        ),
        (
            "takes the last two for the last half",
            "[3, 5 / 3, 7 / 3]",
            "[3, 2, 7 / 3]",
            "np.isclose(three_means[1], 2)",
            "Your suffix average is 2, the mean of 4 and 0. The last half of six iterates: how "
            "many are these?",
        ),
        (
            "forgets to divide by the sum of the weights",
            "[3, 5 / 3, 7 / 3]",
            "[3, 5 / 3, 49 / 6]",
            "three_means[2] > 6",
            "Your weighted average is larger than every iterate. By what do you divide, the "
            "number of the iterates or the sum of their weights?",
        ),
        (
            "counts the weights from zero",
            "[3, 5 / 3, 7 / 3]",
            "[3, 5 / 3, 31 / 15]",
            "np.isclose(three_means[2], 31 / 15)",
            "In your weighted average the first iterate has the weight 0. Which number does your t "
            "start from?",
        ),
    ],
    "ex-stochastic-counts": [
        (
            "forgets the first step",
            "t == 1 or ",
            "",
            "counting_pegasos(np.eye(1), 1, np.zeros(1, int))[1].sum() == 0",
            "In your first step the point does not pull, although w = 0 and every margin is 0. "
            "What does your test say at t = 1?",
        ),
        (
            "tests the sum as if it were w",
            "< t - 1",
            "< 1",
            "counting_pegasos(np.eye(1), 1, np.zeros(4, int))[1].sum() == 1",
            "Your points stop pulling too soon: v is not w, it grows with the steps. What does "
            "the test z·w < 1 become when w is expressed by v?",
        ),
        (
            "forgets the factor n",
            "len(Z) / lam * Z[i]",
            "Z[i] / lam",
            "np.isclose(1, counting_pegasos(\n    np.eye(2), 1, np.zeros(1, int))[0][0])",
            "With two points and λ = 1 your first step is only half as long as it should be. For "
            "how many points does the drawn one speak in the sum form?",
        ),
        (
            "does not divide by the steps",
            "return v / len(draws)",
            "return v",
            "np.isclose(3, counting_pegasos(\n    np.eye(1), 1, np.zeros(4, int))[0][0])",
            "You return the sum of all pulls. It is a multiple of w that grows with every step: "
            "what turns it back into w at the end?",
        ),
        (
            "counts the present step too",
            "< t - 1",
            "< t",
            "counting_pegasos(\n    np.eye(1), 1, np.zeros(4, int))[1].sum() == 4",
            "With one point and λ = 1 yours pulls in all of four steps, but in the second one its "
            "margin is exactly 1. How many steps have gone into v when step t begins?",
        ),
    ],
    "ex-stochastic-bug": [
        (
            "upside down",
            "n * lam / (factor * batch)",
            "factor * batch * lam / n",
            "np.isclose(real_lambda(7, 12, 2, 3), 3.5)",
            "Your λ′ grows with the factor s. But when the points pull harder and λ stays, does "
            "the regulariser weigh more or less?",
        ),
        (
            "forgets the batch",
            "/ (factor * batch)",
            "/ factor",
            "np.isclose(real_lambda(7, 12, 2, 3), 28)",
            "Your λ′ does not depend on the size of the batch. How many points pull in one step, "
            "and how often is each of them drawn?",
        ),
        (
            "forgets n",
            "n * lam / ",
            "lam / ",
            "np.isclose(real_lambda(7, 12, 2, 3), 7 / 6)",
            "Your λ′ does not depend on n. A batch is only a part of the data: how large a "
            "part of the full sum is its pull on average?",
        ),
    ],
    "ex-stochastic-delay": [
        (
            "forgets the root",
            "np.sqrt(len(Z) / lam)",
            "(len(Z) / lam)",
            "np.isclose(least_delay(toy, 0.004), 2499)",
            "Your delay is far too long. The radius contains a root, and the first step does not: "
            "what is left of n/λ when you divide one by the other?",
        ),
        (
            "forgets that t starts at 1",
            " - 1))",
            "))",
            "np.isclose(least_delay(toy, 0.004), 112)",
            "Your delay is one step longer than necessary. What is t in the first step, and so "
            "what is t + t₀?",
        ),
        (
            "rounds down",
            "np.ceil(longest * np.sqrt(len(Z) / lam) - 1)",
            "longest * np.sqrt(len(Z) / lam) - 1",
            "np.isclose(least_delay(toy, 0.004), 110)",
            "With your delay the first step can still end just outside the ball. Which way "
            "does your code round, and which way is safe?",
        ),
        (
            "takes the length of the whole matrix",
            "np.linalg.norm(Z, axis=1).max()",
            "np.linalg.norm(Z)",
            "np.isclose(least_delay(toy, 0.004), 114)",
            "Your delay is a little too long: the length seems to be that of the whole matrix. "
            "The first step is made with a single row: how long can that be?",
        ),
        (
            "takes the shortest point",
            "axis=1).max()",
            "axis=1).min()",
            "np.isclose(least_delay(toy, 0.004), 22)",
            "Your delay suits the shortest point. The first step must stay in the ball whichever "
            "point is drawn: which of them leads farthest?",
        ),
        (
            "rounds to the nearest number",
            "np.ceil(longest",
            "np.round(longest",
            "np.isclose(least_delay(toy, 0.7), 7)",
            "For toy and λ = 0.7 the first step with your delay ends outside the ball, as it "
            "would if you rounded to the nearest integer. Which direction of rounding is "
            "safe?",
        ),
    ],
    "ex-stochastic-replacement": [
        (
            "as with replacement",
            "(n - k) / (n - 1) / k",
            "1 / k",
            "np.isclose(share(6, 3), 1 / 3)",
            "That is the factor for draws with replacement. Here a batch of all six points is "
            "the whole data set: how much variance is left then?",
        ),
        (
            "n in place of n - 1",
            "(n - k) / (n - 1)",
            "(n - k) / n",
            "np.isclose(share(6, 3), 1 / 6)",
            "Almost: try k = 1. A batch of one point has the variance of a single draw, so which "
            "factor must come out?",
        ),
        (
            "forgets the batch",
            "(n - 1) / k",
            "(n - 1)",
            "np.isclose(share(6, 3), 3 / 5)",
            "You have the correction for the missing replacement. It comes on top of something: "
            "what does averaging k draws do to the variance anyway?",
        ),
    ],
    "ex-stochastic-certificate": [
        (
            "draws at random",
            "rng.permutation(n)",
            "rng.integers(n, size=n)",
            "np.mean(certified_walk(S, 1e12, 1, 0)[1] == 0) > 0.2",
            "With a huge λ a point pulls whenever it is its turn, so after one pass every α is 1. "
            "In yours a third of them are 0. Does each point have a turn in every pass?",
        ),
        (
            "counts all passes and divides by some",
            "counts[i] += epoch >= skipped",
            "counts[i] += 1",
            "(certified_walk(S, 1e12, 6, 0)[1] > 1).any()",
            "Some of your multipliers are above 1, so they prove nothing. Do you divide the pulls "
            "by the number of those passes in which they are counted?",
        ),
        (
            "counts some passes and divides by all",
            "counts / kept",
            "counts / epochs",
            "certified_walk(S, 1e12, 6, 0)[1].max() < 0.9",
            "With a huge λ a point pulls whenever it is its turn, so every α should be 1. Yours "
            "stay below: by how many passes do you divide?",
        ),
        (
            "returns the sum",
            "total / (kept * n)",
            "total",
            "np.linalg.norm(certified_walk(S, 1e4, 6, 0)[0]) > 100",
            "Your w is thousands of times too long. Did you return a running sum in place of its "
            "mean?",
        ),
        (
            "ignores the seed",
            "default_rng(seed)",
            "default_rng(0)",
            "np.allclose(*(certified_walk(S, 1e12, 1, seed)[0] for seed in (0, 1)), atol=0)",
            "Your walk is the same for every seed, so nobody can see how much of the gap is luck. "
            "What does your generator start from?",
        ),
    ],
    "ex-stochastic-weights": [
        (
            "starts from zero whatever the start",
            "v, total, longest = start",
            "v, total, longest = 0.0",
            "np.allclose(weighted(1.0, 1.0, 5.0, 1), weighted(1.0, 1.0, 7.0, 1))",
            "Your answer does not notice where the walk starts. Which number is v before the "
            "first step?",
        ),
        (
            "weighs the iterates after the steps",
            """        total += t * v
        g = lam * v - z * (z * v < 1)
        longest = max(longest, abs(g))
        v -= 2 / (lam * (t + 1)) * g
""",
            """        g = lam * v - z * (z * v < 1)
        longest = max(longest, abs(g))
        v -= 2 / (lam * (t + 1)) * g
        total += t * v
""",
            "not np.isclose(weighted(1.0, 1.0, 0.5, 1)[0], 0.5)",
            "For T = 1 the average has a single term, the start; yours is something else. Does "
            "each weight meet the iterate before its step?",
        ),
        (
            "the steps of Pegasos",
            "2 / (lam * (t + 1)) * g",
            "g / (lam * t)",
            "np.isclose(weighted(1.0, 1.0, 0.0, 3)[0], 7 / 12)",
            "Your steps are those of Pegasos, 1/(λt). The bound of this exercise asks for longer "
            "ones from the second step on.",
        ),
        (
            "forgets to take the largest",
            "max(longest, abs(g))",
            "abs(g)",
            "(weighted(1.0, 1.0, 0.0, 3)[1]\n    < weighted(1.0, 1.0, 0.0, 1)[1] - 1e-9)",
            "With more steps your longest |g| gets shorter. Do you return the last one, or the "
            "longest of all?",
        ),
    ],
    "ex-stochastic-farthest": [
        (
            "takes the point away",
            "R, -R",
            "R, 0",
            "np.count_nonzero(farthest(3, 1)[1]) < np.count_nonzero(farthest(3, 1)[0])",
            "You replace a point that pulls by one that does not: the solution moves by half of "
            "what is allowed. Which new point pulls the other way?",
        ),
        (
            "replaces all points",
            "np.zeros(n), np.zeros(n)\n    old[0], new[0] = R, -R",
            "np.full(n, R), np.full(n, -R)",
            "np.sum(np.array(farthest(3, 1)[0]) != farthest(3, 1)[1]) > 1",
            "Your two arrays differ in more than one place. The theorem is about one point that "
            "is replaced; what should the others be?",
        ),
        (
            "lets the other points pull",
            "np.zeros(n), np.zeros(n)",
            "np.full(n, R), np.full(n, R)",
            "np.all(farthest(3, 1)[0] == 1)",
            "Your other points all pull in one direction, and hold the solution near its place. "
            "For which z does a point not pull at all?",
        ),
        (
            "takes 1 for R",
            "R, -R",
            "1, -1",
            "np.max(np.abs(farthest(3, 2)[0])) == 1",
            "For R = 2 your points are within [-1, 1]. The pull of a point is its z: how large "
            "may it be?",
        ),
    ],
}
