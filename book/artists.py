"""What one artist of a figure holds, as numbers: the parts of `book.fingerprint`.

How numbers are made comparable is told there. The kinds of artists are those that the lectures
draw. Private attributes of matplotlib are read only for artists in 3-D, which have no public way.
"""

import numpy as np
from matplotlib import colors as mcolors
from matplotlib.collections import Collection
from matplotlib.contour import ContourSet
from matplotlib.lines import AxLine
from matplotlib.text import Annotation

OFFSET = 4.0
LOG_FLOOR = 1e-4


def rounded(number):
    """To 12 significant digits: more would only be noise in the notebook's history."""
    return float(f"{float(number):.12g}")


def summary(values):
    """An array of order-1 numbers in five: count, not finite, mean, spread, weighted sum."""
    v = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan).ravel()
    finite = np.isfinite(v)
    v = np.where(finite, v, 0.0)
    if not v.size:
        return [0]
    weights = np.cos(np.arange(v.size))
    numbers = (v.mean(), v.std(), weights @ v / np.sqrt(v.size))
    return [v.size, int((~finite).sum()), *(rounded(OFFSET + x) for x in numbers)]


def coordinates(values, axis):
    """Positions on an axis as fractions of the visible range."""
    values = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)
    lo, hi = axis.get_view_interval()
    if axis.get_scale() == "log":
        top = max(lo, hi)
        return np.log10(np.maximum(values / top, 0.0) + LOG_FLOOR)
    return (values - lo) / (hi - lo)


def _xy(vertices, ax):
    """Points of the plane (m, 2) as fractions of the axes, column after column."""
    vertices = np.ma.asarray(vertices, dtype=float).reshape(-1, 2)
    return np.stack([coordinates(vertices[:, k], a) for k, a in enumerate((ax.xaxis, ax.yaxis))])


def _place(vertices, ax):
    """Summaries of the x and of the y of some points."""
    return [summary(row) for row in _xy(vertices, ax)]


def color(value):
    """One colour as text, several as a summary of their red, green, blue and opacity."""
    rgba = mcolors.to_rgba_array(value)
    return mcolors.to_hex(rgba[0], keep_alpha=True) if len(rgba) == 1 else summary(rgba)


def text_entry(text, ax):
    entry = {"text": text.get_text(), "color": color(text.get_color())}
    if isinstance(text, Annotation):
        places = {"xy": (text.xy, text.xycoords), "xytext": (text.xyann, text.anncoords)}
    else:
        in_data = text.get_transform().contains_branch(ax.transData)
        places = {"position": (text.get_position(), "data" if in_data else "other")}
    for key, (at, frame) in places.items():
        entry[key] = _place([at], ax) if frame == "data" else summary(at)
    return entry


def artist_entry(artist, ax):
    """Kind, data and style of one artist."""
    if hasattr(artist, "update_scalarmappable"):
        artist.update_scalarmappable()  # as drawing does: colours from numbers, range from data
    entry = {"kind": type(artist).__name__}
    if ax.name != "3d":  # where it follows from the view, when drawn
        entry["order"] = rounded(artist.get_zorder())
    if isinstance(artist.get_label(), str) and not artist.get_label().startswith("_"):
        entry["label"] = artist.get_label()
    if artist.get_alpha() is not None:
        entry["alpha"] = summary(artist.get_alpha())
    return entry | _data(artist, ax) | _style(artist)


def _data(artist, ax):
    for reader in (_data_3d, _data_contour, _data_line, _data_image, _data_patch):
        entry = reader(artist, ax)
        if entry is not None:
            return entry
    return _data_collection(artist, ax) if hasattr(artist, "get_paths") else {}


def _data_3d(artist, ax):
    """Points and surfaces of 3-D axes before projection."""
    if hasattr(artist, "_offsets3d"):
        columns = artist._offsets3d
    elif hasattr(artist, "_faces"):
        columns = np.ma.asarray(artist._faces, dtype=float).reshape(-1, 3).T
    else:
        return None
    every_axis = ax._axis_map.values()
    return {"xyz": [summary(coordinates(c, a)) for c, a in zip(columns, every_axis, strict=True)]}


def _data_contour(artist, ax):
    if not isinstance(artist, ContourSet):
        return None
    return {
        "levels": summary(_scaled(artist.levels)),
        "filled": bool(artist.filled),
        "curves": [_moments(path, ax) for path in artist.get_paths()],
    }


def _moments(path, ax):
    """Length of a path and the integrals of x, y, x², xy, y² along it."""
    vertices, codes = path.vertices, path.codes
    if len(vertices) < 2:
        return [OFFSET] * 6
    codes = np.full(len(vertices), path.LINETO) if codes is None else codes
    starts = np.maximum.accumulate(np.where(codes == path.MOVETO, np.arange(len(codes)), 0))
    # the vertex stored with CLOSEPOLY means nothing: the curve goes back to its start
    xy = _xy(np.where((codes == path.CLOSEPOLY)[:, None], vertices[starts], vertices), ax)
    drawn = codes[1:] != path.MOVETO
    step, (x, y) = np.diff(xy)[:, drawn], (0.5 * (xy[:, 1:] + xy[:, :-1]))[:, drawn]
    length = np.hypot(*step)
    return [rounded(OFFSET + length @ f) for f in (np.ones_like(x), x, y, x * x, x * y, y * y)]


