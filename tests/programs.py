"""Quadratic programs by Clarabel, an interior-point solver that shares nothing with svmlib."""

import clarabel
import numpy as np
from scipy import sparse


def minimiser(P, q, G, h, equations=0):
    """The x of the least ½xᵀPx + q·x with Gx ≤ h, where the first rows of G are equations."""
    options = clarabel.DefaultSettings()
    options.verbose = False
    options.tol_gap_rel = options.tol_feas = options.tol_gap_abs = 1e-13
    cones = [clarabel.ZeroConeT(equations), clarabel.NonnegativeConeT(len(h) - equations)]
    P, G = sparse.triu(P).tocsc(), sparse.csc_matrix(G)
    return np.array(clarabel.DefaultSolver(P, q, G, h, cones[not equations :], options).solve().x)


def multipliers(K, y, C, balanced=True):
    """α that minimises ½ΣΣ α_i α_j y_i y_j K_ij - Σα over 0 ≤ α ≤ C; balanced: and Σαy = 0."""
    n, one = len(y), np.eye(len(y))
    G = np.vstack([y, -one, one])[not balanced :]
    h = np.concatenate([[0.0], np.zeros(n), np.broadcast_to(C, n)])[not balanced :]
    return minimiser(K * np.outer(y, y), -np.ones(n), G, h, equations=int(balanced))
