"""Records what machines, datasets and random numbers give while an answer runs.

A page cannot train a machine. So the answers that are known, the solution and the mistakes, run
here once; whatever is not a plain value of Python or numpy stands behind a `Recorded`, which notes
each attribute and each call with its arguments and its result. The page plays this back
(``book/_static/python/replay.js``): a call with the same arguments, to six digits, has this result;
any other is one that the page cannot make.

A value is written as JSON: a float as a number, text, None and bools as themselves, and the rest
as an object of one key: i (int), f (a float that is no number), s (scalar of numpy), a (array: its
place in a table), l, t, e, d (list, tuple, set, dict), q (fraction), x (slice), h (a function by
its name), v (one of svmlib that the page computes), c (a function that nobody can compare), n (a
recorded object by its number).
"""

import copy
import operator
import types
from fractions import Fraction
from functools import partial

import numpy as np

from book.grading.crossing import builtin_name
from svmlib import dual, geometry, objectives

KINDS = {"f": "f", "i": "i", "u": "i", "b": "b", "U": "U", "O": "O"}
LARGEST = 400_000  # elements of an array
MANY = 1000  # numbers of an array that is written shorter: to ten digits
FEW = 100  # numbers of a result that no known answer asked for
LIVE = {  # functions that book/_static/python/live.js computes
    getattr(module, name): f"{module.__name__}.{name}"
    for module, names in (
        (geometry, ("functional_margin", "geometric_margin", "margin", "signed_distance")),
        (objectives, ("dual", "primal", "slack")),
        (dual, ("ascent_step", "pair_step")),
    )
    for name in names
}


def is_live(value):
    return isinstance(value, types.FunctionType) and value in LIVE


class Unplayable(Exception):
    """What no page can play back."""


def is_data(value):
    """Whether a value is made of numbers, texts and arrays alone."""
    if value is None or value is Ellipsis or isinstance(value, bool | int | float | str | Fraction):
        return True
    if isinstance(value, np.ndarray):
        kind = value.dtype.kind
        plain = type(value) is np.ndarray and kind in KINDS and value.size <= LARGEST
        return plain and (kind != "O" or all(map(is_data, value.ravel())))
    if isinstance(value, np.generic):
        return value.dtype.kind in "fiubU"
    if type(value) in (list, tuple, set, frozenset):
        return all(map(is_data, value))
    if type(value) is dict:
        return all(is_data(key) and is_data(item) for key, item in value.items())
    return isinstance(value, slice)


def number(value):
    value = float(value)
    return value if np.isfinite(value) else {"f": repr(value)}


class Tape:
    """All that was recorded: objects with their attributes and calls, and a table of arrays."""

    def __init__(self, helpers=()):
        self.nodes, self.arrays, self.places = [], [], {}
        self.exact, self.asking = set(), False  # arrays that are more than arguments; now it is one
        self.helpers = dict(helpers)  # functions that the page has too, {name: function}

    def node(self, name):
        self.nodes.append({"name": name, "attributes": {}, "calls": {}})
        return len(self.nodes) - 1

    def written(self, value):
        """A value as JSON."""
        if isinstance(value, Recorded):
            return {"n": value._node}
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, np.ndarray):
            return {"a": self.array(value)}
        if isinstance(value, np.str_ | str):
            return str(value)
        if isinstance(value, np.generic):
            kind = KINDS[value.dtype.kind]
            return {"s": [kind, number(value) if kind == "f" else int(value)]}
        if isinstance(value, int):
            return {"i": str(value)}
        if isinstance(value, float):
            return number(value)
        if isinstance(value, Fraction):
            return {"q": [str(value.numerator), str(value.denominator)]}
        if isinstance(value, slice):
            return {"x": [self.written(part) for part in (value.start, value.stop, value.step)]}
        if isinstance(value, dict):
            return {"d": [[self.written(k), self.written(v)] for k, v in value.items()]}
        for kind, sign in ((list, "l"), (tuple, "t"), (set, "e"), (frozenset, "e")):
            if isinstance(value, kind):
                return {sign: [self.written(item) for item in value]}
        if is_live(value):
            return {"v": LIVE[value]}
        if callable(value):
            known = [name for name, function in self.helpers.items() if function is value]
            return {"h": known[0]} if known else {"c": getattr(value, "__name__", "function")}
        raise Unplayable(f"a {type(value).__name__}")

    def array(self, value):
        kind = KINDS.get(value.dtype.kind)
        if kind is None or value.size > LARGEST:
            raise Unplayable(f"an array of {value.dtype}, shape {value.shape}")
        flat = value.ravel()
        key = (value.shape, kind, repr(flat.tolist()) if kind in "UO" else flat.tobytes())
        if key not in self.places:
            self.places[key] = len(self.arrays)
            data = [self.written(item) for item in flat] if kind == "O" else value.copy()
            self.arrays.append([list(value.shape), kind, data])
        if not self.asking:
            self.exact.add(self.places[key])
        return self.places[key]

    def argument(self, value):
        """What is only compared, as JSON."""
        self.asking = True
        try:
            return self.written(value)
        finally:
            self.asking = False

    def table(self):
        """The arrays as JSON."""
        return [
            [shape, kind, data if kind == "O" else self.packed(data, place in self.exact)]
            for place, (shape, kind, data) in enumerate(self.arrays)
        ]

    @staticmethod
    def packed(value, exact):
        """The elements as JSON: of steps of one length the ends, of a symmetric matrix a half."""
        flat = value.ravel()
        if value.dtype.kind != "f":
            return (flat.astype(int) if flat.dtype.kind == "b" else flat).tolist()
        if not np.isfinite(flat).all():
            return [number(item) for item in flat]
        if value.ndim == 1 and flat.size > FEW:
            if np.array_equal(flat, np.linspace(flat[0], flat[-1], flat.size)):
                return {"ends": [flat[0], flat[-1]]}
        digits = 17 if exact and flat.size <= MANY else 10 if exact else 8
        short = np.array([float(f"{item:.{digits}g}") for item in flat]).reshape(value.shape)
        if value.ndim == 2 and flat.size > FEW and np.array_equal(short, short.T):
            return {"half": short[np.triu_indices(len(short))].tolist()}
        return short.ravel().tolist()

    def wrapped(self, value, name, known=None):
        """The value itself if it is data; else what records it, under the number it had before."""
        if isinstance(value, Recorded) or is_data(value) or is_live(value):
            return value
        if isinstance(value, types.GeneratorType | zip | map | enumerate):
            return self.wrapped(list(value), name, known)
        if type(value) in (list, tuple):
            given = known[next(iter(known))] if known else [None] * len(value)
            pairs = zip(value, given, strict=True)
            return type(value)(
                self.wrapped(item, f"{name}[{k}]", old) for k, (item, old) in enumerate(pairs)
            )
        if type(value) is dict:
            given = [old for _, old in known["d"]] if known else [None] * len(value)
            return {
                key: self.wrapped(item, f"{name}[{key!r}]", old)
                for (key, item), old in zip(value.items(), given, strict=True)
            }
        return Recorded(self, value, name, known["n"] if known else self.node(name))


