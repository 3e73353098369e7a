"""Figures in Jupyter while several threads draw.

JupyterLab hands the messages of sliders to threads of their own. After each message IPython lets
the inline backend show and close every figure of pyplot, also the one that a cell is drawing at
that moment: its picture is lost, or an error appears. Here a thread shows and closes only the
figures that it has made.
"""

import threading

import matplotlib as mpl
import matplotlib.pyplot as plt


class OwnFigures(threading.local):
    """Stand in for `matplotlib_inline.backend_inline.show`, for the figures of one thread.

    The backend notes the figures to show in attributes of its `show`: here each thread has its own.
    """

    def __init__(self, replaced):
        self.replaced = replaced
        self._to_draw, self._draw_called = [], False

    def __call__(self, close=None, block=None):
        """Show the figures of this thread, and close them unless the backend keeps figures."""
        from IPython.display import display
        from matplotlib_inline.config import InlineBackend

        if not (InlineBackend.instance().close_figures if close is None else close):
            return self.replaced(close, block)
        figures, self._to_draw = self._to_draw, []
        for figure in figures:
            if plt.fignum_exists(figure.number):
                display(figure)
                plt.close(figure)


def show_own_figures():
    """Let the inline backend show and close the figures of the thread that asks."""
    from matplotlib_inline import backend_inline

    before = backend_inline.show
    if not isinstance(before, OwnFigures):
        backend_inline.show = own = OwnFigures(before)
        own._to_draw, own._draw_called = before._to_draw, before._draw_called
        plt.switch_backend(mpl.get_backend())  # pyplot has kept the function that was there
