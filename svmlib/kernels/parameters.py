"""Parameters of kernels: read and set by name, checked whenever they are set (lecture 8).

It is scikit-learn's protocol, so that GridSearchCV can set kernel__sigma.
"""

import inspect
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache, partial, wraps
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np

from svmlib._checks import shown
from svmlib._sparse import SparseRows

# a length in units of the data's own
IN_SCALES = re.compile(r"(?:(\d+\.?\d*|\.\d+) +)?scale")


# what others call a parameter: {its name: (that of a kernel here, what to write instead)}
INSTEAD = {
    "gamma": [
        ("sigma", "sigma=(2 * gamma) ** -0.5"),
        ("degree", "c=coef0 / gamma, with gamma**degree times the C of the machine"),
    ],
    "coef0": [("degree", "c=coef0 / gamma, with gamma**degree times the C of the machine")],
    "length_scale": [("sigma", "sigma=length_scale"), ("length", "length=length_scale")],
}


class HasParameters:
    """An object whose parameters are the arguments of its class, checked as ``_checks`` says."""

    _checks: ClassVar[dict[str, Callable]] = {}  # parameter → f(name, value), raises ValueError

    def __init_subclass__(cls, **options: Any) -> None:
        """Let a class say what to write instead of a parameter that it does not know."""
        super().__init_subclass__(**options)
        if "__init__" in vars(cls):
            cls.__init__ = _telling(cls.__init__)

    @classmethod
    @cache  # a signature takes longer to read than a small kernel matrix to compute
    def _names(cls):
        if cls.__init__ is object.__init__:  # a kernel of one's own without parameters
            return []
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Parameters by name; with deep=True those of inner kernels too, as left__sigma."""
        params = {name: getattr(self, name) for name in self._names()}
        if deep:
            for name, value in list(params.items()):
                if isinstance(value, HasParameters):
                    inner = value.get_params(deep=True)
                    params |= {f"{name}__{key}": item for key, item in inner.items()}
        return params

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name (inner ones as left__sigma) and return the kernel itself.

        When one of them is wrong, none is set.
        """
        deepcopy(self)._set(deepcopy(params))
        self._set(params)
        return self

    def _set(self, params):
        for key in sorted(params, key=lambda key: key.count("__")):
            name, _, rest = key.partition("__")
            inner = getattr(self, name, None)
            if name not in self._names() or (rest and not isinstance(inner, HasParameters)):
                raise ValueError(
                    f"{type(self).__name__} has no parameter {key!r}; it has "
                    f"{', '.join(self.get_params())}."
                )
            if rest:
                inner._set({rest: params[key]})
            else:
                setattr(self, name, params[key])

    def __setattr__(self, name, value):
        if name in self._checks:
            self._checks[name](name, value)
        super().__setattr__(name, value)

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        mine, others = self.get_params(deep=False), other.get_params(deep=False)
        return all(np.array_equal(mine[name], others[name]) for name in mine)

    def __repr__(self):
        params = ", ".join(f"{k}={shown(v)}" for k, v in self.get_params(deep=False).items())
        return f"{type(self).__name__}({params})"


def _telling(init):
    known = inspect.signature(init).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values()):
        return init

    @wraps(init)
    def __init__(self, *values, **settings):
        for given in settings:
            if given not in known:
                own = f"one of {', '.join([*known][1:])}" if len(known) > 1 else "none"
                instead = next((how for here, how in INSTEAD.get(given, ()) if here in known), own)
                kind = type(self).__name__
                raise TypeError(f"{kind} has no parameter {given!r}; use {instead}")
        init(self, *values, **settings)

    return __init__


def check_number(
    name: str, value: Any, *, wanted: str = "", holds: Callable[[float], bool] = np.isfinite
) -> None:
    """Raise ValueError for anything but a finite number of which that holds."""
    if not (isinstance(value, Real) and np.isfinite(value) and holds(value)):
        raise ValueError(f"{name} must be a finite number{wanted}; it is {shown(value)}.")


check_positive = partial(check_number, wanted=" > 0", holds=lambda value: value > 0)
check_not_negative = partial(check_number, wanted=" ≥ 0", holds=lambda value: value >= 0)


def scales_of(value: Any) -> float | None:
    """The k of a length "k scale", 1 for "scale"; None for anything else."""
    found = IN_SCALES.fullmatch(value) if isinstance(value, str) else None
    return None if found is None else float(found[1] or 1.0)


def check_length(name: str, value: Any) -> None:
    """Raise ValueError for anything but a finite number > 0 and "scale" with a factor > 0."""
    if isinstance(value, str) and not scales_of(value):
        raise ValueError(
            f"{name} must be a finite number > 0, or 'scale', or a multiple of that such as "
            f"'0.5 scale'; it is {shown(value)}."
        )
    if not isinstance(value, str):
        check_positive(name, value)


def scale_of(X: np.ndarray | SparseRows, weight: np.ndarray) -> float:
    """The length √(d v / 2) of points X (n, d), v the variance of all entries; 1 if that is 0.

    As the σ of a Gaussian kernel it gives scikit-learn's gamma="scale". Between two points of
    standardised columns the mean squared distance is 4 of its squares. Each point counts as often
    as its weight (n,) says.
    """
    entries, counts = X, weight[:, None]
    if isinstance(X, SparseRows):
        entries, counts = X.csr.data, np.repeat(weight, np.diff(X.csr.indptr))
    unit = float(np.abs(entries).max(initial=0.0)) or 1.0  # lest squares leave float64
    entries, counts = entries / unit, np.broadcast_to(counts, entries.shape)
    total = X.shape[1] * float(weight.sum())
    mean = float((counts * entries).sum()) / total
    squares = float((counts * (entries - mean) ** 2).sum())
    squares += max(0.0, total - float(counts.sum())) * mean**2  # what a sparse matrix leaves out
    return unit * float(np.sqrt(0.5 * squares / weight.sum())) or 1.0


def check_coefficients(name: str, value: Any) -> None:
    """Raise ValueError for anything but a sequence of numbers ≥ 0."""
    if np.ndim(value) != 1 or len(value) == 0:
        raise ValueError(
            f"{name} must be a sequence (a_0, a_1, …) of numbers ≥ 0; it is {shown(value)}."
        )
    for power, coefficient in enumerate(value):
        check_not_negative(f"{name}[{power}]", coefficient)
