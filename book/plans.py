"""Plans of courses, by the number of their sessions."""

# sessions: pages, by the beginning of their names, and the place that is derived at the board
ONE, TWO, THREE = (
    ("01", "thm-margins-distance"),
    ("02", "thm-maxmargin-equivalence"),
    ("03", "thm-soft-hinge"),
)
PLANS = {
    6: [
        ONE,
        TWO,
        THREE,
        ("06", "thm-duality-soft"),
        ("08", "thm-kernels-representer"),
        ("09 12", "thm-selection-optimism"),
    ],
    10: [
        ONE,
        TWO,
        THREE,
        ("04 05", "lem-descent-basic"),
        ("06", "thm-duality-soft"),
        ("07 06", "thm-duality-cases"),
        ("08", "thm-kernels-representer"),
        ("09", "thm-selection-optimism"),
        ("10 11", "prp-probabilities-threshold"),
        ("12", "sec-practice-report"),
    ],
    14: [
        ONE,
        TWO,
        THREE,
        ("D03", "thm-soft-hulls"),
        ("04", "lem-descent-basic"),
        ("05", "thm-stochastic-unbiased"),
        ("06", "thm-duality-soft"),
        ("D06", "thm-duality-bias"),
        ("07", "lem-ascent-pair"),
        ("08", "thm-kernels-representer"),
        ("09", "thm-selection-optimism"),
        ("10 D10", "prp-multiclass-street"),
        ("11", "prp-probabilities-threshold"),
        ("12", "sec-practice-report"),
    ],
}
