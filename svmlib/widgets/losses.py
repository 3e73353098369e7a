"""The losses over the score, with a point to drag, in lecture 3."""

import traitlets as t
from matplotlib.figure import Figure

from svmlib import losses
from svmlib.plots import losses_over_score
from svmlib.widgets.live import LiveFigure, Number


class Losses(LiveFigure):
    """Losses as functions of the score f(x), and their values for one example.

    Parameters
    ----------
    score : float
        f(x) of the example, from -3 to 3.
    label : {+1, -1}
    shown : list of str
        Names as in `svmlib.losses.LOSSES`, each at most once.
    """

    score = Number(-0.5, lambda v: -3 <= v <= 3, "lie between -3 and 3")
    label = t.Enum([1, -1], 1)
    shown = t.List(t.Unicode(), ["zero-one", "hinge", "logistic"])

    @t.validate("shown")
    def _known(self, proposal):
        names = proposal["value"]
        unknown = [name for name in names if name not in losses.LOSSES]
        if unknown:
            raise t.TraitError(f"shown: {unknown} are no losses; there are {list(losses.LOSSES)}")
        if len(set(names)) < len(names):
            raise t.TraitError(f"shown names a loss twice: {names}")
        return names

    def values(self) -> dict[str, float]:
        """Return {name: loss of the example} for the losses that are shown."""
        return {name: float(losses.LOSSES[name](self.label * self.score)) for name in self.shown}

    def picture(self) -> Figure:
        """Draw the curves of all losses for the two labels, because paper has no boxes to tick."""
        return losses_over_score(list(losses.LOSSES), self.score)[0].figure
