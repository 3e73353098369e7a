// The situation of a figure in the address: everything a teacher needs to link to it.

/** Whether a value from an address can stand in for the present one: the same kind all the way down. */
function alike(value, now) {
  if (!Array.isArray(now)) return typeof value === typeof now && (typeof now !== "number" || Number.isFinite(value));
  if (!Array.isArray(value)) return false;
  // a list of points or of names may grow, a point may not
  const grows = Array.isArray(now[0]) || typeof now[0] === "string";
  return (grows || value.length === now.length) && value.every((v) => alike(v, now[0]));
}

/** Traits from "#svm=<name>:<json>" when it is meant for the figure of this name and makes sense, else null. */
export function readShared(name, model) {
  const found = new URLSearchParams(location.hash.slice(1)).get("svm");
  if (!found?.startsWith(`${name}:`)) return null;
  try {
    const state = JSON.parse(found.slice(name.length + 1));
    return Object.entries(state).every(([trait, value]) => alike(value, model.get(trait))) ? state : null;
  } catch { return null; }
}

/** Address of this page with the figure's present state. */
export function sharedAddress(name, state) {
  const rounded = JSON.stringify(state, (_, v) => (typeof v === "number" ? Number(v.toPrecision(6)) : v));
  return `${location.href.split("#")[0]}#${new URLSearchParams({ svm: `${name}:${rounded}` })}`;
}
