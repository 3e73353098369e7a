"""Nystrom: a kernel seen from a few landmarks, as features for a linear machine (lecture 14)."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state

from svmlib._checks import check_count, check_data, check_matrix, shown
from svmlib._threads import one_thread
from svmlib.estimators import base
from svmlib.kernels import Kernel

ROUNDING = 1e-10  # smaller eigenvalues of K_mm, relative to its largest, are left out


class Nystrom(ClassNamePrefixFeaturesOutMixin, TransformerMixin, base.Machine):
    """Nyström features z(x) = Λ^(-1/2) Vᵀ k_m(x), where K_mm = VΛVᵀ (lecture 14).

    k_m(x) are the kernel values between x and m landmarks, K_mm those among the landmarks.
    z(x)·z(x') is k(x, x') if one of the two is a landmark, and k minus a kernel in any case. A
    linear machine on z is therefore a machine of the kernel. Williams and Seeger (2001). Kernel
    values cost n·m·d, their products n·m·r, and fit m³.

    Parameters
    ----------
    kernel : Kernel or str
        As in KernelSVM, but neither "precomputed" nor a function. A length "scale" is computed from
        all rows in fit.
    landmarks : int or array_like
        How many rows fit draws as landmarks, at most all. Or the landmarks themselves, (m, d).
    random_state : int, RandomState or None
        For the draw.

    Attributes
    ----------
    kernel_ : Kernel
        The kernel, its length a number.
    landmarks_ : ndarray, shape (m, d)
        The landmarks.
    root_ : ndarray, shape (m, r)
        VΛ^(-1/2), without the eigenvalues that are only rounding: z(x) has r ≤ m numbers.

    Examples
    --------
    >>> from svmlib import Nystrom
    >>> from svmlib.kernels import RBF
    >>> z = Nystrom(kernel=RBF(1.0), landmarks=[[0.0], [2.0], [2.0]]).fit([[0.0], [1.0]])
    >>> Z = z.transform([[1.0], [2.0]])
    >>> Z.shape, round(float(Z[0] @ Z[1]), 4)  # two landmarks are equal; exp(-1/2) = 0.6065
    ((2, 2), 0.6065)
    """

    def __init__(
        self,
        *,
        kernel: Kernel | str = base.DEFAULT_KERNEL,
        landmarks: int | ArrayLike = 300,
        random_state: int | np.random.RandomState | None = 0,
    ) -> None:
        self.kernel, self.landmarks, self.random_state = base.own(kernel), landmarks, random_state

    @one_thread()
    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Draw landmarks from the rows of X (n, d), or take those given, and ignore y.

        Raises
        ------
        TypeError, ValueError
            If the kernel, or the landmarks, cannot be used with X.
        """
        X = check_data(self, X)
        self.kernel_ = base.kept(self.kernel, X, np.ones(len(X)))
        if not isinstance(self.kernel_, Kernel):
            raise ValueError(
                "kernel must be a Kernel, or the name of one, for instance RBF(sigma=1.0), but is "
                f"{shown(self.kernel)}: landmarks need k(x, l) for new rows x"
            )
        if np.ndim(self.landmarks) == 0:
            m = min(check_count(self.landmarks, "landmarks"), len(X))
            drawn = check_random_state(self.random_state).permutation(len(X))[:m]
            self.landmarks_ = X[drawn]
        else:
            self.landmarks_ = check_matrix(self.landmarks, "landmarks").copy()
            if self.landmarks_.shape[1] != X.shape[1]:
                raise ValueError(
                    f"landmarks have {self.landmarks_.shape[1]} columns and X has {X.shape[1]}; "
                    "pass them through the same steps as X (scaling, one-hot) before"
                )
        values, V = np.linalg.eigh(self.kernel_(self.landmarks_))
        if values[-1] <= 0.0:
            raise ValueError("no landmark has a kernel value other than 0; take other landmarks")
        real = values > ROUNDING * values[-1]
        self.root_ = V[:, real] / np.sqrt(values[real])
        self._n_features_out = self.root_.shape[1]
        return self

    @one_thread()
    def transform(self, X: ArrayLike) -> np.ndarray:
        """Return z(x) for each row of X (n, d), shape (n, r)."""
        X = self._check_new(X)
        Z = np.empty((len(X), self._n_features_out))
        for part in base.in_parts(len(X), len(self.landmarks_)):
            Z[part] = self.kernel_(X[part], self.landmarks_) @ self.root_
        return Z
