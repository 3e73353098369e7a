"""A player without a plan solves next to nothing: a challenge is none that chance solves."""

import pytest

from svmlib import datasets
from svmlib.widgets import KernelMachine, Losses, Street
from tests import test_live_descent as descent
from tests import test_live_dual_ascent as dual_ascent
from tests import test_live_lift as lift
from tests import test_live_margins as margins
from tests.live_book import made
from tests.test_live_losses import ALL
from tests.test_live_map import lecture
from tests.test_live_street import PLAIN, hard
from tests.test_live_three_classes import CORNERS, FOURS, ThreeClasses
from tests.test_live_threshold import lecture as scores
from tests.test_live_tube import novelty, tube

# a slider, a choice, a box, a few keys, or a button beside the knobs where they count; a frame for
# each move
AT_RANDOM = """async (root, [seed, moves, buttons]) => {
  let state = seed * 2654435761 % 4294967296;
  const random = n => {  // 0 … n-1
    state = (1664525 * state + 1013904223) % 4294967296;
    return Math.floor(n * state / 4294967296);
  };
  const happens = { bubbles: true, cancelable: true };
  const press = (e, key, shiftKey) =>
    e.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, ...happens }));
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  for (let k = 0; k < moves; k++) {
    const all = [...root.querySelectorAll(
      "input[type=range], input[type=checkbox], .svm-controls select, .svm-plot[tabindex]"
      + (buttons ? ", .svm-controls button" : ""),
    )].filter(one => one.checkVisibility());
    const e = all[random(all.length)];
    if (e.type === "range") {
      const steps = Math.round((e.max - e.min) / e.step);
      e.value = Number(e.min) + random(steps + 1) * e.step;
      e.dispatchEvent(new Event("input", happens));
    } else if (e.type === "checkbox") e.click();
    else if (e.type === "button") {
      e.click();
      for (let n = 0; e.textContent === "Pause" && n < 20; n++) await pass(16);
      if (e.textContent === "Pause") e.click();
    }
    else if (e.options) {
      e.value = e.options[random(e.options.length)].value;
      e.dispatchEvent(new Event("change", happens));
    } else {
      for (let n = random(8); n > 0; n--) press(e, "n", false);
      const key = keys[random(4)];
      for (let n = 1 + random(8); n > 0; n--) press(e, key, random(2) > 0);
    }
    await pass(16);
    for (let n = 0; root.dataset.done === "false" && n < 60; n++) await pass(16);
  }
}"""

# (what is played, seeds, whether its buttons count, how many challenges chance may solve)
GAMES = {
    "street": (lambda: Street(*PLAIN, C=100.0), [1], True, 0),
    "street, hard": (hard, [3], True, 0),
    "kernel machine": (lambda: made("KernelMachine"), [2, 3], False, 0),
    "kernel machine, lecture": (
        lambda: KernelMachine(*datasets.moons(200), kernel="linear"), [1], False, 0,
    ),
    "losses": (lambda: Losses(score=1.5, shown=ALL), [1, 2], False, 1),
    "margins": (
        lambda: margins.Margins(margins.X38, margins.KINDS, margins.LEVEL, scale=2.0), [1, 3],
        False, 1,
    ),
    "descent": (descent.full, [0], True, 1), "random descent": (descent.random, [1], True, 1),
    "descent, book": (lambda: made("Descent"), [2], True, 1),
    "three multipliers": (dual_ascent.three, [0], True, 1),
    "eight multipliers": (dual_ascent.eight, [1], True, 1),
    "dual ascent, book": (lambda: made("DualAscent"), [2], True, 1),
    "lift": (lambda: lift.Lift(lift.X, lift.Y, level=0.3), [1, 2], False, 0),
    "map": (lecture, [1, 2, 3], False, 1),
    "three classes": (lambda: ThreeClasses(CORNERS, FOURS), [7], False, 1),
    "three classes, book": (lambda: made("ThreeClasses"), [7], False, 1),
    "tube": (tube, [1, 2, 3], False, 0), "novelty": (novelty, [1, 2, 3], False, 0),
    "threshold": (scores, [1, 2, 3], False, 1),
}  # fmt: skip


@pytest.mark.weekly
@pytest.mark.parametrize("game", GAMES)
def test_playing_without_a_plan_solves_little(game, show):
    make, seeds, buttons, most = GAMES[game]
    for seed in seeds:
        figure = show(make())
        figure.root.evaluate(AT_RANDOM, [seed, 200, buttons])
        assert len(figure.solved()) <= most, seed
