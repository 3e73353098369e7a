"""A kernel on some of the columns, so that each kind of column gets its own (lecture 15, in depth).

With k on some columns and l on others, k + l and k·l are kernels on all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import ClassVar

import numpy as np

from svmlib._checks import shown
from svmlib._sparse import some_columns
from svmlib.kernels.algebra import Kernel, check_kernel


def _check_columns(name, value):
    if isinstance(value, slice):
        return
    places = None if isinstance(value, str) or np.ndim(value) != 1 else list(value)
    mask = bool(places) and all(isinstance(j, bool | np.bool_) for j in places)
    if not places or mask or not all(isinstance(j, Integral) and j >= 0 for j in places):
        hint = ""
        if mask:
            hint = " np.flatnonzero turns a mask into places."
        elif isinstance(value, str) or (places and any(isinstance(j, str) for j in places)):
            hint = " Names do not reach a kernel: count the columns as the machine gets them."
        raise ValueError(
            f"{name} must be places of columns, whole numbers ≥ 0 such as [0, 2], or a slice such "
            f"as slice(2, None); it is {shown(value)}.{hint}"
        )
    if len(set(places)) < len(places):
        raise ValueError(f"{name} must name each column once; it is {shown(value)}.")


class On(Kernel):
    """k(x, z) of some columns alone: kernel(x[columns], z[columns]).

    Parameters
    ----------
    kernel : Kernel
        A length "scale" becomes that of these columns when a machine is fitted.
    columns : sequence of int, or slice
        Their places in what the machine gets, from 0, each once: behind a ColumnTransformer those
        of its output, in the order of its parts. ``slice(3, None)`` takes all from the fourth on,
        which suits words, whose number is known only after the fit.

    Raises
    ------
    ValueError
        If columns are empty, repeated or negative, or, as soon as points come, if the points have
        no such column.

    References
    ----------
    Shawe-Taylor and Cristianini (2004), Kernel Methods for Pattern Analysis, section 3.4. A kernel
    of a function of x is a kernel (lecture 8), here of x ↦ x[columns].

    Examples
    --------
    >>> from svmlib.kernels import RBF, Linear, On
    >>> k = On(RBF(sigma=1.0), [0, 1]) * On(Linear(), slice(2, None))
    >>> k([0, 1, 2, 3], [0, 1, 4, 5])
    23.0
    """

    _checks: ClassVar = {"kernel": check_kernel, "columns": _check_columns}

    def __init__(self, kernel: Kernel, columns: Sequence[int] | slice) -> None:
        self.kernel = kernel
        self.columns = columns

    @property
    def positive_semidefinite(self):
        return self.kernel.positive_semidefinite

    @property
    def takes_sparse(self):
        return self.kernel.takes_sparse

    def _part(self, X):
        d = X.shape[1]
        places = np.arange(d)[self.columns] if isinstance(self.columns, slice) else self.columns
        if len(places) == 0 or max(places) >= d:
            raise ValueError(f"columns={shown(self.columns)}, but the points have only {d} columns")
        return some_columns(X, self.columns)

    def _fitted(self, X, weight):
        return On(self.kernel._fitted(self._part(X), weight), self.columns)

    def _evaluate(self, X, Z):
        part = self._part(X)
        # what is one matrix stays one: a kernel of distances makes its diagonal exact
        return self.kernel._evaluate(part, part if Z is X else self._part(Z))

    def _diagonal(self, X):
        return self.kernel._diagonal(self._part(X))

    def _rows(self, X):
        return self.kernel._rows(self._part(X))

    def _error(self, X):
        return self.kernel._error(self._part(X))
