"""Mistakes in the exercises of lecture 11, Probabilities and decisions, and its in-depth page."""

MISTAKES = {
    "ex-probabilities-parts": [
        (
            "weighs all groups alike",
            "np.mean(y[group] > 0), np.mean(group)",
            "np.mean(y[group] > 0), 1 / len(np.unique(p))",
            "np.isclose(\n    two_parts(np.array([0, 1, 1, 1]), np.ones(4))[0], 1 / 2)",
            "In your sum all groups weigh the same. Should a forecast made for three points not "
            "count more than one made for a single point?",
        ),
        (
            "takes the forecast for the share",
            "share * o * (1 - o)",
            "share * value * (1 - value)",
            "np.isclose(two_parts(p, y)[1], 0.185)",
            "Your refinement part is made from the forecasts themselves. It should say how mixed "
            "the groups really are: which number of a group tells you that?",
        ),
        (
            "forgets the square",
            "(value - o) ** 2",
            "abs(value - o)",
            "np.isclose(two_parts(p, y)[0], 0.15)",
            "Your calibration part is the mean distance between forecast and share. It belongs to "
            "the Brier score, and that does not add up plain distances: what does it add up?",
        ),
    ],
    "ex-probabilities-threshold": [
        (
            "exchanges the costs",
            "alarm / (alarm + miss)",
            "miss / (alarm + miss)",
            "np.isclose(threshold(1, 4), 0.8)",
            "The dearer a miss, the higher your threshold. If a miss costs four times as much, "
            "would you wait longer before you call a patient ill?",
        ),
        (
            "takes the ratio of the costs",
            "alarm / (alarm + miss)",
            "alarm / miss",
            "max(threshold(1, 4), threshold(4, 1)) > 1",
            "Your threshold can exceed 1, where no forecast ever gets. At the threshold both "
            "calls cost the same on average: which equation does that give?",
        ),
        (
            "calls everything above one half",
            "p > threshold(alarm, miss)",
            "p > 0.5",
            "np.allclose(expected_cost(p, 1, 4)[1:3], [1, 1.6])",
            "Your second and third patients would cost less if you called them ill. Which "
            "threshold do your calls use?",
        ),
        (
            "exchanges the probabilities of the errors",
            "np.where(ill, (1 - p) * alarm, p * miss)",
            "np.where(ill, p * alarm, (1 - p) * miss)",
            "np.isclose(expected_cost(p, 1, 4)[3], 0.8)",
            "The last patient, with forecast 0.8, is called ill and costs you 0.8 on average. How "
            "probable is it that this call is a false alarm?",
        ),
    ],
    "ex-probabilities-species": [
        (
            "exchanges the labels",
            "np.where(y == k, 1, -1))\n            for",
            "np.where(y == k, -1, 1))\n            for",
            "np.mean(\n    species_probabilities(F, y)(F).argmax(axis=1) == y) < 0.5",
            "The species that you find most probable is hardly ever the right one. When you fit "
            "the sigmoid of one species, which flowers are +1?",
        ),
        (
            "divides by the sum of the column",
            "p.sum(axis=1, keepdims=True)",
            "p.sum(axis=0)",
            "np.allclose(species_probabilities(F, y)(F).sum(axis=0), 1)",
            "Your columns add up to one, and your rows do not. Do the three probabilities of one "
            "flower stand in a row or in a column?",
        ),
        (
            "forgets to divide",
            "p / p.sum(axis=1, keepdims=True)",
            "p",
            "not np.allclose(\n    species_probabilities(F, y)(F).sum(axis=1), 1)",
            "The three probabilities of a flower do not add up to one. The three sigmoids know "
            "nothing of each other: what is left to do?",
        ),
        (
            "takes exponentials of probabilities",
            "p / p.sum(axis=1, keepdims=True)",
            "np.exp(p) / np.exp(p).sum(axis=1, keepdims=True)",
            "species_probabilities(F, y)(F).max() < 0.6",
            "Even the clearest flower gets less than 0.6. Do you take exponentials of the "
            "sigmoids? They lie between 0 and 1 already: how else can each row add up to one?",
        ),
        (
            "forgets the scores it is given",
            "zip(maps, scores.T)",
            "zip(maps, F.T)",
            "len(species_probabilities(F, y)(F[:5])) == 150",
            "For five flowers you return 150 rows, those of the flowers to which the sigmoids "
            "were fitted. To which scores should your function apply them?",
        ),
    ],
    "ex-probabilities-auc": [
        (
            "counts pairs",
            "np.mean(",
            "np.sum(",
            "auc(f, y) > 1",
            "You count pairs, so your result exceeds 1. The exercise asks for a share: of how "
            "many pairs?",
        ),
        (
            "exchanges the classes",
            "f[y > 0][:, None] - f[y < 0]",
            "f[y < 0][:, None] - f[y > 0]",
            "np.isclose(auc(np.r_[2.0, 1.0], np.r_[1, -1]), 0)",
            "A positive point with the larger score counts nothing in your share. Which of the "
            "two points of a pair should be ahead?",
        ),
        (
            "gives ties nothing",
            " + 0.5 * (difference == 0)",
            "",
            "np.isclose(auc(np.zeros(2), np.r_[1, -1]), 0)",
            "When all scores are equal you get 0, as if every pair were in the wrong order. What "
            "should a tie count?",
        ),
        (
            "gives ties everything",
            "0.5 * (difference == 0)",
            "(difference == 0)",
            "np.isclose(auc(np.zeros(2), np.r_[1, -1]), 1)",
            "When all scores are equal you get 1, as if every pair were in the right order. What "
            "should a tie count?",
        ),
    ],
    "ex-probabilities-cost": [
        (
            "exchanges the costs",
            "alarm * alarms + miss * misses",
            "miss * alarms + alarm * misses",
            "np.isclose(mean_cost(np.r_[0.9, 0.1, 0.2], np.r_[-1, 1, 1],\n    0.5, 1, 19), 7)",
            "Your false alarms cost 19 and your misses 1. Which of the two is the error that must "
            "not happen?",
        ),
        (
            "counts mistakes",
            "alarm * alarms + miss * misses",
            "alarms | misses",
            "np.isclose(mean_cost(np.r_[0.9, 0.1, 0.2], np.r_[-1, 1, 1],\n    0.5, 1, 19), 1)",
            "You seem to count mistakes as if each of them cost 1. What does each kind of error "
            "cost?",
        ),
        (
            "adds up",
            "np.mean(alarm * alarms + miss * misses)",
            "np.sum(alarm * alarms + miss * misses)",
            "np.isclose(mean_cost(np.r_[0.9, 0.1, 0.2], np.r_[-1, 1, 1],\n    0.5, 1, 19), 39)",
            "This is the cost of all tumours together. The exercise asks what one of them costs "
            "on average.",
        ),
        (
            "divides each kind of error by the size of its own class",
            "np.mean(alarm * alarms + miss * misses)",
            "alarm * alarms[z < 0].mean() + miss * misses[z > 0].mean()",
            "np.isclose(mean_cost(np.r_[0.9, 0.1, 0.2], np.r_[-1, 1, 1],\n    0.5, 1, 19), 20)",
            "You average the alarms over the benign tumours and the misses over the malignant "
            "ones. What is the mean if every tumour counts once?",
        ),
        (
            "lets every alarm cost 1",
            "alarm * alarms +",
            "alarms +",
            "np.isclose(mean_cost(np.r_[0.9, 0.1, 0.2], np.r_[-1, 1, 1],\n    0.5, 3, 19), 13)",
            "A false alarm costs you 1, whatever it is said to cost. Which argument has no say "
            "in your mean?",
        ),
    ],
    "ex-probabilities-prior": [
        (
            "turns the ratio round",
            "new / (1 - new) / (old / (1 - old))",
            "old / (1 - old) / (new / (1 - new))",
            "np.mean(reweigh(p, 0.5, 0.2)) > np.mean(p)",
            "The base rate falls from 0.5 to 0.2, and your forecasts rise. Which way round is the "
            "factor between the old odds and the new ones?",
        ),
        (
            "multiplies probabilities",
            "r * p / (r * p + 1 - p)",
            "p * new / old",
            "np.allclose(reweigh(p, 0.5, 0.2), 0.4 * p)",
            "You multiply the probability itself. When positive points become more frequent it "
            "can pass 1 that way: which quantity may be multiplied by any positive factor?",
        ),
        (
            "forgets the old odds",
            " / (old / (1 - old))",
            "",
            "not np.allclose(reweigh(p, 0.2, 0.2), p)",
            "If the base rate stays at 0.2, the forecasts should stay as well, but yours change. "
            "Where does the old base rate enter?",
        ),
        (
            "multiplies the odds by the ratio of the shares",
            "new / (1 - new) / (old / (1 - old))",
            "new / old",
            "np.allclose(reweigh(p, 0.5, 0.2), 0.4 * p / (1 - 0.6 * p))",
            "Your factor accounts for the positive points, which have become rarer. But the "
            "negative ones have become more frequent too: where does that enter?",
        ),
    ],
    "ex-probabilities-isotonic": [
        (
            "forgets to sort",
            "np.argsort(f), []",
            "np.arange(len(f)), []",
            "np.allclose(pool(f, t), pool(np.arange(400.0), t))",
            "Your steps take no notice of the scores. In which order do the points have to be "
            "when the pooling begins?",
        ),
        (
            "forgets to come back in order",
            "fitted[order] =",
            "fitted[:] =",
            "np.allclose(pool(np.r_[2.0, 1.0], np.r_[1.0, 0.0]), [0, 1])",
            "Your values come out sorted by score. How do they find their way back to the points "
            "they belong to?",
        ),
        (
            "does not look back again",
            "while len(blocks)",
            "if len(blocks)",
            "(np.diff(pool(f, t)[np.argsort(f)]) < -1e-9).any()",
            "Somewhere your steps still go down. After two blocks have merged, the new one may be "
            "too low for the block before it: do you look back as often as needed?",
        ),
        (
            "averages blocks of any size alike",
            "blocks[-1][0] += total",
            "blocks[-1][0] = (blocks[-1][1] + size) * (\n"
            "                blocks[-1][0] / blocks[-1][1] + total / size) / 2",
            "not np.isclose(np.mean(pool(f, t)), np.mean(t))",
            "Merging should leave the mean over all points as it is, but yours changes it. When a "
            "block of five points meets a single one, do both count alike?",
        ),
    ],
    "ex-probabilities-em": [
        (
            "takes the mean of the forecasts",
            "np.mean(r * p / (r * p + 1 - p))",
            "np.mean(p)",
            "np.isclose(field_share(p_half, 1 / 2), np.mean(p_half))",
            "This is the mean of the forecasts as they are, made for the old base rate. It is a "
            "first guess at the share: how does it change the forecasts, and what comes then?",
        ),
        (
            "forgets the old base rate",
            " / (old / (1 - old))",
            "",
            "np.isclose(\n    field_share(p_half, 1 / 2), field_share(p_half, 1 / 3))",
            "Your estimate does not depend on the old base rate. The same forecast says more "
            "where positive points are rare: where does that enter?",
        ),
        (
            "stops too early",
            "range(500)",
            "range(5)",
            "abs(field_share(p_half, 1 / 2)\n    - field_share(p_third, 1 / 3)) > 1e-5",
            "Both lists of forecasts hold the same knowledge, but your two estimates differ. Do "
            "you go on until nothing changes any more?",
        ),
    ],
    "ex-probabilities-absolute": [
        (
            "says what it believes",
            "1 / (s - 1)",
            "1",
            "np.isclose(best_forecast(0.8, 3), 0.8)",
            "For s = 3 you still say what you believe. Does the derivative of the expected score "
            "vanish there?",
        ),
        (
            "says what it believes for s = 1",
            "return float(eta > 0.5)",
            "return eta",
            "np.isclose(best_forecast(0.8, 1), 0.8)",
            "For s = 1 you say what you believe. The expected score is then a straight line in p: "
            "where on the interval from 0 to 1 is it lowest?",
        ),
        (
            "returns the odds",
            "return odds / (1 + odds)",
            "return odds",
            "best_forecast(0.8, 2) > 1",
            "Your forecast exceeds 1. Could it be that you return the odds? Which probability "
            "belongs to them?",
        ),
        (
            "inverts the power",
            "1 / (s - 1)",
            "s - 1",
            "np.isclose(best_forecast(0.8, 3), 16 / 17)",
            "For s = 3 your forecast is bolder than your belief, and it should be more timid. On "
            "which side of the equation does the power stand, and how do you get rid of it?",
        ),
        (
            "is off by one",
            "1 / (s - 1)",
            "1 / s",
            "np.isclose(best_forecast(0.8, 2), 2 / 3)",
            "For s = 2 you do not get the truth, though the square is proper. What happens to the "
            "power s when you differentiate?",
        ),
    ],
}
