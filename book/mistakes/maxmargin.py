"""Mistakes that people make in the exercises of lecture 2 and its in-depth page."""

MISTAKES = {
    "ex-maxmargin-two-points": [
        (
            "takes the whole bridge for the margin",
            "largest = np.sqrt(5)",
            "largest = np.sqrt(20)",
            "np.isclose(largest, np.sqrt(20))",
            "√20 is the length of the whole bridge between p and q. Where does the line cross it, "
            "and how far is it from there to either end?",
        ),
        (
            "forgets to divide by the squared length",
            "[0.4, 0.2]",
            "[4.0, 2.0]",
            "np.allclose(w_street, [4, 2])",
            "Your w is the bridge p − q itself. The direction is right, but in canonical form f(p) "
            "and f(q) differ by 2: how much is w·(p − q) now?",
        ),
        (
            "forgets the two",
            "[0.4, 0.2]",
            "[0.2, 0.1]",
            "np.allclose(w_street, [0.2, 0.1])",
            "With your w the scores of p and q differ by 1. How much do they differ in canonical "
            "form, when each point is on its edge of the street?",
        ),
        (
            "puts the line through the origin",
            "-0.4",
            "0.0",
            "np.isclose(b_street, 0)",
            "With b = 0 the line runs through the origin. It should pass through the midpoint of p "
            "and q: what is w·x there?",
        ),
        (
            "bias with the wrong sign",
            "-0.4",
            "0.4",
            "np.isclose(b_street, 0.4)",
            "0.4 is the value of w·x at the midpoint of p and q. Which bias makes the score "
            "w·x + b zero there?",
        ),
    ],
    "ex-maxmargin-canonical": [
        (
            "does not scale",
            "np.array([3, 4]) / 6, -10 / 6",
            "np.array([3, 4]), -10",
            "np.allclose(w_c, [3, 4])",
            "This is the line as it was given, and its smallest functional margin is 6. Which "
            "value does it have in canonical form?",
        ),
        (
            "scales w only",
            "-10 / 6",
            "-10",
            "np.isclose(b_c, -10)",
            "You have scaled w but not b, so it is another line now. What has to happen to b for "
            "the line to stay where it is?",
        ),
        (
            "divides by the length of w",
            "np.array([3, 4]) / 6, -10 / 6",
            "np.array([3, 4]) / 5, -10 / 5",
            "np.allclose(w_c, [0.6, 0.8])",
            "You have divided by ‖w‖ = 5, and now w has length one. That is another scale: which "
            "number has to be one for the canonical form?",
        ),
        (
            "turns the line while scaling it",
            "np.array([3, 4]) / 6, -10 / 6",
            "np.array([1 / 2, 5 / 9]), -5 / 3",
            "not np.isclose(w_c[1] * 3, w_c[0] * 4)",
            "Your w does not point along (3, 4) any more, so it is another line. By which one "
            "number should w and b be divided?",
        ),
        (
            "the best bias in the scale of the canonical form",
            "-(18 + 4) / 2",
            "-(18 + 4) / 2 / 6",
            "np.isclose(b_best, -11 / 6)",
            "This bias goes with your scaled w_c. Part (2) keeps w = (3, 4): where are the two "
            "fronts then?",
        ),
        (
            "the best bias with the wrong sign",
            "-(18 + 4) / 2",
            "(18 + 4) / 2",
            "np.isclose(b_best, 11)",
            "w·x = 11 is indeed half way between the fronts. Which bias makes the score w·x + b "
            "zero there?",
        ),
        (
            "halfway between the means of the classes",
            "-(18 + 4) / 2",
            "-(20.5 + 8 / 3) / 2",
            "np.isclose(b_best, -139 / 12)",
            "Your line lies halfway between the means of the classes. The street ends at the first "
            "point on each side: which two values of w·x count?",
        ),
        (
            "halfway between the far ends",
            "-(18 + 4) / 2",
            "-(23 + 1) / 2",
            "np.isclose(b_best, -12)",
            "Your line lies halfway between 23 and 1, the far ends of the two classes. Which "
            "points face each other across the street?",
        ),
        (
            "halves nothing: the width instead of the margin",
            "(18 - 4) / 2 / 5",
            "(18 - 4) / 5",
            "np.isclose(best, 2.8)",
            "2.8 is the width of the whole street. How far is it from the line in its middle to "
            "one of the edges?",
        ),
        (
            "forgets the length of w",
            "(18 - 4) / 2 / 5",
            "(18 - 4) / 2",
            "np.isclose(best, 7)",
            "7 is half the gap between the fronts, measured in scores. How long is w = (3, 4), "
            "and what distance does that make of it?",
        ),
    ],
    "ex-maxmargin-certify": [
        # first, and with halves, whose floats add up exactly in every Python
        (
            "leaves the labels floats",
            "int(label) for label in y",
            "float(label) for label in y",
            "isinstance(certify(points, y_all, *line, [min(2 * a, Fraction(1, 1 if a == 1 else 2)) "
            "for a in good])[0], float)",
            "Your lower bound is a float, so something has been rounded. Which of the arguments "
            "are not exact yet?",
        ),
        (
            "asks for a sum of one over both classes",
            "positive != 1",
            "sum(weights) != 1",
            "certify(points, y_all, *line, good) is None",
            "You return None for a line that separates and for weights that are in order. Each "
            "class has weights that add up to one: what is the sum of all of them?",
        ),
        (
            "accepts negative weights",
            "min(weights) < 0 or ",
            "",
            "certify(\n"
            "    [points[i] for i in (36, 41, 106)], y_all[[36, 41, 106]],\n"
            "    *line, [Fraction(2), Fraction(-1), Fraction(1)],\n"
            ") is not None",
            "You accept a negative weight. Then a combination of the points can leave their hull, "
            "and the bound proves nothing: in which cases should you return None?",
        ),
        (
            "does not ask for a sum of one",
            "positive != 1 or ",
            "",
            "certify(points, y_all, *line, [a / 2 for a in good]) is not None",
            "You accept weights that add up to one half in each class. Such a combination need not "
            "lie in the hull: what must you ask of the sums?",
        ),
        (
            "looks at the sum of the positive class only",
            " or sum(signed) != 0",
            "",
            "certify(\n"
            "    [points[i] for i in (36, 41, 106)], y_all[[36, 41, 106]],\n"
            "    *line, [Fraction(32, 61), Fraction(90, 61), Fraction(1)],\n"
            ") is not None",
            "You accept weights of the setosas that add up to two. Each class has its own sum: "
            "which of them do you look at?",
        ),
        (
            "looks at the sum of the negative class only",
            "positive != 1 or sum(signed) != 0",
            "positive - sum(signed) != 1",
            "certify(\n"
            "    [points[i] for i in (36, 41, 106)], y_all[[36, 41, 106]],\n"
            "    *line, [Fraction(16, 61), Fraction(45, 61), Fraction(2)],\n"
            ") is not None",
            "You accept weights of the positive class that add up to two. Each class has its own "
            "sum: which of them do you look at?",
        ),
        (
            "asks for a total of two",
            "positive != 1 or sum(signed) != 0",
            "sum(weights) != 2",
            "certify(\n"
            "    [points[i] for i in (36, 41, 106)], y_all[[36, 41, 106]],\n"
            "    *line, [Fraction(8, 61), Fraction(45, 122), Fraction(3, 2)],\n"
            ") is not None",
            "You accept weights with the sums 3/2 and 1/2, because their total is two. What must "
            "the sum be in each class alone?",
        ),
        (
            "takes any line for a separating one",
            "m <= 0 or ",
            "",
            "certify(points, y_all, line[0], line[1] + 9, good) is not None",
            "You accept a line with flowers on the wrong side. The square hides the sign of the "
            "smallest margin, so look at the sign before you square.",
        ),
        (
            "forgets the length of w",
            "m**2 / np.dot(w, w)",
            "m**2",
            "certify(points, y_all, *line, good)[0] == 1",
            "Your lower bound is a squared functional margin, and doubling (w, b) changes it. What "
            "turns it into the square of a distance?",
        ),
        (
            "looks at one class only",
            "for s, x in zip(signs, points, strict=True))",
            "for s, x in zip(signs, points, strict=True) if s < 0)",
            "certify(points, y_all, line[0], line[1] - 9, good) is not None",
            "You accept a line with setosas on the wrong side. The smallest margin is that of all "
            "flowers: which of them does yours leave out?",
        ),
        (
            "looks at the points with weight only",
            "for s, x in zip(signs, points, strict=True))",
            "for s, x, a in zip(signs, points, weights) if a)",
            "certify(points, y_all, [Fraction(2), Fraction(-3)], Fraction(-11, 5), good) is not "
            "None",
            "You look only at the three flowers that carry weight, and so accept a line that "
            "leaves another flower on its wrong side. Which flowers must a separating line "
            "separate?",
        ),
        (
            "lets the line touch a flower",
            "m <= 0",
            "m < 0",
            "certify(points, y_all, line[0], line[1] + 1, good) is not None",
            "You accept a line that runs right through a flower. There the score is zero: is this "
            "flower on its own side?",
        ),
    ],
    "ex-maxmargin-similarity": [
        (
            "forgets the factor",
            "Q @ w / s",
            "Q @ w",
            "np.isclose(\n"
            "    np.linalg.norm(transported(w_old, b_old, 2.5, Q, t)[0]),\n"
            "    np.linalg.norm(w_old),\n"
            ")",
            "Your w is as long as before, so your street is as wide as before. What happens to the "
            "street when the whole picture is magnified?",
        ),
        (
            "multiplies by the factor instead of dividing",
            "Q @ w / s",
            "Q @ w * s",
            "np.linalg.norm(\n"
            "    transported(w_old, b_old, 2.5, Q, t)[0]\n"
            ") > 1.01 * np.linalg.norm(w_old)",
            "When the picture is magnified, your w gets longer. But the street gets wider, and "
            "half its width is 1/‖w‖: what should happen to w?",
        ),
        (
            "turns the wrong way",
            "Q @ w / s",
            "Q.T @ w / s",
            "transported(np.array([1.0, 0.0]), 0.0, 1.0, Q, t)[0][1] < 0",
            "Your w turns against the flowers. The arrow has to turn with them: where does Q take "
            "the arrow (1, 0)?",
        ),
        (
            "forgets the shift",
            "b - w_new @ t",
            "b",
            "np.isclose(transported(w_old, b_old, 2.5, Q, t)[1], b_old)",
            "The shift t leaves no trace in your bias. Follow a point of the line: where does it "
            "go, and is its new score still zero?",
        ),
        (
            "shifts with the old w",
            "b - w_new @ t",
            "b - w @ t",
            "np.isclose(\n    transported(w_old, b_old, 2.5, Q, t)[1], b_old - w_old @ t\n)",
            "Your bias makes up for the shift with the old w. But t is a move in the new picture: "
            "by how much does it change the score there?",
        ),
    ],
    "ex-maxmargin-leave-one-out": [
        (
            "fits with the flower that it asks about",
            "fit(*rest)",
            "fit(X, y)",
            "leave_one_out_errors(X_lower[1::10], y_lower[1::10]) == 0",
            "You find no mistake, but when the lonely setosa is left out, the line moves past it. "
            "Was each flower really missing from its own fit?",
        ),
        (
            "returns the share of the mistakes",
            "return mistakes",
            "return mistakes / len(y)",
            "0 < leave_one_out_errors(X_lower[1::10], y_lower[1::10]) < 1",
            "This is the share of the mistakes. Here their number is wanted, so that you can "
            "compare it with the number of on-margin points.",
        ),
        (
            "asks whether, not how often",
            "return mistakes",
            "return min(mistakes, 1)",
            "leave_one_out_errors(X_lower[1::10], y_lower[1::10]) == 1",
            "You say 1 where two flowers are misclassified. Do you count all of them, or stop at "
            "the first one?",
        ),
        (
            "counts what is right",
            "[0] != y[i]",
            "[0] == y[i]",
            "leave_one_out_errors(X_lower[1::10], y_lower[1::10]) > 10",
            "You count nearly all of the flowers. Is it a mistake when the prediction agrees with "
            "the label?",
        ),
        (
            "counts the support vectors",
            "return mistakes",
            "return len(HardMarginSVM().fit(X, y).support_)",
            "leave_one_out_errors(X_lower[1::10], y_lower[1::10]) == 3",
            "You count the support vectors. Only these can be misclassified when they are "
            "left out, but must each of them be? What would tell you?",
        ),
    ],
    "ex-maxmargin-features": [
        (
            "takes the last columns",
            "X[:, :k]",
            "X[:, -k:]",
            "np.isclose(\n"
            "    margins_by_features(X4, y4, (2,))[0],\n"
            "    HardMarginSVM().fit(X4[:, 2:], y4).margin_,\n"
            ")",
            "For k = 2 you fit the petals, which are the last two columns. Begin with the sepals: "
            "which end of the table do the first k columns start from?",
        ),
        (
            "always takes all columns",
            "X[:, :k]",
            "X",
            "np.isclose(*margins_by_features(X4, y4, (2, 4)))",
            "Two columns give the same margin as four. Does k have any say in what you fit?",
        ),
        (
            "takes the width for the margin",
            ".margin_ for k",
            ".margin_ * 2 for k",
            "np.isclose(\n    margins_by_features(X4, y4, (2,))[0], 14 / np.sqrt(6100)\n)",
            "This is the width of the whole street, from edge to edge. The margin is the distance "
            "from the line to the nearest flower.",
        ),
    ],
    "ex-maxmargin-pairs": [
        (
            "tries no pairs of both classes, or the wrong way round",
            "np.vstack([differences(P, Q), across])",
            "np.vstack([differences(Q, P), across])",
            "widest(\n"
            "    np.array([[0.0, 0], [-1, 0], [3, 1], [4, 1]]),\n"
            "    np.array([-1.0, -1, 1, 1]),\n"
            ")[0] < 1.58",
            "The best u can run straight from a negative to a positive point. You seem to try no "
            "such direction, or only the opposite one: which way does u point?",
        ),
        (
            "takes the width for the margin",
            ".max(axis=0)) / 2",
            ".max(axis=0))",
            "np.isclose(widest(X38, y38)[0], 6 / np.sqrt(325))",
            "This is the width of the whole street. How far is it from the line in its middle to "
            "one of the edges?",
        ),
        (
            "tries one direction for each edge",
            "across = edges[:, ::-1] * [-1, 1]",
            "across = edges[edges[:, 1] > 0][:, ::-1] * [-1, 1]",
            "not np.isclose(\n    widest(cloud, side)[0], widest(-cloud[::-1], side[::-1])[0]\n)",
            "When the picture is turned upside down, the width of your street changes. Two "
            "directions are perpendicular to an edge: do you try both?",
        ),
        (
            "tries the edges of one class only",
            "[differences(P, P), differences(Q, Q)]",
            "[differences(P, P)]",
            "not np.isclose(\n    widest(cloud, side)[0], widest(cloud, -side)[0]\n)",
            "When the classes swap their labels, the width of your street changes, and it should "
            "not. Do you try the edges of both classes?",
        ),
        (
            "walks along the edges, not across",
            "edges[:, ::-1] * [-1, 1]",
            "edges",
            "widest(cloud, side)[0] < 0.0364",
            "Your street is too narrow: the best one lies flush with an edge between two points of "
            "one class. How does u stand to this edge?",
        ),
    ],
    "ex-maxmargin-common-point": [
        (
            "forgets the sums of the classes",
            ", y > 0, y < 0])\n    r = np.append(np.zeros(X.shape[1]), [1, 1])",
            "])\n    r = np.zeros(X.shape[1])",
            "np.all(common_point(X_moons, y_moons) == 0)",
            "All your weights are zero. That satisfies the equations of the common point, but it "
            "is no point of a hull: what is still to be asked of the weights?",
        ),
        (
            "allows negative weights",
            'method="highs-ds")',
            "bounds=(None, None))",
            "common_point(X_iris, y_iris) is not None",
            "You find a common point of irises that a line separates. Look at the weights: may "
            "they be negative, and what is their sum in each class?",
        ),
        (
            "forgets the labels",
            "(y[:, None] * X).T",
            "X.T",
            "common_point(X_iris - [5.6, 3.1], y_iris) is not None",
            "Move the origin between the two classes of irises, and you find a common point of "
            "them, though a line separates them. With which sign does each class enter?",
        ),
        (
            "takes failure for success",
            "found.x if found.success",
            "found.x if not found.success",
            "common_point(X_moons, y_moons) is None",
            "You find no common point of the two moons, but no line separates them, so there is "
            "one. In which case does your function return None?",
        ),
    ],
    "ex-maxmargin-walk": [
        (
            "shifts more weight than there is",
            "min(-(z @ d) / (d @ d), a[j])",
            "-(z @ d) / (d @ d)",
            "walk(X2, y2, tol=1e-3)[1] < 0.166",
            "Your upper bound falls below the largest margin, so p or q must have left its hull. "
            "How much weight can j give away?",
        ),
        (
            "takes the whole length as a margin",
            "return lower, upper, steps",
            "return 2 * lower, 2 * upper, steps",
            "np.isclose(\n    walk(X2, y2, tol=1e-3)[1], 6 / np.sqrt(325), rtol=0.01\n)",
            "Your bounds meet at the width of the whole street. Which part of ‖z‖ is the margin?",
        ),
        (
            "forgets the labels",
            "y[:, None] * X, np.zeros",
            "1.0 * X, np.zeros",
            "not np.isclose(\n"
            "    walk(X2 + 5, y2, tol=1e-3)[1], walk(X2, y2, tol=1e-3)[1], rtol=0.01\n"
            ")",
            "Your bounds change when all flowers are moved by the same vector, and they should "
            "not. With which sign does each class enter z?",
        ),
        (
            "takes the gap as absolute",
            "tol * upper",
            "tol",
            "(lambda lower, upper, _: upper - lower > 0.2 * upper)(\n"
            "    *walk(X2 / 64, y2, tol=0.1)\n"
            ")",
            "When the flowers shrink to 1/64 of their size, you stop at tol = 0.1, though for "
            "their size the bounds are far apart. A relative tolerance of 0.1 is a tenth: of "
            "what?",
        ),
    ],
}
