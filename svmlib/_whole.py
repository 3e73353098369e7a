"""Fits that end whole or leave no trace."""

from collections.abc import Callable
from functools import wraps
from typing import Any


def whole(fit: Callable) -> Callable:
    """Make a fit that fails or is interrupted leave the machine as it was before (decorator).

    It fits a new machine with the same parameters and, at the end, moves all its attributes to the
    given machine in one step.
    """

    @wraps(fit)
    def fit_whole(self: Any, *data: Any, **settings: Any) -> Any:
        fresh = object.__new__(type(self))
        kept = {name: value for name, value in vars(self).items() if not name.endswith("_")}
        vars(fresh).update(kept)
        fit(fresh, *data, **settings)
        self.__dict__ = vars(fresh)
        return self

    return fit_whole
