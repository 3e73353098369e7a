// Three classes: who wins where. Scores that compete, or duels of two classes that vote; a tie is
// won by nobody.
//
// All that decides are the leads [ab, ac, bc] of the first over the second class of each duel:
// differences of scores, or the score of the machine of this pair.
import { TIE } from "./joint.js";
import { contours, onGrid, plane, scoresOver } from "./surface.js";

const DUELS = [
  [0, 1],
  [0, 2],
  [1, 2],
];

const share = (lead, even) => (lead > even ? 1 : lead < -even ? 0 : 0.5);

/**
 * The class with the most votes, one for each other class that it leads and a half where neither
 * leads; -1 if it is not alone in that. `size` is that of the scores behind the leads.
 */
function winnerOf(ab, ac, bc, size) {
  const even = TIE * Math.max(1, size);
  const p = share(ab, even);
  const q = share(ac, even);
  const r = share(bc, even);
  const a = p + q;
  const b = 1 - p + r;
  const c = 2 - q - r;
  const most = Math.max(a, b, c);
  if (Number(a === most) + Number(b === most) + Number(c === most) > 1) return -1;
  return a === most ? 0 : b === most ? 1 : 2;
}

const areDuels = (answer) => answer.kind === "one-vs-one";

/**
 * What an answer of JointMachine or SeveralMachines says at a place: scores (of duels the votes),
 * leads and the winner.
 */
export function verdict(answer, x1, x2) {
  const duels = areDuels(answer);
  const own = answer.scores(x1, x2);
  const scores = duels ? answer.votes(own) : own;
  const leads = duels ? own.map((f) => 0 - f) : DUELS.map(([a, b]) => own[a] - own[b]);
  const [ab, ac, bc] = leads;
  const size = Math.max(...own.map(Math.abs));
  return { scores, leads, winner: winnerOf(ab, ac, bc, size) };
}

/**
 * The same on a grid over box: `grids` (the scores, of duels those of the machines), the winner in
 * each cell, the share without one.
 */
export function territories(answer, box, width, height) {
  const duels = areDuels(answer);
  const n = width * height;
  const owner = new Int8Array(n);
  const [f, g, h] = answer.W
    ? answer.W.map((row) => plane(row, [0, 0], box, width, height))
    : answer.machines.map((machine) => scoresOver(machine, box, width, height));
  let open = 0;
  for (let at = 0; at < n; at++) {
    const u = f[at];
    const v = g[at];
    const w = h[at];
    const size = Math.max(Math.abs(u), Math.abs(v), Math.abs(w));
    owner[at] = duels ? winnerOf(-u, -v, -w, size) : winnerOf(u - v, u - w, v - w, size);
    if (owner[at] < 0) open++;
  }
  return { grids: [f, g, h], owner, open: open / n, duels, width, height, box };
}

/** The leads on the grid; what can be rounding is 0, so that it has no borders. */
function leadGrids({ grids, duels }) {
  const none = new Float64Array(grids[0].length);
  return DUELS.map(([a, b], q) => {
    const one = duels ? none : grids[a];
    const other = duels ? grids[q] : grids[b];
    const lead = new Float64Array(none.length);
    for (let at = 0; at < lead.length; at++) {
      const value = one[at] - other[at];
      lead[at] = Math.abs(value) <= TIE * sizeAt(grids, at) ? 0 : value;
    }
    return lead;
  });
}

/**
 * Where territories end, each border once, as polylines in data coordinates: the border of two
 * classes is where neither leads the other, as far as one of them at least is not beaten by the
 * third.
 */
export function bordersOf(map) {
  const { duels, width, height, box } = map;
  const leads = leadGrids(map);
  const place = onGrid(box, width, height);
  // the duels are sorted by a + b
  const lead = (a, b) => ({ f: leads[a + b - 1], sign: a < b ? 1 : -1 });
  const twins = (a, b) => !duels && lead(a, b).f.every((value) => value === 0);
  return DUELS.flatMap(([a, b], q) => {
    const third = 3 - a - b;
    const one = lead(a, third);
    const other = lead(b, third);
    const best = new Float64Array(one.f.length);
    // two classes with the same score everywhere share their borders
    if ((third < a && twins(third, a)) || (third < b && twins(third, b))) return [];
    for (let at = 0; at < best.length; at++)
      best[at] = Math.max(one.sign * one.f[at], other.sign * other.f[at]);
    return contours(leads[q], width, height, 0)
      .flatMap((line) => partsWithin(line, best, width, height))
      .map((line) => line.map(place));
  });
}

const sizeAt = (grids, at) =>
  Math.max(1, Math.abs(grids[0][at]), Math.abs(grids[1][at]), Math.abs(grids[2][at]));

/** The machines that say the same everywhere, up to rounding: they have w = 0. */
export function flatOf({ grids }) {
  return [0, 1, 2].filter((q) => {
    let low = Infinity;
    let high = -Infinity;
    for (const value of grids[q]) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high - low <= TIE * Math.max(1, Math.abs(low));
  });
}

/** The parts of a line (in grid coordinates) where a grid of values is not negative. */
function partsWithin(line, values, width, height) {
  const at = ([x, y]) => {
    const i = Math.min(width - 2, Math.floor(x));
    const j = Math.min(height - 2, Math.floor(y));
    const s = x - i;
    const t = y - j;
    const k = j * width + i;
    return (
      (1 - t) * ((1 - s) * values[k] + s * values[k + 1]) +
      t * ((1 - s) * values[k + width] + s * values[k + width + 1])
    );
  };
  const parts = [];
  let part = [];
  let before = null;
  let was = 0;
  for (const place of line) {
    const now = at(place);
    if (before && now >= 0 !== was >= 0) {
      const t = was / (was - now);
      const cut = [before[0] + t * (place[0] - before[0]), before[1] + t * (place[1] - before[1])];
      part.push(cut);
      if (now < 0) {
        parts.push(part);
        part = [];
      }
    }
    if (now >= 0) part.push(place);
    before = place;
    was = now;
  }
  return [...parts, part].filter((p) => p.length > 1);
}
