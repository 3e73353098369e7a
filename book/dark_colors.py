"""Which colour stands for which on the page's dark ground; of the figures of the lectures."""

from matplotlib.colors import to_hex

from svmlib.plots import style

# fills whose thin outline in ink only parts them from others
BRIGHT = {*style.PALETTE} - {style.GREY, style.INK, "#FFFFFF"}
# What takes the place of every colour on the page's dark ground, which takes that of white. The
# live figures have the same, in svmlib/widgets/js/live.css.
DARK = {
    "#FFFFFF": "#121212", style.INK: "#E8ECF1", style.GREY: "#9AA4B1", style.PALE_GREY: "#3A424D",
    style.ORANGE: "#F0B429", style.BLUE: "#56B4E9", style.GREEN: "#35C79B",
    style.VERMILION: "#FF9A57", style.PURPLE: "#E0A3C8", style.SKY: "#A8D8F5",
    style.YELLOW: style.YELLOW,
    style.PALE_ORANGE: "#4A3A14", style.PALE_BLUE: "#153A55", style.PALE_GREEN: "#12453A",
    # points that stand back, filled rings, places that no class claims
    "#F3D38F": "#7D6324", "#9CC7E1": "#2F6488", "#8B94A3": "#6F7A89", "#B8BEC8": "#5A6472",
    "#9AA3AF": "#5B6573",
    # black, grey, dimgrey and 40 % grey of matplotlib, which a few lectures use; its walls in 3-D
    "#000000": "#E8ECF1", "#808080": "#9AA4B1", "#696969": "#B0B8C2", "#666666": "#B0B8C2",
    "#F2F2F2": "#1D2229", "#ECECEC": "#21272F", "#E6E6E6": "#262D36",
}  # fmt: skip
DARK |= {line: DARK[color] for color, line in style.LINES.items()}
DARK |= {dark: DARK[color] for color, dark in style.WORDS.items()}
DARK |= {
    to_hex(style.pale(color)).upper(): to_hex(style.pale(DARK[color], DARK["#FFFFFF"])).upper()
    for color in style.PALETTE
}
