"""C and σ of a Gaussian machine on two sliders, in a notebook, for columns of your own."""

import math

import numpy as np
from IPython.display import display
from ipywidgets import Button, Layout, SelectionSlider, VBox, interactive_output
from matplotlib.figure import Figure
from numpy.typing import ArrayLike
from sklearn.model_selection import cross_val_predict

from svmlib import KernelSVM
from svmlib.kernels import RBF
from svmlib.plots import boundary, label_axes
from svmlib.solvers.certificate import heard

SMOOTH = 500  # rows up to which the picture follows a slider while it moves
REACH = 100  # a slider goes up to this multiple of its start, and down to the same fraction
DIGITS = 1, 1.4, 2, 2.5, 3.5, 5, 7  # steps of about √2, from one power of ten to the next


def explore(
    X: ArrayLike, y: ArrayLike, C: float = 1.0, sigma: float | None = None, cv: int = 5
) -> VBox:
    """Show sliders for C and σ, and below the machine on all points and its errors.

    Held-out errors come from `cv` machines, each on the points that it has not seen. With more
    than 500 points the picture waits until a slider is let go. The sliders step through round
    values, from a hundredth to a hundred times their start. Without a running kernel they do
    nothing.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Two columns, brought to comparable scales. The columns of a DataFrame name the axes.
    y : array_like, shape (n,)
        Two labels of any kind. The second in the order of sorting is the class +1, in orange.
    C, sigma : float
        The start of the sliders, to which *Reset* leads. σ is by default the width of RBF("scale").
    cv : int
        Number of folds.

    Raises
    ------
    ValueError
        If X does not have two columns, or y does not have two labels.
    """
    names = [str(name) for name in getattr(X, "columns", ("x₁", "x₂"))]
    X = np.asarray(X, dtype=float)
    classes, codes = np.unique(y, return_inverse=True)
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(f"X must have two columns to be drawn, but its shape is {X.shape}")
    if len(classes) != 2:
        raise ValueError(f"y must hold two labels, but holds {len(classes)}: {classes[:5]}")
    y = 2 * codes - 1
    start = {"C": C, "sigma": RBF("scale").fitted(X).sigma if sigma is None else sigma}
    knobs = {name: _knob(name, value, len(y) <= SMOOTH) for name, value in start.items()}
    reset = Button(description="Reset")

    def show(C, sigma):
        with heard() as remarks:
            machine = KernelSVM(C=C, kernel=RBF(sigma)).fit(X, y)
            missed = (cross_val_predict(machine, X, y, cv=cv) != y).sum()
        ax = Figure().subplots()  # pyplot's figures belong to cells that run meanwhile
        display(label_axes(boundary(machine, X, y, ax), names).figure)
        wrong = (machine.predict(X) != y).sum()
        print(f"margin {machine.margin_:.4g}, {len(machine.support_)} support vectors of {len(y)}")
        print(f"errors: {wrong} in training, {missed} held out ({cv} folds)")
        for remark in dict.fromkeys(remarks):
            print(remark)

    @reset.on_click
    def _(_button):
        for name, knob in knobs.items():
            knob.value = start[name]

    return VBox([*knobs.values(), reset, interactive_output(show, knobs)])


def _knob(name, start, smooth):
    ends = np.log10([start / REACH, start * REACH])
    powers = range(math.floor(ends[0]), math.ceil(ends[1]) + 1)
    values = [float(f"{digit}e{power}") for power in powers for digit in DIGITS]
    values = {start, *(v for v in values if start / REACH <= v <= start * REACH)}
    return SelectionSlider(
        options=[(f"{value:.3g}", value) for value in sorted(values)],
        value=start,
        description="σ" if name == "sigma" else name,
        layout=Layout(width="95%"),
        continuous_update=smooth,
    )
