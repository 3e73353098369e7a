"""Draw the pictures of the landing page and the card of shared links: `make cover`.

They are book/images/cover.png, digits.png and card.png; and book/figures/fig-cover.svg, which the
landing page shows in the place of cover.png, dark where the page is dark.
"""

import io
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from sklearn.model_selection import train_test_split

from book import fingerprint, vector_figures
from svmlib import KernelSVM, MulticlassSVM, datasets, plots
from svmlib.kernels import RBF

FOLDER = Path(__file__).parent


def cover():
    """Figure of a kernel machine on the moons: regions, f = 0, f = ±1, support vectors ringed."""
    figure, ax = plt.subplots(figsize=(8, 4.2), layout="constrained")
    moons(ax)
    return figure


def moons(ax):
    X, y = datasets.moons(200, noise=0.2, seed=0)
    model = KernelSVM(C=5.0, kernel=RBF(sigma=0.5)).fit(X, y)
    plots.boundary(model, X, y, ax, resolution=400)
    ax.set_axis_off()


def card():
    """The title beside the moons, 1200 × 630 pixels, as pages that show links ask for."""
    figure = plt.figure(figsize=(6, 3.15), layout="none")
    moons(figure.add_axes([0.43, 0.03, 0.55, 0.94]))
    figure.text(0.04, 0.5, "Support\nVector\nMachines", fontsize=27, weight="bold", va="center")
    figure.text(0.04, 0.1, "the executable book", fontsize=13, color="#444444")
    return figure


def digits():
    """Figure of the digits that the machine on the landing page misreads."""
    X, y = datasets.digits()
    X, X_new, y, y_new = train_test_split(X, y, test_size=0.5, random_state=0)
    model = MulticlassSVM(kind="one-vs-one", C=5, kernel=RBF(sigma=20))
    answers = model.fit(X, y).predict(X_new)
    wrong = np.flatnonzero(answers != y_new)
    figure, axes = plt.subplots(1, len(wrong), figsize=(8, 1.7), layout="constrained")
    for ax, i in zip(axes, wrong, strict=True):
        ax.imshow(X_new[i].reshape(8, 8), cmap="gray_r")
        ax.set_title(f"a {y_new[i]},\nread as {answers[i]}", fontsize=12)
        ax.set_axis_off()
    return figure


PICTURES = {"cover": cover, "digits": digits, "card": card}


def draw(name, path):
    """Save a picture with 64 colours: a quarter of the size."""
    full = io.BytesIO()
    plots.use_style()
    figure = PICTURES[name]()
    figure.savefig(full, dpi=200, facecolor="white")
    plt.close(figure)
    image = Image.open(full)
    program = PngInfo()
    program.add_text("Software", image.info["Software"])
    image.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(
        path, optimize=True, pnginfo=program
    )


def as_svg(figure):
    """The SVG of a figure, which it closes, with the colours of light and of dark pages."""
    figure.draw_without_rendering()
    width, height = (round(100 * inches) for inches in figure.get_size_inches())
    drawn = {
        vector_figures.KEY: vector_figures.drawing(figure),
        fingerprint.KEY: fingerprint.figure_fingerprint(figure),
    }
    plt.close(figure)
    return vector_figures.finished(drawn | {"width": width, "height": height})


if __name__ == "__main__":
    for name in PICTURES:
        draw(name, FOLDER / f"{name}.png")
    plots.use_style()
    vector_figures.write(FOLDER.parent, {"fig-cover": as_svg(cover())})
