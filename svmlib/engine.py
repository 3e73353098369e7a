"""The door to the engine room (lecture 7): `solve`, and the `Solution` it returns.

How it works is told in `svmlib.solvers.engine`.
"""

from svmlib.solvers.certificate import Solution
from svmlib.solvers.engine import solve

__all__ = ["Solution", "solve"]
