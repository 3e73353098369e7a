"""What a proof or a project has to contain, a point or two for each of three lines."""

RUBRICS = {
    "ex-margins-step": (
        "Claim of the induction: after the same updates one vector is η times the other.",
        "The step of the induction: a positive factor does not change the sign at the next point.",
        "Says where the start at 0 is used, and what a start elsewhere changes.",
    ),
    "ex-margins-scan": (
        "(a) The sum of both margins does not depend on b, so the best b makes them equal.",
        "(c) Says how ten digits are reached, and why a grid alone would not do.",
        "(d) The corners of the curve are explained: there the nearest point of a class changes.",
    ),
    "ex-maxmargin-features": (
        "Names a feasible pair with one more feature: the old w with a 0 added, the same b.",
        "Concludes from equal norms that the least norm cannot grow, so the margin cannot shrink.",
        "Says that a wider street in more dimensions need not classify better, with a reason.",
    ),
    "ex-maxmargin-pairs": (
        "(1) Nearest points lie at corners or inside edges; each case gives its direction.",
        "No case is lost: corner and corner, corner and edge, and parallel edges.",
        "(3) Says what the program returns for inseparable data, and shows it.",
    ),
    "ex-soft-units": (
        "Gives the corresponding line, w/s and the matching b, with equal scores at all points.",
        "Compares the two objectives term by term: a common factor appears exactly for C/s².",
        "A C for which the line changes and one for which it does not, each with its reason.",
    ),
    "ex-soft-ramp": (
        "The bound is above the ramp everywhere and touches it at the present margin: both cases.",
        "Concludes: Q(new) ≤ bound(new) ≤ bound(old) = Q(old).",
        "Reports both trials, and says what became of the outlier and of the width.",
    ),
    "ex-descent-polyak": (
        "Minimises the parabola in η and finds the step (P − P*)/‖g‖².",
        "Inserts it: the squared distance falls by (P − P*)²/‖g‖², to every minimiser.",
        "Adds up over T steps and reaches Δ₀G/√T for the best iterate.",
    ),
    "ex-descent-never-uphill": (
        "Shows from several starts that the walk stops away from the optimum, with numbers.",
        "Looks at the margins where it stops: some are exactly 1 within rounding.",
        "Explains: at a corner the negative of one subgradient need not lead downhill.",
    ),
    "ex-stochastic-replacement": (
        "Unbiased: each point is in the batch with the same probability k/n.",
        "The variance with pairs: probabilities of pairs, and the sum of the mixed products.",
        "For k = n the factor is 0, and why that must be so.",
    ),
    "ex-stochastic-certificate": (
        "Why clipping is not needed after whole passes: each point is counted once in a pass.",
        "Shows the gap for each change alone, so that one sees which of them helps how much.",
        "Says which w and which α belong together, and that D ≤ P* holds for any feasible α.",
    ),
    "ex-duality-counts": (
        "(a) From P = D, or by multiplying w = Σαyx by w, with every step justified.",
        "(b) Points inside have α = C: this gives the lower count.",
        "(b) No α is above C: this gives the upper count, over support vectors only.",
    ),
    "ex-duality-envelope": (
        "Each machine bounds V(C) from above at all C, and its scaled multipliers from below.",
        "V is a minimum of lines in C, hence concave.",
        "The slope is Σξ, with a reason, and a drawing in which both bounds enclose V.",
    ),
    "ex-ascent-first": (
        "At β = 0 the gradient is y: who can rise, who can fall, and which ties are broken how.",
        "The second-order rule picks the nearest negative point, since 2/‖x_i − x_j‖ decides.",
        "The step with its clip, and D afterwards in both cases.",
    ),
    "ex-ascent-path": (
        "The scaled multipliers are feasible for the new C: said and shown.",
        "w is computed from α, not taken from the caller, and the reason for that.",
        "Compares epochs of cold and warm starts over the values of C.",
    ),
    "ex-kernels-constant": (
        "Inserts K + a11ᵀ into the dual: the additional term is a(Σβ)²/2, which vanishes.",
        "The same for the score, so multipliers and scores agree; concludes for e^G − 1.",
        "Without a bias the constraint is gone, and the numbers show the difference.",
    ),
    "ex-kernels-perceptron": (
        "Writes the score with counts and with k + 1, and says where the 1 comes from.",
        "Novikoff's bound in feature space with R² = max k(x, x) + 1.",
        "Compares the number of mistakes with the bound, for a separating machine that is named.",
    ),
    "ex-selection-two": (
        "max = half the sum plus half the difference, and the mean of the sum is right.",
        "The bound by (E|Z|)² ≤ E Z², with the variance of a difference.",
        "Independence of the two scores is named where it is used.",
    ),
    "ex-selection-costs": (
        "The scorer has the right sign, and weights are chosen on held-out points only.",
        "Compares both machines on fresh points by cost, with how many of each mistake.",
        "Says why the accuracy of the chosen machine may be lower.",
    ),
    "ex-multiclass-blind": (
        "R: what a point of each class pays at least, in terms of the lead g, and the sum.",
        "Q: the machines are binary, and each is minimal at −1 below one half.",
        "The case of a class above one half, for both; 'only' is proved where it is claimed.",
    ),
    "ex-multiclass-codes": (
        "Rows with 0 in a column are left out of that problem.",
        "The decoding as given, with ties considered.",
        "Shows one-versus-rest and one-versus-one as matrices, and one code of one's own.",
    ),
    "ex-probabilities-prior": (
        "Bayes' rule in odds: the likelihood ratio stays, the prior odds change.",
        "The new forecast in closed form.",
        "Says which assumption may fail in the field.",
    ),
    "ex-probabilities-isotonic": (
        "Merges look back as often as necessary, not once.",
        "The mean of a merged block is weighted by its sizes.",
        "Values are returned in the order in which the points came.",
    ),
    "ex-practice-tries": (
        "The probability that none is good is (1 − q)^m, by independence.",
        "The mean of the least share as an integral, equal to 1/(m + 1).",
        "Says why the number of knobs does not occur.",
    ),
    "ex-practice-project": (
        "No row that is judged was seen by the machine, the sigmoid or the threshold.",
        "The cost with its error, beside that of silence; rows of one group stay together.",
        "A sentence for somebody who has to decide, with what the numbers do not say.",
    ),
    "ex-regression-flat": (
        "For a wide tube P = 0 is reached by constants, and by nothing else.",
        "For a narrow one β = 0 breaks an optimality condition, so w is not 0.",
        "Positive definiteness is used where it is needed: f constant would need w = 0.",
    ),
    "ex-regression-solver": (
        "The step for a pair and its bounds, derived from the parabola.",
        "Σα stays νn at each step, and the start satisfies all constraints.",
        "The rule to stop, and what it says about the optimality conditions.",
    ),
    "ex-scale-shift": (
        "The mean by 2 cos p cos q, where the shifted cosine drops out.",
        "The variance of one pair and of one shifted feature, both complete.",
        "The comparison: which is smaller for which k, and why.",
    ),
    "ex-scale-one-more": (
        "The new direction is the part of l that is left over, with its length taken out.",
        "What is left over of x loses its shadow on it: the square, by Pythagoras.",
        "A larger span holds all earlier machines, with the same P: hence the minimum.",
    ),
    "ex-scale-greedy": (
        "The update of the residuals, with the reason for the square.",
        "Picks are by the largest residual; what happens when it is 0.",
        "Compares with random landmarks of the same number.",
    ),
    "ex-work-bound": (
        "Each kernel value is between 0 and ℓ: the first bound by the triangle inequality.",
        "Positive and negative β have equal sums, half of Σ|β| each: the better bound.",
        "The likeness from which no call is possible: 0.1 for the numbers given.",
    ),
    "ex-work-numpy": (
        "All that is needed is packed: means, deviations, support vectors, coefficients, b, σ.",
        "σ is the fitted one, and raw rows are scaled before the kernel.",
        "Compares scores with the machine's on rows that were not used to fit.",
    ),
    "ex-margins-tight": (
        "Orthonormal points: an update at one changes no score of another.",
        "Each is updated once, so n updates in all.",
        "R = 1 and the largest ρ = 1/√n, with proof that no v does better.",
    ),
    "ex-maxmargin-walk": (
        "The best shift of weight along a pair, and its limit by the weight that j has.",
        "Why ½‖z‖ is above and the half-width below the margin.",
        "Both bounds over the steps, in a drawing or a table.",
    ),
    "ex-stochastic-weights": (
        "The inequality of one step from θ_{t−1}, multiplied by t.",
        "The telescope t(t − 1), t(t + 1), with the sign of the last term.",
        "Convexity for the weighted mean, and the constant 2G²/(λ(T + 1)).",
    ),
    "ex-selection-radon": (
        "d + 2 points give a linear dependence whose coefficients sum to 0.",
        "The groups by the signs of the coefficients, both not empty.",
        "The common point as a convex combination of each group.",
    ),
    "ex-multiclass-kernel": (
        "W(α) as a sum of points, so that scores need inner products alone.",
        "The step for α written without x.",
        "Compares with a machine that has the features, to rounding.",
    ),
    "ex-probabilities-absolute": (
        "The expected score is linear in p for s = 1: the best forecast is 0 or 1.",
        "For s > 1 the stationary point as a power of the odds.",
        "It equals η for all η only if s = 2.",
    ),
    "ex-practice-corrected": (
        "Splits the differences into a common and an own part, and says what s sees.",
        "The distribution of the naive ratio, with its factor.",
        "The corrected divisor removes exactly this factor.",
    ),
    "ex-regression-matching": (
        "The correspondence ν = Σα/(nC), from the two duals.",
        "The sums of multipliers of both classes are equal.",
        "The largest ν is twice the share of the smaller class, with proof.",
    ),
    "ex-scale-merge": (
        "A merged group is a point with weight: the smallest value of Q with sample weights.",
        "By convexity a coarse group costs at most what its parts cost.",
        "Concludes for every (w, b), hence for the minimum.",
    ),
}
