// The state of the playground, as test_playground.py asks for it.
import { Machine, score } from "../../svmlib/widgets/js/core/machine.js";
import { pythonCode } from "../../svmlib/widgets/js/play/code.js";
import { irisPoints } from "../../svmlib/widgets/js/play/iris.js";
import { svgPicture } from "../../svmlib/widgets/js/play/picture.js";
import { SITUATIONS } from "../../svmlib/widgets/js/play/situations.js";
import {
  decodePlay,
  encodePlay,
  partsOf,
  playStart,
  playgroundSpec,
  pointsOf,
  remaining,
  settingOf,
  shownOf,
} from "../../svmlib/widgets/js/play/state.js";
import { refusal } from "../../svmlib/widgets/js/ui/share.js";
import { serve } from "./serve.mjs";

/** What the page finds for one of its machines: as play/pane.js does it. */
function found(state, which) {
  const points = pointsOf(state);
  const { train, test } = partsOf(state, points);
  const machine = new Machine();
  machine.pose(
    train.map((i) => points[i]),
    settingOf(state, which),
  );
  let answer;
  do answer = machine.advance(50);
  while (!answer.done);
  const { alpha, b, f, y, interval, primal, dual, relative, certified, support } = answer;
  const scores = points.map(([x1, x2]) => score(answer, x1, x2));
  return {
    train,
    alpha: [...alpha],
    b,
    interval,
    primal,
    dual,
    relative,
    certified,
    support,
    errors: f.filter((v, k) => y[k] * v <= 0).length,
    f: scores,
    least: Math.min(...f.map(Math.abs)),
    held: test.filter((i) => points[i][2] * scores[i] <= 0).length,
  };
}

const TASKS = {
  situations: () => SITUATIONS.map(({ id, name, look }) => ({ id, name, look })),
  start: (id) => playStart(id),
  found: ({ state, which }) => found({ ...playStart(state.situation), ...state }, which),
  code: ({ state, which, library }) =>
    pythonCode(shownOf({ ...playStart(state.situation), ...state }, which, library)),
  encode: (state) => encodePlay({ ...playStart(state.situation), ...state }),
  points: (state) => pointsOf({ ...playStart(state.situation), ...state }),
  decode(text) {
    const { state, problem } = decodePlay(text);
    if (!state) return { problem };
    const bad = Object.entries(playgroundSpec())
      .filter(([key, spec]) => refusal(state[key], spec))
      .map(([key]) => key);
    return {
      state,
      bad,
      again: encodePlay(state),
      n: pointsOf(state).length,
      parts: partsOf(state, pointsOf(state)),
    };
  },
  remaining: ([before, after, test]) => remaining(before, after, test),
  iris: () => irisPoints(),
  svg: ([scenes, description]) => svgPicture(scenes, description),
};

await serve(TASKS);
