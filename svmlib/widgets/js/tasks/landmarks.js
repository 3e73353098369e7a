// What the figure of landmarks asks of a player.
import { LandmarkMachine, Span } from "../core/landmarks.js";
import { many, show } from "../core/words.js";
import { percent } from "../told/landmarks.js";

const NEAR = 0.1; // of the objective: the share that is to be proved
const CLOSE = 1e-3; // of the objective: all but the best
const EASIER = 1.1; // than the rule of putting them where most is left over
const WORTHWHILE = 0.8; // of the proved gap at first

/** The point of which landmarks leave most over. */
export function leastSeen(points, landmarks, sigma) {
  const span = new Span(landmarks, sigma);
  const left = points.map(([x, y]) => span.leftOver(x, y));
  return points[left.indexOf(Math.max(...left))];
}

/** What m = 1, 2, … landmarks prove, each put down where most is left over, until it is NEAR. */
function provedByRule(rows, { C, sigma }, most) {
  const landmarks = [];
  const shares = [];
  const machine = new LandmarkMachine();
  while (landmarks.length < most && !(shares.at(-1) <= NEAR)) {
    landmarks.push(leastSeen(rows, landmarks, sigma));
    machine.pose(rows, { landmarks: [...landmarks], sigma, C });
    shares.push(machine.advance(Infinity).share);
  }
  return shares;
}

const sameKnobs = (view, first) => view.C === first.C && view.sigma === first.sigma;

/** The tasks that can be done from the landmarks at first, which prove `begin`. */
export function landmarkTasks(rows, { C, sigma, landmarks, begin }, most) {
  const shares = provedByRule(rows, { C, sigma }, most);
  const few = shares.at(-1) <= NEAR ? shares.length : 0;
  const target = Math.ceil(100 * EASIER * (shares[landmarks.length - 1] ?? 1)) / 100;
  return [
    {
      id: "moved",
      why: "A landmark helps near points that the others do not see.",
      when: target <= WORTHWHILE * begin,
      text: `keep C and σ. Move the ${many(landmarks.length, "landmark")} until the bar is at most ${percent(target)} of the objective long.`,
      met: (view, { first }) =>
        sameKnobs(view, first) &&
        view.points.length <= first.points.length &&
        view.known.share <= target,
    },
    {
      id: "few",
      why: "Putting each landmark where most is left over is a simple rule that needs neither labels nor a machine.",
      when: few > landmarks.length,
      text: `keep C and σ. With at most ${many(few, "landmark")}, make the bar at most ${percent(NEAR)} of the objective long.`,
      met: (view, { first }) =>
        sameKnobs(view, first) && view.points.length <= few && view.known.share <= NEAR,
    },
    {
      id: "wide",
      why: "The wider the kernel, the smoother its functions, and the fewer landmarks span them.",
      when: begin > CLOSE,
      text: `keep C and the landmarks. Find a σ at which the bar is at most ${percent(CLOSE)} of the objective long.`,
      met: (view, { first, moved }) =>
        moved === 0 && view.C === first.C && view.known.share <= CLOSE,
    },
  ].filter((task) => task.when);
}

/** The question before the answer: what landmarks miss of a narrower kernel. */
export const LANDMARK_GUESS = {
  invites: "How long will the bar be when the kernel is half as wide?",
  asks: ({ sigma, points }, before) =>
    `σ ${sigma === before.sigma ? "is" : `goes from ${show(before.sigma, 3)} to`} ${show(sigma, 3)}, and ` +
    `${many(points.length, "landmark stays", "landmarks stay")}. How long will the bar be, in per cent of the objective?`,
  /** Half as wide. */
  pose: ({ sigma }) => ({ sigma: Number((sigma / 2).toPrecision(3)) }),
  /** guess: a number of per cent; truth: the certified answer */
  judge(number, { share }) {
    const own = 100 * share;
    const off = Math.abs(number - own);
    return {
      off,
      said: `You said ${number} %, but it is ${percent(share)}: ${show(off, 2)} too ${number > own ? "much" : "little"}.`,
      why: "With a narrower kernel each landmark sees only its neighbourhood, so more is left over between the landmarks.",
    };
  },
};
