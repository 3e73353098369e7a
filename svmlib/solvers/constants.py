"""Every tuning constant of the solvers (lectures 2, 7, 9 and 10).

Each with what it means, and why it is this big.

They decide how fast an answer is found, never which: with a tenth or ten times of any of them the
certified answer is the same.
Halves and doubles in the code are no tuning constants, and neither are the edges of float64 below,
nor SOLVED in `certificate` and LOOKED_AT in `semidefinite`: they say what a certificate means.
"""

import numpy as np

# -- edges of float64, nothing to tune ---------------------------------------------------------
EPS = np.finfo(float).eps
TINY = 1e-290  # added to what may be 0, or its least value: nothing is divided by 0
HUGE = 1e150  # up to here numbers can be squared, and the squares summed, without overflow

# -- what counts as zero -----------------------------------------------------------------------
ROUNDING = 1e-12  # relative; what rounding may leave of kernel values that cancel, with room
LAST_DIGITS = 1e-15  # relative; what a single sum of numbers loses
AT_MARGIN = 1e-11  # relative; a margin that far off counts as 1: above rounding, below SOLVED
ENOUGH = 1e-11  # relative gap small enough to stop, before what rounding may hide is added to it
NEGLIGIBLE = 1e-9  # a relative error nobody misses: a thousandth of SOLVED
NOISE = 8.0  # in units of EPS (1 + largest K_ii Σ|β|): error of Kβ, in which most errors cancel
NEAR_BOUND = 64.0  # in units of EPS max|β|; closer to a bound a step was meant to end there

# -- rows: time against memory -----------------------------------------------------------------
SMALL_SPARSE = 2000  # sparse points, of which a single row takes a fifth of a millisecond and more
SMALL = 700  # points up to which all rows are computed at once: cheaper than to choose some
ROWS_AT_ONCE = 32  # in one product: few enough for the processor's cache
SPREAD = 100  # points that stand for all where it is guessed who is far from most others
BYTES = 150_000_000  # of rows that are kept
BLOCK = 1_000_000  # numbers computed at a time when rows are only passed through: 8 MB

# -- working sets: pair steps and Newton steps --------------------------------------------------
PAIR_STEPS = 25  # between two looks at whether a Newton step is due; a look costs some of them
NEWTON_STEPS = 12  # in a row, before pair steps have a say again
STILL_WRONG = 0.6  # share of the violation left by a Newton step after which pair steps go on
MOST_JOINING = (30, 512)  # points join the free ones in a Newton step, three tenths of all between
DAMPING = 0.1  # ridge against violation: small enough not to spoil the step
CALMER = 10.0  # factor of the damping after a step that did not settle,
MOST_DAMPING = 1e3  # up to here, where no β moves much more than a thousandth of the largest
MOST_RIDGE = 0.1  # and never above this share of the largest k(x, x)
TOGETHER = 4  # exchanges of all who violate without progress: longer ones run in a circle
SINGLY = 10  # exchanges of one point each without progress: who settles, settles sooner
MOST_PIVOTS = 30  # systems of one Newton step; it takes few if its set is nearly right
ENDINGS = 5  # times at the level of rounding after which more work changes nothing
SHARPER = 0.1  # factor of tol from run to run: enough for one more digit
STALLS = 2  # runs in a row that need not halve the gap: the next one works on another set of points

# -- smoothed: linear kernels on many points ---------------------------------------------------
LINEAR_FROM = 100  # points, and
POINTS_PER_FEATURE = 4  # points for each feature, from which the primal is the smaller problem
MOST_FEATURES = 2000  # of sparse points: for more a d×d matrix costs more than their rows of K
FIRST_WIDTH = 2.0  # of the parabola: at w = 0 every loss is 1 and lies in its middle
NARROWER = 7 / 3  # the width is divided by 1 + this while the free points can follow
LAST_WIDTH = 1e-7  # below it the parabola is as narrow as rounding makes it
CROWD = 4  # points more than unknowns on the parabola: then it can be narrower
BIAS_RIDGE = 1e-6  # of ΣC, should no point lie on the parabola
SMOOTH_ENOUGH = 1e-10  # relative decrease: the engine finishes exactly from anywhere near
SLOPE_LEFT = 0.1  # share of the slope left by a line search: a better step costs more than it saves
SMOOTH_STEPS = 300  # in all; ten times as many as it takes
HALVINGS = 60  # trials of a line search: more than a float64 has binary digits

# -- proximal: linear kernels on points of many features ---------------------------------------
SHARPER_CORNER = 4.0  # the round part is narrowed by this from step to step
WIDE_FROM = 500  # features of sparse points: more cost less by products than by a d×d matrix
PROXIMAL = 0.3  # of k(x, x): so strong that active sets change little, so weak that β moves on
FORCING = 4e-4  # relative error of conjugate gradients: more of it makes steps short and many
SETTLED = 0.05  # share of the free points that may change before exact steps are tried
NEAR_EXACT = 0.01  # relative gap from which they are, a tenth of it after each failure
MOST_PRODUCTS = 1000  # of L_F with a vector for one linear system: ten times as many as it takes
PROXIMAL_STEPS = 600  # in all; it mostly takes 15, hundreds where all features count; else Climb
PROXIMAL_START = 100  # where Climb needs no rows of K: it is faster once F is nearly right
PROXIMAL_GAP = 1e-10  # no smaller one is asked for: conjugate gradients leave more to rounding

# -- joint: several classes in one problem -----------------------------------------------------
PASSES = 3  # solutions of a linear system, each for what rounding left of the one before
JOINT_ENOUGH = 1e-10  # relative gap at which the interior point has done its work
JOINT_NOTHING = 1e-14  # relative size of Σαz where rounding ends the interior point
JOINT_STEPS = 300  # of the interior point, which takes 30; a max_iter from here on bounds nothing
SHORT_OF_BOUND = 0.005  # share of the way to the bound left, so that all products shrink together
START_SLACK = 10.0  # in units of δ; the slacks v and z begin well inside
CLOSEST = 1e-20  # share of c that is left of α's room when rounding has taken all of it

# -- hulls -------------------------------------------------------------------------------------
SAME_REACH = 1e-3  # relative; if reaches along z differ by more, the corral holds the origin
