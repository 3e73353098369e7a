"""Kernels: functions k(x, z) = φ(x)·φ(z), inner products of features (lecture 8).

A kernel is an object: ``RBF(sigma=0.5)(X, Z)`` is the matrix of all k(x_i, z_j). Kernels can be
added, multiplied, scaled, raised to powers and exponentiated, and the result is again a kernel.
"""

from svmlib.kernels.algebra import (
    ExpOf,
    Kernel,
    KernelOverflowError,
    On,
    PolynomialOf,
    Product,
    Scaled,
    Sum,
)
from svmlib.kernels.distances import squared_distances
from svmlib.kernels.standard import (
    RBF,
    DoubleExponential,
    Linear,
    OrnsteinUhlenbeck,
    Polynomial,
    Sigmoid,
)

__all__ = [
    "RBF",
    "DoubleExponential",
    "ExpOf",
    "Kernel",
    "KernelOverflowError",
    "Linear",
    "On",
    "OrnsteinUhlenbeck",
    "Polynomial",
    "PolynomialOf",
    "Product",
    "Scaled",
    "Sigmoid",
    "Sum",
    "squared_distances",
]
