"""A player without a plan solves next to nothing: a challenge is none that chance solves."""

import pytest

from tests.live_book import random_steps
from tests.test_live_map import lecture
from tests.test_live_tasks import GAMES

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

WIDGETS = {name: lambda game=game: game()[0] for name, game in GAMES.items()}
WIDGETS |= {"Map": lecture, "Descent, random": random_steps}
WITH_BUTTONS = ("Street", "Descent", "DualAscent")  # where these count
# of the others chance may solve one
UNSOLVED = ("Street", "KernelMachine", "Lift", "Tube", "Novelty")


@pytest.mark.weekly
@pytest.mark.parametrize("name", WIDGETS)
def test_playing_without_a_plan_solves_little(name, show):
    for seed in (3, 4):
        figure = show(WIDGETS[name]())
        figure.root.evaluate(AT_RANDOM, [seed, 200, name.startswith(WITH_BUTTONS)])
        assert len(figure.solved()) <= (not name.startswith(UNSOLVED)), seed