def bare(value):
    """A value without what records it."""
    if isinstance(value, Recorded):
        return value._value
    if type(value) in (list, tuple):
        return type(value)(map(bare, value))
    return {key: bare(item) for key, item in value.items()} if type(value) is dict else value


class Recorded:
    """An object whose attributes and calls are noted."""

    def __init__(self, tape, value, name, node):
        self._tape, self._value, self._name, self._node = tape, value, name, node

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self._value, name)
        if is_live(value):
            self._tape.nodes[self._node]["attributes"][name] = self._tape.written(value)
            return value
        if isinstance(value, types.MethodType | types.BuiltinMethodType):
            return partial(self._call, name)
        known = self._tape.nodes[self._node]["attributes"]
        wrapped = self._tape.wrapped(value, f"{self._name}.{name}", known.get(name))
        known[name] = self._tape.written(wrapped)
        return wrapped

    def _does(self, method, args, keywords, run):
        """Run, and note: [arguments, keywords, result, the object's number afterwards]."""
        tape = self._tape
        calls = tape.nodes[self._node]["calls"].setdefault(method, [])
        asked = [tape.argument(list(args)), tape.argument(keywords)]
        entry = next((entry for entry in calls if entry[:2] == asked), None)
        name = self._name if method == "()" else f"{self._name}.{method}"
        try:
            value = run(bare(self._value), *bare(args), **bare(keywords))
        except Exception as problem:
            said = {"raise": [builtin_name(problem), str(problem)]}
            if not entry:
                calls.append([*asked, said, None])
            raise
        changes = value is self._value or isinstance(self._value, np.random.Generator)
        then = entry[3] if entry else tape.node(self._name) if changes else None
        if value is self._value:
            wrapped = self
        else:
            old = entry[2] if entry and not is_data(value) else None
            wrapped = tape.wrapped(value, name, old)
        if then is not None:
            self._node = then
        if wrapped is self:
            self._fitted()
        if not entry:
            result = {"self": 1} if wrapped is self else tape.written(wrapped)
            calls.append([*asked, result, then])
        return wrapped

    def _fitted(self):
        """Note the small results of a machine, which an answer may look at that nobody foresaw."""
        known = self._tape.nodes[self._node]["attributes"]
        for name in dir(self._value):
            if name.endswith("_") and not name.startswith("_") and name not in known:
                value = getattr(self._value, name, None)
                if value is not None and is_data(value) and np.size(value) <= FEW:
                    known[name] = self._tape.written(value)

    def _call(self, method, /, *args, **keywords):
        def run(value, *a, **k):
            return getattr(value, method)(*a, **k)

        return self._does(method, args, keywords, run)

    def __call__(self, *args, **keywords):
        return self._does("()", args, keywords, lambda value, *a, **k: value(*a, **k))

    def __array_ufunc__(self, ufunc, method, *values, **keywords):
        if method != "__call__" or values != (self,) or keywords:
            return NotImplemented
        return self._does(f"np.{ufunc.__name__}", (), {}, ufunc)

    def __iter__(self):
        return iter(self._does("[:]", (), {}, list))

    def __len__(self):
        return self._does("len", (), {}, len)

    def __getitem__(self, key):
        return self._does("[]", (key,), {}, lambda value, key: value[key])


def recorded_operator(name, sign, mirrored):
    run = getattr(operator, name)

    def operate(self, other):
        return self._does(sign, (other,), {}, run)

    def reflected(self, other):
        return self._does(f"r{sign}", (other,), {}, lambda a, b: run(b, a))

    return reflected if mirrored else operate


for _name, _sign in {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "pow": "**"}.items():
    setattr(Recorded, f"__{_name}__", recorded_operator(_name, _sign, False))
    setattr(Recorded, f"__r{_name}__", recorded_operator(_name, _sign, True))


def fresh(value):
    """A copy of what an answer may change."""
    return copy.deepcopy(value) if not isinstance(value, type | types.ModuleType) else value
