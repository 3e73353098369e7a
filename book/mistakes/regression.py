"""Mistakes in the exercises of lecture 13, Regression and novelty, and its in-depth page."""

MISTAKES = {
    "ex-regression-charge": [
        (
            "forgets the absolute value",
            "np.maximum(0, np.abs(r) - epsilon)",
            "np.maximum(0, np.asarray(r) - epsilon)",
            "np.allclose(tube_charge([-3.0], 1), 0)",
            "A residual of -3 costs nothing with you. Is a prediction that is 3 too high better "
            "than one that is 3 too low?",
        ),
        (
            "forgets to cut at zero",
            "np.maximum(0, np.abs(r) - epsilon)",
            "np.abs(r) - epsilon",
            "np.min(tube_charge([0.0], 1)) < 0",
            "Inside the tube you charge less than nothing. What should a point inside cost?",
        ),
        (
            "charges the whole residual outside",
            "np.maximum(0, np.abs(r) - epsilon)",
            "np.where(np.abs(r) > epsilon, np.abs(r), 0)",
            "np.allclose(tube_charge([3.0], 1), 3)",
            "Your charge jumps at the border of the tube: a residual of 3 costs 3, not 2. From "
            "where is the excess measured?",
        ),
        (
            "squares",
            "np.maximum(0, np.abs(r) - epsilon)",
            "np.maximum(0, np.abs(r) - epsilon) ** 2",
            "np.allclose(tube_charge([4.0], 1), 9)",
            "You square the excess. What does each further unit cost in the definition: more and "
            "more, or always the same?",
        ),
    ],
    "ex-regression-range": [
        (
            "turns the signs round",
            "return lowest, highest",
            "return -highest, -lowest",
            "beta_range(2, epsilon=1, C=3) == (-3, -3)",
            "Your point above the tube has the multiplier -C. The multipliers pull the curve "
            "towards the points: which way does one above pull?",
        ),
        (
            "takes points on the border for points inside",
            "    lowest = C if r > epsilon else 0 if r > -epsilon else -C\n"
            "    highest = -C if r < -epsilon else 0 if r < epsilon else C\n",
            "    lowest = highest = C * ((r > epsilon) - (r < -epsilon))\n",
            "beta_range(1, epsilon=1, C=3) == (0, 0)",
            "On the border you allow zero only. Which values may a free support vector have?",
        ),
        (
            "takes points on the border for points outside",
            "    lowest = C if r > epsilon else 0 if r > -epsilon else -C\n"
            "    highest = -C if r < -epsilon else 0 if r < epsilon else C\n",
            "    lowest = highest = C * ((r >= epsilon) - (r <= -epsilon))\n",
            "beta_range(1, epsilon=1, C=3) == (3, 3)",
            "On the border you allow C only, as if the point were outside. What does the table "
            "say about r = ε itself?",
        ),
        (
            "lets every point on the border have either sign",
            "    lowest = C if r > epsilon else 0 if r > -epsilon else -C\n"
            "    highest = -C if r < -epsilon else 0 if r < epsilon else C\n",
            "    lowest = -C if abs(r) == epsilon else C * ((r > epsilon) - (r < -epsilon))\n"
            "    highest = C if abs(r) == epsilon else lowest\n",
            "beta_range(1, epsilon=1, C=3) == (-3, 3)",
            "On the upper border you allow negative multipliers. Could a point that lies too high "
            "pull the curve down?",
        ),
    ],
    "ex-regression-interval": [
        (
            "takes a quantile of the residuals",
            "q = r[k - 1] if k <= len(r) else np.inf",
            "q = np.quantile(r, 1 - alpha)",
            "np.allclose(interval_ends(f, y, 20, 0.2), (15.6, 24.4))",
            "Your half width is between two residuals, and the interval too short: np.quantile "
            "goes eight tenths of the way through the nine. How many of the ten places have to be "
            "inside?",
        ),
        (
            "counts the rows, not the places",
            "(len(r) + 1) * (1 - alpha)",
            "len(r) * (1 - alpha)",
            "np.allclose(interval_ends(f, y, 20, 0.25), (16, 24))",
            "You count nine places for the next residual. How many places do nine residuals leave, "
            "with the one beyond the largest?",
        ),
        (
            "leaves the sign on the residuals",
            "np.sort(np.abs(y - f))",
            "np.sort(y - f)",
            "np.allclose(interval_ends(f, f - [1, 2, 3, 4, 5, 6, 7, 8, 9], 0, 0.2), (2, -2))",
            "With answers that are all too high your lower end is above your upper end. A residual "
            "of -9 is as far off as one of 9: what belongs in order?",
        ),
        (
            "counts from zero",
            "r[k - 1]",
            "r[min(k, len(r) - 1)]",
            "np.allclose(interval_ends(f, y, 20, 0.2), (13, 27))",
            "For 80 % you take the ninth residual, and the eighth is enough. Which index does "
            "number k have in an array that starts at 0?",
        ),
        (
            "takes the largest if there are too few",
            "else np.inf",
            "else r[-1]",
            "np.allclose(interval_ends(f, y, 20, 0.05), (13, 27))",
            "For 95 % you take the largest of nine residuals. The next one exceeds it one time in "
            "ten: how wide must the interval be?",
        ),
        (
            "takes α for the share inside",
            "(1 - alpha)",
            "alpha",
            "np.allclose(interval_ends(f, y, 20, 0.1), (20, 20))",
            "The smaller your α, the shorter your interval. Is α the share inside or outside?",
        ),
    ],
    "ex-regression-certificate": [
        (
            "forgets what the tolerance costs in the dual",
            "C * charge + epsilon * np.abs(beta) - beta * r",
            "C * charge - beta * r",
            "np.isclose(tube_gap(np.r_[-1.0, 0, 0], 0, K, y, 1, 1), -1)",
            "With β = (-1, 0, 0) and no bias your gap is negative, and no gap ever is. Which term "
            "of the dual has ε in it?",
        ),
        (
            "forgets C",
            "C * charge + epsilon",
            "charge + epsilon",
            "np.isclose(tube_gap(np.zeros(3), 0, K, y, 2, 1), 2)",
            "Your gap does not depend on C, although the primal objective does. What weighs the "
            "charges?",
        ),
        (
            "forgets the tolerance in the charges",
            "np.maximum(0, np.abs(r) - epsilon)",
            "np.abs(r)",
            "np.isclose(tube_gap(np.zeros(3), 0, K, y, 1, 1), 4.5)",
            "Zero multipliers and f = 0 have the gap 2 here, and you get 4.5. What does a residual "
            "of 2 cost if the tolerance is 1?",
        ),
        (
            "leaves out the bias",
            "r = y - K @ beta - b",
            "r = y - K @ beta",
            "np.isclose(\n    tube_gap(np.zeros(3), 5, K, y, 1, 1), 2)",
            "Your gap does not notice the bias, and a bad bias costs. Where does b enter the "
            "residuals?",
        ),
        (
            "adds up without the sign of the multipliers",
            "epsilon * np.abs(beta)",
            "epsilon * beta",
            "np.isclose(tube_gap(np.r_[-1.0, 0, 0], 0, K, y, 1, 1), -2)",
            "With β = (-1, 0, 0) and no bias your gap is negative, and no gap ever is. In the dual "
            "ε weighs the multipliers: with their signs, or without?",
        ),
    ],
    "ex-regression-budget": [
        (
            "counts rows",
            "[scores[days == day].min() for day in np.unique(days)]",
            "list(scores)",
            "sounding(budget_cut(scores, days, 0.2)) == 2",
            "You let a share of the rows sound, and so more of the days. Have you reduced each day "
            "to one number?",
        ),
        (
            "takes the mean of a day",
            "[days == day].min()",
            "[days == day].mean()",
            "7 < budget_cut(scores, days, 0.8) < 8",
            "With a share of 0 some day sounds. Your cut is a day's mean. Which of its scores "
            "makes a day sound first?",
        ),
        (
            "takes the highest score of a day",
            "[days == day].min()",
            "[days == day].max()",
            "budget_cut(scores, days, 0.8) == 8",
            "Your cut goes by the highest score of each day. Which of its scores makes a day sound "
            "first?",
        ),
        (
            "rounds up",
            "sorted(lowest)[allowed]",
            "sorted(lowest)[int(np.ceil(share * n))]",
            "[sounding(budget_cut(scores, days, share)) for share in (0.2, 0.5)] == [1, 3]",
            "Half of five days may sound, and with you three do. May it be more than the share?",
        ),
        (
            "takes a quantile",
            "sorted(lowest)[allowed]",
            "sorted(lowest)[int(np.ceil(share * (n - 1)))]",
            "[sounding(budget_cut(scores, days, share)) for share in (0.3, 0.5)] == [2, 2]",
            "With a share of 0.3 two of five days sound, which is more. A quantile goes between "
            "the days: on which side of the share does it end up?",
        ),
        (
            "cuts off the other end",
            "sorted(lowest)[allowed]",
            "sorted(lowest)[-1 - allowed]",
            "sounding(budget_cut(scores, days, 0)) == 4",
            "With a share of 0 nearly all days sound. Are the days that may sound those with the "
            "lowest scores or with the highest?",
        ),
        (
            "cuts a rounded product",
            "sorted(lowest)[allowed]",
            "sorted(lowest)[int(share * n)]",
            "budget_cut(np.arange(100.0), np.arange(100.0), 0.29) == 28",
            "Of a hundred days 0.29 are 29, and with you 28 sound. Print 0.29 * 100: what does "
            "`int` make of it?",
        ),
    ],
    "ex-regression-alarms": [
        (
            "counts the ordinary",
            "np.array(calls) < 0",
            "np.array(calls) > 0",
            "false_alarms(X, 0.1, 3) > 0.8",
            "You call nine in ten novel for ν = 0.1. Which of the two signs means novel?",
        ),
        (
            "fits on all points",
            "fit(X[train])",
            "fit(X)",
            "false_alarms(X, 0.1, 0.08) < 0.2",
            "With a tiny σ you find hardly any false alarm. Has your machine seen the points on "
            "which it is tested?",
        ),
        (
            "leaves ν at its default",
            "OneClassSVM(nu=nu, kernel",
            "OneClassSVM(kernel",
            "false_alarms(X, 0.1, 3) > 0.3",
            "Half of your points are novel, whatever ν is. Does your machine know it?",
        ),
        (
            "exchanges training and test",
            "for train, test in",
            "for test, train in",
            "0.66 < false_alarms(X, 0.1, 0.4) < 0.76",
            "You find too many false alarms, as if each machine had seen one fold of five. Which "
            "of the two index arrays comes first in a pair?",
        ),
        (
            "squares σ",
            "RBF(sigma)",
            "RBF(sigma**2)",
            "0.78 < false_alarms(X, 0.1, 0.4) < 0.85",
            "For σ = 0.4 your rate of false alarms is the rate of σ = 0.16. What does RBF "
            "expect as its argument?",
        ),
    ],
    "ex-regression-flat": [
        (
            "takes the whole range",
            "return np.ptp(y) / 2",
            "return np.ptp(y)",
            "flat_from(np.r_[0.0, 2.0]) == 2",
            "Your tolerance is as large as the whole range. But the tube reaches ε up and ε down: "
            "how wide is it?",
        ),
        (
            "puts the curve at the mean",
            "return np.ptp(y) / 2",
            "return np.abs(y - np.mean(y)).max()",
            "np.isclose(flat_from(np.r_[0.0, 0.0, 3.0]), 2)",
            "You measure from the mean. Which constant has the smallest largest distance from all "
            "targets?",
        ),
        (
            "exchanges the ends",
            "np.max(y) - epsilon, np.min(y) + epsilon",
            "np.min(y) - epsilon, np.max(y) + epsilon",
            "flat_biases(np.r_[0.0, 2.0], 1.5) == (-1.5, 3.5)",
            "With your lowest bias the largest target is outside the tube. Each target has to be "
            "within ε of b: which of them limits b from below?",
        ),
        (
            "refuses the border case",
            "if epsilon < flat_from(y)",
            "if epsilon <= flat_from(y)",
            "flat_biases(np.r_[0.0, 2.0], 1.0) is None",
            "At exactly half the range you find no constant. Is the middle of the range not within "
            "ε of all targets?",
        ),
    ],
    "ex-regression-solver": [
        (
            "starts with multipliers that do not add up",
            "np.full(len(K), float(nu))",
            "np.zeros(len(K))",
            "np.isclose(crowd_multipliers(K, 0.5).sum(), 0)",
            "Your multipliers add up to zero: a pair step keeps their sum, whatever it is. What is "
            "the sum at your start, and what should it be?",
        ),
        (
            "gives the start the wrong sum",
            "np.full(len(K), float(nu))",
            "np.full(len(K), 1 / len(K))",
            "np.isclose(crowd_multipliers(K, 0.5).sum(), 1)",
            "Your multipliers add up to 1. That is the scaling of the original paper; here they "
            "add up to νn.",
        ),
        (
            "forgets the bounds",
            "min((s[j] - s[i]) / curvature, 1 - alpha[i], alpha[j])",
            "(s[j] - s[i]) / curvature",
            "np.ptp(crowd_multipliers(K, 0.1).clip(0, 1)\n    - crowd_multipliers(K, 0.1)) > 1e-6",
            "Some of your multipliers leave the interval from 0 to 1. By how much may α_i rise at "
            "most, and by how much may α_j fall?",
        ),
        (
            "stops at once",
            "if s[j] - s[i] < 1e-6",
            "if s[j] - s[i] < 1e6",
            "np.allclose(crowd_multipliers(K, 0.1), 0.1)",
            "All your multipliers are still equal: nothing has moved. When is there no pair left "
            "that gains anything?",
        ),
        (
            "forgets the mixed term of the curvature",
            "K[i, i] + K[j, j] - 2 * K[i, j]",
            "K[i, i] + K[j, j]",
            "0.501 < crowd_multipliers(np.diag([1.0, 3.0]) + 2.0**17, 0.5)[0] < 0.745",
            "Add a large number to all kernel values: nothing should change, but your steps "
            "become too short to arrive. How large is ‖φ(xᵢ) − φ(xⱼ)‖², written in kernel "
            "values?",
        ),
    ],
    "ex-regression-constant": [
        (
            "takes the mean",
            "return corners[np.argmin(charges)]",
            "return np.mean(y)",
            "np.isclose(best_constant(np.r_[0.0, 0.0, 3.0], 0), 1)",
            "You return the mean, the best constant for squares. Does an outlier pull at this loss "
            "in proportion to its distance?",
        ),
        (
            "takes the median",
            "return corners[np.argmin(charges)]",
            "return np.median(y)",
            "np.isclose(best_constant(np.r_[0.0, 10.0], 0), 5)",
            "You return the median, which is best for ε = 0. With a wide tube only the points far "
            "out count: does the median balance them?",
        ),
        (
            "tries the targets only",
            "np.concatenate([y - epsilon, y + epsilon])",
            "y",
            "best_constant(np.r_[0.0, 2.0], 1) in (0, 2)",
            "You only try the targets themselves. The charge of a single target has its corners "
            "elsewhere: where?",
        ),
        (
            "tries one border only",
            "np.concatenate([y - epsilon, y + epsilon])",
            "y + epsilon",
            "np.isclose(best_constant(np.r_[0.0, 9.0, 9.0], 1), 10)",
            "You only try one corner of each charge. A target has two of them.",
        ),
        (
            "tries a grid",
            "np.concatenate([y - epsilon, y + epsilon])",
            "np.linspace(-5, 25, 3001)",
            "1e-6 < total_charge(np.r_[0.0, 9, 9] / 7, best_constant(\n"
            "    np.r_[0.0, 9, 9] / 7, 1 / 7), 1 / 7) - 1 < 0.01",
            "Your constant is close to the best one but misses it, as happens on a grid. At "
            "which numbers does the slope of the total charge change?",
        ),
    ],
    "ex-regression-matching": [
        (
            "takes the mean multiplier",
            "np.sum(alpha) / (n * C)",
            "np.sum(alpha) / n",
            "np.isclose(matching_nu(np.r_[2.0, 2.0], 8, 2.0), 0.5)",
            "Your ν is the mean multiplier, which can exceed 1. Relative to what is a multiplier "
            "large?",
        ),
        (
            "divides by the number of support vectors",
            "np.sum(alpha) / (n * C)",
            "np.mean(alpha) / C",
            "np.isclose(matching_nu(np.r_[2.0, 2.0], 8, 2.0), 1)",
            "You average over the support vectors. ν is a share of all points: how many are there?",
        ),
        (
            "forgets that both classes count",
            "2 * min(",
            "min(",
            "np.isclose(largest_nu(np.r_[1, -1]), 0.5)",
            "With classes of equal size you allow only ν up to one half. The smaller class limits "
            "its own multipliers, and those of the other class add up to the same.",
        ),
        (
            "takes the larger class",
            "2 * min(np.sum(y > 0), np.sum(y < 0))",
            "2 * max(np.sum(y > 0), np.sum(y < 0))",
            "largest_nu(np.r_[1, 1, -1]) > 1",
            "Your bound can exceed 1. Which class runs out of room first, the smaller or the "
            "larger one?",
        ),
        (
            "takes the largest multiplier for C",
            "np.sum(alpha) / (n * C)",
            "np.sum(alpha) / (n * np.max(alpha))",
            "np.isclose(matching_nu(np.r_[2.0, 2.0], 8, 4.0), 0.25)",
            "Your ν does not depend on C: it looks as if you took the largest multiplier for it. "
            "Is there always a point at the bound?",
        ),
        (
            "takes the negative class",
            "2 * min(np.sum(y > 0), np.sum(y < 0))",
            "2 * np.sum(y < 0)",
            "np.isclose(largest_nu(np.r_[1, -1, -1, -1]), 1.5)",
            "For one positive point and three negative ones your bound exceeds 1. Which class "
            "runs out of room first there?",
        ),
    ],
}
