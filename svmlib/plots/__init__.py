"""Every picture of the book, in one look.

Call `plots.use_style()` once, then functions that take data or a fitted model, draw, and return the
axes: new ones, or the given `ax` if they take one. `style` (colours, fonts), `scenes` (points,
lines, streets) and `maps` (boundaries, regions, scores) also suit your own data, so their
docstrings list parameters, with types and shapes. The other modules, in the order of the lectures,
draw for cells. A sentence or a paragraph describes each of their pictures, and the cell shows the
call. A drawing that fits into a cell is made there, as are all drawings of lectures 8 and 15.
Importing svmlib loads none of this.
"""

# fmt: off
from svmlib.plots import style
from svmlib.plots.style import direct_label, panels, use_style
from svmlib.plots.scenes import frame, label_axes, line, points, slack_bars, street, support_vectors
from svmlib.plots.maps import boundary, regions, score_map, score_maps
from svmlib.plots.margins import (
    margin_vectors, named_lines, novikoff_squeeze, perceptron_update, rounding_squares, scale_knob,
)
from svmlib.plots.maximum_margin import (
    certificate, directions, dragged, hulls, shadows,
)
from svmlib.plots.soft_margin import (
    conditional_risks, losses_over_score, slack_kinds, trade_off_curves,
)
from svmlib.plots.descent import (
    corners_in_bias, excess_curves, hinge_subgradients, primal_and_bound, rule_and_truth,
    touching_lines, uphill_steps, walks_beside_curves,
)
from svmlib.plots.duality import lower_bounds, value_sets
from svmlib.plots.ascent import ascent_panels, clipped_steps, multiplier_staircase, pair_boxes
from svmlib.plots.selection import margin_bound_curves, reported_against_true
from svmlib.plots.multiclass import score_lines, scores_along, scores_of_queries, undecided
from svmlib.plots.probabilities import calibration_maps, reliability_diagrams, roc_and_precision
from svmlib.plots.practice import color_names, fold_scores, learning_curves, search_map, threshold
from svmlib.plots.regression import alarm_season, alarm_shares, band, caps_and_balls, novelty, tube
from svmlib.plots.scale import left_over, measured_costs, measured_machines
