"""Subgradient descent on the primal, step by step (lecture 4) and at random (lecture 5).

Everything here minimises one function of θ = (w, b),

    P(θ) = λ/2 ‖w‖² + c Σ_i max(0, 1 - y_i (w·x_i + b)),

with c = 1/n in the mean form and c = 1 in the sum form, and returns its history. Three
conventions hold throughout.

* **Bias.** ``bias="free"``: b is not penalised. ``bias="regularised"``: b counts as one more
  component of w (the same as a column of ones in X). ``bias="none"``: b = 0, for data that bring
  their own column of ones.
* **Kink.** At a margin of exactly 1 the hinge has the subdifferential [-1, 0]; ``kink`` picks the
  element.
* **Counting.** θ_0 is the start and θ_t the result of t steps; the step that makes θ_t has size
  ``step(t)``.
"""

from svmlib.descent.primal import Descent
from svmlib.descent.steps import (
    Progress,
    constant,
    inverse,
    inverse_sqrt,
    small_decrease,
    small_gap,
    small_step,
)
from svmlib.descent.stochastic import pegasos, sgd
from svmlib.descent.subgradient import subgradient_descent

__all__ = [
    "Descent",
    "Progress",
    "constant",
    "inverse",
    "inverse_sqrt",
    "pegasos",
    "sgd",
    "small_decrease",
    "small_gap",
    "small_step",
    "subgradient_descent",
]
