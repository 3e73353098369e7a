"""Mistakes that people make in the exercises on duality, main and in depth, and what to say."""

MISTAKES = {
    "ex-duality-two": [
        (
            "returns the value first",
            "return t, 2 * t - 2 * (t * a) ** 2",
            "return 2 * t - 2 * (t * a) ** 2, t",
            "np.allclose(two_points_dual(1, 0.1), (0.18, 0.1))",
            "These are the right numbers in the wrong order: first the multiplier, then the value.",
        ),
        (
            "forgets the upper bound",
            "min(C, 1 / (2 * a**2))",
            "1 / (2 * a**2)",
            "two_points_dual(1, 0.1)[0] > 0.4",
            "At C = 0.1 your multiplier is larger than C. The top of the parabola is outside the "
            "box there: where is D largest inside it?",
        ),
        (
            "loses the half of the quadratic term",
            "2 * (t * a) ** 2",
            "4 * (t * a) ** 2",
            "np.isclose(two_points_dual(1, 0.1)[1], 0.16)",
            "Your D subtracts too much. With w = 2ta, how much of ‖w‖² does the dual take away?",
        ),
        (
            "forgets the mixed terms",
            "2 * (t * a) ** 2",
            "(t * a) ** 2",
            "np.isclose(two_points_dual(1, 0.1)[1], 0.19)",
            "Your D subtracts too little. The double sum over i and j has four terms here: what "
            "do the two mixed ones contribute?",
        ),
        (
            "counts one of the two multipliers",
            "2 * t - 2",
            "t - 2",
            "np.isclose(two_points_dual(1, 0.1)[1], 0.08)",
            "Your value contains t only once. There are two points, and each brings its "
            "multiplier: what is Σ αᵢ?",
        ),
        (
            "forgets the square of the distance",
            "1 / (2 * a**2)",
            "1 / (2 * a)",
            "np.isclose(two_points_dual(2, 3)[0], 1 / 4)",
            "For a = 2 and C = 3 your t is ¼, but there D is 0 again. The top of the parabola is "
            "half as far: which power of a stands with t²?",
        ),
    ],
    "ex-duality-quarter": [
        (
            "keeps the multipliers of the hard margin",
            "[0.25, 0.0, 0.25]",
            "[0.5, 0.0, 0.5]",
            "np.max(alpha3) > 0.25 + 1e-9",
            "One of your multipliers is above the ceiling C = ¼. The solution of the hard margin "
            "does not fit any more: how far up can its two multipliers go?",
        ),
        (
            "takes the wrong partner for point 1",
            "[0.25, 0.0, 0.25]",
            "[0.25, 0.25, 0.0]",
            "alpha3[1] > 1e-9",
            "You let point 2 pull. It is farther from point 1 than point 3 is: which of the two "
            "positive points makes ‖w‖ small, and so D large?",
        ),
        (
            "keeps the bias of the hard margin",
            "b3 = np.array([0.25, 0.0, 0.25]), -0.25",
            "b3 = np.array([0.25, 0.0, 0.25]), -1.0",
            "not -0.5 - 1e-9 <= b3 <= 1e-9",
            "With your bias one of the three margins does not go with its multiplier. Write the "
            "margins with b unknown: which b suit all three?",
        ),
    ],
    "ex-duality-kinds": [
        (
            "takes the tolerance as absolute",
            "alpha <= tol * C, alpha >= (1 - tol) * C",
            "alpha <= tol, alpha >= C - tol",
            "(list(kinds_of(1e-7 * share, margins, 1e-7))\n"
            "    != list(kinds_of(share, margins, 1.0)))",
            "For C = 1e-7 your words differ from those for C = 1, although every multiplier is "
            "the same share of C. A millionth of what is the tolerance?",
        ),
        (
            "allows no rounding in the multipliers",
            "alpha <= tol * C, alpha >= (1 - tol) * C",
            "alpha == 0, alpha == C",
            "(list(kinds_of(share.round(6), margins, 1.0))\n"
            "    != list(kinds_of(share, margins, 1.0)))",
            "Your words change when the multipliers are rounded to six digits. A solver hardly "
            "ever returns exactly 0 or exactly C: how close is close enough?",
        ),
        (
            "allows no rounding in the margins",
            "np.abs(m - 1) <= tol",
            "m == 1",
            "(list(kinds_of(share, margins.round(6), 1.0))\n"
            "    != list(kinds_of(share, margins, 1.0)))",
            "Your words change when the margins are rounded to six digits. A margin of 1 + 1e-8 "
            "is 1 for all practical purposes: how do you test for that?",
        ),
        (
            "takes a margin of 0 for inside",
            "full & (m > 0)",
            "full & (m >= 0)",
            'list(kinds_of(np.ones(1), np.zeros(1), 1.0)) == ["inside"]',
            "You call a point with margin 0 “inside”. It is on the separating line itself: "
            "can it be said to be on its own side?",
        ),
        (
            "goes by the margins alone",
            "alpha <= tol * C, alpha >= (1 - tol) * C",
            "m > 1 + tol, m < 1 - tol",
            "(list(kinds_of(0 * share, margins, 1.0))\n"
            "    == list(kinds_of(1 + 0 * share, margins, 1.0)))",
            "Your labels ignore the multipliers. A point on the margin can be of three kinds: "
            "what tells these apart?",
        ),
        (
            "takes any small difference for none",
            "tol = 1e-6",
            "tol = 0.01",
            "(list(kinds_of(share.round(2), margins, 1.0))\n"
            "    == list(kinds_of(share, margins, 1.0)))",
            "You take a multiplier of C/1000 for zero. The solver's multipliers are accurate "
            "to a millionth of C: can one a thousand times larger than that be mere rounding?",
        ),
    ],
    "ex-duality-referee": [
        (
            "loses the half of the quadratic term",
            "q @ q / 2",
            "q @ q",
            "not referee(\n"
            "    np.ones(1), 0.0, np.full(2, 0.5),\n"
            "    np.array([[1.0], [-1.0]]), np.array([1, -1]), 1, 0.5,\n"
            ")",
            "For a plus at 1 and a minus at -1 you reject w = 1, b = 0 and alpha = (0.5, 0.5), "
            "even for eps = 0.5. Compare your D with the dual, term by term; here P and D are both "
            "0.5.",
        ),
        (
            "never looks at the sum of alpha y",
            "in_box and balanced",
            "in_box",
            "referee(*A, lopsided, X, y, 1, 0.05)",
            "You certify line A with the multipliers called lopsided. They stay in the box, but "
            "that is not all the dual asks of them: why is their D no lower bound?",
        ),
        (
            "never looks at the upper bound",
            " and alpha.max() <= C + rounding",
            "",
            "referee(*B, 1.02 * a, X, y, 1, 0.10)",
            "You accept multipliers that are 2 % too large. Some of them are above C now: is D "
            "still a lower bound then?",
        ),
        (
            "takes the gap as absolute",
            "objectives.primal(w, b, X, y, C) <= (1 + eps) * D",
            "objectives.primal(w, b, X, y, C) - D <= eps",
            "(referee(*B, a, X, y, 1, 1.0)\n    and not referee(*B, a, X, y, 1, 0.30))",
            "You reject line B at eps = 0.3, though it is proved to be within 10 %. Is your gap "
            "P − D compared with eps itself, or with a share of the optimum?",
        ),
        (
            "never looks at the lower bound",
            "alpha.min() >= -rounding and ",
            "",
            "referee(*B, below, X, y, 1, 0.10)",
            "You accept multipliers of which two are negative. The box has two sides: is D still "
            "a lower bound when an α is below 0?",
        ),
        (
            "takes D with the w that was sent",
            "q = (alpha * y) @ X",
            "q = w",
            "referee(\n"
            "    np.array([0.8]), 0.0, np.full(2, 0.5),\n"
            "    np.array([[1.0], [-1.0]]), np.array([1, -1]), 1, 0.2,\n"
            ")",
            "For a plus at 1 and a minus at -1, alpha = (0.5, 0.5) proves 0.5, whatever line comes "
            "with it. Your D changes with the line that is sent: which w belongs into D?",
        ),
        (
            "takes the gap as a share of P",
            "objectives.primal(w, b, X, y, C) <= (1 + eps) * D",
            "(1 - eps) * objectives.primal(w, b, X, y, C) <= D",
            "referee(*A, a, X, y, 1, 0.25)",
            "You certify line A at eps = 0.25, though it is 27.5 % off. What proves the claim is "
            "P ≤ (1 + ε)D: is P − D measured as a share of P there, or of D?",
        ),
        (
            "allows no rounding in the sum",
            "abs(alpha @ y) <= rounding",
            "alpha @ y == 0",
            "not all(referee(*line, a + slip, X, y, 1, 1e-8)\n    for slip in (-1e-11, 1e-11))",
            "You reject the optimal line when its multipliers are off by 1e-11. The statement "
            "allows for more rounding than that: which of your bounds has no tolerance, or is it "
            "the sum?",
        ),
        (
            "takes C = 1 in P",
            "objectives.primal(w, b, X, y, C)",
            "objectives.primal(w, b, X, y, 1)",
            "referee(\n"
            "    np.ones(1), 0.0, np.full(2, 0.5),\n"
            "    np.array([[0.5], [-0.5]]), np.array([1, -1]), 9, 1.0,\n"
            ")",
            "Take a plus at ½, a minus at −½, C = 9 and eps = 1. You certify w = 1 with alpha "
            "= (0.5, 0.5), though P is more than ten times D. Which C multiplies the slacks "
            "in your P?",
        ),
        (
            "takes 1 for the upper bound",
            "alpha.max() <= C + rounding",
            "alpha.max() <= 1 + rounding",
            "referee(\n"
            "    np.array([0.5]), 0.0, np.full(2, 0.3),\n"
            "    np.array([[1.0], [-1.0]]), np.array([1, -1]), 0.25, 0.5,\n"
            ")",
            "With C = ¼ you accept multipliers of 0.3. Where does the box end for this C?",
        ),
        (
            "does not scale the rounding",
            "rounding = 1e-9 * C",
            "rounding = 1e-9",
            "referee(\n"
            "    np.array([2e-6]), 0.0, np.full(2, 1e-6 + 1e-10),\n"
            "    np.array([[1.0], [-1.0]]), np.array([1, -1]), 1e-6, 0.1,\n"
            ")",
            "With C = 1e-6 you accept multipliers that are too large by a ten-thousandth of C. "
            "How much rounding is allowed when C is as small as that?",
        ),
        (
            "is generous about the sum of alpha y",
            "abs(alpha @ y) <= rounding",
            "abs(alpha @ y) <= 1e-3",
            "referee(\n"
            "    np.array([0.5]), 0.0, np.array([0.25, 0.2499]),\n"
            "    np.array([[1.0], [-1.0]]), np.array([1, -1]), 0.25, 0.1,\n"
            ")",
            "You accept (0.25, 0.2499) for a plus and a minus. Weighted by their labels, "
            "these add up to far more than rounding error: what must that sum be in the dual?",
        ),
    ],
    "ex-duality-squared": [
        (
            "forgets the term of the slack",
            "    D = D - cp.sum_squares(alpha) / (4 * C)\n",
            "",
            "np.allclose(0.5, squared_dual(\n"
            "    np.array([[1.0], [-1]]), np.array([1.0, -1]), 1.0), atol=1e-3)",
            "You have solved the dual of the hard margin: C has disappeared. What does the "
            "minimum over the slacks leave behind in D?",
        ),
        (
            "loses a factor of two in it",
            "/ (4 * C)\n    problem",
            "/ (2 * C)\n    problem",
            "np.allclose(1 / 3, squared_dual(\n"
            "    np.array([[1.0], [-1]]), np.array([1.0, -1]), 1.0), atol=1e-3)",
            "The new term in your D is twice as large as it should be. Insert the best ξ into "
            "both parts of Cξ² − αξ: what is the lowest value of this parabola?",
        ),
        (
            "keeps the upper bound",
            "[y @ alpha == 0]",
            "[y @ alpha == 0, alpha <= C]",
            "np.allclose(0.1, squared_dual(\n"
            "    np.array([[1.0], [-1]]), np.array([1.0, -1]), 0.1), atol=1e-3)",
            "For a small C your multipliers stop at C. Where did that bound come from in the old "
            "dual, and does the squared slack still ask for it?",
        ),
        (
            "forgets the equation",
            "[y @ alpha == 0]",
            "[]",
            "np.allclose(2 / 3, squared_dual(\n"
            "    np.array([[1.0], [0]]), np.array([1.0, -1]), 1.0)[0], atol=1e-3)",
            "Your multipliers are not balanced: Σ αᵢyᵢ is not 0. Their D belongs to the machine "
            "with b = 0. Which line of the derivation comes from the bias?",
        ),
    ],
    "ex-duality-counts": [
        (
            "adds the multipliers up without dividing",
            "w @ w / C + xi.sum()",
            "w @ w + C * xi.sum()",
            "np.isclose(between(np.array([3.0, 4]), np.array([1.0, 2]), 5), 40)",
            "That is Σ αᵢ itself. To lie between two counts it has to be measured in "
            "multipliers of full size: how large is one of these?",
        ),
        (
            "forgets the norm",
            "w @ w / C + xi.sum()",
            "xi.sum()",
            "np.isclose(between(np.array([3.0, 4]), np.array([1.0, 2]), 5), 3)",
            "Your number is the total slack alone. Look again at part (a): what does Σ αᵢ contain "
            "besides the slacks?",
        ),
        (
            "takes half of the norm, as in the primal",
            "w @ w / C",
            "w @ w / (2 * C)",
            "np.isclose(between(np.array([3.0, 4]), np.array([1.0, 2]), 5), 5.5)",
            "Your number is P divided by C, with ½‖w‖² in it. Set the primal equal to the dual "
            "and solve for Σ αᵢ: what becomes of the two halves of ‖w‖²?",
        ),
    ],
    "ex-duality-envelope": [
        (
            "lets the multipliers leave the box",
            "min(C / largest, total / (w @ w))",
            "total / (w @ w)",
            "bracket(0.1, machines)[0] > 1.001 * machines[0].primal_",
            "At C = 0.1 your lower bound lies above the optimum of the machine trained there. Do "
            "the multipliers of the others still fit into this small box?",
        ),
        (
            "loses the half in the dual",
            "(w @ w) / 2)",
            "(w @ w))",
            "bracket(1.0, machines[4:5])[0] < 0.99 * machines[4].primal_",
            "At its own C the middle machine should prove its own optimum, with t = 1; your "
            "lower bound stays below. Is the quadratic term of your D complete?",
        ),
        (
            "takes the worst line",
            "upper = min(upper",
            "upper = max(0 if upper == np.inf else upper",
            "bracket(1.0, machines)[1] > 1.01 * machines[4].primal_",
            "At C = 1 your upper bound is above what the machine trained there reaches. Every "
            "line gives an upper bound: which of the nine do you want?",
        ),
        (
            "takes the worst multipliers",
            "lower = max(lower",
            "lower = min(1e9 if lower < 0 else lower",
            "bracket(1.0, machines)[0] < 0.99 * machines[4].primal_",
            "At C = 1 your lower bound is below what the machine trained there proves. All nine "
            "give lower bounds: which of them do you want?",
        ),
        (
            "stretches beyond the top of the parabola",
            "min(C / largest, total / (w @ w))",
            "C / largest",
            "bracket(20, machines)[0] < machines[-1].primal_ - 1e-3",
            "At C = 20 your lower bound lies below the optimum at C = 10, although V never falls. "
            "D is a parabola in t: what if its top comes before the end of the box?",
        ),
        (
            "asks the nearest machine only",
            "    for machine in machines:",
            "    near = [min(machines, key=lambda one: abs(np.log(one.C / C)))]\n"
            "    for machine in near:",
            "bracket(0.7, machines)[1] > 1.001 * min(\n"
            "    bracket(0.7, [one])[1] for one in machines)",
            "You seem to use only the machine trained nearest to C. At C = 0.7 another of the "
            "nine gives a better upper bound: which machines have a valid line at this C?",
        ),
    ],
    "ex-duality-range": [
        (
            "forgets the labels",
            "lifted = y[:, None] * np",
            "lifted = np",
            "np.isinf(multiplier_range(70, model, X, y)).any()",
            "No multipliers satisfy your constraints, so the program is infeasible. Does every "
            "point enter the sum for w with its label?",
        ),
        (
            "swaps the two ends",
            "cp.Minimize(alpha[i]), cp.Maximize(alpha[i])",
            "cp.Maximize(alpha[i]), cp.Minimize(alpha[i])",
            "np.subtract(*multiplier_range(70, model, X, y)) > 1e-3",
            "For flower 70 your first end is larger than the second. Which of the two programs "
            "gives the smallest value?",
        ),
        (
            "forgets that points inside are at C",
            "    rules.append(alpha[np.flatnonzero(m < 1 - 1e-6)] == C)\n",
            "",
            "multiplier_range(inside[0], model, X, y)[0] < 0.99",
            "A flower inside the street gets a whole range of values from you. What do the three "
            "cases say about a multiplier whose margin is below 1?",
        ),
        (
            "forgets the equations",
            "    rules.append(lifted.T @ alpha == np.r_[model.coef_[0], 0])\n",
            "",
            "np.allclose(multiplier_range(18, model, X, y), [0, 1], atol=1e-3)",
            "Flower 18 may take every value from 0 to C in your program. Not all of these "
            "multipliers give the same w: what ties them together?",
        ),
        (
            "forgets the equation of the bias",
            "lifted.T @ alpha == np.r_[model.coef_[0], 0]",
            "(y[:, None] * X).T @ alpha == model.coef_[0]",
            "np.allclose(multiplier_range(70, model, X, y), [0, 1], atol=1e-3)",
            "Your multipliers produce the right w, but flower 70 still has too much freedom. "
            "Which equation comes from the bias?",
        ),
        (
            "lets the points outside pull",
            ", alpha[np.flatnonzero(m > 1 + 1e-6)] == 0",
            "",
            "multiplier_range(70, model, X, y)[0] < 1e-3",
            "In your program flower 70 can do without a multiplier, because others stand in for "
            "it. Are points outside the street allowed to do that?",
        ),
        (
            "forgets the upper bound",
            "alpha <= C, ",
            "",
            "multiplier_range(20, other, X, y)[1] > 4.01",
            "At C = 4 your largest value for flower 20 is above C. What do the rules say about the "
            "multipliers of points on the margin: can they be as large as they like?",
        ),
        (
            "takes 1 for C",
            "C, m = model.C,",
            "C, m = 1,",
            "multiplier_range(20, other, X, y)[1] < 1.01",
            "For the machine trained at C = 4 you find no multipliers at all, or none above 1. "
            "Which C belongs in your constraints?",
        ),
    ],
    "ex-duality-smoothed": [
        (
            "leaves the parabola out",
            "(q @ q + gamma / C * alpha @ alpha) / 2",
            "q @ q / 2",
            "np.isclose(smoothed_dual(np.full(2, 0.5), np.array([[1.0], [-1]]),\n"
            "    np.array([1, -1]), 1, 1), 0.5)",
            "This is the dual of the hinge with its corner: γ has no effect. What does the highest "
            "line of slope -a have to stay below now?",
        ),
        (
            "forgets the half of the parabola",
            "(q @ q + gamma / C * alpha @ alpha) / 2",
            "q @ q / 2 - gamma / C * alpha @ alpha",
            "np.isclose(smoothed_dual(np.full(2, 0.5), np.array([[1.0], [-1]]),\n"
            "    np.array([1, -1]), 1, 1), 0)",
            "Your D subtracts too much. At m = 1 - γa the loss is γa²/2, and -am = -a + γa²: what "
            "is the difference of the two?",
        ),
        (
            "forgets to divide by C",
            "gamma / C * alpha",
            "gamma * alpha",
            "np.isclose(smoothed_dual(np.full(2, 0.5), np.array([[1.0], [-1]]),\n"
            "    np.array([1, -1]), 2, 1), 0.25)",
            "At C = 1 your D is right, at C = 2 it is too small. The slope is a = α/C, and each "
            "ℓ* has the weight C: which power of C is left?",
        ),
        (
            "forgets the box",
            "    if alpha.min() < 0 or alpha.max() > C:\n        return -np.inf\n",
            "",
            "np.isfinite(smoothed_dual(np.full(2, 1.5), np.array([[1.0], [-1]]),\n"
            "    np.array([1, -1]), 1, 1))",
            "At C = 1 and α = 1.5 your D is finite. Is there a line of slope -1.5 below the "
            "smoothed hinge?",
        ),
        (
            "takes 1 for C in the box",
            "alpha.max() > C",
            "alpha.max() > 1",
            "np.isinf(smoothed_dual(np.full(2, 1.5), np.array([[1.0], [-1]]),\n"
            "    np.array([1, -1]), 3, 1))",
            "At C = 3 you refuse α = 1.5. The slope is α/C: what follows for α if the slope is "
            "between 0 and 1?",
        ),
    ],
}
