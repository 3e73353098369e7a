"""The fast solver (lecture 7): `solve`, and the `Solution` that it returns.

`solve` maximises D(β) = y·β - ½ βᵀKβ over Σβ = 0 and 0 ≤ y_i β_i ≤ C_i and certifies the answer by
the duality gap. How it works is told in `svmlib.solvers.climb`.
"""

from svmlib.solvers.certificate import Solution
from svmlib.solvers.one_bias import solve

__all__ = ["Solution", "solve"]
