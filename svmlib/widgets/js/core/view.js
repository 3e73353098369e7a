// A part of a plot's whole window: how near it is looked at, and where its middle is.

const NEAREST = 40; // times
const FARTHEST = 0.5;

/** @typedef {{ zoom: number, x: number, y: number }} View */

const within = (v, low, high) => Math.min(high, Math.max(low, v));

/** The box [x0, x1, y0, y1] that a view shows. @param {number[]} whole @param {View} view */
export function boxOf([x0, x1, y0, y1], { zoom, x, y }) {
  const across = (x1 - x0) / zoom / 2;
  const up = (y1 - y0) / zoom / 2;
  return [x - across, x + across, y - up, y + up];
}

/** The middle stays in the window; null is the whole of it. @param {number[]} whole */
function settled([x0, x1, y0, y1], { zoom, x, y }) {
  const view = { zoom, x: within(x, x0, x1), y: within(y, y0, y1) };
  const off = Math.max(
    Math.abs(zoom - 1),
    Math.abs(view.x - (x0 + x1) / 2) / (x1 - x0),
    Math.abs(view.y - (y0 + y1) / 2) / (y1 - y0),
  );
  return off < 1e-9 ? null : view;
}

/** @param {number[]} whole @returns {View} */
const all = ([x0, x1, y0, y1]) => ({ zoom: 1, x: (x0 + x1) / 2, y: (y0 + y1) / 2 });

/**
 * So many times nearer, while the place [x, y] stays where it is seen.
 * @param {number[]} whole @param {View | null} view @param {number} factor @param {number[]} place
 */
export function nearer(whole, view, factor, [x, y]) {
  const now = view ?? all(whole);
  const zoom = within(now.zoom * factor, FARTHEST, NEAREST);
  const share = now.zoom / zoom;
  return settled(whole, { zoom, x: x + (now.x - x) * share, y: y + (now.y - y) * share });
}

/**
 * Moved by so much.
 * @param {number[]} whole @param {View | null} view @param {number[]} by
 */
export function aside(whole, view, [dx, dy]) {
  const now = view ?? all(whole);
  return settled(whole, { ...now, x: now.x + dx, y: now.y + dy });
}
