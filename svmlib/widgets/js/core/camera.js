// How a space is seen from afar: turned about its upright axis, then tilted, angles in degrees.

const RADIANS = Math.PI / 180;

/**
 * Where a place in space is seen: [across, up, depth].
 * @param {number[]} place @param {number} turn @param {number} tilt 0 from the side, 90 from above
 */
export function seenFrom([x, y, z], turn, tilt) {
  const a = turn * RADIANS;
  const e = tilt * RADIANS;
  const away = x * Math.sin(a) + y * Math.cos(a);
  return [
    x * Math.cos(a) - y * Math.sin(a),
    away * Math.sin(e) + z * Math.cos(e),
    away * Math.cos(e) - z * Math.sin(e),
  ];
}

/**
 * The place on the ground, z = 0, that is seen there; the tilt is above 0.
 * @param {number[]} seen across, up @param {number} turn @param {number} tilt
 */
export function groundAt([across, up], turn, tilt) {
  const a = turn * RADIANS;
  const away = up / Math.sin(tilt * RADIANS);
  return [across * Math.cos(a) + away * Math.sin(a), away * Math.cos(a) - across * Math.sin(a)];
}

/** An angle between -180 and 180. */
export const turned = (angle) => ((((angle + 540) % 360) + 360) % 360) - 180;
