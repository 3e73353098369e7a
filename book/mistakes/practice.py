"""Mistakes in the exercises of lecture 12, An SVM on your own data, and its in-depth page."""

MISTAKES = {
    "ex-practice-numbers": [
        (
            "exchanges precision and recall",
            "np.mean(pink[call]), np.mean(call[pink])",
            "np.mean(call[pink]), np.mean(pink[call])",
            "np.allclose(judge(np.ones(8, dtype=bool), y, 2, 7)[:2], (1, 3 / 8))",
            "Calling everything finds all positive points, and yet your second number is below 1. "
            "Which of your two shares is over the called points, and which over the positive ones?",
        ),
        (
            "exchanges the costs",
            "alarm * (call & ~pink) + miss * (~call & pink)",
            "miss * (call & ~pink) + alarm * (~call & pink)",
            "np.isclose(judge(np.ones(8, dtype=bool), y, 2, 7)[2], 35 / 8)",
            "Calling all eight points makes five false alarms, at 2 each, and no miss. You charge "
            "7 for each of them: which cost belongs to which mistake?",
        ),
        (
            "adds up",
            "np.mean(cost)",
            "np.sum(cost)",
            "np.isclose(judge(np.ones(8, dtype=bool), y, 2, 7)[2], 10)",
            "This is the cost of all eight points together. What does one of them cost on average?",
        ),
    ],
    "ex-practice-onehot": [
        (
            "gives an unknown word a column",
            "for k in known]",
            "for k in [*known, values[-1]]]",
            "np.shape(one_hot(words_seen, known)) == (4, 4)",
            "You have four columns, and three words are known. What should a word look like for "
            "which training has no column?",
        ),
        (
            "numbers the words",
            "float(value == k) for k in known",
            "float(known.index(value)) if value in known else -1.0",
            "np.shape(one_hot(words_seen, known)) == (4, 1)",
            "You number the words, and then red is twice as far from blue as green is. How many "
            "columns does it take so that all words are equally far apart?",
        ),
        (
            "forgets the order of the columns",
            "for k in known]",
            "for k in known[::-1]]",
            "np.array_equal(one_hot(['blue'], known), [[0, 0, 1]])",
            "The word blue has its one in the last column, but it is the first of the known words.",
        ),
    ],
    "ex-practice-days": [
        (
            "takes 12 for a day",
            "> 12",
            ">= 12",
            'day_first(["12/3/2000"]) is True',
            "You take the first number of 12/3/2000 for the day, but it may be December. From "
            "which number on can it be nothing but a day?",
        ),
        (
            "answers without evidence",
            "first if first != second else None",
            "first",
            'day_first(["1/2/2000"]) is False',
            "1/2/2000 can be read both ways, and you decide. None of its numbers is above 12: what "
            "does the list say, then?",
        ),
        (
            "looks at the first date only",
            "for date in dates]",
            "for date in dates[:1]]",
            'day_first(["1/2/2000", "7/30/2000"]) is None',
            "1/2/2000 alone does not say, but 7/30/2000 comes after it. Do you look at every date?",
        ),
        (
            "overlooks a contradiction",
            "first if first != second else None",
            "True if first else False if second else None",
            'day_first(["13/1/2000", "1/13/2000"]) is True',
            "Of 13/1/2000 and 1/13/2000 you believe the first and overlook the second. What should "
            "come back if both places have a number above 12?",
        ),
        (
            "exchanges day and month",
            "first if first != second else None",
            "second if first != second else None",
            'day_first(["28/2/1999"]) is False',
            "28/2/1999 begins with 28, and you say that the day does not come first. There is no "
            "28th month: which of your two answers belongs to which place?",
        ),
    ],
    "ex-practice-groups": [
        (
            "deals rows instead of groups",
            "fold = np.array([fold_of[name] for name in groups])",
            "fold = np.arange(len(groups)) % k",
            "len(np.intersect1d(patients[group_folds(patients, 4)[0][0]],\n"
            "    patients[group_folds(patients, 4)[0][1]])) > 5",
            "The same patients stand on both sides of your folds. What is dealt here, the rows or "
            "the patients?",
        ),
        (
            "exchanges training and test",
            "(np.flatnonzero(fold != f), np.flatnonzero(fold == f))",
            "(np.flatnonzero(fold == f), np.flatnonzero(fold != f))",
            "len(group_folds(patients, 4)[0][1]) > 150",
            "Your test parts are larger than your training parts. Which of the two comes first in "
            "a pair?",
        ),
        (
            "ignores the sizes",
            "fold_of[names[j]] = int(loads.argmin())",
            "fold_of[names[j]] = int(j % k)",
            "max(len(test) for _, test in group_folds(patients, 4)) > 84",
            "Your largest fold has many more rows than your smallest one. Do you give each group "
            "to the fold that has the fewest rows so far?",
        ),
    ],
    "ex-practice-widen": [
        (
            "adds instead of multiplying",
            "more = values[-1] * ratio ** np.array([1, 2])",
            "more = values[-1] + (values[-1] - values[-2]) * np.array([1, 2])",
            "np.allclose(widen([1, 10, 100], 100), [1, 10, 100, 190, 280])",
            "Your new values go on in even steps. Which steps do the given values have?",
        ),
        (
            "widens the other side",
            "np.isclose(best, values[-1])",
            "np.isclose(best, values[0])",
            "len(widen([1, 10, 100], 100)) == 3",
            "The best value is the largest one, and your grid stays as it is. On which side should "
            "it grow?",
        ),
        (
            "puts small values at the end",
            "return np.concatenate([less, values])",
            "return np.concatenate([values, less])",
            "np.allclose(widen([2, 4, 8], 2), [2, 4, 8, 0.5, 1])",
            "The values are right, but not in order: smaller ones belong in front.",
        ),
    ],
    "ex-practice-cheapest": [
        (
            "always answers 0",
            "return candidates[np.argmin(costs)]",
            "return 0.0",
            "cheapest(np.array([10.0, 11, 12]), np.array([1, -1, 1]), 1, 2) == 0",
            "The scores are 10, 11 and 12, and your threshold is 0. That is where predict draws "
            "the line, whatever the mistakes cost; where do these points want it?",
        ),
        (
            "returns the cost",
            "return candidates[np.argmin(costs)]",
            "return min(costs)",
            "np.isclose(cheapest(\n"
            "    np.array([10.0, 11, 12]), np.array([1, -1, 1]), 1, 2), 1 / 3)",
            "The scores are 10, 11 and 12, and your threshold is 1/3. Could it be that you return "
            "the cost instead of the threshold?",
        ),
        (
            "never tries to call all",
            "np.append(scores, scores.min() - 1)",
            "np.append(scores, scores.max() + 1)",
            "cheapest(np.array([0.0, 1, 2]), np.ones(3), 1, 1) == 0",
            "Let all points be positive: then it is cheapest to call all of them, but with your "
            "threshold one is missed. Is a value below all scores among those you try?",
        ),
        (
            "takes the costliest",
            "candidates[np.argmin(costs)]",
            "candidates[np.argmax(costs)]",
            "cost_of(cheapest(np.array([0.0, 1]), np.array([-1, 1]), 1, 1),\n"
            "    np.array([0.0, 1]), np.array([-1, 1]), 1, 1) > 0.4",
            "Both points are called wrongly with your threshold, although 0 would separate them. "
            "Do you take the smallest cost or the largest?",
        ),
        (
            "exchanges the costs",
            "[cost_of(t, scores, y, alarm, miss) for",
            "[cost_of(t, scores, y, miss, alarm) for",
            "cheapest(np.array([0.0, 1, 2]), np.array([-1, 1, -1]), 1, 9) >= 2",
            "Misses cost nine times as much as alarms, and you call nobody. In which order do you "
            "hand over the two costs?",
        ),
    ],
    "ex-practice-tries": [
        (
            "rounds down",
            "np.ceil(np.log(1 - sure) / np.log(1 - q) - 1e-9)",
            "np.floor(np.log(1 - sure) / np.log(1 - q))",
            "tries(0.05, 0.95) == 58",
            "With 58 tries the probability is still a little below 0.95. Round up or down?",
        ),
        (
            "divides the shares",
            "np.log(1 - sure) / np.log(1 - q)",
            "sure / q",
            "tries(0.05, 0.95) == 19",
            "You take sure/q tries, as if each try added q to the probability. But tries may hit "
            "the same good share twice: with which probability do all of them miss it?",
        ),
        (
            "forgets to take complements",
            "np.log(1 - sure) / np.log(1 - q)",
            "np.log(sure) / np.log(q)",
            "tries(0.05, 0.95) == 1",
            "One try is good with probability 0.05 only, not 0.95. Do your logarithms hold the "
            "probabilities of hitting or of missing?",
        ),
        (
            "divides by m",
            "1 / (m + 1)",
            "1 / m",
            "average_share(1) == 1",
            "A single try is better than half of all settings on average, but you say that it is "
            "better than none. What is the integral of (1 - t)^m?",
        ),
    ],
    "ex-practice-project": [
        (
            "judges rows without a forecast",
            "judged = ~np.isnan(p)",
            "judged = np.ones(len(y), dtype=bool)",
            "np.isclose(9 * np.mean(y > 0), sheet(dummy.DummyClassifier(\n"
            "    strategy='prior'), X, y, 1, 9, later)['silence'])",
            "In time the first rows are never forecast, and yet they count on your sheet, as if "
            "you had kept silent about them. Which rows does a mean belong to?",
        ),
        (
            "calibrates on the rows it was fitted to",
            "cv=[(fit, tune)]",
            "cv=[(fit, fit)]",
            "sheet(KNeighborsClassifier(1), X, np.random.default_rng(0).choice(\n"
            "    [-1, 1], size=949), 1, 3, splits[:1])['cost'] > 0.9",
            "A machine that learns coins by heart is as sure of itself on your sheet as of what it "
            "has seen. Which rows is the sigmoid fitted to?",
        ),
        (
            "judges on the training points",
            "cv=[(fit, tune)])\n",
            "cv=[(np.arange(len(y)), np.arange(len(y)))])\n",
            "sheet(KNeighborsClassifier(1), X, np.where(\n"
            "    np.arange(949) % 7 < 3, 1, -1), 1, 1, splits[:1])['cost'] < 0.1",
            "A machine that learns by heart costs nearly nothing on your sheet. Are the forecasts "
            "those of machines that have not seen the point?",
        ),
        (
            "calls above one half",
            "> alarm / (alarm + miss)",
            "> 0.5",
            "sheet(dummy.DummyClassifier(strategy='prior'), X, y, 1, 99,\n"
            "    splits[:1])['shown'] == 0",
            "When a miss costs 99 times as much as an alarm, it is cheapest to call everybody, but "
            "you call nobody. Which threshold follows from the costs?",
        ),
        (
            "reports the deviation of one point",
            " / len(cost)\n",
            " / np.sqrt(len(cost))\n",
            "sheet(dummy.DummyClassifier(strategy='prior'), X, y, 1, 1,\n"
            "    splits[:1])['error'] > 0.1",
            "Your error is the deviation of a single point's cost. What is that of a mean over all "
            "of them?",
        ),
        (
            "forgets the groups",
            "np.arange(len(y)) if groups is None else groups",
            "np.arange(len(y))",
            "sheet(dummy.DummyClassifier(strategy='prior'), thrice, labels, 1, 1,\n"
            "    dealt[:1], groups=names)['error'] < 0.012",
            "Each row is there three times over, and your error has fallen by √3, as if that were "
            "news. Whose sums are independent of each other?",
        ),
        (
            "forgets what silence costs",
            "miss * np.mean(pink)",
            "np.mean(pink)",
            "np.isclose(sheet(dummy.DummyClassifier(strategy='prior'), X, y, 1, 9,\n"
            "    splits[:1])['silence'], np.mean(y[splits[0][2]] > 0))",
            "Whoever never calls misses every positive point. What does each of these misses cost?",
        ),
        (
            "calibrates by isotonic regression",
            "cv=[(fit, tune)])\n",
            "cv=[(fit, tune)], method='isotonic')\n",
            "[sheet(machine, X, y, 1, miss, later[2:])['shown']\n"
            "    for miss in (1, 49)] == [23, 34]",
            "Your calls are not those of Platt's sigmoid on the rows to tune on. Is it the sigmoid "
            "that you fit, and to these rows only?",
        ),
        (
            "lets every alarm cost 1",
            "cost = alarm * (call",
            "cost = (call",
            "sheet(dummy.DummyClassifier(strategy='prior'), X, y, 2, 99,\n"
            "    splits[:1])['cost'] < 1",
            "Nearly all rows are false alarms here, at 2 each, and yet a row costs less than 1 "
            "on your sheet. What does an alarm cost?",
        ),
        (
            "lets every miss cost 1",
            "miss * (~call & pink)",
            "(~call & pink)",
            "np.isclose(np.mean(y[splits[0][2]] > 0), sheet(dummy.DummyClassifier(\n"
            "    strategy='prior'), X, y, 1, 9, splits[:1])['cost'])",
            "Nobody is called here, and each positive row is a miss, at 9 each. The mean cost of "
            "a row is no more than the share of such rows on your sheet: what does a miss cost?",
        ),
        (
            "lets the threshold take an alarm for 1",
            "> alarm / (alarm + miss)",
            "> 1 / (1 + miss)",
            "sheet(dummy.DummyClassifier(strategy='prior'), X, y, 3, 30,\n"
            "    splits[:1])['shown'] > 0",
            "An alarm costs 3 and a miss 30, and you call everybody, though one row in twenty is "
            "positive. Does your threshold know both costs?",
        ),
        (
            "takes the groups for equally large",
            "    error = np.sqrt(G / (G - 1) * (total**2).sum()) / len(cost)",
            "    error = pd.Series(cost).groupby(names[judged]).mean().std() / np.sqrt(G)",
            "np.isclose(0.5, sheet(dummy.DummyClassifier(strategy='prior'), X, y, 1, 1,\n"
            "    splits[:1], groups=y)['error'])",
            "Your error is that of the mean of the groups' means, where a group of one row "
            "counts as much as one of a hundred. How far does each group move the mean over "
            "all rows?",
        ),
    ],
    "ex-practice-worth": [
        (
            "takes all values for independent",
            "V = means.var(ddof=1) / len(means)",
            "V = np.var(values, ddof=1) / len(values)",
            "np.isclose(worth(alike, groups), 2000)",
            "Values that are the same ten times over are worth 2000 to you, as if no two of them "
            "had anything in common. Whose means are independent here?",
        ),
        (
            "counts the groups",
            "return np.var(values, ddof=1) / V",
            "return float(len(means))",
            "worth(alone, groups) == 200",
            "You answer with the number of groups. If the values of a group have nothing in "
            "common, each of them counts: how certain is the overall mean then?",
        ),
        (
            "forgets to divide by the number of groups",
            "means.var(ddof=1) / len(means)",
            "means.var(ddof=1)",
            "worth(alike, groups) < 2",
            "You compare with the variance of a single group's mean. What is that of the mean of "
            "200 such means?",
        ),
        (
            "divides by n here and by n - 1 there",
            "np.var(values, ddof=1)",
            "np.var(values)",
            "np.isclose(worth(np.array([1.0, 2, 6]), np.arange(3)), 2)",
            "Three values, each a group of its own, are worth only two to you. NumPy's var "
            "divides by n unless told otherwise: do your numerator and denominator use the "
            "same divisor?",
        ),
    ],
    "ex-practice-corrected": [
        (
            "divides by the wrong number",
            "np.std(delta, ddof=1)",
            "np.std(delta)",
            "0.013 < corrected_p(np.array([0.02, 0.05, 0.03, 0.06, 0.04]), 0.2) < 0.0145",
            "Your deviation is a little too small. By which number is the sum of squares divided "
            "in a sample variance?",
        ),
        (
            "has one tail only",
            "2 * student.sf",
            "student.sf",
            "np.isclose(corrected_p(np.array([1.0, -1, 2, -2, 0]), 0.2), 0.5)",
            "For a mean of exactly 0 your p-value is one half. The question has two sides: either "
            "machine may be ahead.",
        ),
        (
            "does not correct",
            "1 / J + test_share / (1 - test_share)",
            "1 / J",
            "0.0047 < corrected_p(np.array([0.02, 0.05, 0.03, 0.06, 0.04]), 0.2) < 0.0049",
            "Where there is no difference at all, you find one in more than a tenth of the cases. "
            "What does the correlation of the folds add to 1/J?",
        ),
        (
            "adds the share of the test points",
            "test_share / (1 - test_share)",
            "test_share",
            "0.0155 < corrected_p(np.array([0.02, 0.05, 0.03, 0.06, 0.04]), 0.2) < 0.0165",
            "Nearly. You add the share of the test points among all; the formula has their ratio "
            "to the training points.",
        ),
        (
            "takes the ratio of a cross-validation",
            "test_share / (1 - test_share)",
            "1 / (J - 1)",
            "np.isclose(*[corrected_p(np.array([1.0, 2, 4]), share)\n    for share in (0.1, 0.5)])",
            "Your p-value is the same for every share of test points, as in a cross- "
            "validation with J folds. Is it always one J-th of the points that is tested?",
        ),
    ],
}
