"""Mistakes people make in the exercises of lecture 1 and its in-depth page."""

MISTAKES = {
    "ex-margins-by-hand": [
        (
            "forgets the bias",
            "(a * p + b * q + c)",
            "(a * p + b * q)",
            "np.isclose(\n"
            "    distance_to_line(3, 4, -10, 0, 5), distance_to_line(3, 4, 0, 0, 5)\n"
            ")",
            "The constant c makes no difference to your answer, as if every line went through the "
            "origin. Put (p, q) into the whole left side of the equation.",
        ),
        (
            "does not divide",
            " / np.hypot(a, b)",
            "",
            "np.isclose(distance_to_line(3, 4, -10, 0, 5), 10)",
            "This is the score of the point. How much does a score change when you walk one unit "
            "straight towards the line?",
        ),
        (
            "divides by the squared length",
            "np.hypot(a, b)",
            "(a * a + b * b)",
            "np.isclose(distance_to_line(3, 4, -10, 0, 5), 0.4)",
            "You divide by the squared length, and that counts arrows: a score of 10 is 10/25 of "
            "the arrow (3, 4). How long is this arrow?",
        ),
        (
            "drops the sign",
            "(a * p + b * q + c)",
            "abs(a * p + b * q + c)",
            "np.isclose(\n"
            "    distance_to_line(3, 4, -10, 1, -1),\n"
            "    distance_to_line(-3, -4, 10, 1, -1),\n"
            ")",
            "Your distance stays the same when the line is written with the other sign. A signed "
            "distance also tells the side: where does the sign get lost?",
        ),
    ],
    "ex-margins-three-points": [
        (
            "forgets the labels",
            "y * (X @ w + b)",
            "X @ w + b",
            "np.allclose(\n"
            "    two_margins([4, -3], -2, X, y)[1],\n"
            "    two_margins([4, -3], -2, X, -y)[1],\n"
            ")",
            "Your geometric margins stay the same when all labels are flipped. A margin asks "
            "whether a point is on its own side: what knows which side that is?",
        ),
        (
            "divides by the squared length",
            "np.linalg.norm(w)",
            "np.dot(w, w)",
            "np.allclose(np.divide(*two_margins([4, -3], -2, X, y)), 25)",
            "You divide by ‖w‖². A geometric margin is a distance, so measure the arrow (4, −3): "
            "how long is it?",
        ),
        (
            "best bias with the wrong sign",
            "best_b = 0.5",
            "best_b = -0.5",
            "np.isclose(best_b, -0.5)",
            "Half way between the classes w·x is −0.5, that is right. Now which bias makes the "
            "score w·x + b zero there?",
        ),
        (
            "keeps the given bias",
            "best_b = 0.5",
            "best_b = -2",
            "np.isclose(best_b, -2)",
            "With b = −2 the third point is still on the wrong side. Move the line, without "
            "turning it, until both classes keep the same distance from it.",
        ),
        (
            "divides by five, always",
            "np.linalg.norm(w)",
            "5",
            "np.allclose(np.divide(*two_margins([40, -30], -20, X, y)), 5)",
            "Multiplying w and b by ten leaves the line where it is, yet your geometric "
            "margins become ten times as large. By the length of which arrow do you divide?",
        ),
    ],
    "ex-margins-level": [
        (
            "changes x itself",
            "return x + (s - (w @ x + b)) / (w @ w) * w",
            "x += (s - (w @ x + b)) / (w @ w) * w\n    return x",
            "(lambda z: (nearest_with_score(w, b, z, w @ z + b + 1) is z))(x.copy())",
            "You change x itself, and with it the flower of whoever calls you. Return a new point: "
            "x + … instead of x += …",
        ),
        (
            "divides by the length",
            "(w @ w)",
            "np.linalg.norm(w)",
            "np.allclose(nearest_with_score(\n"
            "    np.array([3.0, 4.0]), -10, np.array([4.0, 2.0]), 0\n"
            "), [-2, -6])",
            "You walk too far: for w = (3, 4) one whole arrow changes the score by 25, not by 5. "
            "Which part of the arrow do you need?",
        ),
        (
            "walks the other way",
            "(s - (w @ x + b))",
            "(w @ x + b - s)",
            "np.allclose(nearest_with_score(\n"
            "    np.array([3.0, 4.0]), -10, np.array([4.0, 2.0]), 0\n"
            "), [5.2, 3.6])",
            "You walk the right distance, but away from s. In which direction along w does the "
            "score grow, and should it grow here?",
        ),
        (
            "forgets the score that x has",
            "(s - (w @ x + b))",
            "s",
            "np.allclose(nearest_with_score(w, b, x, 0.0), x)",
            "For s = 0 your answer is x itself, wherever x lies. But x has a score already: how "
            "far is that from s?",
        ),
        (
            "forgets the bias",
            "(w @ x + b)",
            "w @ x",
            "np.allclose(nearest_with_score(\n"
            "    np.array([3.0, 4.0]), -10, np.array([4.0, 2.0]), 0\n"
            "), [1.6, -1.2])",
            "For w = (3, 4), b = −10 and s = 0 your answer is the point with w·z = 0, as if b "
            "were not there. What is the score of x itself?",
        ),
        (
            "returns the way only",
            "return x + (s",
            "return (s",
            "np.allclose(nearest_with_score(\n"
            "    np.array([3.0, 4.0]), -10, np.array([4.0, 2.0]), 0\n"
            "), [-1.2, -1.6])",
            "This is the way to walk, and the exercise asks for the point where it ends. From "
            "which point does it start?",
        ),
    ],
    "ex-margins-units": [
        (
            "multiplies where it should divide",
            "np.asarray(w) / factors",
            "np.asarray(w) * factors",
            "np.allclose(\n"
            "    convert(np.array([2.0, 3.0]), 1.0, np.array([1.0, 10.0]))[0],\n"
            "    [2, 30],\n"
            ")",
            "You multiply w by the factors. A length in millimetres is ten times the number it was "
            "in centimetres: what must its weight do so that their product stays?",
        ),
        (
            "changes the bias too",
            "/ factors, b",
            "/ factors, b / factors.mean()",
            "not np.allclose(\n"
            "    convert(np.array([2.0, 3.0]), 1.0, np.array([1.0, 10.0]))[1], 1\n"
            ")",
            "Your bias changes with the units. Do the scores need that? Compare the terms that "
            "contain no length.",
        ),
    ],
    "ex-margins-petals": [
        (
            "looks at the functional margin",
            "return winner, margins[winner]",
            "return winner, 1.0",
            "np.isclose(best_pair(X, y)[1], 1)",
            "A margin of exactly 1 is the functional margin to which the machine scales its line. "
            "How far away, in centimetres, is the nearest flower?",
        ),
        (
            "takes the smallest margin",
            "max(margins",
            "min(margins",
            "sorted(best_pair(X, y)[0]) == [0, 1]",
            "Of all six pairs, the sepals (columns 0 and 1) leave the narrowest gap. You want the "
            "pair for which the margin is largest.",
        ),
        (
            "guesses the petals",
            "return winner, margins[winner]",
            "return (2, 3), margins[2, 3]",
            "sorted(best_pair(X, y)[0]) == [2, 3]",
            "The petals are a good guess, and they come close. But one pair does still better: let "
            "your function compare all six.",
        ),
        (
            "takes all four columns",
            "return winner, margins[winner]",
            "return (0, 1, 2, 3), HardMarginSVM().fit(X, y).margin_",
            "len(best_pair(X, y)[0]) == 4",
            "You return four columns. No two of them can do better than all together, but the "
            "question is about two: which pairs do you compare?",
        ),
        (
            "knows the pair by heart",
            "return winner, margins[winner]",
            "return (1, 2), margins[1, 2]",
            "sorted(best_pair(X[:, [3, 1, 0, 2]], y)[0]) == sorted(best_pair(X, y)[0])",
            "When the columns change places, you still name the same two numbers. Does your "
            "function compare the pairs of the X that it is given?",
        ),
    ],
    "ex-margins-step": [
        (
            "forgets the step",
            "v + eta * z",
            "v + z",
            "np.allclose(\n"
            "    perceptron_with_step(X, y, 8.0)[0],\n"
            "    perceptron_with_step(X, y, 1.0)[0],\n"
            ")",
            "The same v comes out for every η. Where does the step size enter your update?",
        ),
        (
            "does not start at zero",
            "np.zeros(signed.shape[1])",
            "np.ones(signed.shape[1])",
            "not np.array_equal(\n"
            "    perceptron_with_step(X, y, 0.25)[1],\n"
            "    perceptron_with_step(X, y, 8.0)[1],\n"
            ")",
            "With another step size you update at other rows. Two runs that start from v = 0 make "
            "the same mistakes: where does yours start?",
        ),
        (
            "returns w alone",
            "return v, rows",
            "return v[:-1], rows",
            "len(perceptron_with_step(X, y, 1.0)[0]) == 2",
            "Your v has two entries, the weights of the two lengths. But each z also has a last "
            "entry, from the 1 after x: what has become of the bias?",
        ),
        (
            "lets the step shrink",
            "eta * z",
            "eta / (1 + len(rows)) * z",
            "(lambda v, rows: not np.isclose(\n"
            "    v.sum(), y[rows] @ (X[rows].sum(axis=1) + 1)\n"
            "))(*perceptron_with_step(X, y, 1.0))",
            "With η = 1 your v is not the sum of y z over the rows of the updates. Is the step as "
            "large at the last update as at the first?",
        ),
        (
            "begins again after each update",
            "for i, z in enumerate(signed):\n            if v @ z <= 0:\n"
            "                v = v + eta * z\n                rows.append(i)",
            "rows.append(np.flatnonzero(signed @ v <= 0)[0])\n"
            "        v = v + eta * signed[rows[-1]]",
            "list(perceptron_with_step(X[::-2], y[::-2], 1.0)[1][:3]) == [0, 13, 13]",
            "After each update you go back to the first row that is on the wrong side. Which "
            "row does the perceptron visit after an update at row i?",
        ),
    ],
    "ex-margins-scan": [
        (
            "margin of the whole gap",
            "(lowest - highest) / 2",
            "lowest - highest",
            "np.isclose(best_offset(np.array([0.6, -0.8]), X, y)[1], 0.32)",
            "This is the whole gap between the classes. The line runs along its middle: how far is "
            "it from there to the nearest flowers?",
        ),
        (
            "offset with the wrong sign",
            "-(lowest + highest) / 2",
            "(lowest + highest) / 2",
            "np.isclose(best_offset(np.array([0.6, -0.8]), X, y)[0], 0.68)",
            "Your offset is the value of u·x half way between the classes. Which b makes the score "
            "u·x + b zero there?",
        ),
        (
            "takes the wrong end of a class",
            "(X[y < 0] @ u).max()",
            "(X[y < 0] @ u).min()",
            "best_offset(np.array([0.6, -0.8]), X, y)[1] > 0.17",
            "No line keeps 0.17 cm away from all these flowers, but your margin is larger. Seen "
            "along u, which flower of each class comes nearest to the other class?",
        ),
        (
            "stops at the first grid",
            "reach > 1e-14",
            "reach > 3",
            "1e-10 < (\n    3 / np.sqrt(325) - geometry.margin(*widest(X, y), X, y)\n) < 0.1",
            "Close, but not to ten digits: a grid finds the angle only up to its spacing. Look "
            "again around the best angle, on finer and finer grids.",
        ),
        (
            "looks at half of the angles",
            "0.0, np.pi",
            "0.0, np.pi / 2",
            "widest(X[:, ::-1], y)[0][0] > -0.1",
            "Exchange the two lengths of every flower, and the best w should point to the left, "
            "but yours does not. A line has two normals, u and −u: do you look at all angles?",
        ),
    ],
    "ex-margins-same": [
        (
            "forgets the bias",
            "np.append(w1, b1), np.append(w2, b2)",
            "np.array(w1), np.array(w2)",
            "same_classifier([1, 2], 3, [2, 4], 3)",
            "You call (1, 2), 3 and (2, 4), 3 the same classifier, but their lines are parallel "
            "and apart. Does your comparison look at the biases?",
        ),
        (
            "compares without scaling",
            "second / np.linalg.norm(w2)",
            "second",
            "not same_classifier([1, 2, 3], 4, [0.5, 1, 1.5], 2)",
            "Half of w with half of b is the same classifier, and yet you tell the two apart. "
            "Bring both to the same scale before you compare them.",
        ),
        (
            "lets the arrow turn round",
            "np.allclose(first, second)",
            "np.allclose(abs(first), abs(second))",
            "same_classifier([1, 2], 3, [-1, -2], -3)",
            "(w, b) and (−w, −b) have the same line, but give opposite answers. By which factors "
            "may two pairs differ?",
        ),
        (
            "divides by the bias",
            "np.linalg.norm(w1)\n    second = second / np.linalg.norm(w2)",
            "abs(b1)\n    second = second / abs(b2)",
            "(same_classifier([1, 2], 3, [2, 4], 6)\n"
            "    and not same_classifier([1, 2], 0, [2, 4], 0))",
            "You tell (1, 2), 0 and (2, 4), 0 apart, though one is twice the other. A bias may be "
            "zero: do you divide by it?",
        ),
        (
            "divides by the first weight",
            "np.linalg.norm(w1)\n    second = second / np.linalg.norm(w2)",
            "abs(w1[0])\n    second = second / abs(w2[0])",
            "(same_classifier([1, 2], 3, [2, 4], 6)\n"
            "    and not same_classifier([0, 2], 1, [0, 4], 2))",
            "You tell (0, 2), 1 and (0, 4), 2 apart, though one is twice the other. A single "
            "weight may be zero: do you divide by it?",
        ),
        (
            "compares answers at some points",
            "return np.allclose(first, second)",
            "points = np.random.default_rng(0).normal(size=(50, len(w1)))\n"
            "    return np.array_equal(\n"
            "        points @ w1 + b1 > 0, points @ w2 + b2 > 0\n"
            "    )",
            "same_classifier([1, 2], 100, [2, 1], 100)",
            "You call (1, 2), 100 and (2, 1), 100 the same classifier, because they agree at "
            "every point you try. Where in the plane do they disagree, and can any sample "
            "rule such places out?",
        ),
        (
            "allows for no rounding",
            "np.allclose(first, second)",
            "np.array_equal(first, second)",
            "(same_classifier([1, 2], 3, [2, 4], 6)\n"
            "    and not same_classifier([2, -3], -1.2, *widest))",
            "You recognise twice w with twice b, but not the fitted line, which differs from "
            "(2, −3), −1.2 only in scale and rounding. How close is close enough?",
        ),
        (
            "compares the cosine with one",
            "np.allclose(first, second)",
            "np.isclose(first @ second, np.linalg.norm(first) * np.linalg.norm(second))",
            "same_classifier([1, 2], 3, [1, 2.01], 3)",
            "You call (1, 2), 3 and (1, 2.01), 3 the same classifier. For a small angle the "
            "cosine falls short of one by only half its square: what could you compare that "
            "feels the angle itself?",
        ),
    ],
    "ex-margins-box": [
        (
            "takes the length of w",
            "np.abs(w).sum()",
            "np.linalg.norm(w)",
            "np.isclose(\n    safe_rounding(w, b, X, y), geometry.margin(w, b, X, y)\n)",
            "This is the margin, a safe length for the whole error. But the corners of the cube "
            "are farther away than h: how far can the score fall at the worst one?",
        ),
        (
            "takes the largest coordinate only",
            "np.abs(w).sum()",
            "np.abs(w).max()",
            "np.isclose(safe_rounding(w, b, X, y), 0.2)",
            "You let only one coordinate be off. The errors of all coordinates may come together: "
            "where in the cube is the score worst?",
        ),
        (
            "forgets the absolute values",
            "np.abs(w).sum()",
            "w.sum()",
            "safe_rounding(w, b, X, y) < 0",
            "Your h is negative, though all flowers are on the right side. Positive and negative "
            "weights seem to cancel: what is the worst error in each coordinate?",
        ),
        (
            "looks at one class only",
            "margin(w, b, X, y).min()",
            "margin(w, b, X, y)[y > 0].min()",
            "max(safe_rounding(w, b - 0.2, X, y),\n"
            "    safe_rounding(w, b + 0.2, X, y)) > 1.1 * safe_rounding(w, b, X, y)",
            "When the line moves towards one of the classes, your h grows. Flowers of the other "
            "class may be nearer than those you look at: do you ask all of them?",
        ),
    ],
    "ex-margins-tight": [
        (
            "points that help each other",
            "return np.eye(n)",
            "return np.tri(n)",
            "(lambda Z, s, v: np.triu(\n"
            "    Z @ Z.T * np.outer(s, s), 1\n"
            ").max() > 1e-9)(*tight_example(4))",
            "Some of your points help each other: an update at one raises the margin of another. "
            "Which n vectors leave each other alone?",
        ),
        (
            "points of different lengths",
            "return np.eye(n)",
            "return np.diag(np.arange(1.0, n + 1))",
            "np.ptp(np.linalg.norm(tight_example(4)[0], axis=1)) > 1e-9",
            "Your points have different lengths, and the longest alone sets R. How long should the "
            "others be for the bound to be tight?",
        ),
        (
            "a separator that is not the best",
            "np.ones(n), np.ones(n)",
            "np.ones(n), np.arange(1, n + 1)",
            "(lambda Z, s, v: np.ptp(s * (Z @ v)) > 1e-9)(*tight_example(4))",
            "Your v* favours some points over others, and the smallest margin counts. All n points "
            "play the same part here: what does that say about the best v*?",
        ),
    ],
}
