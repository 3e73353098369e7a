"""Live figures: one front end for Jupyter, the published page and, as a picture, paper.

    from svmlib.widgets import KernelMachine
    KernelMachine(X, y, C=1, sigma=0.5)

`explore(X, y)` puts C and σ on sliders of ipywidgets, for two columns of your own.
`playground_page()` gives a page of its own with everything. This package imports ipywidgets and
matplotlib, which `import svmlib` alone does not.
"""

from svmlib.widgets.descent import Descent
from svmlib.widgets.dual_ascent import DualAscent
from svmlib.widgets.explore import explore
from svmlib.widgets.kernel_machine import KernelMachine
from svmlib.widgets.landmarks import Landmarks
from svmlib.widgets.lift import Lift
from svmlib.widgets.losses import Losses
from svmlib.widgets.map import Map
from svmlib.widgets.margins import Margins
from svmlib.widgets.novelty import Novelty
from svmlib.widgets.playground import playground_page
from svmlib.widgets.reliability import Reliability
from svmlib.widgets.street import Street
from svmlib.widgets.three_classes import ThreeClasses
from svmlib.widgets.threshold import Threshold
from svmlib.widgets.tube import Tube
