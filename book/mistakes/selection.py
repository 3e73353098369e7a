"""Mistakes in the exercises of lecture 9, Choosing C and σ, and of its in-depth page."""

MISTAKES = {
    "ex-selection-units": [
        (
            "copies need a larger C",
            "C / copies",
            "C * copies",
            "np.isclose(same_machine(6, 1, scale=3, copies=2)[0], 12)",
            "More copies give you a larger C. But each point already pays its slack once for "
            "every copy: should C add to that, or balance it?",
        ),
        (
            "forgets the copies",
            "C / copies",
            "C",
            "np.isclose(same_machine(6, 1, scale=3, copies=2)[0], 6)",
            "Your C takes no notice of the copies. In her file every point pays its slack several "
            "times: which C keeps the total as it was?",
        ),
        (
            "forgets the unit",
            "sigma * scale",
            "sigma",
            "np.isclose(same_machine(6, 1, scale=3, copies=2)[1], 1)",
            "Your σ takes no notice of the unit. The kernel sees only distance divided by σ, and "
            "her distances are longer than yours: what should σ do?",
        ),
        (
            "turns the unit round",
            "sigma * scale",
            "sigma / scale",
            "np.isclose(3 * same_machine(6, 1, scale=3, copies=2)[1], 1)",
            "Your σ shrinks when her numbers grow. Which σ leaves distance divided by σ as it was?",
        ),
        (
            "squares enter the kernel, so the unit is squared",
            "sigma * scale",
            "sigma * scale**2",
            "np.isclose(same_machine(6, 1, scale=3, copies=2)[1], 9)",
            "You multiply σ by the square of the scale. In the exponent the distance is squared, "
            "and so is σ: by what does σ itself have to grow?",
        ),
        (
            "gives C the unit, too",
            "C / copies",
            "C / (copies * scale**2)",
            "np.isclose(3 * same_machine(6, 1, scale=3, copies=2)[0], 1)",
            "Your C shrinks with the square of the scale. That is right for a linear kernel, whose "
            "w has a unit. Which unit is left in a Gaussian, when σ has taken it up?",
        ),
        (
            "the numbers of the example, whatever is asked",
            "return C / copies, sigma * scale",
            "return 0.5, 50",
            "np.allclose(same_machine(6, 1, scale=3, copies=2), (0.5, 50))",
            "You return 0.5 and 50 whatever is asked. How do these follow from C, σ, the scale and "
            "the copies?",
        ),
        (
            "returns (σ, C)",
            "C / copies, sigma * scale",
            "sigma * scale, C / copies",
            "np.allclose(same_machine(6, 2, scale=3, copies=2), (6, 3))",
            "Your first number grows with the scale of the points, and your second falls with "
            "the number of copies. Which of C and σ should notice the scale, and in which "
            "order are the two returned?",
        ),
    ],
    "ex-selection-points": [
        (
            "forgets to square the error",
            "error**2",
            "error",
            "np.isclose(points_needed(0.5, 0.05), 5, atol=1)",
            "About five points for an error of 0.05 would be a bargain. There is a square root in "
            "the standard error: what happens to the error when you solve for N?",
        ),
        (
            "the variance is the accuracy",
            "accuracy * (1 - accuracy)",
            "accuracy",
            "np.isclose(points_needed(0.9, 0.1), 90, atol=1)",
            "You seem to take the accuracy for the variance. A machine that is nearly always "
            "right hardly varies at all: what is the variance of a single 0 or 1?",
        ),
        (
            "does not round",
            "int(np.ceil(accuracy * (1 - accuracy) / error**2))",
            "accuracy * (1 - accuracy) / error**2",
            "points_needed(0.5, 0.15) % 1 > 0",
            "Your number of points is not whole, and nobody can test a fraction of a point. "
            "Which way do you have to round?",
        ),
        (
            "rounds to the nearest number",
            "int(np.ceil(accuracy * (1 - accuracy) / error**2))",
            "round(accuracy * (1 - accuracy) / error**2)",
            "(points_needed(0.5, 0.15) == 11\n    and points_needed(0.97, 0.004) == 1819)",
            "You seem to round to the nearest number. With 11 points an accuracy of one half has "
            "a standard error of 0.1508, and 0.15 was asked for: which way is safe?",
        ),
        (
            "adds a point to a whole number",
            "int(np.ceil(accuracy * (1 - accuracy) / error**2))",
            "int(accuracy * (1 - accuracy) / error**2) + 1",
            "points_needed(0.5, 0.25) == 5",
            "For an accuracy of one half and an error of 0.25 four points are enough, exactly. "
            "What does your rounding do with a number that is whole already?",
        ),
        (
            "takes the root for the error by hand",
            "by_hand = 100",
            "by_hand = 5",
            "by_hand == 5",
            "Five points by hand? Then 0.05 has not been squared. What happens to the square root "
            "when you solve for N?",
        ),
        (
            "rounds down",
            "np.ceil",
            "np.floor",
            "points_needed(0.5, 0.15) == 11",
            "With your number of points the standard error is still a little larger than allowed. "
            "Which way do you have to round?",
        ),
        (
            "solves for the root of N",
            "accuracy * (1 - accuracy) / error**2",
            "np.sqrt(accuracy * (1 - accuracy)) / error",
            "np.isclose(points_needed(0.5, 0.05), 10)",
            "For an accuracy of one half and an error of 0.05 you get ten points. The formula has "
            "the square root of N in it: which step is missing?",
        ),
    ],
    "ex-selection-guess": [
        (
            "mean over the columns instead of their sum",
            "X.var(axis=0).sum()",
            "X.var(axis=0).mean()",
            "np.isclose(first_sigma(standardised), 1)",
            "For 30 standardised columns you get 1, as for a single one. The squared distance is "
            "a sum over the columns: what is the mean of that sum?",
        ),
        (
            "returns the square",
            "np.sqrt(X.var(axis=0).sum())",
            "X.var(axis=0).sum()",
            "np.isclose(first_sigma(7 * X_40), 49 * first_sigma(X_40))",
            "When all distances become 7 times as long, your σ becomes 49 times as large. Have "
            "you found σ, or its square?",
        ),
        (
            "forgets the 2 of the kernel",
            "X.var(axis=0).sum()",
            "2 * X.var(axis=0).sum()",
            "np.isclose(first_sigma(standardised), np.sqrt(60))",
            "Your σ makes the exponent ½ on average, not 1. There is a 2 in the mean squared "
            "distance and another in the kernel: have you used both?",
        ),
        (
            "takes the variance for the mean squared distance",
            "X.var(axis=0).sum()",
            "X.var(axis=0).sum() / 2",
            "np.isclose(first_sigma(standardised), np.sqrt(15))",
            "Your σ makes the exponent 2 on average, not 1. Look again at what one column "
            "contributes to the mean squared distance: is it just its variance?",
        ),
        (
            "forms all pairs",
            "np.sqrt(X.var(axis=0).sum())",
            "np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=-1).mean() / 2)",
            "memory(first_sigma, np.tile(X_40, (20, 1))) > 1e6",
            "The number is right, but you seem to form all pairs of rows, and with a million rows "
            "no memory holds them. What does the equation put in their place?",
        ),
    ],
    "ex-selection-quickest": [
        (
            "returns (column, row)",
            "np.unravel_index(counts.argmin(), counts.shape)",
            "np.unravel_index(counts.argmin(), counts.shape)[::-1]",
            "tuple(quickest(plane)) == (2, 3)",
            "Your two numbers seem to be the right ones in the wrong order. The row comes first: "
            "does it stand for σ or for C in this table?",
        ),
        (
            "exchanges rows and columns",
            "counts.shape)",
            "counts.shape[::-1])",
            "tuple(quickest(plane)) == (2, 2)",
            "You find the right count, but then you seem to read the table as if it had four rows "
            "and six columns. Which shape does np.unravel_index need?",
        ),
        (
            "looks at all cells",
            "np.where(plane.plateau(), plane.n_support, np.inf)",
            "plane.n_support",
            "plane.n_support[\n    tuple(quickest(plane))] == plane.n_support.min()",
            "No cell of the whole map has fewer support vectors than yours, but its score is too "
            "low. Which cells may you choose from?",
        ),
        (
            "gives the other cells a count of 0",
            "np.where(plane.plateau(), plane.n_support, np.inf)",
            "plane.plateau() * plane.n_support",
            "not plane.plateau()[tuple(quickest(plane))]",
            "Your cell is not on the plateau. If you set the counts of forbidden cells to 0, they "
            "look like the cheapest of all: what should they cost instead?",
        ),
        (
            "takes the simplest machine",
            "np.unravel_index(counts.argmin(), counts.shape)",
            "plane.one_standard_error().index",
            "tuple(quickest(plane)) == tuple(\n    plane.one_standard_error().index)",
            "This is the choice of the one-standard-error rule, the simplest machine of the "
            "plateau. The quickest is another one: what does a prediction cost?",
        ),
        (
            "takes the best score",
            "np.unravel_index(counts.argmin(), counts.shape)",
            "plane.best().index",
            "plane.n_support[tuple(quickest(plane))] > plane.n_support[\n"
            "    plane.plateau()].min()",
            "Your cell is on the plateau, but another one there has fewer support vectors. Which "
            "count do you look for among the cells of the plateau?",
        ),
        (
            "takes one hundredth for the standard error",
            "plane.plateau()",
            "(plane.scores >= plane.scores.max() - 0.01)",
            "blurred.n_support[tuple(quickest(blurred))] > blurred.n_support[\n"
            "    blurred.plateau()].min()",
            "You seem to allow every cell within 0.01 of the best. On the blurred moons a "
            "cell within one standard error has fewer support vectors than yours: how large "
            "is that error there?",
        ),
    ],
    "ex-selection-bound": [
        (
            "chooses γ for nothing",
            "delta / len(gammas)",
            "delta",
            "best_bound(margins, 1, [0.5, 0.8], 0.05)[0] < best_bound(\n"
            "    margins, 1, [0.5], 0.05)[0] + 1e-9",
            "Being free to choose between two γ costs you nothing. But now two statements have to "
            "hold at once: how much of δ may each of them use up?",
        ),
        (
            "counts margins that equal γ",
            "margins < gamma",
            "margins <= gamma",
            "best_bound(margins, 1, [0.6], 0.05)[0] > 1",
            "With γ = 0.6 your bound says nothing, as all margins of exactly 0.6 count against "
            "you. Does the theorem count them?",
        ),
        (
            "forgets the radius",
            "2 * R / ",
            "2 / ",
            "np.isclose(best_bound(margins, 3, [0.5], 0.05)[0],\n"
            "    best_bound(margins, 1, [0.5], 0.05)[0])",
            "Your bound stays the same when R grows. Among points three times as far out, the "
            "same margin is worth less: which term has to know?",
        ),
        (
            "returns the place of γ",
            "bounds[best], gammas[best]",
            "bounds[best], best",
            "best_bound(margins, 1, [0.1, 0.5, 0.8], 0.05)[1] == 1",
            "Your second value looks like the place of the best γ in the list. The exercise asks "
            "for γ itself.",
        ),
        (
            "squares the radius",
            "2 * R / ",
            "2 * R**2 / ",
            "best_bound(margins, 3, [0.5], 0.05)[0] > 1.5",
            "With R = 3 your bound is larger than the theorem's. How does the complexity term grow "
            "when all points are three times as far out?",
        ),
    ],
    "ex-selection-loo": [
        (
            "trains without every point",
            "machine.fit(X, y).support_",
            "range(len(y))",
            "trained(loo_errors) in (30, 31)",
            "You train a machine for each of the points. About which of them does the theorem know "
            "the answer beforehand?",
        ),
        (
            "counts the support vectors",
            "errors += y[i] * machine.decision_function(X[[i]])[0] <= 0",
            "errors += 1",
            "loo_errors(KernelSVM(C=1, kernel=RBF(0.5)), X_60[:30], y_60[:30]) == len(\n"
            "    KernelSVM(C=1, kernel=RBF(0.5)).fit(X_60[:30], y_60[:30]).support_)",
            "You return the number of support vectors. That is the bound: which of these points "
            "are wrong when they are left out?",
        ),
        (
            "asks the machine that has seen the point",
            "        machine.fit(np.delete(X, i, axis=0), np.delete(y, i))\n",
            "",
            "trained(loo_errors) == 1",
            "You train one machine, and it has seen every point that it judges. Which machine has "
            "to judge point i?",
        ),
        (
            "takes a point out of X only in name",
            "np.delete(X, i, axis=0), np.delete(y, i)",
            "X, y",
            "loo_errors(KernelSVM(C=100, kernel=RBF(0.5)), X_60[:30], y_60[:30]) == (\n"
            "    KernelSVM(C=100, kernel=RBF(0.5)).fit(X_60[:30], y_60[:30])\n"
            "    .predict(X_60[:30]) != y_60[:30]).sum()",
            "You count the errors on the training points. Is point i really missing from what the "
            "machine that judges it is trained on?",
        ),
    ],
    "ex-selection-two": [
        (
            "forgets the half",
            "0.5 * p @",
            "p @",
            "np.isclose(optimism_of_two(0.5, 1), 1 / 2)",
            "With one point and fair coins you get ½, so the better score would always be 1. But "
            "both can be wrong: how far above the average of two scores is the larger one?",
        ),
        (
            "counts instead of shares",
            "@ p / N",
            "@ p",
            "np.isclose(optimism_of_two(0.5, 2), 3 / 8)",
            "Your optimism grows with the number of points, but it should shrink. Do you compare "
            "how many points are right, or which share of them?",
        ),
        (
            "forgets in how many ways",
            "ways * pi**k",
            "pi**k",
            "np.isclose(optimism_of_two(0.5, 2), 1 / 8)",
            "Your probabilities do not seem to add up to 1. In how many ways can k of N points be "
            "right?",
        ),
        (
            "returns the bound",
            "0.5 * p @ apart @ p / N",
            "np.sqrt(pi * (1 - pi) / (2 * N))",
            "np.isclose(optimism_of_two(0.5, 1), np.sqrt(1 / 8))",
            "This is the upper bound; the exact value lies below it. Each score can take only "
            "N + 1 values: how do you write the expectation as a sum?",
        ),
    ],
    "ex-selection-costs": [
        (
            "looks for the highest cost",
            "greater_is_better=False",
            "greater_is_better=True",
            "cheapest(X_rare, y_rare, [1], splits[:1]).best_score_ > 1",
            "Your search takes the highest cost for the best. It always prefers high scores: how "
            "do you tell it that a cost should be low?",
        ),
        (
            "scores by accuracy",
            "scoring=make_scorer(cost, greater_is_better=False),",
            "",
            "0 < cheapest(\n    X_rare, y_rare, [1], splits[:1]).best_score_ <= 1",
            "The scores of your search lie between 0 and 1, so it still seems to look for high "
            "accuracy. How does it get to know your cost?",
        ),
        (
            "exchanges the two errors",
            "10 * missed.sum() + alarm.sum()",
            "missed.sum() + 10 * alarm.sum()",
            "cost(np.ones(1), -np.ones(1)) < cost(\n    -np.ones(1), np.ones(1))",
            "Your false alarms cost more than your missed points. Which of the two errors is the "
            "expensive one here?",
        ),
        (
            "gives the weight to the other class",
            "[{-1: 1, 1: ratio} for",
            "[{1: 1, -1: ratio} for",
            'cheapest(X_rare, y_rare, [3], splits[:1]).best_params_[\n    "class_weight"][-1] == 3',
            "In your grid it is the class −1 that gets the ratio. Which class is the rare one, "
            "whose points must not be missed?",
        ),
        (
            "deals folds of its own",
            "cv=splits",
            "cv=5",
            "cheapest(X_rare, y_rare, [1], splits[:2]).n_splits_ == 5",
            "Handed two splits, your search uses five of its own. Where does GridSearchCV take "
            "the splits that are given to your function?",
        ),
        (
            "searches ratios of its own",
            "for ratio in ratios]}",
            "for ratio in [1, 3, 10, 30, 100]]}",
            'cheapest(X_rare, y_rare, [1], splits[:1]).best_params_[\n    "class_weight"][1] > 1',
            "Handed the single ratio 1, your search chooses another one. Where does your grid get "
            "its ratios from?",
        ),
        (
            "leaves the kernel at its default",
            "KernelSVM(kernel=RBF(0.5)), grid",
            "KernelSVM(), grid",
            "cheapest(X_rare, y_rare, [1],\n    splits[:1]).estimator.kernel == KernelSVM().kernel",
            "Your machines choose σ by the spread of the points, as they do unless told otherwise. "
            "Which kernel does the exercise ask for?",
        ),
    ],
    "ex-selection-corner": [
        (
            "returns the step instead of the place",
            "return C + times",
            "return times",
            "0 < next_corner(K_40, y_40, 4.6) < 1",
            "You seem to return how far away the corner is. The exercise asks where it lies: "
            "at which value of C?",
        ),
        (
            "takes the speed of β for the speed of α",
            "rate, m_rate = y * beta_rate,",
            "rate, m_rate = beta_rate,",
            "not np.isclose(next_corner(K_40, -y_40, 2.2),\n    next_corner(K_40, y_40, 2.2))",
            "When all labels change their sign, the multipliers keep their path, but your corner "
            "moves. The function velocity gives you the speed of β: what is the speed of α?",
        ),
        (
            "looks at the bounds only, not at the margins of other points",
            "np.concatenate([down, up, others])",
            "np.concatenate([down, up])",
            "next_corner(K_40, y_40, 3.8) > 4",
            "From C = 3.8 you run past the next corner, where a point that was not free reaches "
            "margin 1. Do you watch these points as well?",
        ),
        (
            "forgets that a free multiplier can fall to 0",
            "np.concatenate([down, up, others])",
            "np.concatenate([up, others])",
            "next_corner(K_40, y_40, 2.2) > 3",
            "From C = 2.2 you run past the next corner, where a free multiplier comes to the end "
            "of its range. It can leave at either end: do you watch both?",
        ),
        (
            "takes times in the past",
            "times[times > 0].min()",
            "np.abs(times).min()",
            "next_corner(K_40, y_40, 4.6) < 5",
            "From C = 4.6 you stop where there is no corner yet. Events with a negative time lie "
            "in the past: what do you do with them?",
        ),
        (
            "forgets that a free multiplier can rise to C",
            "np.concatenate([down, up, others])",
            "np.concatenate([down, others])",
            "next_corner(K_40, y_40, 0.39) > 0.398",
            "From C = 0.39 you run past the next corner, where a free multiplier comes up against "
            "its ceiling. The ceiling rises at speed 1: which multipliers are faster?",
        ),
    ],
    "ex-selection-mcnemar": [
        (
            "one tail only",
            "min(1.0, 2 * tail)",
            "tail",
            "np.isclose(mcnemar(one, two), 8 / 128)",
            "You count in one direction only. Would one to six have been any less uneven than six "
            "to one?",
        ),
        (
            "tosses for all points",
            "wins, losses = int((one & ~two).sum()), int((two & ~one).sum())",
            "wins, losses = int(one.sum()), int(two.sum())",
            "not np.isclose(mcnemar(one, two),\n    mcnemar(one[one != two], two[one != two]))",
            "Your result changes when points are removed that both machines get right, or both "
            "wrong. Which points tell the two apart?",
        ),
        (
            "leaves out the outcome itself",
            "range(min(wins, losses) + 1)",
            "range(min(wins, losses))",
            "np.isclose(mcnemar(one, two), 2 / 128)",
            "The split that was seen is missing from your sum. Isn't it at least as uneven as "
            "itself?",
        ),
        (
            "counts the middle twice",
            "min(1.0, 2 * tail)",
            "2 * tail",
            "mcnemar(one, one) > 1",
            "For two machines that agree everywhere your probability is above 1. The two tails "
            "overlap there: what is the most you may return?",
        ),
    ],
    "ex-selection-radon": [
        (
            "forgets that the weights add up to zero",
            "np.vstack([X.T, np.ones(len(X))])",
            "X.T",
            "any(0 < np.equal(radon(X)[0], radon(X + 9)[0]).mean() < 1\n    for X in clouds)",
            "Your groups change when all points are shifted together, and Radon's do not. Two "
            "conditions hold for the numbers aᵢ of the proof: do you use both?",
        ),
        (
            "takes the middle",
            "(a[one] / a[one].sum()) @ X[one]",
            "X[one].mean(axis=0)",
            "all(np.allclose(radon(X)[1], X[radon(X)[0]].mean(axis=0))\n    for X in clouds)",
            "You take the plain mean of a group, and the mean of the other one lies elsewhere. "
            "How much does each point have to count for the two sides to meet?",
        ),
        (
            "does not normalise the weights",
            "(a[one] / a[one].sum()) @ X[one]",
            "a[one] @ X[one]",
            "any(not np.allclose(radon(X + 9)[1], radon(X)[1] + 9)\n    for X in clouds)",
            "When all points are shifted together, your point does not go along. The weights of a "
            "convex combination add up to one: what do yours add up to?",
        ),
    ],
}
