"""Mistakes that people make in the exercises on subgradient descent, and what to say to them."""

MISTAKES = {
    "ex-descent-by-hand": [
        (
            "forgets the chain rule",
            "2 * second",
            "second",
            "np.allclose(subdifferential(-1.0), -2.5)",
            "At w = −1 both hinges pull, and your slope there is −2.5. The second hinge is a "
            "function of 2w: how steep is it in w?",
        ),
        (
            "derives the square wrongly",
            "w / 2",
            "w / 4",
            "np.allclose(subdifferential(2.0), 0.5)",
            "At w = 2 both hinges are flat, and only w²/4 is left. Your slope there is ½: what is "
            "the derivative of w²/4?",
        ),
        (
            "one slope for both ends",
            "2 * w))\n    return",
            "2 * w)).max()\n    return",
            "any(len(set(subdifferential(w))) == len(subdifferential(w)) - 1 for w in (0.5, 1.0))",
            "At one of the corners your two ends are the same number. Which slopes does a hinge "
            "have at its corner, from the steepest to the flattest?",
        ),
        (
            "takes the other corner for the minimum",
            "minimiser = 1.0",
            "minimiser = 0.5",
            "np.isclose(minimiser, 0.5)",
            "At w = ½ there is a corner, but a corner need not be a minimum. From which slope "
            "to which does F turn there: is 0 among them?",
        ),
        (
            "gives the least value for its place",
            "minimiser = 1.0",
            "minimiser = 0.25",
            "np.isclose(minimiser, 0.25)",
            "¼ is how low F gets. The question is where: at which w is 0 among the slopes?",
        ),
    ],
    "ex-descent-two-steps": [
        (
            "leaves out the start",
            "(1, -1, 1 / 4), (3 / 4",
            "(3 / 4",
            "len(start_and_steps) == 2",
            "You have two triples. The first of three is the start itself, with its value of P; "
            "the two steps lead to the others.",
        ),
        (
            "adds the subgradient",
            "(3 / 4, -1, 59 / 192)",
            "(5 / 4, -1, 25 / 64)",
            "start_and_steps[1][0] > 1",
            "Your first step makes w larger. No point pulls there, so only the regulariser is at "
            "work: which way does it want w to go?",
        ),
        (
            "regularises the bias",
            "(3 / 4, -1, 59 / 192)",
            "(3 / 4, -3 / 4, 59 / 192)",
            "np.isclose(start_and_steps[1][1], -3 / 4)",
            "Your first step moves the bias to −¾. No point pulls there, and the bias is free: "
            "what else could move it?",
        ),
        (
            "takes the pull with the wrong sign",
            "(43 / 48, -5 / 6",
            "(11 / 48, -7 / 6",
            "start_and_steps[2][1] < start_and_steps[1][1]",
            "In your second step the bias falls. Only x = 2 pulls there, and its label is +1: "
            "which way must w and b go for its margin to grow?",
        ),
        (
            "sums the hinges instead of the mean",
            "5 / 72",
            "5 / 24",
            "(np.isclose(start_and_steps[1][2], 41 / 64)\n"
            "    or np.isclose(start_and_steps[2][2], (43 / 48) ** 2 / 4 + 5 / 24))",
            "In one of your values of P the hinges seem to be added up as they are. Which factor "
            "does the mean form give them when there are three points?",
        ),
        (
            "forgets the half of the regulariser",
            "(1, -1, 1 / 4)",
            "(1, -1, 1 / 2)",
            "np.isclose(start_and_steps[0][2], 1 / 2)",
            "At the start no hinge is positive, so P is the regulariser alone. Yours is ½: look "
            "again at the factor in front of w².",
        ),
        (
            "forgets the hinges in P",
            "59 / 192",
            "9 / 64",
            "np.isclose(start_and_steps[1][2], 9 / 64)",
            "After your first step P is the regulariser alone. Compute the three margins there: "
            "are all of them still at least 1?",
        ),
        (
            "lets nobody pull in the second step",
            "(43 / 48, -5 / 6, (43 / 48) ** 2 / 4 + 5 / 72)",
            "(9 / 16, -1, (9 / 16) ** 2 / 4 + 7 / 24)",
            "np.allclose(start_and_steps[2][:2], [9 / 16, -1])",
            "Your second step shrinks w and does nothing else. Compute the three margins "
            "after the first step: which points, if any, pull there?",
        ),
    ],
    "ex-descent-median": [
        (
            "takes the slopes with the wrong sign",
            "(r < a).sum() - (r > a).sum()",
            "(r > a).sum() - (r < a).sum()",
            "np.mean(slopes_of_sum(10.0, odd)) < 0",
            "To the right of all the numbers F rises, but your slope at a = 10 is negative. Which "
            "sign does a number below a contribute?",
        ),
        (
            "takes 0 for |.| at its corner",
            "at = (r == a).sum()",
            "at = 0",
            "np.isclose(np.ptp(slopes_of_sum(4.0, odd)), 0)",
            "At a = 4 your two ends are the same, although two of the numbers sit exactly there. "
            "Which slopes does |a − r| have at its corner?",
        ),
        (
            "counts a tie as below",
            "(r < a).sum()",
            "(r <= a).sum()",
            "np.allclose(slopes_of_sum(4.0, odd), (1, 5))",
            "A number equal to a seems to count twice: once among those below, and once more for "
            "its own interval. To which of the two does it belong?",
        ),
        (
            "counts equal numbers once",
            "(r == a).sum()",
            "(r == a).any()",
            "np.allclose(slopes_of_sum(4.0, odd), (0, 2))",
            "The number 4 occurs twice in odd, but your interval at a = 4 is as wide as for a "
            "single number. What does each of the two contribute?",
        ),
        (
            "half the interval",
            "return slope - at, slope + at",
            "return slope - at, slope",
            "np.isclose(np.ptp(slopes_of_sum(4.0, odd)), 2)",
            "At a = 4 your interval is half as wide as it should be. The hinge has a flat side, "
            "|a − r| has none: from which slope to which does its corner reach?",
        ),
    ],
    "ex-descent-cheat": [
        (
            "forgets the bias",
            "np.append(lam * w + pull @ X, pull.sum())",
            "lam * w + pull @ X",
            "np.isclose(1, cheating_step(\n"
            "    np.array([[3.0, 4]]), np.ones(1), 1, np.zeros(3), 5))",
            "Your step is right for w alone. But θ contains the bias too, and it moves as well: "
            "what does b add to the length of the subgradient?",
        ),
        (
            "forgets the regulariser",
            "lam * w + pull @ X",
            "pull @ X",
            "np.isclose(cheating_step(X, y, 0.1, start, tol),\n"
            "    cheating_step(X, y, 9.0, start, tol))",
            "Your step is the same for every λ. Besides the points that pull, what else "
            "contributes to the subgradient?",
        ),
        (
            "sums instead of the mean",
            " / len(y)\n    g",
            "\n    g",
            "(cheating_step(np.repeat(X, 2, 0), np.repeat(y, 2), 0.1, start, tol)\n"
            "    < 0.9 * cheating_step(X, y, 0.1, start, tol))",
            "If every flower came twice, your step would be shorter; in the mean form it should "
            "stay the same. How much does a single flower count there?",
        ),
        (
            "lets only errors pull",
            "(X @ w + b) < 1)",
            "(X @ w + b) < 0)",
            "np.isclose(50, cheating_step(\n"
            "    np.array([[3.0, 4]]), np.ones(1), 1, np.array([0.1, 0, 0.2]), 5))",
            "A point with margin ½ does not pull in your subgradient. It stands on its own side, "
            "but what does the hinge charge it?",
        ),
        (
            "lets corners pull",
            "(X @ w + b) < 1)",
            "(X @ w + b) <= 1)",
            "np.isclose(5 / 21**0.5, cheating_step(\n"
            "    np.array([[3.0, 4]]), np.ones(1), 1, np.array([1.0, 0, -2]), 5))",
            "A point with margin exactly 1 pulls in your subgradient. There the hinge has a "
            "corner: which slope u does the exercise choose at it?",
        ),
    ],
    "ex-descent-centre": [
        (
            "does not centre",
            "X - mean, y",
            "X, y",
            "(centred_run(X + 5, y, 0.1, 0.5)[2]\n    > 2 * centred_run(X, y, 0.1, 0.5)[2])",
            "When all flowers are moved by 5, your run takes many more steps. Centred data would "
            "not notice the move: does the walk get x − x̄?",
        ),
        (
            "keeps the bias of the centred data",
            "run.b - run.w @ mean",
            "run.b",
            "np.isclose(0, centred_run(\n"
            "    np.array([[1.0], [3]]), np.array([-1.0, 1]), 0.1, 0.5)[1])",
            "For two points at 1 and 3 your bias is 0, so the line goes through the origin. That "
            "is the bias for the centred data: what is it in the old coordinates?",
        ),
        (
            "shifts the bias the wrong way",
            "run.b - run.w @ mean",
            "run.b + run.w @ mean",
            "centred_run(\n    np.array([[1.0], [3]]), np.array([-1.0, 1]), 0.1, 0.5)[1] > 0",
            "For two points at 1 and 3 your line crosses the axis at −2 instead of 2. Multiply "
            "out w·(x − x̄) + b′: which sign does the shift get?",
        ),
    ],
    "ex-descent-polyak": [
        (
            "goes uphill",
            "walk[-1] - eta",
            "walk[-1] + eta",
            "np.diff(polyak(np.ones(3), 0.2, 1), axis=0)[0] @ slope(np.ones(3)) > 0",
            "Your first step leads along the subgradient, and farther away from the minimum. "
            "Which way should it go?",
        ),
        (
            "keeps the subgradient of the start",
            "slope(walk[-1])",
            "slope(theta)",
            "np.linalg.matrix_rank(np.diff(polyak(np.ones(3), 0.2, 5), axis=0)) < 2",
            "All your steps have the same direction. At which point is the subgradient taken in "
            "the second step, and in the third?",
        ),
        (
            "does not square the length",
            "(g @ g)",
            "np.sqrt(g @ g)",
            "np.isclose(value(np.ones(3)) - 0.2,\n"
            "    np.linalg.norm(np.diff(polyak(np.ones(3), 0.2, 1), axis=0)))",
            "Your first step is exactly as long as the excess P − P*. Look again at the lowest "
            "point of the parabola in η: which power of ‖g‖ stands in it?",
        ),
        (
            "steps by the value, not by the excess",
            "value(walk[-1]) - best",
            "value(walk[-1])",
            "np.allclose(polyak(np.ones(3), 0.0, 3), polyak(np.ones(3), 0.2, 3))",
            "Your walk is the same whatever you are told about P*. Where does the lowest value "
            "enter the step?",
        ),
        (
            "steps twice as long",
            "eta = (",
            "eta = 2 * (",
            "np.isclose(-2 * (value(np.ones(3)) - 0.2), np.diff(\n"
            "    polyak(np.ones(3), 0.2, 1), axis=0)[0] @ slope(np.ones(3)))",
            "Your first step is twice as long as Polyak's. After such a step the parabola in η is "
            "back at its value for η = 0: where is its lowest point?",
        ),
        (
            "steps half as long",
            "eta = (",
            "eta = 0.5 * (",
            "np.isclose(-0.5 * (value(np.ones(3)) - 0.2), np.diff(\n"
            "    polyak(np.ones(3), 0.2, 1), axis=0)[0] @ slope(np.ones(3)))",
            "Your first step is only half as long as Polyak's. Differentiate the parabola in η "
            "once more: what becomes of the factor 2, and of the square?",
        ),
    ],
    "ex-descent-never-uphill": [
        (
            "never checks the value",
            "value(theta - g / 2**k) < P",
            "True",
            "not np.allclose(obedient(np.array([0.0, 0, 1])), [0, 0, 1])",
            "Your walk leaves (0, 0, 1), although none of the sixty steps lowers P there. Is the "
            "new value compared with the old one before a step is made?",
        ),
        (
            "goes uphill",
            "theta - g / 2**k",
            "theta + g / 2**k",
            "np.allclose(obedient(np.array([2.0, -2, 0])), [2, -2, 0])",
            "Your walk never leaves (2, −2, 0), although a short step downhill exists. Check the "
            "direction of the step, and that the shorter steps are tried too.",
        ),
        (
            "gives up after the first step",
            "theta = theta - g / 2**k\n",
            "return theta - g / 2**k\n",
            "(lambda end: not np.allclose(obedient(end), end))(\n"
            "    obedient(np.array([2.0, -2, 0])))",
            "Your walk stops too soon: started again where it stopped, it finds another way down. "
            "When is it allowed to give up?",
        ),
        (
            "begins with a quarter",
            "range(60)",
            "range(2, 60)",
            "(lambda end: np.allclose(end, [0.966, -1.544, -0.380], atol=0.002)\n"
            "    or np.allclose(end, [0.968, -1.546, -0.385], atol=0.002))(\n"
            "    obedient(np.array([3.0, -3, 0])))",
            "Your walk never goes uphill, but it begins each search with too short a step. Which "
            "η does the manager want tried first?",
        ),
        (
            "never returns to longer steps",
            "    for _ in range(2_000):\n"
            "        g, P = slope(theta), value(theta)\n"
            "        for k in range(60):\n"
            "            if value(theta - g / 2**k) < P:\n"
            "                break\n"
            "        else:\n"
            "            break\n"
            "        theta = theta - g / 2**k\n"
            "",
            "    k = 0\n"
            "    for _ in range(2_000):\n"
            "        g, P = slope(theta), value(theta)\n"
            "        for k in range(k, 60):\n"
            "            if value(theta - g / 2**k) < P:\n"
            "                break\n"
            "        else:\n"
            "            break\n"
            "        theta = theta - g / 2**k\n"
            "",
            "np.allclose(obedient(np.array([3.0, -3, 0])),\n"
            "    [1.234, -1.983, -0.231], atol=0.002)",
            "Once you have shortened η, you never lengthen it again. At a new iterate a "
            "longer step may lead downhill: where should each search begin?",
        ),
    ],
    "ex-descent-summable": [
        (
            "squares the step",
            "eta * G * np.pi**2 / 6",
            "eta**2 * G * np.pi**2 / 6",
            "np.isclose(reach(2, 6 / np.pi**2), 4)",
            "With twice the η your radius grows four times. How long is a single step, and what "
            "is the sum of these lengths?",
        ),
        (
            "forgets that the minimiser may be within reach",
            "max(0, np.linalg.norm(best) - reach(eta, G))",
            "np.linalg.norm(best) - reach(eta, G)",
            "shortfall(1, 9, 2, np.array([0, 1])) > 0",
            "You find a positive shortfall even where the minimiser is well within reach. What "
            "happens to a negative distance when it is squared?",
        ),
        (
            "forgets the half",
            "lam / 2 * outside",
            "lam * outside",
            "np.isclose(shortfall(0, 1, 2, np.array([0, 3])), 18)",
            "Your lower bound is twice what can be proved. With which factor does strong convexity "
            "count the squared distance?",
        ),
        (
            "forgets to square the distance",
            "outside**2",
            "outside",
            "np.isclose(shortfall(0, 1, 2, np.array([0, 3])), 3)",
            "Your bound is proportional to the distance that is left. How does a strongly convex "
            "function grow as one moves away from its minimum?",
        ),
    ],
    "ex-descent-multipliers": [
        (
            "forgets the box",
            "lam / 2 > 1 / 3",
            "False",
            "multipliers(3.0) is not None",
            "Even for λ = 3 you find multipliers. Equations are not all they have to satisfy: how "
            "large may the multiplier of a point on the margin be?",
        ),
        (
            "the box of the sum form",
            "lam / 2 > 1 / 3",
            "lam / 2 > 1",
            "multipliers(0.9) is not None",
            "For λ = 0.9 you still find multipliers, but some are above the upper bound c. What "
            "is c in the mean form, with three points?",
        ),
        (
            "forgets that two points share it",
            "[lam / 2, lam / 2, 0]",
            "[lam, lam, 0]",
            "(multipliers(0.1) is not None\n    and np.allclose(multipliers(0.1), [0.1, 0.1, 0]))",
            "Put your α into λw = Σ αᵢyᵢxᵢ with w = 1. The point at 0 adds nothing, so the sum has "
            "a single term: is it equal to λ?",
        ),
        (
            "takes the multipliers of the C form",
            "[lam / 2, lam / 2, 0]",
            "[1 / 2, 1 / 2, 0]",
            "(multipliers(0.1) is not None\n    and np.allclose(multipliers(0.1), [0.5, 0.5, 0]))",
            "Your multipliers do not depend on λ, as in the C form. The equations of this page use "
            "another scaling: what stands on the left of the first one?",
        ),
        (
            "leaves out the last λ",
            "lam / 2 > 1 / 3",
            "lam / 2 >= 1 / 3",
            "multipliers(2 / 3) is None and multipliers(0.66) is not None",
            "At λ = 0.66 you find multipliers, but at λ = ⅔ you find none. Two of them reach the "
            "upper bound there: does the box contain its ends?",
        ),
    ],
}
