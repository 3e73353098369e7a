"""The book's machines as scikit-learn estimators (lectures 2, 3, 8, 10, 13 and 14).

They fit, predict and score, inside pipelines and grids.

HardMarginSVM    min ½‖w‖²              subject to  y_i (w·x_i + b) ≥ 1                 (lecture 2)
LinearSVM        min ½‖w‖² + C Σ ξ_i    subject to  y_i (w·x_i + b) ≥ 1 - ξ_i,  ξ_i ≥ 0 (lecture 3)
KernelSVM        the same with φ(x) for x, where φ(x)·φ(z) = k(x, z)                    (lecture 8)
MulticlassSVM    several classes, jointly or split into binary problems                 (lecture 10)
EpsilonSVR       min ½‖w‖² + C Σ max(0, |y_i - f(x_i)| - ε)                            (lecture 13)
OneClassSVM      most points beyond a plane from the origin, and the others new        (lecture 13)
Nystrom          features for a linear machine: kernel values with a few landmarks     (lecture 14)

`svmlib.estimators.base` lists the attributes that they share after fit.
"""

from svmlib.estimators.binary import HardMarginSVM, KernelSVM, LinearSVM
from svmlib.estimators.landmarks import Nystrom
from svmlib.estimators.multiclass import MulticlassSVM
from svmlib.estimators.novelty import OneClassSVM
from svmlib.estimators.regression import EpsilonSVR
from svmlib.solvers.hulls import NotSeparableError

__all__ = [
    "EpsilonSVR",
    "HardMarginSVM",
    "KernelSVM",
    "LinearSVM",
    "MulticlassSVM",
    "NotSeparableError",
    "Nystrom",
    "OneClassSVM",
]
