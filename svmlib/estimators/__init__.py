"""The book's machines as scikit-learn estimators (lectures 2, 3, 8 and 10): fit, predict, score,
inside pipelines and grids.

HardMarginSVM    min ½‖w‖²              subject to  y_i (w·x_i + b) ≥ 1                 (lecture 2)
LinearSVM        min ½‖w‖² + C Σ ξ_i    subject to  y_i (w·x_i + b) ≥ 1 - ξ_i,  ξ_i ≥ 0 (lecture 3)
KernelSVM        the same with φ(x) for x, where φ(x)·φ(z) = k(x, z)                    (lecture 8)
MulticlassSVM    several classes, jointly or split into binary problems                 (lecture 10)
"""

from svmlib.estimators.binary import HardMarginSVM, KernelSVM, LinearSVM
from svmlib.estimators.multiclass import MulticlassSVM
from svmlib.solvers.hulls import NotSeparableError

__all__ = ["HardMarginSVM", "KernelSVM", "LinearSVM", "MulticlassSVM", "NotSeparableError"]
