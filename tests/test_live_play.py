"""A player without a plan solves next to nothing: a challenge is none that chance solves."""

import pytest

from svmlib import datasets
from svmlib.losses import LOSSES
from svmlib.widgets import KernelMachine, Lift, Losses
from tests import live_book
from tests.live_book import made
from tests.test_live_map import lecture

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
    "street": (lambda: live_book.plain_street(C=100.0), [1], True, 0),
    "street, hard": (lambda: live_book.plain_street(hard=True), [3], True, 0),
    "kernel machine": (lambda: made("KernelMachine"), [2, 3], False, 0),
    "kernel machine, lecture": (
        lambda: KernelMachine(*datasets.moons(200), kernel="linear"), [1], False, 0,
    ),
    "losses": (lambda: Losses(score=1.5, shown=[*LOSSES]), [1, 2], False, 1),
    "margins": (live_book.flowers, [1, 3], False, 1),
    "descent": (live_book.full_steps, [0], True, 1),
    "random descent": (live_book.random_steps, [1], True, 1),
    "descent, book": (lambda: made("Descent"), [2], True, 1),
    "three multipliers": (live_book.three_multipliers, [0], True, 1),
    "eight multipliers": (live_book.eight_multipliers, [1], True, 1),
    "dual ascent, book": (lambda: made("DualAscent"), [2], True, 1),
    "lift": (lambda: Lift(*datasets.rings(), level=0.3), [1, 2], False, 0),
    "map": (lecture, [1, 2, 3], False, 1),
    "three classes": (live_book.corners, [7], False, 1),
    "three classes, book": (lambda: made("ThreeClasses"), [7], False, 1),
    "tube": (live_book.tube, [1, 2, 3], False, 0),
    "novelty": (live_book.novelty, [1, 2, 3], False, 0),
    "threshold": (live_book.scores, [1, 2, 3], False, 1),
}  # fmt: skip


@pytest.mark.weekly
@pytest.mark.parametrize("game", GAMES)
def test_playing_without_a_plan_solves_little(game, show):
    make, seeds, buttons, most = GAMES[game]
    for seed in seeds:
        figure = show(make())
        figure.root.evaluate(AT_RANDOM, [seed, 200, buttons])
        assert len(figure.solved()) <= most, seed
