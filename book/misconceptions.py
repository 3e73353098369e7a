"""What students believe, the mistakes of exercises and answers to questions that come of it.

Each mistake of ``book/mistakes`` and each wrong answer of a question stands in exactly one.
"""

# name: (what is believed, what is true, the question that reveals it, the step of a live figure
# that shows it or nothing, the section, {exercise: its mistakes, question: how its wrong answers
# begin})
MISCONCEPTIONS = {
    "A score taken for a distance": (
        "The score tells how far the point is from the line.",
        r"A score counts steps of score; only $f(x)/\lVert w\rVert$ is a distance, for doubling "
        "$(w,b)$ doubles every score and moves nothing.",
        "quiz-margins-distance",
        "fig-margins-scale?scale=5",
        "sec-margins-distance",
        {
            "ex-margins-by-hand": "does not divide",
            "ex-margins-petals": "looks at the functional margin",
            "ex-maxmargin-canonical": "forgets the length of w",
            "ex-maxmargin-certify": "forgets the length of w",
            "ex-multiclass-distance": "reports the score difference",
            "quiz-margins-distance": "12, because the",
            "quiz-margins-sign": "It cannot be",
            "quiz-maxmargin-width": "Width 0.5, distance 2.",
            "quiz-soft-review-distance": "It is −5.",
            "quiz-stochastic-review-distance": r"$8$, since $w\cdot x+b=9+4-5$.",
            "quiz-selection-review-distance": "$-24$",
        },
    ),
    "A length taken for its square": (
        "I divide by the length or by its square, one of the two.",
        r"$\lVert w\rVert^2$ and $k(x,x)$ are squares of lengths: a distance or a cosine needs the "
        "root, and the number of arrows $w$ on the way does not.",
        "quiz-stochastic-review-distance",
        "",
        "sec-margins-distance",
        {
            "ex-scale-one-more": "forgets the square",
            "ex-ascent-two-points": "returns the factor of the multipliers",
            "ex-margins-by-hand": "divides by the squared length",
            "ex-margins-three-points": "divides by the squared length",
            "ex-margins-level": "divides by the length",
            "ex-soft-kinds": "divides by the square of the norm",
            "ex-descent-polyak": "does not square the length",
            "ex-descent-summable": "squares the step; forgets to square the distance",
            "ex-stochastic-delay": "forgets the root",
            "ex-duality-two": "forgets the square of the distance",
            "ex-ascent-first": "takes distances for their squares",
            "ex-kernels-values": "stops at the squared distance; divides by the squared lengths",
            "ex-kernels-normalise": "forgets the square root",
            "ex-kernels-words": (
                "divides by the squared lengths; divides by the lengths of the words; divides "
                "by the number of different pairs"
            ),
            "ex-kernels-constant": "takes a itself for the additional feature",
            "ex-kernels-distances": "distances not squared",
            "ex-selection-guess": "returns the square",
            "ex-probabilities-parts": "forgets the square",
            "ex-regression-alarms": "squares σ",
            "ex-scale-left": "takes the root",
            "ex-scale-leverage": "counts directions by the square",
            "ex-selection-points": "solves for the root of N",
            "ex-selection-bound": "squares the radius",
            "quiz-margins-distance": "It is 4/3",
            "quiz-stochastic-review-distance": "$0.32$, the score",
            "quiz-work-far": "0.04; 0.32",
        },
    ),
    "The label forgotten in a margin": (
        "The score alone gives the margin, and a distance is never negative.",
        "A margin also asks whether the side is the right one, and that only the label $y$ knows; "
        "without it a gross mistake looks safe.",
        "quiz-margins-sign",
        "fig-soft-losses-live?score=-2&shown=zero-one,hinge,ramp&label=-1",
        "sec-margins-two",
        {
            "ex-margins-by-hand": "drops the sign",
            "ex-margins-three-points": "forgets the labels",
            "ex-margins-same": "lets the arrow turn round",
            "ex-maxmargin-certify": "takes any line for a separating one",
            "ex-maxmargin-common-point": "forgets the labels",
            "ex-maxmargin-walk": "forgets the labels",
            "ex-soft-kinds": "forgets the label",
            "ex-duality-range": "forgets the labels",
            "ex-ascent-platt": "forgets the label in the step",
            "ex-selection-corner": "takes the speed of β for the speed of α",
            "quiz-margins-flip": "Nothing changes: it",
            "quiz-margins-sign": "+0.2 cm, because",
            "quiz-soft-hinge": "It needs none",
            "quiz-soft-review-distance": "It is 0.5.",
            "quiz-selection-review-distance": "$24/13$",
            "quiz-probabilities-review-slack": r"$\xi=0.8$ and $\alpha=3$.",
        },
    ),
    "The bias forgotten or misplaced": (
        "The direction $w$ decides; $b$ is a small correction, and its sign will come out.",
        r"$b$ places the line: where $w\cdot x=c$ is to score zero, $b=-c$; without $b$ the line "
        "goes through the origin, of which the data know nothing.",
        "quiz-maxmargin-bias",
        "fig-margins-live?handles=4.2,2.45;6.6,4.05",
        "sec-margins-line",
        {
            "ex-margins-by-hand": "forgets the bias",
            "ex-margins-three-points": "best bias with the wrong sign; keeps the given bias",
            "ex-margins-level": "forgets the bias",
            "ex-margins-step": "returns w alone",
            "ex-margins-scan": "offset with the wrong sign",
            "ex-margins-same": "forgets the bias",
            "ex-maxmargin-two-points": "puts the line through the origin; bias with the wrong sign",
            "ex-maxmargin-canonical": "the best bias with the wrong sign",
            "ex-maxmargin-similarity": "forgets the shift; shifts with the old w",
            "ex-soft-two": "takes the bias for unique",
            "ex-descent-cheat": "forgets the bias",
            "ex-descent-centre": (
                "does not centre; keeps the bias of the centred data; shifts the bias the wrong way"
            ),
            "ex-kernels-constant": "a penalised bias is not none",
            "ex-kernels-perceptron": "forgets the bias",
            "ex-multiclass-row": "forgets the bias",
            "ex-multiclass-distance": (
                "takes the bias for a part of the slope; forgets the bias in the score"
            ),
            "ex-regression-certificate": "leaves out the bias",
            "ex-work-bound": "counts the bias",
            "ex-work-numpy": "forgets the bias",
            "quiz-margins-flip": "The line moves",
            "quiz-maxmargin-squeeze": "It is optimal,",
            "quiz-maxmargin-bias": "Nothing is wrong; The features were",
            "quiz-soft-review-front": "$b=+3.5$, with margin",
        },
    ),
    "The width taken for the margin": (
        "The margin is the distance between the two edges of the street.",
        r"The margin reaches from the line in the middle to one edge, $1/\lVert w\rVert$; the "
        "street is two margins wide.",
        "quiz-maxmargin-width",
        "fig-maxmargin-live?points.41=4.5,2",
        "sec-maxmargin-steps",
        {
            "ex-margins-scan": "margin of the whole gap",
            "ex-maxmargin-two-points": "takes the whole bridge for the margin",
            "ex-maxmargin-canonical": "halves nothing: the width instead of the margin",
            "ex-maxmargin-features": "takes the width for the margin",
            "ex-maxmargin-pairs": "takes the width for the margin",
            "ex-maxmargin-walk": "takes the whole length as a margin",
            "ex-soft-kinds": "takes the whole width",
            "ex-kernels-two": "the width, not the margin",
            "ex-regression-flat": "takes the whole range",
            "quiz-maxmargin-width": "Width 0.25, distance",
            "quiz-maxmargin-bounds": "It lies between",
            "quiz-soft-review-front": "$b=-3.5$, with margin",
        },
    ),
    "All points hold the street": (
        "Every point has its share in the line, so the line moves with each of them.",
        "Only points on the edges can hold the street, and not even all of these; a constraint "
        "with room to spare can go without a trace.",
        "quiz-stochastic-review-delete",
        "fig-maxmargin-live?points.41=4.5,3.2",
        "sec-maxmargin-support",
        {
            "ex-margins-scan": "takes the wrong end of a class",
            "ex-maxmargin-canonical": "halfway between the means of the classes",
            "ex-soft-reduced": "takes the mean of the whole class",
            "ex-selection-loo": "trains without every point",
            "quiz-margins-negative": "All points are",
            "quiz-maxmargin-one-point": "About 2.99 cm",
            "quiz-maxmargin-squeeze": "It is optimal:; It cannot happen",
            "quiz-maxmargin-new-point": "None: three support",
            "quiz-maxmargin-on-margin": "The line moves; The line stays",
            "quiz-soft-review-front": "$b=-4.25$, with margin",
            "quiz-stochastic-review-delete": "The margin grows; It depends on",
            "quiz-ascent-review-outside": "It moves a",
        },
    ),
    "Scale and units forgotten": (
        "Scaling changes nothing that matters, so the constants can stay.",
        r"Whatever has a unit scales with it, $w$ against the data and $\lVert w\rVert^2$ by the "
        "square, while slack stays: the constants between them have to follow.",
        "quiz-soft-review-scale",
        "fig-margins-scale?scale=3",
        "sec-selection-scale",
        {
            "ex-work-slope": "leaves the slope in; forgets to divide",
            "ex-ascent-two-points": "forgets the lengths",
            "ex-duality-smoothed": "forgets to divide by C",
            "ex-margins-three-points": "divides by five, always",
            "ex-margins-units": "multiplies where it should divide; changes the bias too",
            "ex-margins-same": "compares without scaling",
            "ex-maxmargin-two-points": "forgets to divide by the squared length; forgets the two",
            "ex-maxmargin-canonical": (
                "does not scale; scales w only; divides by the length of w; turns the line while "
                "scaling it; the best bias in the scale of the canonical form"
            ),
            "ex-maxmargin-similarity": (
                "forgets the factor; multiplies by the factor instead of dividing"
            ),
            "ex-soft-units": "keeps C; divides by s once; multiplies",
            "ex-kernels-waves": "multiplies by the length",
            "ex-selection-units": (
                "forgets the unit; turns the unit round; squares enter the kernel, so the unit "
                "is squared; gives C the unit, too"
            ),
            "ex-selection-bound": "forgets the radius",
            "ex-scale-waves": "takes σ for 1/σ",
            "ex-work-numpy": "does not scale the rows",
            "quiz-margins-novikoff": "It may need; It finds a",
            "quiz-maxmargin-width": "Width 8, distance",
            "quiz-soft-review-scale": "The functional margins; The soft-margin objective",
            "quiz-ascent-review-scale": "The functional margins; Functional and geometric",
        },
    ),
    "Slack taken for a length": (
        "A slack of 1.5 means that the point is 1.5 away from its edge.",
        r"Slack counts what is missing to a functional margin of 1; divided by $\lVert w\rVert$ it "
        "is a length, and from 1 on the point is on the wrong side.",
        "quiz-soft-slack",
        "fig-soft-live?C=0.5",
        "sec-soft-kinds",
        {
            "ex-soft-kinds": "slack is taken for a length; takes geometric margins",
            "quiz-soft-hinge": "It needs 1",
            "quiz-soft-slack": "It is inside; It is 1.5",
            "quiz-soft-score": "The first one",
        },
    ),
    "Where a charge begins": (
        "A point on its right side costs nothing, and one far beyond earns something back.",
        "Each loss has its own border, the perceptron's at margin 0, the hinge's at 1, the tube's "
        "at ε; on its good side a point owes nothing and earns nothing.",
        "quiz-soft-review-charge",
        "fig-soft-losses-live?score=0.25",
        "sec-soft-slack",
        {
            "ex-soft-kinds": "slack may be negative; charges errors only",
            "ex-descent-two-steps": "forgets the hinges in P; lets nobody pull in the second step",
            "ex-descent-cheat": "lets only errors pull",
            "ex-descent-summable": "forgets that the minimiser may be within reach",
            "ex-stochastic-counts": "forgets the first step",
            "ex-ascent-gain": "goes backwards when the pair does not violate",
            "ex-multiclass-losses": "gives credit on paper; gives credit for negative excesses",
            "ex-multiclass-blind": "takes the distance from 1",
            "ex-multiclass-slopes": "forgets the lead that is asked for",
            "ex-regression-charge": "forgets to cut at zero; charges the whole residual outside",
            "ex-regression-certificate": (
                "forgets what the tolerance costs in the dual; forgets the tolerance in the charges"
            ),
            "ex-stochastic-by-hand": (
                "lets the second point pull, too; takes a margin of 0 for the end of the pull"
            ),
            "quiz-maxmargin-one-point": "Still 3 cm",
            "quiz-maxmargin-new-point": "Only the one",
            "quiz-soft-review-charge": "Neither, because the; Both of them",
            "quiz-stochastic-perceptron": "Both add a; Both leave $w$",
            "quiz-multiclass-loss": "Weston–Watkins −2.5, Crammer–Singer",
        },
    ),
    "A larger C always helps": (
        "A larger $C$ makes a better machine, and it always moves the line.",
        "$C$ only trades width for slack: on separable data nothing is left to trade from some "
        "value on, and no $C$ bends a straight line.",
        "quiz-soft-limit",
        "fig-soft-live?C=1000",
        "sec-soft-hard",
        {
            "ex-soft-two": "forgets that w stops growing",
            "ex-soft-squared": "puts C on the wrong term",
            "quiz-soft-trade": "Yes: the total; One cannot tell",
            "quiz-soft-limit": "Only $C=1000$ is; The five machines",
            "quiz-duality-mu": "For no other",
            "quiz-kernels-xor": "There is no; Nothing: the classes",
            "quiz-selection-fit": "A larger $C$",
            "quiz-multiclass-middle": "A larger $C$",
        },
    ),
    "One loss taken for another": (
        "All losses punish errors, so they all lead to the same machine.",
        "What a loss aims at and which points it lets go is in its slopes: squares aim at means, "
        "absolute values at medians, and only a flat part frees a point.",
        "quiz-soft-outlier",
        "fig-soft-losses-live?score=2.5&shown=hinge,absolute,squared",
        "sec-soft-losses",
        {
            "ex-soft-squared": "charges the slack itself",
            "ex-soft-ramp": "charges the hinge in Q; keeps everybody",
            "ex-soft-calibrated": "forgets the sign",
            "ex-duality-squared": "forgets the term of the slack; keeps the upper bound",
            "ex-multiclass-codes": "counts signs instead of hinges; takes the logistic loss",
            "ex-regression-charge": "squares",
            "ex-regression-flat": "puts the curve at the mean",
            "ex-regression-constant": "takes the mean; takes the median",
            "quiz-soft-outlier": "Both lines, because",
            "quiz-multiclass-majority": r"$(0.2,\,-0.5,\,-0.7)$",
            "quiz-regression-sparse": (
                r"Those of all points with $\lvert r\rvert<1$.; Those of all points with $\lvert "
                r"r\rvert>1$."
            ),
        },
    ),
    "The far point pulls hardest": (
        "The farther away a point is, the more it moves the line.",
        "Squares pull like that; hinge and tube pull by their slope, at most $C$ and zero where "
        "they are flat, and of two partners the nearer one often gains more.",
        "quiz-regression-outside",
        "fig-regression-live?epsilon=0.3&points.29=4.3779,-1.85",
        "sec-soft-journeys",
        {
            "ex-maxmargin-canonical": "halfway between the far ends",
            "ex-duality-quarter": "takes the wrong partner for point 1",
            "ex-ascent-second": "takes the first-order partner",
            "ex-ascent-first": "takes the farthest partner",
            "quiz-soft-outlier": "The soft line",
            "quiz-ascent-pair": "Either: they violate; Point 3, the",
            "quiz-ascent-review-outside": "It moves, unless",
            "quiz-probabilities-review-far": "Logistic regression.; The ridge classifier.",
            "quiz-regression-outside": "By less than; By about 8000",
        },
    ),
    "C taken for λ": (
        "$C$ and λ are two names of one knob.",
        r"They weigh opposite terms, and the λ of the mean form knows $n$: $C=1/(n\lambda)$, or "
        r"$1/\lambda$ where the slacks are summed.",
        "quiz-soft-scaling",
        "",
        "sec-descent-forms",
        {
            "ex-soft-convert": "forgets n; takes λ for C; multiplies by n instead of dividing",
            "ex-descent-multipliers": (
                "the box of the sum form; takes the multipliers of the C form"
            ),
            "ex-stochastic-by-hand": "the mean form",
            "ex-selection-units": "copies need a larger C; forgets the copies",
            "ex-multiclass-kernel": "takes the Pegasos step for lambda = rho",
            "quiz-soft-scaling": "$C=10^4$, the reciprocal; $C=0.2$, the product",
            "quiz-stochastic-review-double": "Keep $C$ as; Double $C$, since",
            "quiz-ascent-review-lambda": "$C=100$; $C=2$",
            "quiz-multiclass-delta": "Nothing but the; It becomes less",
        },
    ),
    "A sum taken for a mean": (
        "Adding up or averaging differs by a constant only.",
        "The factor $n$ shifts the balance with every term that is not summed, the regulariser "
        "above all, and it grows with the data.",
        "quiz-stochastic-review-double",
        "",
        "sec-stochastic-pegasos",
        {
            "quiz-scale-table": "The one machine 0.2, and each worker 0.2; The one machine 4",
            "ex-soft-reduced": "forgets the size of the class",
            "ex-descent-two-steps": "sums the hinges instead of the mean",
            "ex-descent-cheat": "sums instead of the mean",
            "ex-stochastic-by-hand": "adds the three up",
            "ex-stochastic-counts": "tests the sum as if it were w; does not divide by the steps",
            "ex-stochastic-certificate": "returns the sum",
            "ex-kernels-waves": "adds the waves up",
            "ex-selection-guess": "mean over the columns instead of their sum",
            "ex-multiclass-slopes": "sums W in the penalty; forgets the mean",
            "ex-multiclass-kernel": "takes the sum for the mean",
            "ex-probabilities-cost": "adds up",
            "ex-practice-numbers": "adds up",
            "ex-scale-leverage": "takes the mean",
            "ex-scale-merge": "adds the rows of a group",
            "ex-kernels-mean": "sums in place of means",
            "quiz-scale-shards": "Go on without",
        },
    ),
    "Corners treated as smooth ground": (
        "At a minimum the gradient is zero, and a short step against it leads down.",
        "A corner has a whole set of slopes: the minimum is where 0 is among them, and a step "
        "along one of them may go up and still come closer.",
        "quiz-descent-uphill",
        "fig-descent-live?eta=8&steps=111",
        "sec-descent-uphill",
        {
            "ex-soft-calibrated": "forgets the kink",
            "ex-descent-by-hand": "one slope for both ends; takes the other corner for the minimum",
            "ex-descent-median": (
                "takes 0 for |.| at its corner; counts equal numbers once; half the interval"
            ),
            "ex-descent-cheat": "lets corners pull",
            "ex-descent-never-uphill": "never checks the value",
            "quiz-descent-tilted": r"$\{\frac12\}$, so $w=0$; $[-1,1]$, which contains",
            "quiz-descent-leave": "It leaves, and; It stays there",
            "quiz-descent-uphill": "It comes closer to the minimiser, so; It goes uphill, so",
            "quiz-descent-floor": "No floor is",
            "quiz-ascent-primal-rises": r"$P=4.1$, because",
            "quiz-ascent-review-kink": "Yes, as at; No, so it",
            "quiz-selection-review-subgradient": "The step size; There is a",
        },
    ),
    "Standing still taken for a proof": (
        "Nothing changes any more, or nothing was found, so this is the end.",
        "A run can be slow anywhere; a proof is something to check, such as a lower bound near "
        "the value, or a point that both hulls share.",
        "quiz-descent-stop",
        "fig-descent-live?steps=110",
        "sec-descent-luck",
        {
            "ex-margins-scan": "stops at the first grid",
            "ex-descent-never-uphill": "gives up after the first step",
            "ex-ascent-rounds": "takes two rounds for the end",
            "ex-kernels-perceptron": "one round only",
            "ex-probabilities-isotonic": "does not look back again",
            "ex-probabilities-em": "stops too early",
            "ex-regression-solver": "stops at once",
            "quiz-margins-negative": "No line can",
            "quiz-maxmargin-certificate": 'A perceptron that; The status "infeasible"',
            "quiz-descent-shorter": "About the same; A run that",
            "quiz-descent-stop": "$P$ has changed",
        },
    ),
    "The regulariser forgotten or doubled": (
        "Only the points that pull move $w$.",
        "The regulariser is in the objective once, whatever the points do: it shrinks $w$ in "
        "every step, and it leaves a free bias alone.",
        "quiz-stochastic-symptom",
        "",
        "sec-stochastic-pegasos",
        {
            "ex-soft-ramp": "forgets the regulariser",
            "ex-descent-two-steps": "regularises the bias",
            "ex-descent-cheat": "forgets the regulariser",
            "ex-stochastic-by-hand": (
                "regulariser only where a point pulls; forgets λ; leaves the regulariser out of"
                " the full subgradient"
            ),
            "ex-duality-counts": "forgets the norm",
            "ex-scale-reports": "forgets the regulariser; adds the regulariser once per shard",
            "quiz-stochastic-step": r"$(-\frac14,-1)$",
            "quiz-stochastic-symptom": "Whether each step",
        },
    ),
    "A drawn point speaks for itself": (
        "I drew one point, so I take its slope as it is.",
        r"A drawn point stands for those that were not drawn: only its slope times $n/\lvert "
        r"B\rvert$ is right on average, anything else solves another problem.",
        "quiz-stochastic-forms",
        "fig-stochastic-live?batch=12",
        "sec-stochastic-one",
        {
            "ex-stochastic-by-hand": (
                "forgets the factor n; shares the pull among the points that pull"
            ),
            "ex-stochastic-counts": "forgets the factor n",
            "ex-stochastic-bug": "upside down; forgets the batch; forgets n",
            "ex-stochastic-delay": "takes the length of the whole matrix",
            "ex-stochastic-replacement": "as with replacement; forgets the batch",
            "ex-stochastic-certificate": "draws at random",
            "quiz-stochastic-step": r"$(\frac{15}{16},-\frac14)$",
            "quiz-stochastic-forms": r"The factor $\frac1{20}$; The factor $1$",
            "quiz-stochastic-symptom": "Whether the run",
        },
    ),
    "A bound taken for the value": (
        "The optimum lies halfway between the bounds, and the gap is the error.",
        "A bound says on which side the value is and not how near; it holds for everybody, so the "
        "best of several bounds counts.",
        "quiz-stochastic-proof",
        "fig-scale-live?sigma=0.25",
        "sec-duality-weak",
        {
            "ex-margins-box": "takes the length of w",
            "ex-margins-tight": (
                "points that help each other; points of different lengths; a separator that is "
                "not the best"
            ),
            "ex-maxmargin-leave-one-out": "counts the support vectors",
            "ex-duality-envelope": "takes the worst line; takes the worst multipliers",
            "ex-selection-loo": "counts the support vectors",
            "ex-selection-two": "returns the bound",
            "quiz-maxmargin-one-point": "At least 0.1",
            "quiz-maxmargin-bounds": "Only that it; It is 0.30",
            "quiz-stochastic-proof": "It is about; It is from 0.105",
            "quiz-stochastic-review-gap": "No: $P^*$ may",
            "quiz-duality-bound": "It is 2.5 above",
            "quiz-ascent-primal-rises": "$D=3.4$, because",
            "quiz-duality-tighten": "It is exactly; It is at",
            "quiz-ascent-log": "It is about",
            "quiz-selection-loo": "At least 12; At most 8",
            "quiz-selection-review-gap": "About 0.4 above; Nobody knows: $D$",
            "quiz-probabilities-review-gap": "By 1.3, the; By 0.9, the",
            "quiz-regression-nu": "25 training points; 80 of 1000",
            "quiz-regression-sigma": "This contradicts the",
            "quiz-scale-stream": "The objective is",
        },
    ),
    "The dual's equations forgotten": (
        "Any multipliers prove something, with whatever $w$ I have.",
        r"$D$ is a lower bound only if $\sum_i\alpha_iy_i=0$, and it belongs to "
        r"$w=\sum_i\alpha_iy_ix_i$, just as the weights of a hull point have to sum to one in each "
        "class.",
        "quiz-duality-bound",
        "fig-duality-live?steps=2",
        "sec-duality-soft",
        {
            "ex-maxmargin-certify": (
                "asks for a sum of one over both classes; does not ask for a sum of one; looks at "
                "the sum of the positive class only; looks at the sum of the negative class only; "
                "asks for a total of two"
            ),
            "ex-maxmargin-common-point": "forgets the sums of the classes",
            "ex-descent-multipliers": "forgets that two points share it",
            "ex-duality-referee": (
                "never looks at the sum of alpha y; takes D with the w that was sent"
            ),
            "ex-duality-squared": "forgets the equation",
            "ex-duality-range": "forgets the equations; forgets the equation of the bias",
            "ex-ascent-certificate": (
                "believes the w that was sent; computes P with the multipliers, too; exchanges "
                "the two w"
            ),
            "ex-ascent-path": (
                "starts with a w that does not belong to the start; does not keep w up to date"
            ),
            "ex-ascent-platt": "moves the other multiplier the same way",
            "ex-selection-radon": (
                "forgets that the weights add up to zero; does not normalise the weights"
            ),
            "ex-regression-solver": (
                "starts with multipliers that do not add up; gives the start the wrong sum"
            ),
            "ex-scale-reports": (
                "does not balance; shrinks the lighter class; always shrinks the positive class; "
                "leaves the vectors as they were reported"
            ),
            "quiz-maxmargin-common": "A third, a; Zero, a sixth",
            "quiz-duality-bound": "Nothing, because Cem's",
            "quiz-duality-slackness": "They are 0 and 0.5",
            "quiz-ascent-log": "It lies between",
        },
    ),
    "The box of the multipliers forgotten": (
        "The best step leads to the top of the parabola.",
        r"No price is negative, neither $\alpha_i$ nor $\mu_i=C-\alpha_i$, so each multiplier has "
        "two ends: a step stops there, and outside of them $D$ proves nothing.",
        "quiz-duality-mu",
        "fig-ascent-live?C=0.1&steps=40",
        "sec-duality-soft",
        {
            "ex-duality-smoothed": "forgets the box; takes 1 for C in the box",
            "ex-maxmargin-certify": "accepts negative weights",
            "ex-maxmargin-common-point": "allows negative weights",
            "ex-maxmargin-walk": "shifts more weight than there is",
            "ex-soft-reduced": "takes the nearest point of the full hull",
            "ex-descent-multipliers": "forgets the box",
            "ex-duality-two": "forgets the upper bound",
            "ex-duality-quarter": "keeps the multipliers of the hard margin",
            "ex-duality-referee": (
                "never looks at the upper bound; never looks at the lower bound; takes 1 for "
                "the upper bound"
            ),
            "ex-duality-envelope": (
                "lets the multipliers leave the box; stretches beyond the top of the parabola"
            ),
            "ex-duality-range": "forgets the upper bound; takes 1 for C",
            "ex-ascent-rounds": "forgets the ceiling",
            "ex-ascent-second": "forgets the room of the falling one",
            "ex-ascent-certificate": (
                "never looks at the lower bound; never looks at the upper bound; takes 1 for "
                "the upper bound; is generous about the box"
            ),
            "ex-ascent-gain": (
                "forgets the clipping; lets no negative point fall; lets negative points rise "
                "above zero; takes 1 for C"
            ),
            "ex-ascent-first": "forgets the upper bound",
            "ex-ascent-platt": (
                "swaps the two cases; forgets the clipping; lets the falling partner leave the box"
            ),
            "ex-kernels-two": "forgets the box",
            "ex-regression-solver": "forgets the bounds",
            "ex-kernels-constant": "leaves C out of the machine without a bias",
            "quiz-duality-mu": "For every $C$, because",
            "quiz-ascent-step": "$-0.1$, because",
        },
    ),
    "A multiplier taken for a slack": (
        "The worse a point violates its margin, the larger its multiplier.",
        "A multiplier is a price: at the optimum 0 outside the street, $C$ inside, anything "
        "between on the edge, not always unique; on the way there a point may break its case.",
        "quiz-duality-slackness",
        "fig-ascent-live?steps=9",
        "sec-duality-cases",
        {
            "ex-duality-quarter": "keeps the bias of the hard margin",
            "ex-duality-range": "forgets that points inside are at C; lets the points outside pull",
            "ex-ascent-rounds": (
                "never lowers a multiplier; adds the slack of point 2 to the gap; weighs the "
                "surplus by the room above the multiplier"
            ),
            "ex-regression-range": "lets every point on the border have either sign",
            "ex-duality-kinds": "goes by the margins alone",
            "quiz-duality-slackness": "They are 0.4",
            "quiz-duality-counts": "One of them; They have found",
            "quiz-ascent-step": "$0.9$, because a",
            "quiz-ascent-share": "It is 0.2; No value fits",
            "quiz-selection-review-multiplier": "A point outside; A free support",
            "quiz-probabilities-review-slack": r"$\xi=1.2$ and $\alpha=3.6$.",
            "quiz-regression-table": "$f(x_i)=15$, since",
        },
    ),
    "A factor of two lost": (
        "The constant in front will not matter.",
        "A square multiplied out has its mixed term twice, and its slope brings a 2 that a ½ in "
        "front takes away; each of them shifts a balance of two terms.",
        "quiz-selection-review-kernel",
        "",
        "sec-kernels-quadratic",
        {
            "ex-duality-smoothed": "forgets the half of the parabola",
            "ex-soft-convert": "forgets the half",
            "ex-soft-two": "counts one point only",
            "ex-soft-squared": "charges half of the square",
            "ex-soft-ramp": "forgets the half of the regulariser",
            "ex-descent-by-hand": "forgets the chain rule; derives the square wrongly",
            "ex-descent-two-steps": "forgets the half of the regulariser",
            "ex-descent-polyak": "steps twice as long; steps half as long",
            "ex-descent-summable": "forgets the half",
            "ex-duality-two": (
                "loses the half of the quadratic term; forgets the mixed terms; counts one of the "
                "two multipliers"
            ),
            "ex-duality-referee": "loses the half of the quadratic term",
            "ex-duality-squared": "loses a factor of two in it",
            "ex-duality-counts": "takes half of the norm, as in the primal",
            "ex-duality-envelope": "loses the half in the dual",
            "ex-ascent-gain": "loses the inner product in kappa",
            "ex-ascent-tolerance": "loses the half",
            "ex-ascent-first": "loses the half of the parabola",
            "ex-kernels-values": "adds the mixed term once",
            "ex-kernels-two": "counts one multiplier only; forgets the factor of the mixed term",
            "ex-kernels-mean": (
                "forgets the lengths of the means; forgets the factor one half; forgets the half "
                "in front of the bracket; takes the diagonal only"
            ),
            "ex-kernels-distances": "forgets the half",
            "ex-selection-guess": (
                "forgets the 2 of the kernel; takes the variance for the mean squared distance"
            ),
            "ex-selection-two": "forgets the half",
            "ex-multiclass-row": "loses the 2",
            "ex-multiclass-slopes": "forgets the 2 of the square",
            "ex-probabilities-absolute": "inverts the power; is off by one",
            "ex-regression-matching": "forgets that both classes count",
            "ex-work-bound": "forgets the half",
            "ex-regression-solver": "forgets the mixed term of the curvature",
            "ex-work-numpy": "forgets the two in the exponent",
            "quiz-selection-review-kernel": "28",
        },
    ),
    "A tolerance taken for the accuracy": (
        "The tolerance is the error of the result, and a solver's numbers are exact.",
        "A tolerance bounds what the solver looks at, in its own unit; what that is worth depends "
        "on $n$ and $C$, and rounded numbers are never to be tested for equality.",
        "quiz-ascent-tolerance",
        "",
        "sec-ascent-stop",
        {
            "ex-margins-same": "allows for no rounding; compares the cosine with one",
            "ex-maxmargin-certify": "leaves the labels floats",
            "ex-maxmargin-walk": "takes the gap as absolute",
            "ex-duality-kinds": (
                "takes the tolerance as absolute; allows no rounding in the multipliers; allows"
                " no rounding in the margins; takes any small difference for none"
            ),
            "ex-duality-referee": (
                "takes the gap as absolute; takes the gap as a share of P; allows no rounding "
                "in the sum; does not scale the rounding; is generous about the sum of alpha y"
            ),
            "ex-ascent-tolerance": "forgets n; forgets C; takes the relative gap for the tolerance",
            "ex-scale-left": "inverts with all its rounding",
            "ex-scale-moments": "uses the textbook formula",
            "ex-ascent-path": "takes the gap as absolute",
            "quiz-stochastic-review-gap": "No: the difference",
            "quiz-ascent-tolerance": "Both are at; They are equal",
        },
    ),
    "Features taken for the points": (
        "Lengths are those of the points, and a kernel saves work by leaving features out.",
        "A kernel uses all features without writing them down, so lengths and distances are those "
        r"of $\varphi(x)$ and come from $k(x,x)$, $k(x,z)$ and $k(z,z)$.",
        "quiz-kernels-trick",
        "fig-kernels-lift-live?level=0.65",
        "sec-kernels-trick",
        {
            "ex-scale-one-more": "takes k(x, x) = 1 for granted",
            "ex-kernels-values": "forgets the square",
            "ex-kernels-normalise": "takes the lengths of the points",
            "ex-kernels-words": (
                "single letters instead of pairs; counts common pairs once; forgets to normalise"
            ),
            "ex-scale-left": "takes k(x, x) = 1 for granted",
            "ex-scale-greedy": "takes k(x, x) = 1 for granted",
            "quiz-kernels-trick": "It grows about",
            "quiz-kernels-representer": "Half the squared; The length of",
            "quiz-kernels-closure": (
                r"$k_1(x,z)^2+3\,k_1(x,z)\,k_2(x,z)$; $r(x)\,e^{k_1(x,z)}\,r(z)$"
            ),
            "quiz-selection-review-kernel": "25",
            "quiz-regression-ball": "The linear kernel; Every kernel, if",
        },
    ),
    "Flexibility judged by counting": (
        "Many features overfit, few coefficients do not, and a closer fit is a better one.",
        "How wildly a machine bends is a matter of how long a $w$ it pays for, of $C$ and σ; more "
        "fit, rows or trials help only where they are what is missing.",
        "quiz-kernels-overfit",
        "fig-kernels-live?kernel=rbf&sigma=0.1",
        "sec-kernels-norm",
        {
            "quiz-kernels-overfit": "Equally long; There is none",
            "quiz-selection-fit": r"A smaller $\sigma$",
            "quiz-selection-margin": "The bound grows; The bound becomes",
            "quiz-practice-choice": "A Gaussian machine",
            "quiz-practice-curve": "Twice as many; A finer grid",
            "quiz-regression-sigma": "Well done: the",
        },
    ),
    "Training error taken for the future": (
        "It is right on the points that I have, so it will be right on new ones.",
        "A machine has seen its training points, and it scores them better than new ones; only "
        "rows without a part in the fit can judge it.",
        "quiz-probabilities-heldout",
        "fig-selection-live?cell=0,5",
        "sec-selection-cv",
        {
            "ex-maxmargin-leave-one-out": "fits with the flower that it asks about",
            "ex-selection-loo": (
                "asks the machine that has seen the point; takes a point out of X only in name"
            ),
            "ex-practice-project": (
                "calibrates on the rows it was fitted to; judges on the training points"
            ),
            "ex-regression-alarms": "fits on all points",
            "quiz-probabilities-heldout": "Fine, with two; Too cautious, by",
            "quiz-probabilities-review-nested": "The accuracy of",
            "quiz-scale-stream": "The accuracy on",
            "quiz-regression-drift": "Order 98 %",
        },
    ),
    "The winner's score believed": (
        "Each score was fair, so the best one is what I shall get.",
        "The largest of many noisy numbers was lucky, too: repeat the choice in an outer loop, or "
        "judge it on rows that had no part in it.",
        "quiz-selection-optimism",
        "fig-selection-live?cell=11,16",
        "sec-selection-optimism",
        {
            "ex-scale-enough": "forgets the error",
            "ex-selection-bound": "chooses γ for nothing",
            "quiz-stochastic-average": "It is a; Nothing: the curve",
            "quiz-selection-report": "0.94: cross-validation never; 0.935: the folds",
            "quiz-selection-optimism": "The first gets more; Both keep their",
            "quiz-probabilities-review-nested": "0.871, since cross-validation",
            "quiz-work-sealed": "Take it: the; Report the mean",
        },
    ),
    "Test rows leak into training": (
        "Filling gaps or picking columns is no training, and any row may be dealt anywhere.",
        "What looks at a row learns from it: all that learns belongs inside the pipeline, and "
        "rows that belong together on one side of the split.",
        "quiz-practice-impute",
        "",
        "sec-selection-leak",
        {
            "quiz-work-levelled": "Yes: whatever is computed; No: to prepare columns",
            "ex-practice-groups": "deals rows instead of groups",
            "quiz-probabilities-pipeline": "Otherwise the final; Otherwise the forecasts",
            "quiz-practice-groups": "`StratifiedKFold` on the; `GroupKFold` with the",
            "quiz-practice-impute": "Move this step; It is fine",
            "quiz-practice-choice": "First the 20",
        },
    ),
    "The error bar drawn too small": (
        "Every row is one more independent fact, and the error shrinks accordingly.",
        "The error of a mean falls with the root of the number of independent parts, which may be "
        "groups or folds that share points, and a difference can go either way.",
        "quiz-practice-report",
        "",
        "sec-selection-map",
        {
            "quiz-practice-report": "The SVM is; Nothing, since costs",
            "ex-selection-points": (
                "forgets to square the error; the variance is the accuracy; takes the root for "
                "the error by hand"
            ),
            "ex-selection-two": "forgets in how many ways",
            "ex-selection-mcnemar": "one tail only; tosses for all points",
            "ex-practice-tries": "divides the shares; forgets to take complements",
            "ex-practice-project": "reports the deviation of one point; forgets the groups",
            "ex-practice-worth": (
                "takes all values for independent; counts the groups; forgets to divide by the "
                "number of groups"
            ),
            "ex-practice-corrected": "has one tail only; does not correct",
            "ex-scale-shift": "forgets to subtract the square of the mean",
            "ex-work-error": "treats rows as independent; begins a group where the name changes",
            "ex-selection-quickest": "takes one hundredth for the standard error",
            "quiz-work-blocks": "The 900 are; About 2400.",
        },
    ),
    "Who competes with whom": (
        "All classes take part everywhere, and somebody always wins.",
        "A duel sees the points of two classes only; a joint loss charges rivals that come too "
        "close, never the class itself; and neither of them always has a winner.",
        "quiz-multiclass-loss",
        "fig-multiclass-live?points.4=-0.3,0&points.5=0.3,0&points.6=-0.2,-0.5&points.7=0.3,-0.5",
        "sec-multiclass-losses",
        {
            "ex-multiclass-votes": (
                "asks the wrong duel; counts a duel for each order; counts every duel twice; "
                "lets every machine see all points; gives a machine the points of one class; "
                "counts a duel for each class; trains a duel for each class; leaves one class "
                "out"
            ),
            "ex-multiclass-losses": (
                "lets only the worst rival into the sum; lets the own class pay delta"
            ),
            "ex-multiclass-blind": (
                "lets the own class pay; adds up all rivals; exchanges own and other; forgets the "
                "points of the other classes"
            ),
            "ex-multiclass-codes": "trains on classes left out; lets zeros pay",
            "ex-multiclass-slopes": "forgets the own class",
            "ex-multiclass-kernel": "forgets the own class",
            "quiz-multiclass-middle": "More points of",
            "quiz-multiclass-vote": "This cannot happen",
            "quiz-multiclass-loss": "Weston–Watkins 2.0, Crammer–Singer",
            "quiz-multiclass-majority": r"$(-1,\,-1,\,-1)$",
        },
    ),
    "A share of the wrong total": (
        "A share is a share, and the mean of means is the mean.",
        "Say of what: all points, those of the class (recall) or those called (precision); and "
        "parts of different size count by their size.",
        "quiz-multiclass-confusion",
        "fig-practice-live?threshold=-2",
        "sec-multiclass-confusion",
        {
            "ex-work-slope": (
                "takes the mean of each column; divides by the deviation of the row as it came"
            ),
            "ex-maxmargin-leave-one-out": "returns the share of the mistakes",
            "ex-stochastic-averages": (
                "the plain mean; forgets the old mean; forgets to divide by the sum of the weights"
            ),
            "ex-stochastic-certificate": (
                "counts all passes and divides by some; counts some passes and divides by all"
            ),
            "ex-duality-counts": "adds the multipliers up without dividing",
            "ex-selection-two": "counts instead of shares",
            "ex-selection-radon": "takes the middle",
            "ex-multiclass-confusion": "takes rows for columns",
            "ex-multiclass-kernel": "does not shrink the old multipliers",
            "ex-probabilities-parts": "weighs all groups alike",
            "ex-probabilities-species": "forgets to divide",
            "ex-probabilities-auc": "counts pairs",
            "ex-probabilities-cost": "divides each kind of error by the size of its own class",
            "ex-probabilities-isotonic": "averages blocks of any size alike",
            "ex-practice-numbers": "exchanges precision and recall",
            "ex-practice-groups": "ignores the sizes",
            "ex-practice-project": (
                "judges rows without a forecast; takes the groups for equally large"
            ),
            "ex-practice-worth": "divides by n here and by n - 1 there",
            "ex-practice-corrected": "adds the share of the test points",
            "ex-regression-budget": "counts rows",
            "ex-regression-matching": (
                "takes the mean multiplier; divides by the number of support vectors"
            ),
            "ex-scale-moments": (
                "averages the means of the blocks; forgets the spread between the blocks"
            ),
            "ex-scale-merge": "forgets how many rows a group has; gives all groups the mean size",
            "ex-work-error": "divides by the number of groups; takes the groups for equally large",
            "ex-work-orders": "forgets to divide; always divides by six",
            "quiz-descent-stop": "A friend has proved the lower bound $D=0.290$",
            "quiz-multiclass-confusion": (
                "Its recall stays 0.9, and its precision stays; Its recall falls"
            ),
        },
    ),
    "A score taken for a probability": (
        "The larger the score, the surer the machine.",
        "A score has no fixed scale, and far from all data it is just $b$; only a map learnt on "
        "rows that were held out makes a probability of it.",
        "quiz-soft-score",
        "fig-probabilities-live?A=-2.26&B=-0.44",
        "sec-margins-confidence",
        {
            "ex-probabilities-species": "takes exponentials of probabilities",
            "quiz-margins-compare": "Both say that; A is more",
            "quiz-soft-score": "The second is",
            "quiz-multiclass-shift": "No class takes; Both flowers go",
        },
    ),
    "A forecast taken for a promise": (
        "A good forecast says what will happen, and a calibrated one is the best.",
        "A forecast says how often among cases like this one; calibration keeps this word and may "
        "tell nothing, and only a proper score rewards saying what one believes.",
        "quiz-probabilities-calibrated",
        "fig-probabilities-live?A=0",
        "sec-probabilities-proper",
        {
            "ex-probabilities-parts": "takes the forecast for the share",
            "ex-probabilities-absolute": "says what it believes; says what it believes for s = 1",
            "quiz-probabilities-calibrated": "The forecast is not; The forecast is calibrated",
            "quiz-probabilities-parts": "0.5, because a; 1.0, because rain",
            "quiz-probabilities-order": "The support vectors; The order of",
            "quiz-work-why": "Yes, since a; No, because a",
            "quiz-regression-drift": "Let the width",
        },
    ),
    "The price of an error forgotten": (
        "An error is an error: one half is the threshold, and 98 % right is good.",
        "The dearer a miss, the earlier one calls, from alarm / (alarm + miss) on; and accuracy "
        "hardly sees a rare class.",
        "quiz-probabilities-threshold",
        "fig-practice-live?threshold=-0.8",
        "sec-probabilities-decide",
        {
            "ex-soft-costs": "takes the other cost; ignores the costs",
            "ex-selection-costs": "scores by accuracy; exchanges the two errors",
            "ex-probabilities-threshold": (
                "exchanges the costs; calls everything above one half; exchanges the "
                "probabilities of the errors"
            ),
            "ex-probabilities-cost": (
                "exchanges the costs; counts mistakes; lets every alarm cost 1"
            ),
            "ex-practice-numbers": "exchanges the costs",
            "ex-practice-cheapest": "always answers 0; exchanges the costs",
            "ex-practice-project": (
                "calls above one half; forgets what silence costs; lets every alarm cost 1; "
                "lets every miss cost 1; lets the threshold take an alarm for 1"
            ),
            "ex-ascent-certificate": "forgets C in P",
            "ex-duality-referee": "takes C = 1 in P",
            "quiz-selection-rare": "Cross-validate the search; Keep the pair",
            "quiz-probabilities-threshold": "From 0.25 on.; From 0.50 on.",
            "quiz-practice-accuracy": "It beats silence; It is no",
        },
    ),
    "Odds taken for probabilities": (
        "If there are twice as many positive points, every probability doubles.",
        "Base rates, weights and ratios of costs act on the odds $p/(1-p)$; the probabilities "
        "follow, and never pass 1.",
        "quiz-probabilities-weights",
        "fig-probabilities-shift?B=1.76",
        "sec-probabilities-weights",
        {
            "ex-soft-costs": "takes the ratio of the costs",
            "ex-probabilities-threshold": "takes the ratio of the costs",
            "ex-probabilities-prior": (
                "turns the ratio round; multiplies probabilities; forgets the old odds; "
                "multiplies the odds by the ratio of the shares"
            ),
            "ex-probabilities-em": "takes the mean of the forecasts; forgets the old base rate",
            "ex-probabilities-absolute": "returns the odds",
            "quiz-probabilities-weights": "0.018, since $0.9$; 0.9, since logistic",
            "quiz-work-weights": "No: the weights; Yes, if the",
        },
    ),
    "The cost of n points underrated": (
        "Twice the points, twice the time.",
        "$n$ points have $n^2$ pairs, so a Gram matrix of millions fits nowhere; steps that read "
        "one row, and sums over rows, need no pairs.",
        "quiz-scale-growth",
        "",
        "sec-scale-cost",
        {
            "ex-scale-enough": "fits twice",
            "ex-selection-guess": "forms all pairs",
            "ex-scale-fits": (
                "counts numbers for bytes; forgets the square; stores the kernel among the features"
            ),
            "ex-scale-left": "builds the whole Gram matrix",
            "ex-scale-moments": "keeps all blocks",
            "quiz-stochastic-race": (
                "One point a step 7 %; One point a step 0.4 %, all points a step 80"
            ),
            "quiz-stochastic-review-tool": "The quadratic program; Subgradient descent with",
            "quiz-ascent-review-million": "With SMO, because; With a general",
            "quiz-kernels-trick": "It stays the same",
            "quiz-probabilities-review-million": "An SVM with; A linear SVM",
            "quiz-scale-growth": "About 200 seconds.; About three weeks.",
            "quiz-scale-sums": "As many as; About 2500: the",
            "quiz-scale-shards": "Start again from",
        },
    ),
    "An approximation taken for the kernel": (
        "The features are nearly the kernel, so constants and theorems carry over.",
        "Waves are right on average only and belong to another kernel; landmarks are exact at "
        "themselves, once the inverse between them is there.",
        "quiz-scale-price",
        "fig-scale-live?sigma=2",
        "sec-scale-loss",
        {
            "ex-scale-one-more": "forgets what the landmarks explain; forgets to divide",
            "ex-kernels-waves": "forgets the phase; forgets the factor 2",
            "ex-scale-waves": (
                "counts features for frequencies; takes cosines only; draws new frequencies for "
                "every call"
            ),
            "ex-scale-left": "forgets the inverse",
            "ex-scale-shift": (
                "forgets that pairs share frequencies; forgets the factor of the shifted features"
            ),
            "ex-scale-greedy": (
                "forgets what earlier landmarks explain; forgets to scale the column"
            ),
            "ex-scale-leverage": "forgets to multiply by K",
            "quiz-scale-fourier": "0.05 and 0.05.; 0 and 0.05.",
            "quiz-scale-nystrom": "Close to $K$; The identity, because",
            "quiz-scale-price": "Yes: an approximation; Yes: weak duality",
        },
    ),
    "Words and times as plain numbers": (
        "I number the words and the hours, and a rare word gets the share of its rows.",
        "A machine reads numbers as distances: words want columns of their own, a circle two "
        "coordinates, and a rare word leans on the overall share.",
        "quiz-work-encode",
        "",
        "sec-work-words",
        {
            "ex-practice-onehot": "gives an unknown word a column; numbers the words",
            "ex-work-angle": "gives degrees to the sine; leaves 2π out; keeps the sine alone",
            "ex-work-encode": "does not shrink; shrinks towards 0",
            "ex-work-category": (
                "puts rho on the diagonal; calls only a row equal to itself; counts rows instead "
                "of words; stops at zero"
            ),
            "quiz-work-encode": "0.5; 0.12",
        },
    ),
    "A part taken for the whole": (
        "I have tried these one by one, so I know the best.",
        "The best may lie beyond the grid, at the other end of a range, or in several columns "
        "together; what was not tried says nothing.",
        "quiz-practice-edge",
        "",
        "sec-practice-search",
        {
            "ex-work-slope": "draws the line through the ends",
            "ex-margins-petals": "guesses the petals",
            "ex-margins-same": (
                "divides by the bias; divides by the first weight; compares answers at some points"
            ),
            "ex-margins-box": "takes the largest coordinate only; looks at one class only",
            "ex-maxmargin-certify": "looks at one class only; looks at the points with weight only",
            "ex-maxmargin-pairs": (
                "tries one direction for each edge; tries the edges of one class only"
            ),
            "ex-selection-corner": (
                "looks at the bounds only, not at the margins of other points; forgets that a "
                "free multiplier can fall to 0; forgets that a free multiplier can rise to C"
            ),
            "ex-practice-days": (
                "answers without evidence; looks at the first date only; overlooks a contradiction"
            ),
            "ex-practice-widen": "adds instead of multiplying",
            "ex-practice-cheapest": "never tries to call all",
            "ex-regression-constant": "tries the targets only; tries one border only; tries a grid",
            "ex-work-orders": "takes one order",
            "ex-duality-envelope": "asks the nearest machine only",
            "quiz-maxmargin-certificate": "Scatter plots of",
            "quiz-practice-comma": "It is 1250; It is a",
            "quiz-practice-edge": "A finer grid; Nothing, since the",
            "quiz-practice-importance": "0.02, as each; Nothing, since 0.01",
        },
    ),
    "Slip: order and sides exchanged": (
        "The first is the first one, and the other is the other.",
        "Rows and columns, classes and lower and upper ends stand in an order that somebody "
        "fixed: look it up, and try a case without symmetry.",
        "quiz-work-label",
        "",
        "sec-work-decision",
        {
            "ex-ascent-two-points": "turns the factor round",
            "ex-margins-step": "begins again after each update",
            "ex-maxmargin-features": "takes the last columns",
            "ex-stochastic-by-hand": "exchanges two of the points",
            "ex-duality-two": "returns the value first",
            "ex-duality-range": "swaps the two ends",
            "ex-kernels-normalise": "takes the diagonal of X twice",
            "ex-selection-quickest": "returns (column, row); exchanges rows and columns",
            "ex-selection-costs": "gives the weight to the other class",
            "ex-multiclass-losses": "exchanges the two losses",
            "ex-multiclass-row": "transposed; exchanges slope and bias",
            "ex-multiclass-confusion": "exchanges rows and columns; adds both directions",
            "ex-probabilities-species": "exchanges the labels; divides by the sum of the column",
            "ex-probabilities-auc": "exchanges the classes",
            "ex-probabilities-isotonic": "forgets to sort; forgets to come back in order",
            "ex-practice-onehot": "forgets the order of the columns",
            "ex-practice-days": "exchanges day and month",
            "ex-practice-groups": "exchanges training and test",
            "ex-practice-widen": "puts small values at the end",
            "ex-regression-alarms": "counts the ordinary; exchanges training and test",
            "ex-regression-flat": "exchanges the ends",
            "ex-regression-interval": "takes α for the share inside",
            "ex-regression-matching": "takes the negative class",
            "ex-work-label": "takes the last column; looks the label up in another order",
            "ex-work-encode": "counts the other class",
            "ex-selection-units": "returns (σ, C)",
            "quiz-maxmargin-common": "None, because",
            "quiz-work-label": 'The probability of "high"; The probability of whichever',
        },
    ),
    "Slip: a sign or direction lost": (
        "The size is right, and the sign will come out.",
        "Downhill is against the slope, a curve is pulled towards its points, numbers of both "
        "signs cancel: one point whose side you know decides.",
        "quiz-regression-table",
        "",
        "sec-regression-dual",
        {
            "ex-margins-level": "walks the other way",
            "ex-margins-scan": "looks at half of the angles",
            "ex-margins-box": "forgets the absolute values",
            "ex-maxmargin-similarity": "turns the wrong way",
            "ex-maxmargin-pairs": (
                "tries no pairs of both classes, or the wrong way round; walks along the edges, "
                "not across"
            ),
            "ex-soft-calibrated": "takes the sign the wrong way round",
            "ex-descent-two-steps": "adds the subgradient; takes the pull with the wrong sign",
            "ex-descent-median": "takes the slopes with the wrong sign",
            "ex-descent-polyak": "goes uphill",
            "ex-descent-never-uphill": "goes uphill",
            "ex-ascent-second": "swaps the two",
            "ex-ascent-platt": "turns the step round",
            "ex-kernels-distances": "loses the sign",
            "ex-selection-corner": "takes times in the past",
            "ex-multiclass-row": "adds the square",
            "ex-multiclass-distance": "looks from the other side",
            "ex-regression-charge": "forgets the absolute value",
            "ex-regression-budget": "cuts off the other end",
            "ex-regression-interval": "leaves the sign on the residuals",
            "ex-regression-range": "turns the signs round",
            "ex-regression-certificate": "adds up without the sign of the multipliers",
            "ex-work-bound": "adds the coefficients with their signs",
            "ex-stochastic-by-hand": "loses the sign of the hinge",
            "quiz-regression-table": r"$f(x_i)\le8$, since",
        },
    ),
    "Slip: borders, ties, off by one": (
        "One more or less, rounded up or down, hardly matters.",
        "At a border the rule decides: from where one counts, whether equality is allowed, which "
        "rounding is safe; the smallest case shows it.",
        "quiz-maxmargin-new-point",
        "",
        "sec-maxmargin-support",
        {
            "ex-scale-enough": "forgets the limit",
            "ex-maxmargin-certify": "lets the line touch a flower",
            "ex-soft-ramp": "lets small errors stay; leaves out the value of the last fit",
            "ex-descent-two-steps": "leaves out the start",
            "ex-descent-median": "counts a tie as below",
            "ex-descent-multipliers": "leaves out the last λ",
            "ex-stochastic-averages": (
                "counts from zero; takes the last two for the last half; counts the weights "
                "from zero"
            ),
            "ex-stochastic-counts": "counts the present step too",
            "ex-stochastic-delay": (
                "forgets that t starts at 1; rounds down; rounds to the nearest number"
            ),
            "ex-stochastic-replacement": "n in place of n - 1",
            "ex-stochastic-weights": "weighs the iterates after the steps",
            "ex-ascent-second": "counts the points from 0",
            "ex-kernels-perceptron": "takes a score of zero for right",
            "ex-selection-points": (
                "does not round; rounds to the nearest number; adds a point to a whole number; "
                "rounds down"
            ),
            "ex-selection-mcnemar": "leaves out the outcome itself; counts the middle twice",
            "ex-selection-bound": "counts margins that equal γ",
            "ex-probabilities-auc": "gives ties nothing; gives ties everything",
            "ex-practice-days": "takes 12 for a day",
            "ex-practice-tries": "rounds down; divides by m",
            "ex-practice-corrected": "divides by the wrong number",
            "ex-regression-range": (
                "takes points on the border for points inside; takes points on the border for "
                "points outside"
            ),
            "ex-regression-budget": "rounds up; takes a quantile; cuts a rounded product",
            "ex-regression-interval": (
                "takes a quantile of the residuals; counts the rows, not the places; counts from "
                "zero; takes the largest if there are too few"
            ),
            "ex-regression-flat": "refuses the border case",
            "ex-scale-fits": "rounds to the nearest",
            "ex-scale-moments": "divides by n - 1",
            "ex-work-error": "forgets the factor G / (G - 1)",
            "ex-work-orders": "begins at 0",
            "ex-ascent-first": "takes the last of several nearest partners",
            "ex-duality-kinds": "takes a margin of 0 for inside",
            "quiz-maxmargin-new-point": "All except the",
            "quiz-multiclass-vote": "The point lies",
        },
    ),
    "Slip: an input without effect": (
        "It is in the formula, so it will have been used.",
        "Change each input once and see whether the answer moves, and look whether what was "
        "handed over is still as it was.",
        "quiz-ascent-tolerance",
        "",
        "sec-ascent-stop",
        {
            "ex-duality-smoothed": "leaves the parabola out",
            "ex-stochastic-farthest": "takes 1 for R",
            "ex-margins-level": "changes x itself",
            "ex-margins-petals": "knows the pair by heart",
            "ex-margins-step": "forgets the step; does not start at zero; lets the step shrink",
            "ex-maxmargin-features": "always takes all columns",
            "ex-soft-units": "does not use the matching cost",
            "ex-soft-ramp": "drops points for good; forgets C in Q",
            "ex-descent-polyak": "keeps the subgradient of the start",
            "ex-ascent-path": "ignores the start; changes the multipliers that it is given",
            "ex-kernels-words": "overlooks overlapping pairs",
            "ex-kernels-constant": (
                "leaves a out, since it makes no difference; leaves C out; forgets the constant"
            ),
            "ex-kernels-perceptron": (
                "updates all points at a mistake; never stops before it has to"
            ),
            "ex-selection-costs": (
                "deals folds of its own; searches ratios of its own; leaves the kernel at its "
                "default"
            ),
            "ex-multiclass-votes": "forgets classes without a vote",
            "ex-multiclass-losses": "forgets delta",
            "ex-multiclass-confusion": "ten classes, whatever is asked",
            "ex-probabilities-species": "forgets the scores it is given",
            "ex-practice-corrected": "takes the ratio of a cross-validation",
            "ex-regression-certificate": "forgets C",
            "ex-regression-alarms": "leaves ν at its default",
            "ex-regression-matching": "takes the largest multiplier for C",
            "ex-scale-waves": "ignores the seed",
            "ex-scale-leverage": "forgets λ",
            "ex-work-turn": "changes the row itself",
            "ex-work-numpy": "takes σ from the machine at hand",
            "ex-kernels-mean": "scores the training points, whatever Z is",
            "ex-kernels-waves": "takes the number of waves from the set-up",
            "ex-selection-units": "the numbers of the example, whatever is asked",
            "ex-stochastic-weights": "starts from zero whatever the start",
            "ex-stochastic-certificate": "ignores the seed",
            "quiz-descent-floor": r"$\eta=0.005$, and after 450",
        },
    ),
    "Slip: another answer than asked": (
        "This is the number, or something close to it.",
        "The place and not the value, the largest and not the smallest, how often and not "
        "whether: read the question again, with an example small enough to know the answer.",
        "quiz-scale-stream",
        "",
        "sec-scale-streams",
        {
            "ex-scale-enough": "returns the last one tried; compares with the start",
            "ex-stochastic-farthest": (
                "takes the point away; lets the other points pull; replaces all points"
            ),
            "ex-margins-level": "forgets the score that x has; returns the way only",
            "ex-margins-petals": "takes the smallest margin; takes all four columns",
            "ex-maxmargin-leave-one-out": "asks whether, not how often; counts what is right",
            "ex-maxmargin-common-point": "takes failure for success",
            "ex-descent-by-hand": "gives the least value for its place",
            "ex-descent-polyak": "steps by the value, not by the excess",
            "ex-descent-never-uphill": "begins with a quarter; never returns to longer steps",
            "ex-stochastic-delay": "takes the shortest point",
            "ex-stochastic-weights": "the steps of Pegasos; forgets to take the largest",
            "ex-kernels-constant": "multiplies instead of adding",
            "ex-selection-quickest": (
                "looks at all cells; gives the other cells a count of 0; takes the simplest "
                "machine; takes the best score"
            ),
            "ex-selection-costs": "looks for the highest cost",
            "ex-selection-corner": "returns the step instead of the place",
            "ex-selection-bound": "returns the place of γ",
            "ex-multiclass-confusion": "counts right answers as mistakes; compares shares",
            "ex-multiclass-codes": "takes the worst code word",
            "ex-practice-widen": "widens the other side",
            "ex-practice-cheapest": "returns the cost; takes the costliest",
            "ex-practice-project": "calibrates by isotonic regression",
            "ex-regression-budget": ("takes the mean of a day; takes the highest score of a day"),
            "ex-regression-matching": "takes the larger class",
            "ex-scale-greedy": "takes the point of which least is left",
            "ex-work-label": "returns all columns",
            "ex-work-turn": "lists every change; puts the smallest change first",
            "ex-work-orders": "compares with nobody",
        },
    ),
}
