"""Fits that end whole or leave no trace."""

from collections.abc import Callable
from functools import wraps
from typing import Any


def whole(fit: Callable) -> Callable:
    """A fit that, failed or interrupted, leaves the machine as it was before (decorator).

    It works on a machine with the same parameters and nothing fitted, whose attributes become those
    of the machine in one step at the end.
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
