// What a figure keeps its traits in where there is no Python.

/** A model as anywidget's front ends see it, over a plain object. */
export function pageModel(state) {
  const values = structuredClone(state);
  const listeners = new Map();
  return {
    page: location.href.split("#")[0], // where a link can lead
    get: (name) => values[name],
    set(name, value) {
      if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
      values[name] = value;
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
    },
    save_changes() {},
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    off(event, listener) {
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter((l) => l !== listener),
      );
    },
  };
}
