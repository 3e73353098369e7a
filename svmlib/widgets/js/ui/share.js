// The situation of a figure in the address: everything a teacher needs to link to it.

/** State from "#svm=<name>:<json>" when it is meant for the figure of this name, else null. */
export function readShared(name) {
  const found = new URLSearchParams(location.hash.slice(1)).get("svm");
  if (!found?.startsWith(`${name}:`)) return null;
  try { return JSON.parse(found.slice(name.length + 1)); } catch { return null; }
}

/** Address of this page with the figure's present state. */
export function sharedAddress(name, state) {
  const rounded = JSON.stringify(state, (_, v) => (typeof v === "number" ? Number(v.toPrecision(6)) : v));
  return `${location.href.split("#")[0]}#${new URLSearchParams({ svm: `${name}:${rounded}` })}`;
}
