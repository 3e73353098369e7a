"""Draw book/images/cover.png, the picture of the landing page: `make cover`."""

import io
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from svmlib import KernelSVM, datasets, plots
from svmlib.kernels import RBF

COVER = Path(__file__).with_name("cover.png")


def cover():
    """Figure of a kernel machine on the moons: regions, f = 0, f = ±1, support vectors ringed."""
    plots.use_style()
    X, y = datasets.moons(200, noise=0.2, seed=0)
    model = KernelSVM(C=5.0, kernel=RBF(sigma=0.5)).fit(X, y)
    figure, ax = plt.subplots(figsize=(8, 4.2), layout="constrained")
    plots.boundary(model, X, y, ax, resolution=400)
    ax.set_axis_off()
    return figure


def draw(path):
    """Save the cover at `path` with 64 colours: a quarter of the size."""
    full = io.BytesIO()
    figure = cover()
    figure.savefig(full, dpi=200, facecolor="white")
    plt.close(figure)
    image = Image.open(full)
    program = PngInfo()
    program.add_text("Software", image.info["Software"])
    image.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(
        path, optimize=True, pnginfo=program
    )


if __name__ == "__main__":
    draw(COVER)
    print(COVER)