def _data_line(artist, ax):
    if isinstance(artist, AxLine):
        return {"xy": _place([artist.get_xy1(), artist.get_xy2()], ax)}
    return {"xy": _place(artist.get_xydata(), ax)} if hasattr(artist, "get_xydata") else None


def _data_image(artist, ax):
    if not hasattr(artist, "get_extent"):
        return None
    left, right, bottom, top = artist.get_extent()
    return {
        "corners": _place([(left, bottom), (right, top)], ax),
        "shape": list(artist.get_array().shape),
        "interpolation": str(artist.get_interpolation()),
        "pixels": None if artist.get_array().ndim == 2 else summary(_scaled(artist.get_array())),
    }


def _data_patch(artist, ax):
    if not hasattr(artist, "get_patch_transform"):
        return None
    path = artist.get_patch_transform().transform_path(artist.get_path())
    in_data = artist.get_data_transform().contains_branch(ax.transData)
    return {"path": _place(path.vertices, ax) if in_data else summary(path.vertices)}


def _data_collection(artist, ax):
    entry = {}
    if hasattr(artist, "get_coordinates"):
        entry["corners"] = _place(artist.get_coordinates(), ax)
    elif len(artist.get_paths()):
        vertices = np.concatenate([path.vertices for path in artist.get_paths()])
        in_data = artist.get_transform().contains_branch(ax.transData)
        entry["paths"] = _place(vertices, ax) if in_data else summary(vertices)
    if artist.get_offset_transform().contains_branch(ax.transData):
        entry["offsets"] = _place(artist.get_offsets(), ax)
    if hasattr(artist, "get_sizes"):
        entry["sizes"] = summary(_scaled(artist.get_sizes()))
        entry["largest"] = rounded(np.max(artist.get_sizes(), initial=0.0))
    return entry


def _scaled(values):
    """Values as fractions of the largest finite one."""
    values = np.ma.asarray(values, dtype=float)
    finite = np.abs(values[np.isfinite(values)])
    return values / (finite.max() if finite.size and finite.max() > 0 else 1.0)


def _style(artist):
    entry = _mapped(artist)
    for key in ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor"):
        if hasattr(artist, f"get_{key}") and not (entry and key == "facecolor"):
            entry |= _paint(artist, key)
    for key in ("linewidth", "markersize", "markeredgewidth"):
        if hasattr(artist, f"get_{key}"):
            entry[key] = summary(getattr(artist, f"get_{key}")())
    if hasattr(artist, "get_linestyle"):
        entry["linestyle"] = _dashes(artist.get_linestyle())
    for key in ("marker", "drawstyle", "hatch"):
        if hasattr(artist, f"get_{key}"):
            entry[key] = str(getattr(artist, f"get_{key}")())
    return entry


def _paint(artist, key):
    if hasattr(artist, f"_{key}3d"):
        value = getattr(artist, f"_{key}3d")
    elif hasattr(artist, "_offsets3d"):
        # points in 3-D sort and shade their colours by depth; their base class does not
        value = Collection.get_facecolor(artist)
    else:
        value = getattr(artist, f"get_{key}")()
    if isinstance(value, str) and value in ("none", "auto", "face"):
        return {key: value}
    rgba = mcolors.to_rgba_array(value)
    return (
        {}
        if _array(artist) is not None and len(rgba) > 1
        else {key: color(rgba) if len(rgba) else "none"}
    )


def _mapped(artist):
    """Array, colour map and colour range of an artist whose colours come from numbers."""
    array = _array(artist)
    if array is None:
        return {}
    lo, hi = artist.norm.vmin, artist.norm.vmax
    span = (hi - lo) or 1.0
    return {
        "array": summary((np.ma.asarray(array, dtype=float) - lo) / span),
        "cmap": artist.get_cmap().name,
        "norm": type(artist.norm).__name__,
        "clim": [rounded(span), rounded(OFFSET + lo / span)],
    }


def _array(artist):
    """The numbers that a colour map turns into colours, if there are any."""
    array = getattr(artist, "get_array", lambda: None)()
    # contours map their levels, and an image in true colour has no map
    return None if isinstance(artist, ContourSet) or np.ndim(array) > 2 else array


def _dashes(style):
    """A line style by its name, or its dashes as numbers."""
    if isinstance(style, str):
        return style
    styles = style if isinstance(style, list) else [style]
    return [s if isinstance(s, str) else summary([s[0], *(s[1] or ())]) for s in styles]
