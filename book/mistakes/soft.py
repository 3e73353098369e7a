"""Mistakes that people make in the exercises of lecture 3 and of its in-depth page."""

MISTAKES = {
    "ex-soft-kinds": [
        (
            "forgets the label",
            "m = y * (X @ w + b)",
            "m = X @ w + b",
            "np.allclose(\n"
            "    slack_table(np.array([2.0, 0.0]), -3, X, y)[0],\n"
            "    slack_table(np.array([2.0, 0.0]), -3, X, -y)[0],\n"
            ")",
            "Your functional margins stay the same when all labels are flipped. What tells a "
            "margin which side is the right one?",
        ),
        (
            "slack may be negative",
            "np.maximum(0, 1 - m)",
            "1 - m",
            "np.min(slack_table(np.array([2.0, 0.0]), -3, X, y)[1]) < 0",
            "Some of your slacks are negative. A point beyond its edge of the street earns nothing "
            "and owes nothing: what is its slack?",
        ),
        (
            "slack is taken for a length",
            "xi / np.linalg.norm(w)",
            "xi",
            "np.isclose(\n    slack_table(np.array([3.0, 4.0]), -12, X, y)[2][3], 11.75\n)",
            "Your bars are as long as the slacks. Slack is counted in functional margins: how long "
            "is one unit of it in the plane when w = (3, 4)?",
        ),
        (
            "divides by the square of the norm",
            "xi / np.linalg.norm(w)",
            "xi / (w @ w)",
            "np.isclose(\n    slack_table(np.array([3.0, 4.0]), -12, X, y)[2][3], 0.47\n)",
            "You divide by ‖w‖², and for w = (3, 4) the bars come out too short. How wide is half "
            "of this street?",
        ),
        (
            "charges errors only",
            "np.maximum(0, 1 - m)",
            "np.maximum(0, -m)",
            "(lambda m, xi, _: np.allclose(xi, np.maximum(0, np.negative(m))))(\n"
            "    *slack_table(np.array([2.0, 0.0]), -3, X, y)\n"
            ")",
            "You charge only points on the wrong side of the line. But (1.25, 0) stands on the "
            "street, on its own side, and pays too: from which margin on is a point free of "
            "charge?",
        ),
        (
            "takes geometric margins",
            "m = y * (X @ w + b)",
            "m = y * (X @ w + b) / np.linalg.norm(w)",
            "np.allclose(\n    slack_table(np.array([3.0, 4.0]), -12, X, y)[0][:2], [0.2, 2.8]\n)",
            "Your margins are divided by ‖w‖, so they are lengths. Slack is measured in values of "
            "y f: at which step does the length of w come in?",
        ),
        (
            "takes the whole width",
            "xi / np.linalg.norm(w)",
            "2 * xi / np.linalg.norm(w)",
            "np.isclose(\n    slack_table(np.array([3.0, 4.0]), -12, X, y)[2][3], 4.7\n)",
            "Your bars are twice as long as they should be. One unit of slack leads from an "
            "edge of the street to its middle line: how long is that?",
        ),
    ],
    "ex-soft-convert": [
        (
            "forgets n",
            '"sgd": 1 / (n * value)',
            '"sgd": 1 / value',
            'np.isclose(to_C(2, "sgd", 10), to_C(2, "sgd", 20))',
            "For 'sgd', your C does not depend on n. There the mean of the slacks is charged, here "
            "their sum: how do the two compare?",
        ),
        (
            "forgets the half",
            "1 / (2 * n * value)",
            "1 / (n * value)",
            'np.isclose(to_C(2, "no half", 10), 0.05)',
            "For 'no half', λ stands before the whole of ‖w‖². What stands before ½‖w‖² then?",
        ),
        (
            "takes λ for C",
            '"sum": 1 / value',
            '"sum": value',
            'np.isclose(to_C(2, "sum", 10), 2)',
            "For 'sum', you take λ itself. A larger λ asks for a shorter w, a larger C for less "
            "slack: can the two be the same?",
        ),
        (
            "multiplies by n instead of dividing",
            "value / n}",
            "value * n}",
            'np.isclose(to_C(2, "C over n", 10), 20)',
            "For 'C over n', a single slack costs less the more flowers there are, but your C "
            "grows with n. What stands before the sum of the slacks?",
        ),
    ],
    "ex-soft-two": [
        (
            "forgets that w stops growing",
            "min(2 * C * a, 1 / a)",
            "2 * C * a",
            "np.isclose(two_points(1, 3)[0], 6)",
            "For a = 1 and C = 3 your w is 6, though w = 1 already leaves no slack. What would w "
            "gain by growing further?",
        ),
        (
            "counts one point only",
            "2 * C * a",
            "C * a",
            "np.isclose(two_points(1, 0.1)[0], 0.1)",
            "Only one point seems to pull at your w. When w grows a little, whose slack gets "
            "smaller?",
        ),
        (
            "takes the bias for unique",
            "-(1 - w * a), 1 - w * a",
            "0, 0",
            "np.allclose(two_points(1, 0.1)[1:], 0)",
            "For small C both points have slack. Shift the line a little, so that one pays more "
            "and the other less: does the total change, and how far can you go?",
        ),
    ],
    "ex-soft-squared": [
        (
            "charges the slack itself",
            "C * cp.sum_squares(xi)",
            "C * cp.sum(cp.pos(xi))",
            "np.allclose(squared_slack(\n"
            "    np.array([[1.0, 0], [-1, 0]]), np.array([1.0, -1]), 0.1\n"
            ")[0], [0.2, 0], atol=1e-3)",
            "This is the machine that pays for ξ itself. What should a slack of ½ cost here, and a "
            "slack of 2?",
        ),
        (
            "charges half of the square",
            "C * cp.sum_squares(xi)",
            "C * cp.sum_squares(xi) / 2",
            "np.allclose(squared_slack(\n"
            "    np.array([[1.0, 0], [-1, 0]]), np.array([1.0, -1]), 0.1\n"
            ")[0], [1 / 6, 0], atol=1e-3)",
            "Your slacks cost half of what they should. Read the objective once more: which of its "
            "terms has a ½ in front?",
        ),
        (
            "puts C on the wrong term",
            "/ 2 + C *",
            "* C / 2 +",
            "np.allclose(squared_slack(\n"
            "    np.array([[1.0, 0], [-1, 0]]), np.array([1.0, -1]), 0.1\n"
            ")[0], [4 / 4.1, 0], atol=1e-3)",
            "With your objective a larger C makes w shorter and the slacks larger. Which of the "
            "two terms is C meant to weigh?",
        ),
    ],
    "ex-soft-costs": [
        (
            "takes the other cost",
            "return c_minus",
            "return c_plus",
            "np.isclose(threshold(9, 1), 0.9)",
            "For c₊ = 9 and c₋ = 1 you wait until η is 0.9. When a miss is so dear, should you "
            "call a point positive sooner or later?",
        ),
        (
            "takes the ratio of the costs",
            "c_minus / (c_plus + c_minus)",
            "c_minus / c_plus",
            "np.isclose(threshold(9, 1), 1 / 9)",
            "You have found the ratio that η / (1 − η) must exceed. What does that mean for η "
            "itself?",
        ),
        (
            "ignores the costs",
            "c_minus / (c_plus + c_minus)",
            "1 / 2",
            "np.isclose(threshold(9, 1), 0.5)",
            "Your threshold is one half even for c₊ = 9 and c₋ = 1. If η is 0.4 there, what does "
            "each of the two answers cost on average?",
        ),
    ],
    "ex-soft-units": [
        (
            "keeps C",
            "C / s**2",
            "C",
            "np.isclose(C_in_units(3, 10), 3)",
            "You keep C. The slacks stay as they are, but ½‖w‖² does not: how does it change when "
            "every x is s times as long?",
        ),
        (
            "divides by s once",
            "C / s**2",
            "C / s",
            "np.isclose(C_in_units(3, 10), 0.3)",
            "You divide by s once. That is what happens to w; but how does w enter the objective?",
        ),
        (
            "multiplies",
            "C / s**2",
            "C * s**2",
            "C_in_units(3, 10) > 4",
            "Your C grows with s. But when every x gets longer, ½‖w‖² gets smaller: which C keeps "
            "it in balance with the slacks?",
        ),
        (
            "does not use the matching cost",
            "LinearSVM(C=C_in_units(C, s))",
            "LinearSVM(C=C)",
            "np.isclose(moved_machine(X, y, 1, 10, [0, 0]).C, 1)",
            "Your C_in_units knows the matching cost, but the machine in moved_machine is still "
            "fitted with the old one.",
        ),
    ],
    "ex-soft-ramp": [
        (
            "charges the hinge in Q",
            "np.clip(1 - m, 0, 1).sum()",
            "np.maximum(0, 1 - m).sum()",
            "(lambda q: 70 < q[0] < q[-1])(ramp_machine(X_bad, y_bad, C=1)[1])",
            "Your Q rises from one round to the next, and it cannot. What does a flower 50 cm on "
            "the wrong side cost under the ramp?",
        ),
        (
            "drops points for good",
            "stay = m > 0",
            "stay = stay & (m > 0)",
            "ramp_machine(X_bad, y_bad, C=1)[0].coef_[0, 0] > 2.4",
            "The flowers that the first line misclassified never come back. Ask all points again "
            "in each round, not only those that stayed: which have m > 0 now?",
        ),
        (
            "keeps everybody",
            "fit(X[stay], y[stay])",
            "fit(X, y)",
            "np.allclose(\n"
            "    ramp_machine(X_bad, y_bad, C=1)[0].coef_,\n"
            "    LinearSVM(C=1).fit(X_bad, y_bad).coef_,\n"
            ")",
            "You return the hinge solution, with the stray flower still pulling at it. Which "
            "points should be missing from the next fit?",
        ),
        (
            "forgets the half of the regulariser",
            "sum() / 2 + C",
            "sum() + C",
            "np.isclose(ramp_machine(X_bad, y_bad, C=1)[1][0], 61.4, atol=0.01)",
            "Your first value of Q is too large by half of ‖w‖². With which factor does the "
            "regulariser stand in Q?",
        ),
        (
            "forgets the regulariser",
            "(machine.coef_**2).sum() / 2 + ",
            "",
            "np.isclose(ramp_machine(X_bad, y_bad, C=1)[1][0], 60.4, atol=0.01)",
            "Your values contain the ramps alone. A fit may let the ramps grow when w becomes "
            "shorter, so which other term belongs to Q?",
        ),
        (
            "forgets C in Q",
            "C * ramp",
            "ramp",
            "np.isclose(\n"
            "    ramp_machine(*datasets.iris_setosa(features=2), C=4)[1][0],\n"
            "    14.09, atol=0.01,\n"
            ")",
            "With C = 4 your Q is not the one that the machine lowers. How much does a unit of "
            "ramp cost there?",
        ),
        (
            "lets small errors stay",
            "(m > 0)).all():\n            break\n        stay = m > 0",
            "(m > -0.5)).all():\n            break\n        stay = m > -0.5",
            "np.allclose(\n"
            "    ramp_machine(*datasets.iris_setosa(features=2), C=4)[0].coef_,\n"
            "    LinearSVM(C=4).fit(*datasets.iris_setosa(features=2)).coef_,\n"
            ")",
            "With the straggler in its old place and C = 4 you return the hinge solution, though "
            "one flower has a margin just below zero. At which margin does the bound change from "
            "the hinge to the constant?",
        ),
        (
            "leaves out the value of the last fit",
            "    while True:",
            "    for _ in range(rounds):",
            "(lambda q: len(q) == 1 and q[0] > 30)(\n"
            "    ramp_machine(X_bad, y_bad, C=0.5, rounds=1)[1]\n"
            ")",
            "With rounds=1 you return a single value of Q, the hinge solution's, but the machine "
            "has been fitted again. What is Q at the machine that you return?",
        ),
    ],
    "ex-soft-reduced": [
        (
            "takes the mean of the whole class",
            "np.sort(plus)[:h].mean()",
            "plus.mean()",
            "np.isclose(slope(minus, plus), 9)",
            "You take the mean of the whole larger class. How many of its points are needed when "
            "none may weigh more than 1/h, and which lie nearest?",
        ),
        (
            "takes the nearest point of the full hull",
            "np.sort(plus)[:h].mean()",
            "plus.min()",
            "np.isclose(slope(minus, plus), 3)",
            "You put all the weight on the nearest point of the larger class. How much may a "
            "single point have in the reduced hull?",
        ),
        (
            "forgets the size of the class",
            "h * (q - minus.mean())",
            "q - minus.mean()",
            "np.isclose(slope(minus, plus), 2)",
            "The way from one point to the other is right. For small C each of the h points pulls "
            "with all of C: how much is that together?",
        ),
    ],
    "ex-soft-calibrated": [
        (
            "forgets the kink",
            "abs(left - right) < 1e-3 and right",
            "right",
            "calibrated(lambda m: np.maximum(-m, -3 * m))",
            "You accept a loss with a kink at zero, where −3m meets −m. What must the slopes on "
            "the two sides have in common?",
        ),
        (
            "forgets the sign",
            " and right < -1e-3",
            "",
            "calibrated(early)",
            "You accept the hinge with its kink at −½, which is flat at zero. What could make it "
            "move a score away from zero?",
        ),
        (
            "takes the sign the wrong way round",
            "right < -1e-3",
            "right > 1e-3",
            "calibrated(lambda m: np.exp(m))",
            "You accept exp(m), a loss that grows with the margin. Should a margin that gets "
            "larger cost more or less?",
        ),
    ],
}
