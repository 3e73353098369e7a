"""Mistakes that people make in the exercises on several classes, and what to say to them."""

MISTAKES = {
    "ex-multiclass-votes": [
        (
            "asks the wrong duel",
            "tied, better = [0, 2], 0",
            "tied, better = [0, 2], 2",
            "better == 2",
            "Class 2 did not win the duel of the two classes in front. Which entry of the list is "
            "their duel?",
        ),
        (
            "counts a duel for each order",
            "(45, 200)]",
            "(90, 200)]",
            "on_paper[1][0] == 90",
            "Ninety duels of ten classes? Is 0 against 1 another one than 1 against 0?",
        ),
        (
            "forgets classes without a vote",
            ", minlength=K",
            "",
            "len(count_votes([0, 1, 1], 3)) < 3",
            "A class without a single vote is missing from your counts. For the winners 0, 1, 1 "
            "and K = 3 there should be three numbers.",
        ),
        (
            "counts every duel twice",
            "K * (K - 1) // 2",
            "K * (K - 1)",
            "work(4, 40)[1][0] == 12",
            "You train twelve machines for four classes. Is the duel of 0 against 1 a different "
            "one from that of 1 against 0?",
        ),
        (
            "lets every machine see all points",
            "2 * n // K)",
            "n)",
            "work(4, 40)[1][1] == 40",
            "In your one-versus-one every machine sees all points. Whose points does the machine "
            "of the classes 0 and 1 need?",
        ),
        (
            "gives a machine the points of one class",
            "2 * n // K)",
            "n // K)",
            "work(4, 40)[1][1] == 10",
            "In your one-versus-one a machine sees the points of one class only. How many classes "
            "meet in a duel?",
        ),
        (
            "counts a duel for each class",
            "(45, 200)]",
            "(10, 200)]",
            "on_paper[1][0] == 10",
            "You have ten machines one-versus-one, one for each class. But each of them takes "
            "two classes: how many pairs do ten classes make?",
        ),
        (
            "trains a duel for each class",
            "K * (K - 1) // 2",
            "K",
            "work(4, 40)[1][0] == 4",
            "Your one-versus-one trains as many machines as there are classes. For three classes "
            "that is right by chance: which duels do four classes need?",
        ),
        (
            "leaves one class out",
            "2 * n // K)",
            "n - n // K)",
            "work(4, 40)[1][1] == 30",
            "In your one-versus-one a machine sees all classes but one. For three classes that "
            "is right by chance: how many classes meet in a duel?",
        ),
    ],
    "ex-multiclass-losses": [
        (
            "lets only the worst rival into the sum",
            "class_0, class_1 = (4.5, 2.5)",
            "class_0, class_1 = (2.5, 2.5)",
            "np.allclose(class_0, (2.5, 2.5))",
            "Your two losses for class 0 are equal, as if one rival came too close. Have you "
            "looked at all three of them?",
        ),
        (
            "gives credit on paper",
            "class_0, class_1 = (4.5, 2.5)",
            "class_0, class_1 = (3.5, 2.5)",
            "np.allclose(class_0, (3.5, 2.5))",
            "In your first sum for class 0 a rival far behind pays back 1. What does a negative "
            "excess pay?",
        ),
        (
            "lets the own class pay delta",
            "h[k] = 0",
            "h[k] = delta",
            "np.isclose(both_losses(np.array([3.0, 0]), 0)[0], 1)",
            "With the scores (3, 0) a point of class 0 has nothing to pay, but yours pays δ. Which "
            "class gets an excess that it should not have?",
        ),
        (
            "gives credit for negative excesses",
            "np.maximum(h, 0).sum()",
            "h.sum()",
            "min(both_losses(np.array([3.0, 0]), 0)) < 0",
            "With the scores (3, 0) a point of class 0 has a negative loss: you give credit for "
            "rivals far behind. What should they pay?",
        ),
        (
            "forgets delta",
            "s - s[k] + delta",
            "s - s[k] + 1",
            "np.isclose(*[both_losses(np.zeros(2), 0, delta)[0]\n    for delta in (1, 5)])",
            "Your losses are the same for δ = 1 and δ = 5. How does the excess of a rival depend "
            "on the lead that is asked for?",
        ),
        (
            "exchanges the two losses",
            "np.maximum(h, 0).sum(), h.max()",
            "h.max(), np.maximum(h, 0).sum()",
            "np.allclose(both_losses(np.zeros(3), 0), (1, 2))",
            "The loss of Weston and Watkins adds up all excesses, so it is never the smaller one. "
            "Have your two numbers changed places?",
        ),
    ],
    "ex-multiclass-row": [
        (
            "transposed",
            "np.column_stack([2 * j, -(j**2)])",
            "np.vstack([2 * j, -(j**2)])",
            "np.shape(row_machine(3)) == (2, 3)",
            "Your W is lying on its side: it has two rows and K columns. Each class has a row of "
            "its own, with its slope and its bias: what is the shape of W then?",
        ),
        (
            "loses the 2",
            "2 * j",
            "j",
            "np.array_equal(row_machine(3), [[0, 0], [1, -1], [2, -4]])",
            "With your W, class 1 leads at the place of class 2. Multiply −(x − j)² out once more: "
            "which factor does the mixed term have?",
        ),
        (
            "adds the square",
            "-(j**2)",
            "j**2",
            "np.array_equal(row_machine(3), [[0, 0], [2, 1], [4, 4]])",
            "With your W the last class leads everywhere. Multiply −(x − j)² out once more: which "
            "sign does j² have?",
        ),
        (
            "forgets the bias",
            "-(j**2)",
            "0 * j",
            "np.all(row_machine(3)[:, 1] == 0)",
            "Your biases are all 0, so at x = 0 all classes tie. Which part of −(x − j)² depends "
            "on j but not on x?",
        ),
        (
            "exchanges slope and bias",
            "2 * j, -(j**2)",
            "-(j**2), 2 * j",
            "np.array_equal(row_machine(3), [[0, 0], [-1, 2], [-4, 4]])",
            "Slopes and biases seem to have changed places. Which column of W is multiplied by x, "
            "and which by 1?",
        ),
    ],
    "ex-multiclass-distance": [
        (
            "takes the bias for a part of the slope",
            "difference[:-1]",
            "difference",
            "np.isclose(20 / np.sqrt(50), distances(\n"
            "    np.array([[3, 4, 0], [0, 0, 5.0]]), np.array([3, 4]), 0)[1])",
            "The length by which you divide includes the bias. Which entries of the difference "
            "say how fast the scores change when x moves?",
        ),
        (
            "reports the score difference",
            " / np.linalg.norm(difference[:-1])",
            "",
            "np.isclose(20, distances(\n"
            "    np.array([[3, 4, 0], [0, 0, 5.0]]), np.array([3, 4]), 0)[1])",
            "This is the lead in score, not yet a distance. By how much does the lead change for "
            "a step of length 1 straight towards the border?",
        ),
        (
            "looks from the other side",
            "W[k] - W[j]",
            "W[j] - W[k]",
            "np.isclose(-4, distances(\n"
            "    np.array([[3, 4, 0], [0, 0, 5.0]]), np.array([3, 4]), 0)[1])",
            "Your signs are turned round: where class k leads, the distances should be positive. "
            "Whose score do you subtract from whose?",
        ),
        (
            "forgets the bias in the score",
            "difference @ [*x, 1]",
            "difference[:-1] @ x",
            "np.isclose(5, distances(\n"
            "    np.array([[3, 4, 0], [0, 0, 5.0]]), np.array([3, 4]), 0)[1])",
            "Your borders all pass through the origin, as if there were no biases. Where do they "
            "stand in W, and where do they enter the lead?",
        ),
    ],
    "ex-multiclass-confusion": [
        (
            "exchanges rows and columns",
            "(truth, said), 1",
            "(said, truth), 1",
            "(1, 0) == tuple(\n    report(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)[2])",
            "In your most frequent mistake, truth and answer have changed places. Which of the two "
            "picks the row of your matrix?",
        ),
        (
            "counts right answers as mistakes",
            "matrix - np.diag(right)",
            "matrix",
            "len(set(report(truth, said, 10)[2])) == 1",
            "Your most frequent mistake is a right answer. Where in the matrix do the right "
            "answers stand?",
        ),
        (
            "takes rows for columns",
            "matrix.sum(axis=1), matrix.sum(axis=0)",
            "matrix.sum(axis=0), matrix.sum(axis=1)",
            "np.allclose((1, 0.5),\n    report(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)[0])",
            "Recall and precision have changed places. Recall asks how many points of a class were "
            "found: out of which total?",
        ),
        (
            "compares shares",
            "mistakes.argmax()",
            "(mistakes / matrix.sum(axis=1)[:, None]).argmax()",
            "(2, 1) == tuple(report(\n"
            "    np.repeat([0, 0, 1, 1, 2, 2], [6, 1, 2, 6, 1, 1]),\n"
            "    np.repeat([0, 2, 0, 1, 1, 2], [6, 1, 2, 6, 1, 1]), 3)[2])",
            "The confusion you report has the largest share of its class, but another one "
            "happens more often. Which of the two does the exercise ask for, and what must "
            "you compare to find it?",
        ),
        (
            "adds both directions",
            "mistakes = matrix - np.diag(right)",
            "mistakes = matrix + matrix.T - 2 * np.diag(right)",
            "(0, 1) == tuple(report(\n"
            "    np.repeat([0, 0, 1, 1, 2, 2], [6, 1, 2, 6, 1, 1]),\n"
            "    np.repeat([0, 2, 0, 1, 1, 2], [6, 1, 2, 6, 1, 1]), 3)[2])",
            "You count a mistake together with its reverse. Is a 1 that is called 9 the same "
            "mistake as a 9 that is called 1?",
        ),
        (
            "ten classes, whatever is asked",
            "matrix = np.zeros((K, K), dtype=int)",
            "matrix, K = np.zeros((10, 10), dtype=int), 10",
            "len(report(np.array([0, 1]), np.array([0, 1]), 2)[0]) == 10",
            "For two classes you return ten recalls, as for the digits. How many rows and columns "
            "does your matrix need?",
        ),
    ],
    "ex-multiclass-blind": [
        (
            "lets the own class pay",
            " - np.eye(len(p))",
            "",
            "np.isclose(1,\n    cs_risk(np.array([5, 0, 0]), np.array([1, 0, 0])))",
            "In cs_risk a class with a lead of 5 still pays 1. Does it compete with itself?",
        ),
        (
            "adds up all rivals",
            "h.max(axis=1)",
            "np.maximum(h, 0).sum(axis=1)",
            "np.isclose(cs_risk(np.zeros(3), np.full(3, 1 / 3)), 2)",
            "For equal scores your cs_risk is 2, since both rivals pay. Which of them does "
            "Crammer–Singer charge for?",
        ),
        (
            "exchanges own and other",
            "p * own + (1 - np.array(p)) * other",
            "p * other + (1 - np.array(p)) * own",
            "np.isclose(6,\n    rest_risk(np.array([1, -1, -1]), np.array([1, 0, 0])))",
            "In rest_risk the two hinges have changed places. A point of class j has the label +1 "
            "in machine j: which scores sⱼ cost it nothing?",
        ),
        (
            "forgets the points of the other classes",
            " + (1 - np.array(p)) * other",
            "",
            "np.isclose(rest_risk(np.ones(3), np.array([1, 0, 0])), 0)",
            "In rest_risk only the points of class j pay in machine j. All the others are trained "
            "there too, with the label −1: what do they pay?",
        ),
        (
            "takes the distance from 1",
            "np.maximum(0, 1 - s), np.maximum(0, 1 + s)",
            "np.abs(1 - s), np.abs(1 + s)",
            "np.isclose(1,\n    rest_risk(np.array([2, -1, -1]), np.array([1, 0, 0])))",
            "In rest_risk you charge a class's own points for a score of 2, as if the hinge "
            "were the distance from 1. What does the hinge charge for scores above 1?",
        ),
    ],
    "ex-multiclass-codes": [
        (
            "trains on classes left out",
            "X[z != 0], z[z != 0]",
            "X, np.where(z > 0, 1, -1)",
            "fit_code(np.array([[1], [-1], [0]]), np.array(\n"
            "    [[0.0], [2], [-2]]), np.arange(3))[0].predict([[0.0]])[0] < 0",
            "A class with 0 in column l should be left out, but your machine learns from its "
            "points as well. Which rows of X take part in problem l?",
        ),
        (
            "takes the worst code word",
            "argmin",
            "argmax",
            "decode(np.array([[1], [-1]]), np.array([[5.0]]))[0] == 1",
            "For the code words +1 and −1 and the score 5 you choose the second class. Does the "
            "best word have the largest loss, or the smallest?",
        ),
        (
            "counts signs instead of hinges",
            "np.maximum(0, 1 - M * F[:, None, :])",
            "(M * F[:, None, :] < 0)",
            "0 == decode(\n    np.array([[1, -1], [-1, 1]]), np.array([[0.1, 0.2]]))[0]",
            "You seem to look at the signs of the scores only. Two code words can miss equally "
            "many signs: which of them has the smaller hinges?",
        ),
        (
            "lets zeros pay",
            " * np.abs(M)",
            "",
            "0 == decode(\n    np.array([[1, 1], [-1, 0]]), np.array([[0.2, 0.3]]))[0]",
            "A 0 in a code word still costs something in your sum. That class took no part in the "
            "problem: what should it pay there?",
        ),
        (
            "takes the logistic loss",
            "np.maximum(0, 1 - M * F[:, None, :])",
            "np.logaddexp(0, -2 * M * F[:, None, :])",
            "0 == decode(np.array([[1, 1, 1], [-1, -1, -1]]),\n"
            "    np.array([[2.5, -1.0, -1.0]]))[0]",
            "For the scores 2.5, −1, −1 the word −1, −1, −1 has the smaller sum of hinges, and you "
            "choose the other. Which loss do you add up?",
        ),
    ],
    "ex-multiclass-kernel": [
        (
            "forgets the own class",
            "beta[rows, y] += alpha.sum(axis=1)",
            "pass",
            "gram_scores(np.eye(3), np.arange(3), 0.5, 1).sum() < -0.1",
            "In your scores the rivals are pushed down, but the right class is not pulled up. What "
            "is the bracket of W(α) for j = yᵢ?",
        ),
        (
            "takes the sum for the mean",
            "A / n - alpha",
            "A - alpha",
            "np.isclose(2,\n    gram_scores(np.eye(3), np.arange(3), 0.5, 1)[0, 0])",
            "Your multipliers are n times too large: one of them may be 1/n at most. Where does "
            "the mean over the points come in?",
        ),
        (
            "takes the Pegasos step for lambda = rho",
            "gram @ beta / (2 * reg)",
            "gram @ beta / reg",
            "np.isclose(4 / 3,\n    gram_scores(np.eye(3), np.arange(3), 0.5, 1)[0, 0])",
            "Your scores are twice as large as they should be, as if ρ were the λ of Pegasos. "
            "Which λ makes the penalty ½λ‖W‖² equal to ρ‖W‖²?",
        ),
        (
            "does not shrink the old multipliers",
            "(A / n - alpha) / t",
            "A / n / t",
            "np.isclose(4 / 3,\n    gram_scores(np.eye(3), np.arange(3), 0.25, 2)[0, 0])",
            "Your old multipliers keep their full weight, so α is not a mean of its steps. What "
            "happens to α before the new share is added?",
        ),
    ],
    "ex-multiclass-slopes": [
        (
            "sums W in the penalty",
            "2 * reg * W",
            "2 * reg * W.sum()",
            "np.allclose(subgradient(np.eye(3, 5), 0 * X, y, 0.5), 3)",
            "Your penalty adds the same number to all entries. ρ‖W‖² is a sum of squares: what is "
            "its slope in one entry of W?",
        ),
        (
            "forgets the 2 of the square",
            "2 * reg * W",
            "reg * W",
            "np.allclose(np.eye(3, 5),\n    subgradient(np.eye(3, 5), 0 * X, y, 1))",
            "The slope of your penalty is half as large as it should be. There is no ½ in front of "
            "ρ‖W‖²: what is the derivative of a square?",
        ),
        (
            "forgets the own class",
            "np.eye(3)[worst] - own",
            "np.eye(3)[worst]",
            "abs(subgradient(np.zeros((3, 5)), X, y, 0).sum()) > 1e-6",
            "Your slopes push rivals down but do not pull the right class up. What stands in row i "
            "of G at the place yᵢ?",
        ),
        (
            "forgets the mean",
            "G.T @ X / len(y)",
            "G.T @ X",
            "1.01 < abs(\n    subgradient(np.zeros((3, 5)), X, y, 0)[:, -1]).max()",
            "The loss part of your slopes is n times too large. Is the loss in the objective a sum "
            "over the points, or a mean?",
        ),
        (
            "forgets the lead that is asked for",
            "(X @ W.T - own)",
            "(X @ W.T)",
            "np.allclose(0,\n    subgradient(np.eye(3) / 2, np.eye(3)[y], y, 0))",
            "When each point's own class leads by only one half, your losses have no slope, "
            "as if nobody had anything to pay. From which lead on does a rival cost nothing?",
        ),
    ],
}
