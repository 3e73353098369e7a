"""Mistakes in the exercises of lecture 15, At work, to a sealed decision, and its in-depth page."""

MISTAKES = {
    "ex-work-label": [
        (
            "returns all columns",
            "return machine.predict_proba(X)[:, column]",
            "return machine.predict_proba(X)",
            "np.ndim(chance(machine, points, 'red')) == 2",
            "You return a table with a column for each label. One column is asked for.",
        ),
        (
            "takes the last column",
            "return machine.predict_proba(X)[:, column]",
            "return machine.predict_proba(X)[:, -1]",
            "np.allclose(chance(machine, points, 'blue'), chance(machine, points, 'green'))",
            "You return the same probabilities for blue and for green. Which column belongs to the "
            "label that was asked for?",
        ),
        (
            "looks the label up in another order",
            "list(machine.classes_).index(label)",
            "['red', 'blue', 'green', 0, 1, 2].index(label) % 3",
            "chance(machine, points, 'red')[colours == 'red'].mean() < 0.5",
            "Where points are red, your probability of red is small. In which order does the "
            "machine keep its labels? It is not that of their first appearance.",
        ),
    ],
    "ex-work-angle": [
        (
            "gives degrees to the sine",
            "2 * np.pi * np.asarray(t) / period",
            "360 * np.asarray(t) / period",
            "np.allclose(circle([6.0], 24), [[np.sin(90), np.cos(90)]])",
            "Your angle is in degrees, and np.sin takes radians.",
        ),
        (
            "leaves 2π out",
            "2 * np.pi * np.asarray(t) / period",
            "np.asarray(t) / period",
            "not np.allclose(circle([0.0], 24), circle([24.0], 24))",
            "After a whole period your point is not back where it was. How many radians are once "
            "around?",
        ),
        (
            "keeps the sine alone",
            "np.column_stack([np.sin(angle), np.cos(angle)])",
            "np.column_stack([np.sin(angle)])",
            "np.shape(circle(hours, 24)) == (5, 1)",
            "With the sine alone midnight and noon get the same number. Which second column tells "
            "them apart?",
        ),
    ],
    "ex-work-error": [
        (
            "treats rows as independent",
            "return np.sqrt(G / (G - 1) * (sums**2).sum()) / len(c)",
            "return np.std(c, ddof=1) / np.sqrt(len(c))",
            "grouped_error(np.array([1.0, 1, 2, 2, 6, 6]), [0, 0, 1, 1, 2, 2]) < (\n"
            "    0.8 * grouped_error(np.array([1.0, 2, 6]), [0, 1, 2]))",
            "With every row twice your error gets smaller, though nothing new has been learnt. "
            "Which sums are independent here?",
        ),
        (
            "divides by the number of groups",
            "/ len(c)",
            "/ G",
            "np.isclose(grouped_error(np.repeat([1.0, 2, 6], 2), [0, 0, 1, 1, 2, 2]),\n"
            "           2 * grouped_error(np.array([1.0, 2, 6]), [0, 1, 2]))",
            "With every row twice your error doubles. The mean is over n rows: by what are the "
            "sums of the groups divided?",
        ),
        (
            "forgets the factor G / (G - 1)",
            "np.sqrt(G / (G - 1) * (sums**2).sum())",
            "np.sqrt((sums**2).sum())",
            "np.isclose(grouped_error(np.array([1.0, 2, 6]), [0, 1, 2]),\n"
            "           np.std([1.0, 2, 6]) / np.sqrt(3))",
            "With one row a group your error is the deviation with n in the denominator. The mean "
            "was estimated from the same rows; where does G / (G - 1) belong?",
        ),
        (
            "takes the groups for equally large",
            "return np.sqrt(G / (G - 1) * (sums**2).sum()) / len(c)",
            "means = np.bincount(number, weights=c) / np.bincount(number)\n"
            "    return means.std(ddof=1) / np.sqrt(G)",
            "np.isclose(2 / 3, grouped_error(np.array([1.0, 2, 6, 3]),\n    ['a', 'b', 'a', 'a']))",
            "Your error is that of the mean of the groups' means, where one row of b weighs "
            "as much as three of a. How large a share has each group in the mean over all "
            "rows?",
        ),
        (
            "begins a group where the name changes",
            "names, number = np.unique(groups, return_inverse=True)",
            "number = np.cumsum([a != b for a, b in zip(groups, [None, *groups])]) - 1\n"
            "    names = np.unique(number)",
            "np.isclose(21**0.5 / 4, grouped_error(np.array([1.0, 2, 6, 3]),\n"
            "    ['a', 'b', 'a', 'a']))",
            "The groups a, b, a, a are three to you, as if a were another patient the second "
            "time. What if the rows of a group do not stand together?",
        ),
    ],
    "ex-work-encode": [
        (
            "does not shrink",
            "(hits + m * positive.mean()) / (counts + m)",
            "np.where(counts > 0, hits / np.maximum(counts, 1), positive.mean())",
            "np.isclose(encode(['a', 'b'], np.array([1, -1]), ['a'], 5)[0], 1)",
            "A word with a single row gets the share of that row, 1. How much should m rows of the "
            "overall share add?",
        ),
        (
            "shrinks towards 0",
            "(hits + m * positive.mean()) / (counts + m)",
            "hits / (counts + m)",
            "np.isclose(encode(['a', 'b'], np.array([1, -1]), ['z'], 5)[0], 0)",
            "An unknown word gets 0, as if it were perfectly safe. What is known of it is the "
            "overall share.",
        ),
        (
            "counts the other class",
            "np.asarray(y) > 0",
            "np.asarray(y) < 0",
            "np.isclose(encode(['a', 'b', 'b'], np.array([1, -1, -1]), ['z'], 5)[0], 2 / 3)",
            "One label of three is +1, and an unknown word gets 2/3. Whose share do you count?",
        ),
    ],
    "ex-work-turn": [
        (
            "changes the row itself",
            "after = score(row | {name: value})",
            "row[name] = value; after = score(row)",
            "(lambda r: (turns(score, r, options), r['size'])[1])(\n"
            "    {'size': 2.0, 'speed': 1.0, 'night': 0.0}) != 2",
            "After the call the row is another one, and later changes come on top of earlier ones. "
            "Make each change in a copy.",
        ),
        (
            "lists every change",
            "if (after > 0) != (before > 0):",
            "if after != before:",
            "len(turns(score, row, options)) > 3",
            "Some of your changes leave the sign of the score as it is: they change the number and "
            "not the answer.",
        ),
        (
            "puts the smallest change first",
            "key=lambda entry: -entry[0]",
            "key=lambda entry: entry[0]",
            "turns(score, row, options)[0] == ('size', 1.0)",
            "The pairs are right; the largest change should come first.",
        ),
    ],
    "ex-work-bound": [
        (
            "forgets the half",
            "machine.likeness(X) * weight / 2",
            "machine.likeness(X) * weight",
            "np.allclose(left_over(machine, away),\n"
            "    machine.likeness(away) * np.abs(machine.dual_coef_).sum())",
            "This is the first bound. The coefficients add up to 0: how large can the positive "
            "terms be alone, and the negative ones?",
        ),
        (
            "adds the coefficients with their signs",
            "np.abs(machine.dual_coef_).sum()",
            "np.abs(machine.dual_coef_.sum())",
            "left_over(machine, away).max() < 1e-6",
            "Your bound is 0 everywhere. The coefficients add up to 0; their absolute values do "
            "not.",
        ),
        (
            "counts the bias",
            "return machine.likeness(X) * weight / 2",
            "return machine.likeness(X) * weight / 2 + abs(machine.intercept_[0])",
            "left_over(machine, away)[-1] > 1e-3",
            "Far away your bound tends to |b|, and f - b tends to 0: the bias is on the other side "
            "of the inequality already.",
        ),
    ],
    "ex-work-numpy": [
        (
            "does not scale the rows",
            "Z = (rows - mean) / scale",
            "Z = np.asarray(rows)",
            "np.ptp(unpack(pack(scaler, machine))(X_raw[400:])) < 1e-6",
            "All rows get the same score, b: unscaled, they lie far from all support vectors. What "
            "was done to the training rows?",
        ),
        (
            "forgets the bias",
            "@ beta + b",
            "@ beta",
            "np.allclose(unpack(pack(scaler, machine))(X_raw[400:]) + machine.intercept_[0],\n"
            "    machine.decision_function(scaler.transform(X_raw[400:])))",
            "Every score is off by the same number. Which one is not in your sum?",
        ),
        (
            "forgets the two in the exponent",
            "(2 * sigma**2)",
            "sigma**2",
            "np.allclose(unpack(pack(scaler, machine))(X_raw[400:])\n"
            "    - machine.intercept_[0], RBF(machine.kernel_.sigma / 2**0.5)(\n"
            "    scaler.transform(X_raw[400:]), machine.support_vectors_) @ machine.dual_coef_[0])",
            "Your kernel is exp(-d²/σ²). This book's has a 2 in the denominator.",
        ),
        (
            "takes σ from the machine at hand",
            "(2 * sigma**2)",
            "(2 * machine.kernel_.sigma**2)",
            "(lambda Z, other: np.allclose(unpack(pack(scaler, other))(X_raw[:60])\n"
            "    - other.intercept_[0], RBF(machine.kernel_.sigma)(\n"
            "    Z, other.support_vectors_) @ other.dual_coef_[0]))(\n"
            "    scaler.transform(X_raw[:60]), KernelSVM(kernel=RBF(2)).fit(\n"
            "    scaler.transform(X_raw[:60]), y_raw[:60]))",
            "Another machine is packed with its own σ, and your function still takes that of the "
            "first. Your colleague does not have `machine`: does all that you use come out of the "
            "text?",
        ),
    ],
    "ex-work-slope": [
        (
            "leaves the slope in",
            "moved - np.outer(moved @ t / (t @ t), t)",
            "moved",
            "np.allclose(level(rows) * rows.std(axis=1, keepdims=True), "
            "rows - rows.mean(axis=1, keepdims=True), atol=1e-3)",
            "Your rows still rise or fall. What is left of a row after its line of least squares "
            "has no slope: its product with the places is 0.",
        ),
        (
            "draws the line through the ends",
            "moved @ t / (t @ t)",
            "(moved[:, -1] - moved[:, 0]) / (rows.shape[1] - 1)",
            "np.allclose(level(rows)[:, 0], level(rows)[:, -1], atol=1e-3)",
            "In your rows the first value equals the last one: your line goes through these two. "
            "The line of least squares listens to all values.",
        ),
        (
            "takes the mean of each column",
            "rows - rows.mean(axis=1, keepdims=True)",
            "rows - rows.mean(axis=0)",
            "not np.allclose(level(rows[1:3]), level(rows)[1:3], atol=1e-3)",
            "A row comes out differently when other rows are left out, so you mix rows. Which axis "
            "runs along one spectrum?",
        ),
        (
            "forgets to divide",
            "return moved / moved.std(axis=1, keepdims=True)",
            "return moved",
            "np.allclose(level(2 * rows), 2 * level(rows), atol=1e-3)",
            "Twice the spectrum gives you twice the answer: its stretch is still there. Divide by "
            "the standard deviation of what is left.",
        ),
        (
            "divides by the deviation of the row as it came",
            "return moved / moved.std(axis=1, keepdims=True)",
            "return moved / rows.std(axis=1, keepdims=True)",
            "level(rows).std(axis=1).min() < 0.95",
            "The standard deviation of your rows is below 1: you divided by that of the row with "
            "its slope. Take the line out first.",
        ),
    ],
    "ex-work-category": [
        (
            "puts rho on the diagonal",
            "np.where(words[:, None] == words, 1.0, rho)",
            "np.where(words[:, None] == words, rho, 1.0)",
            "category_gram(['a', 'b'], 0.3)[0, 0] == 0.3",
            "On your diagonal stands ρ, but each word is equal to itself.",
        ),
        (
            "calls only a row equal to itself",
            "np.where(words[:, None] == words, 1.0, rho)",
            "np.where(np.eye(len(words)) > 0, 1.0, rho)",
            "category_gram(['a', 'a'], 0.3)[0, 1] == 0.3",
            "Two rows with the same word get ρ. Compare words, not their places.",
        ),
        (
            "counts rows instead of words",
            "-1 / (len(set(words)) - 1)",
            "-1 / (len(words) - 1)",
            "np.isclose(least_rho(listed), -1 / 4)",
            "You count five rows. How many different words are among them?",
        ),
        (
            "stops at zero",
            "-1 / (len(set(words)) - 1)",
            "0.0",
            "least_rho(['a', 'b']) == 0",
            "With ρ = 0 the smallest eigenvalue is well above 0 where no word repeats: ρ may be "
            "smaller still. Look at 1 + (q - 1) ρ.",
        ),
    ],
    "ex-work-orders": [
        (
            "forgets to divide",
            "total / orders",
            "total",
            "np.isclose(sum(by_orders(plain, ['a', 'b', 'c']).values()), -6)",
            "Your shares add up to six times what there is to divide. A mean over the orders is "
            "asked for.",
        ),
        (
            "takes one order",
            "for order in permutations(players):",
            "for order in [tuple(players)]:",
            "by_orders(glove, ['left', 'r1', 'r2'])['r1'] == 6",
            "The first right glove gets all 6, and the second, which is just as good, nothing. "
            "What if they come in the other order?",
        ),
        (
            "compares with nobody",
            "v(inside) - before",
            "v(inside) - v(frozenset())",
            "np.isclose(by_orders(glove, ['left', 'r1', 'r2'])['r1'], 3)",
            "Whoever comes last gets the worth of all who are there. What does a player add to "
            "those who came before?",
        ),
        (
            "begins at 0",
            "v(frozenset()), orders + 1",
            "0.0, orders + 1",
            "np.isclose(by_orders(lambda S: 1.0, ['a'])['a'], 1)",
            "A game that is worth 1 even when nobody plays owes its players nothing, yet in "
            "every order you give that 1 to whoever comes first. What was the game worth "
            "before anybody came?",
        ),
        (
            "always divides by six",
            "total / orders",
            "total / 6",
            "np.isclose(by_orders(glove, ['left', 'r1'])['left'], 1)",
            "You divide by six for two players as well. How many orders do they have?",
        ),
    ],
}
