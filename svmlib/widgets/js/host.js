// Brings the figures of a published page to life from the widget state that the page carries:
// no kernel, no server, no general widget manager.

/** A model as anywidget's front ends see it, over a plain object. */
export function pageModel(state) {
  const values = structuredClone(state), listeners = new Map();
  return {
    onPage: true,  // a link can lead here
    get: (name) => values[name],
    set(name, value) {
      if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
      values[name] = value;
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
    },
    save_changes() {},
    on(event, listener) { listeners.set(event, [...(listeners.get(event) ?? []), listener]); },
    off(event, listener) { listeners.set(event, (listeners.get(event) ?? []).filter((l) => l !== listener)); },
  };
}

/**
 * Put a live figure in place of each static one that has its state in the page.
 * @param {Record<string, (how: { model: any, el: HTMLElement }) => void>} figures by the names of the Python classes
 */
export function mountAll(figures) {
  const script = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
  if (!script) return;
  const { state } = JSON.parse(script.textContent ?? "");
  /** @type {NodeListOf<HTMLElement>} */ const places = document.querySelectorAll(".svm-place");
  for (const place of places) {
    const saved = state[place.dataset.model ?? ""].state, el = document.createElement("div");
    const image = place.querySelector("img"), picture = image?.closest("a") ?? image;  // it may be a link to itself
    if (!picture) continue;
    // the picture stays for paper
    picture.before(el);
    picture.classList.add("svm-paper");
    try {
      figures[saved.figure]({ model: pageModel(saved), el });
    } catch (error) {
      el.remove();  // and the other figures go on
      picture.classList.remove("svm-paper");
      console.error(error);
    }
  }
}
