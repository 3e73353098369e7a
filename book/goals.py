"""What each lecture teaches: a goal, the exercise that trains it, the question that shows it."""

GOALS = {
    "01-margins": [
        ("say how far a point is from a line, and on which side", "by-hand", "distance"),
        ("tell the functional from the geometric margin", "three-points", "flip"),
        ("say what a margin buys, and what a score is not", "level", "compare"),
        ("run a perceptron by hand and bound its mistakes", "step", "novikoff"),
    ],
    "02-max-margin": [
        ("turn the widest street into a quadratic program", "two-points", "width"),
        ("say which points hold the street, and which could go", "leave-one-out", "one-point"),
        ("certify by two hull points that nothing is wider", "certify", "bounds"),
    ],
    "03-soft-margin": [
        ("compute slack, hinge loss and the soft-margin objective", "kinds", "hinge"),
        ("say what C trades, and what happens at both ends", "units", "limit"),
        ("say what a loss aims at, and what an outlier does to it", "costs", "outlier"),
    ],
    "04-subgradient-descent": [
        ("find all slopes at a corner", "by-hand", "tilted"),
        ("run subgradient descent and say why it may go uphill", "two-steps", "uphill"),
        ("stop a walk by a proof, and not by luck", "cheat", "stop"),
    ],
    "05-stochastic-descent": [
        ("take a random step that is right on average", "by-hand", "step"),
        ("choose the iterate to hand in", "averages", "average"),
        ("find the two usual bugs by their symptoms", "bug", "symptom"),
    ],
    "06-duality": [
        ("derive a lower bound from any prices", "two", "tighten"),
        ("derive the dual of the soft margin", "quarter", "mu"),
        (
            "read a point's place off its multiplier, and back",
            "kinds",
            "slackness",
        ),
        ("accept or reject a claimed solution by its gap", "referee", "bound"),
    ],
    "07-climbing-the-dual": [
        ("take the best step of one multiplier, and of two", "rounds", "step"),
        ("choose the pair that SMO chooses", "second", "pair"),
        ("say what a solver's tolerance promises, and what not", "tolerance", "tolerance"),
    ],
    "08-kernels": [
        ("compute inner products of features without the features", "values", "trick"),
        ("tell a kernel from an impostor, and build new ones", "normalise", "closure"),
        ("say what σ does to the machine", "mean", "overfit"),
    ],
    "09-choosing-c-and-sigma": [
        ("choose C and σ without flattering yourself", "quickest", "report"),
        ("say how exact a score is", "points", "optimism"),
        ("handle a rare class, by weights or by a threshold", "costs", "rare"),
    ],
    "10-more-than-two-classes": [
        ("build many classes from two, in two ways", "votes", "vote"),
        ("charge all classes at once, in two ways", "losses", "loss"),
        ("read a table of confusions", "confusion", "confusion"),
    ],
    "11-probabilities-and-decisions": [
        ("judge a forecast, and split its score into two parts", "parts", "parts"),
        ("turn scores into probabilities on rows not learned from", "species", "heldout"),
        ("turn costs into a threshold", "threshold", "threshold"),
    ],
    "12-your-own-data": [
        ("turn a careless file into a typed table, and count what fails", "days", "comma"),
        ("split rows as the machine will be used", "groups", "groups"),
        ("keep everything that learns inside one pipeline", "onehot", "impute"),
        ("report a cost with its error, beside that of doing nothing", "cheapest", "report"),
    ],
    "13-regression-and-novelty": [
        ("charge beyond a tolerance, and read the multipliers", "range", "outside"),
        ("certify a regression", "certificate", "table"),
        ("set an alarm on a budget of days, and test it with planted faults", "budget", "nu"),
    ],
    "14-a-million-points": [
        ("say what a million points cost, before trying", "fits", "growth"),
        ("replace a kernel by features, and say what that loses", "left", "nystrom"),
        ("certify a machine from sums over parts", "reports", "sums"),
        ("take σ, C and m to a large table, beside rivals", "enough", "table"),
    ],
    "15-at-work": [
        ("find what leaks from later into earlier rows", "angle", "blocks"),
        ("bring words and categories into a machine", "encode", "encode"),
        ("explain one answer, and know when not to answer", "turn", "far"),
    ],
}
