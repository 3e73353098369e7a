"""Every tuning constant of the solvers, with its reason (lectures 2, 7, 10 and 14).

They decide how fast an answer is found, and not which one: with a tenth or ten times the value the
certified answer is the same. Two numbers are not here because they define a certificate: SOLVED and
LOOKED_AT in `svmlib.solvers.certificate`.
"""

import numpy as np

# -- limits of float64 -------------------------------------------------------------------------
EPS = np.finfo(float).eps
TINY = 1e-290  # a positive number that is added to avoid division by 0
HUGE = 1e150  # numbers up to this can be squared and summed without overflow

# -- what counts as zero -----------------------------------------------------------------------
ROUNDING = 1e-12  # relative error of kernel values that cancel, with room to spare
LAST_DIGITS = 1e-15  # relative error of a single sum
AT_MARGIN = 1e-11  # a margin this close to 1, relative, counts as 1
ENOUGH = 1e-11  # a relative gap this small ends the search, and rounding is added to it later
NEGLIGIBLE = 1e-9  # a relative error that changes no answer: a thousandth of SOLVED
NOISE = 8.0  # the error of Kβ in units of EPS (1 + largest K_ii Σ|β|), as most errors cancel
NEAR_BOUND = 64.0  # a multiplier this close to its bound, in units of EPS max|β|, is put onto it

# -- the kernel matrix: time against memory ----------------------------------------------------
SMALL = 700  # for up to this many points all rows are computed at once
SMALL_SPARSE = 2000  # the same for sparse points, whose single rows are slow
ROWS_AT_ONCE = 32  # rows computed in one product fit into the processor's cache
BYTES = 150_000_000  # memory for the rows that are kept
BLOCK = 1_000_000  # numbers computed at a time where rows are used once: 8 MB
SPREAD = 100  # sample of points in a guess which points are far from most others

# -- working sets: pair steps and Newton steps -------------------------------------------------
PAIR_STEPS = 25  # between two checks whether a Newton step is due, as a check costs some of them
NEWTON_STEPS = 12  # made in a row at most, before pair steps continue
STILL_WRONG = 0.6  # pair steps continue when a Newton step leaves more of the violation than this
MOST_JOINING = (30, 512)  # bounds of 0.3 n, the points at a bound that join a Newton step
DAMPING = 0.1  # the ridge, relative to the violation: too small to spoil the step
CALMER = 10.0  # the damping grows by this factor when a step does not settle
MOST_DAMPING = 1e3  # a larger one moves no β by much more than a thousandth of the largest
MOST_RIDGE = 0.1  # the ridge never exceeds this share of the largest k(x, x)
TOGETHER = 4  # exchanges of all wrong points without progress, before they may run in a circle
SINGLY = 10  # exchanges of one point without progress, before the step is given up
MOST_PIVOTS = 30  # linear systems of one Newton step, which takes few if its set is nearly right
ENDINGS = 5  # times at the level of rounding, after which more work changes nothing
SHARPER = 0.1  # each run has this share of the last run's tol, enough for one more digit
STALLS = 2  # runs in a row that need not halve the gap

# -- smoothed: linear kernels on many points ---------------------------------------------------
LINEAR_FROM = 100  # with fewer points the kernel matrix is the smaller problem
POINTS_PER_FEATURE = 4  # with fewer points for each feature it is also smaller
FIRST_WIDTH = 2.0  # of the parabola: at w = 0 every loss is 1 and in its middle
NARROWER = 7 / 3  # the width is divided by 1 + this while the free points can follow
LAST_WIDTH = 1e-7  # the least width of the parabola, because of rounding
CROWD = 4  # with so many points more than unknowns on the parabola it can be narrower
BIAS_RIDGE = 1e-6  # of ΣC, in case no point is on the parabola
SMOOTH_ENOUGH = 1e-10  # relative decrease that ends it, since pair and Newton steps finish exactly
SLOPE_LEFT = 0.1  # share of the slope that a line search may leave
SMOOTH_STEPS = 300  # ten times the usual number
HALVINGS = 60  # trials of a line search: more than a float64 has binary digits

# -- proximal: linear kernels on many features -------------------------------------------------
WIDE_FROM = 500  # features of sparse points from which products cost less than a d×d matrix
PROXIMAL = 0.3  # of k(x, x): active sets change little, and β still moves
SHARPER_CORNER = 4.0  # the proximal weights are divided by this from step to step
FORCING = 4e-4  # relative error of conjugate gradients, above which steps become short and many
SETTLED = 0.05  # exact steps are tried when a smaller share of the free points changes
NEAR_EXACT = 0.01  # relative gap below which they are tried, a tenth of it after each failure
MOST_PRODUCTS = 1000  # of L_F with a vector for one linear system: ten times the usual number
PROXIMAL_STEPS = 600  # usually 15 are enough, or hundreds where all features count
PROXIMAL_GAP = 1e-10  # conjugate gradients lose more to rounding than other steps

# -- joint: several classes in one problem -----------------------------------------------------
JOINT_ENOUGH = 1e-10  # relative gap that ends the interior point
JOINT_NOTHING = 1e-14  # relative size of Σαz at which rounding ends it
JOINT_STEPS = 300  # ten times the usual number
SHORT_OF_BOUND = 0.005  # share of the way to the bound left, so that all products shrink together
START_SLACK = 10.0  # the slacks v and z begin well inside, in units of δ
CLOSEST = 1e-20  # share of c left as room for α when rounding has taken all of it

# -- hulls -------------------------------------------------------------------------------------
PASSES = 3  # a linear system is solved so many times, to reduce its rounding
SAME_REACH = 1e-3  # if reaches along z differ by more, relative, the corral contains the origin
