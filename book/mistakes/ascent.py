"""Mistakes that people make in the exercises of lecture 7, main and in depth."""

MISTAKES = {
    "ex-ascent-rounds": [
        (
            "forgets the ceiling",
            "[1 / 8, 0.3]",
            "[1 / 8, 3 / 8]",
            "np.isclose(by_hand[1], 3 / 8)",
            "The value 3/8 is where the parabola of the fourth step has its top. "
            "May α₂ climb that far? Compare with C.",
        ),
        (
            "never lowers a multiplier",
            "[1 / 8, 0.3]",
            "[1 / 4, 1 / 4]",
            "np.allclose(by_hand, [1 / 4, 1 / 4])",
            "These are the multipliers after one round. In the second, point 1 has its turn "
            "again, with the margin 3/2: what does a step do when the margin is above 1?",
        ),
        (
            "adds the slack of point 2 to the gap",
            "0.1 / 8",
            "0.1 / 8 + 0.3 * 0.15",
            "np.isclose(gap_by_hand, 0.1 / 8 + 0.3 * 0.15)",
            "Point 2 does have slack, but its multiplier is at C. In the gap, written point by "
            "point, what stands in front of its slack?",
        ),
        (
            "takes two rounds for the end",
            "0.1 / 8",
            "0.0",
            "np.isclose(gap_by_hand, 0)",
            "A gap of 0 would mean that the climb is over. Look at point 1: its margin is above 1, "
            "and its multiplier is not 0. What does it add?",
        ),
        (
            "weighs the surplus by the room above the multiplier",
            "0.1 / 8",
            "0.1 * (0.3 - 1 / 8)",
            "np.isclose(gap_by_hand, 0.0175)",
            "You multiply the surplus of point 1's margin over 1 by C − α₁. That factor "
            "belongs to a slack: which one belongs to a surplus?",
        ),
    ],
    "ex-ascent-second": [
        (
            "counts the points from 0",
            "3, 2, 0.2",
            "2, 1, 0.2",
            "(rises, falls) == (2, 1)",
            "You seem to count the points from 0. Here, as in the text, the first one is number 1.",
        ),
        (
            "takes the first-order partner",
            "3, 2, 0.2",
            "3, 1, 0.2",
            "(rises, falls) == (3, 1)",
            "Both partners violate equally, so the promised gain decides. Which of them makes "
            "(gᵢ − gⱼ)²/κ larger, the near one or the far one?",
        ),
        (
            "swaps the two",
            "3, 2, 0.2",
            "2, 3, 0.2",
            "(rises, falls) == (2, 3)",
            "These are the two points, but with their parts exchanged. The one with the larger g "
            "wants a larger bias: does it rise or fall?",
        ),
        (
            "forgets the room of the falling one",
            "3, 2, 0.2",
            "3, 2, 0.4",
            "np.isclose(by_how_much, 0.4)",
            "The step 0.4 leads to the top of the parabola. But the multiplier that "
            "falls has a bound: how far away is it?",
        ),
    ],
    "ex-ascent-certificate": [
        (
            "believes the w that was sent",
            "own = alpha @ Z",
            "own = w",
            "np.isclose(certified_gap(*stale, Z38, 1.0), 0)",
            "The stale run can still fool you: your gap is 0 there. Is the w that was sent really "
            "the Σαᵢzᵢ that belongs in D?",
        ),
        (
            "computes P with the multipliers, too",
            "    P = w @ w",
            "    w = alpha @ Z\n    P = w @ w",
            "np.isclose(certified_gap(good.alpha, w_good, Z38, 1.0),\n"
            "    certified_gap(good.alpha, 0 * w_good, Z38, 1.0))",
            "Your gap is the same whatever line is sent, but it should tell how good that line is. "
            "Where does the w that was sent come in?",
        ),
        (
            "exchanges the two w",
            "    P = w @ w / 2 + C * np.maximum(0, 1 - Z @ w).sum()\n    own = alpha @ Z\n",
            "    own, w = w, alpha @ Z\n    P = w @ w / 2 + C * np.maximum(0, 1 - Z @ w).sum()\n",
            "certified_gap(good.alpha, 0 * w_good, Z38, 1.0) < 0",
            "For good multipliers and the line w = 0 your gap is negative, and no true gap can be. "
            "Which w goes into P, and which into D?",
        ),
        (
            "never looks at the lower bound",
            "alpha.min() < 0 or ",
            "",
            "accepts(good.alpha - 0.01)",
            "You accept negative multipliers, and their D is no lower bound. The box has two "
            "sides: what has to hold for the smallest αᵢ?",
        ),
        (
            "never looks at the upper bound",
            " or alpha.max() > C",
            "",
            "accepts(1.5 * good.alpha)",
            "You accept multipliers above C, and their D is no lower bound. The box has two sides: "
            "what has to hold for the largest αᵢ?",
        ),
        (
            "forgets C in P",
            "+ C * np.maximum",
            "+ np.maximum",
            "np.isclose(certified_gap(np.zeros(1), np.zeros(1), np.ones((1, 1)), 5.0), 1)",
            "At α = 0 and w = 0 your gap for a single point is 1, even for C = 5. What does a "
            "slack of 1 cost then?",
        ),
        (
            "takes 1 for the upper bound",
            "alpha.max() > C",
            "alpha.max() > 1",
            "accepts(np.full(38, 0.9), 0.3)",
            "You accept multipliers of 0.9 when C is 0.3. Where does the box end for this C?",
        ),
        (
            "is generous about the box",
            "alpha.min() < 0 or alpha.max() > C",
            "alpha.min() < -0.005 * C or alpha.max() > 1.005 * C",
            "accepts(np.full(38, 1.002))",
            "With C = 1 you accept multipliers of 1.002. A certificate must hold beyond "
            "doubt: what does a multiplier outside the box prove?",
        ),
    ],
    "ex-ascent-gain": [
        (
            "forgets the clipping",
            "min((g[i] - g[j]) / kappa, room_i, room_j)",
            "(g[i] - g[j]) / kappa",
            "np.isclose(4,\n    gain(-1, 0, 0 * g, 2 * y38, np.eye(38), y38, C))",
            "Your gain is larger than the box allows. How much room do βᵢ and βⱼ have before one "
            "of them meets its bound?",
        ),
        (
            "loses the inner product in kappa",
            " - 2 * K[i, j]",
            "",
            "np.isclose(0.5,\n    gain(-1, 0, 0 * g, y38, 1 + np.eye(38), y38, C))",
            "When Kᵢⱼ is positive your κ is too large, and the gain too small. κ is the squared "
            "distance of two points: what belongs to it besides Kᵢᵢ and Kⱼⱼ?",
        ),
        (
            "lets no negative point fall",
            "beta[j] - (0 if y[j] > 0 else -C)",
            "beta[j]",
            "np.isclose(gain(-1, 0, 0 * g, y38, np.eye(38), y38, C), 0)",
            "A negative point with β = 0 cannot fall in your function. Its box is not that of a "
            "positive point: between which bounds does its β lie?",
        ),
        (
            "lets negative points rise above zero",
            "(C if y[i] > 0 else 0)",
            "C",
            "gain(0, 1, 0 * g, -np.arange(38), np.eye(38), y38,\n    C) > 1e-9",
            "In your function a negative point rises above β = 0. Its box is not that of a "
            "positive point: between which bounds does its β lie?",
        ),
        (
            "goes backwards when the pair does not violate",
            "max(0.0, min((g[i] - g[j]) / kappa, room_i, room_j))",
            "min((g[i] - g[j]) / kappa, room_i, room_j)",
            "abs(gain(-1, 0, 0 * g, -y38, np.eye(38), y38, C)) > 1e-9",
            "A pair with gᵢ < gⱼ does not violate, so it gains nothing. What does your function do "
            "when t comes out negative?",
        ),
        (
            "takes 1 for C",
            "(C if y[i] > 0 else 0)",
            "(1 if y[i] > 0 else 0)",
            "np.isclose(0.125, gain(0, 1, np.array([0.1, 0.25]),\n"
            "    np.array([1.0, 0]), np.diag([0, 4]), np.ones(2), 0.25))",
            "For C = ¼ and a positive point i with βᵢ = 0.1, you allow βᵢ to rise by 0.9. "
            "Where does its box end, and how much room does that leave?",
        ),
    ],
    "ex-ascent-tolerance": [
        (
            "forgets n",
            "2 * eps * D / (n * C)",
            "2 * eps * D / C",
            "np.isclose(tolerance(4, 3, 5, 0.1), 1 / 3)",
            "Your tolerance does not depend on n. But the gap that it promises, ½nC·tol, grows "
            "with every point: what must the tolerance do then?",
        ),
        (
            "forgets C",
            "2 * eps * D / (n * C)",
            "2 * eps * D / n",
            "np.isclose(tolerance(4, 3, 5, 0.1), 1 / 4)",
            "Your tolerance does not depend on C. But the gap that it promises, ½nC·tol, grows "
            "with C: what must the tolerance do then?",
        ),
        (
            "takes the relative gap for the tolerance",
            "2 * eps * D / (n * C)",
            "eps",
            "np.isclose(tolerance(4, 3, 5, 0.1), 0.1)",
            "You pass on ε itself. But the solver's tolerance is a disagreement about the bias, "
            "not a share of P: what gap does it promise?",
        ),
        (
            "loses the half",
            "2 * eps * D / (n * C)",
            "eps * D / (n * C)",
            "np.isclose(tolerance(4, 3, 5, 0.1), 1 / 24)",
            "Your tolerance is safe, but only half of what the theorem allows. Did the ½ of the "
            "promised gap get lost on the way?",
        ),
    ],
    "ex-ascent-first": [
        (
            "takes the farthest partner",
            "np.where(y < 0, squares, np.inf).argmin()",
            "np.where(y < 0, squares, -np.inf).argmax()",
            "2 == first_step(np.array([[0.0], [2], [3]]),\n    np.array([1, -1, -1]), 9)[1]",
            "You choose the negative point that is farthest away. All of them violate by 2: does "
            "a near partner or a far one promise the larger gain?",
        ),
        (
            "forgets the upper bound",
            "2 / max(squares[j], 2 / C)",
            "2 / squares[j]",
            "first_step(*clouds[0], 0.01)[2] > 0.011",
            "Your t can be larger than C. How much room do βᵢ and βⱼ have when both start at 0?",
        ),
        (
            "takes distances for their squares",
            "((X - X[i]) ** 2).sum(axis=1)",
            "np.sqrt(((X - X[i]) ** 2).sum(axis=1))",
            "np.isclose(1, first_step(\n    np.array([[0.0], [2]]), np.array([1, -1]), 9)[2])",
            "You divide by the distance of the two points. Look at the formula for t once more: is "
            "the curvature κ the distance?",
        ),
        (
            "loses the half of the parabola",
            "2 * t - t**2 * squares[j] / 2",
            "2 * t - t**2 * squares[j]",
            "np.isclose(0, first_step(\n    np.array([[0.0], [2]]), np.array([1, -1]), 9)[3])",
            "At the top of its parabola your D is still 0. Look at the term with t²: which factor "
            "belongs to it?",
        ),
        (
            "takes the last of several nearest partners",
            "j = np.where(y < 0, squares, np.inf).argmin()",
            "j = max(range(len(y)), key=lambda k: (y[k] < 0, -squares[k], k))",
            "2 == first_step(np.array([[0.0], [1], [-1]]),\n    np.array([1, -1, -1]), 9)[1]",
            "Two negative points are equally near, and you take the later one. Which of them does "
            "SMO meet first?",
        ),
    ],
    "ex-ascent-path": [
        (
            "ignores the start",
            "np.minimum(alpha, C)",
            "np.zeros(len(Z))",
            "np.allclose(ascend_from(Z38, 1.0, np.full(38, 0.5), 9)[0],\n"
            "    ascend_from(Z38, 1.0, np.zeros(38), 9)[0])",
            "Different starts lead to the very same result, even if nearly any gap is good "
            "enough. What becomes of the multipliers that the caller sends?",
        ),
        (
            "starts with a w that does not belong to the start",
            "    for epoch in range(5000):\n        w = alpha @ Z\n",
            "    w = np.zeros(Z.shape[1])\n    for epoch in range(5000):\n",
            "abs(ascend_from(np.eye(2), 2.0, np.ones(2), 1e-4)[0]\n    - 1).max() > 0.1",
            "Started at the solution, your function walks away from it. Does its first w belong to "
            "the multipliers that were sent?",
        ),
        (
            "does not keep w up to date",
            "            w += (new - alpha[i]) * Z[i]\n",
            "",
            "abs(ascend_from(np.ones((2, 1)), 1.0, np.zeros(2),\n    1e-4)[0].sum() - 1) > 0.01",
            "With two equal points your multipliers end in the wrong place. Does w move along "
            "with each αᵢ, before the next point has its turn?",
        ),
        (
            "takes the gap as absolute",
            "<= tol * P",
            "<= tol",
            "ascend_from(Z38, 10.0, np.zeros(38), 1.0)[1] > 1",
            "With tol = 1 you walk on from α = 0, though the gap there is P itself and so "
            "already small enough. With what do you compare the gap?",
        ),
        (
            "changes the multipliers that it is given",
            "np.minimum(alpha, C)",
            "alpha",
            "(lambda given: ascend_from(Z38, 1.0, given, 0.5) and given.any())(np.zeros(38))",
            "After a call the array that was sent as the start holds other numbers: you write into "
            "it. Whose multipliers may your function change?",
        ),
    ],
    "ex-ascent-platt": [
        (
            "turns the step round",
            "(g[j] - g[i])",
            "(g[i] - g[j])",
            "platt_step(0, 1, np.full(2, 0.5), np.array([0.4, 0]),\n"
            "    np.eye(2), np.ones(2), 1)[1] > 0.5",
            "For two positive points with gᵢ > gⱼ your αⱼ rises, but it should fall. The errors "
            "are E = b − g: which of Eᵢ and Eⱼ is larger?",
        ),
        (
            "swaps the two cases",
            "if y[i] == y[j]:",
            "if y[i] != y[j]:",
            "np.isclose(0, platt_step(0, 1, np.array([0.9, 0.5]),\n"
            "    np.array([9, 0]), np.eye(2), np.ones(2), 1)[1])",
            "For two equal labels your αⱼ falls so far that αᵢ leaves the box. Which of the two "
            "intervals [ℓ, h] belongs to this case?",
        ),
        (
            "forgets the label in the step",
            "aj + y[j] * (g[j] - g[i])",
            "aj + (g[j] - g[i])",
            "platt_step(0, 1, np.full(2, 0.5), np.array([0.4, 0]),\n"
            "    np.eye(2), -np.ones(2), 1)[1] < 0.5",
            "For two negative points your αⱼ falls. But βⱼ = yⱼαⱼ is what should fall: what in "
            "your step knows the label?",
        ),
        (
            "forgets the clipping",
            "np.clip(aj + y[j] * (g[j] - g[i]) / kappa, low, high)",
            "aj + y[j] * (g[j] - g[i]) / kappa",
            "platt_step(0, 1, np.array([0.9, 0.5]),\n"
            "    np.array([9, 0]), np.eye(2), np.ones(2), 1)[1] < -1e-9",
            "Your αⱼ can become negative. The top of the parabola may lie outside the interval "
            "[ℓ, h]: where does the step end then?",
        ),
        (
            "lets the falling partner leave the box",
            "max(0, aj - ai)",
            "0",
            "platt_step(0, 1, np.array([0.2, 0.5]), np.array([9, -9]),\n"
            "    np.eye(2), np.array([-1, 1]), 1)[0] < -1e-9",
            "For a negative and a positive point, with αᵢ = 0.2 and αⱼ = 0.5, your αᵢ becomes "
            "negative. Both fall by the same amount: how far down may αⱼ go?",
        ),
        (
            "moves the other multiplier the same way",
            "ai - y[i] * y[j]",
            "ai + y[i] * y[j]",
            "abs(sum(platt_step(0, 1, np.full(2, 0.5),\n"
            "    np.array([0.4, 0]), np.eye(2), np.ones(2), 1)) - 1) > 0.01",
            "Your step changes yᵢαᵢ + yⱼαⱼ, which has to stay as it is. If αⱼ falls by δ and the "
            "labels are equal, which way must αᵢ go?",
        ),
    ],
    "ex-ascent-two-points": [
        (
            "returns the factor of the multipliers",
            "Q[0, 1] ** 4 / (Q[0, 0] * Q[1, 1]) ** 2",
            "Q[0, 1] ** 2 / (Q[0, 0] * Q[1, 1])",
            "np.isclose(epoch_factor(np.array([[1.0, 0], [1, 1]])), 0.5)",
            "By this factor the errors of α shrink. D* - D is quadratic in them: by which factor "
            "does it shrink?",
        ),
        (
            "forgets the lengths",
            "Q[0, 1] ** 4 / (Q[0, 0] * Q[1, 1]) ** 2",
            "Q[0, 1] ** 4",
            "np.isclose(epoch_factor(np.array([[1.0, 0], [1, 1]])), 1)",
            "Points twice as long get another factor from you. If both are made longer, how do the "
            "steps of α change, and what happens to the ratio?",
        ),
        (
            "turns the factor round",
            "Q[0, 1] ** 4 / (Q[0, 0] * Q[1, 1]) ** 2",
            "(Q[0, 0] * Q[1, 1]) ** 2 / Q[0, 1] ** 4",
            "epoch_factor(np.array([[1.0, 0], [1, 1]])) > 1",
            "Your factor is above 1, but no step can lower D. Which of the two epochs has the "
            "larger D* - D?",
        ),
    ],
}
