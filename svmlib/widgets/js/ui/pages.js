// The steps of a page on paper: one sheet each.
import { h } from "./dom.js";

const PATIENCE = 10000; // milliseconds that a step may take until its figure is at rest

const nextFrame = () => new Promise((go) => requestAnimationFrame(go));
const idle = () => new Promise((go) => (globalThis.requestIdleCallback ?? setTimeout)(go));

/** The panels as one picture, as they lie. */
async function pictureOf(panels) {
  const { left, top, width, height } = panels.getBoundingClientRect();
  const picture = h("canvas", { width: 3 * width, height: 3 * height });
  const pen = picture.getContext("2d");
  pen.scale(3, 3);
  for (const one of panels.querySelectorAll("canvas")) {
    const at = one.getBoundingClientRect();
    pen.drawImage(one, at.left - left, at.top - top, at.width, at.height);
  }
  const file = await new Promise((go) => picture.toBlob(go)); // far smaller
  const kept = h("img", { src: URL.createObjectURL(file), alt: "" });
  await kept.decode();
  return kept;
}

/**
 * Lay out the sheets of steps, which are what paper shows while class mode is open, whoever prints.
 * Their words are there at once, their pictures when the promise is kept: copies of the figures,
 * which make(el) mounts in an element, go through the steps; those in the page stay as they are.
 * @param {{ words: Node[], note: Node[], text: string, make: (el: HTMLElement) => () => void }[]}
 * steps
 */
export async function layOut(steps) {
  const desk = h("div");
  const late = steps.map(() => h("p", {}, "No picture yet: print once more."));
  const sheets = steps.map(({ words, note }, k) =>
    h(
      "section",
      { class: "svm-live", "data-svm-theme": "light" },
      h("p", { class: "svm-deck-words" }, ...words),
      late[k],
      h("small", {}, ...note),
    ),
  );
  document.body.append(h("div", { class: "svm-pages", inert: true }, desk, ...sheets));
  const copies = new Map();
  for (const [k, { text, make }] of steps.entries()) {
    await idle(); // what is on the screen goes first
    if (!copies.has(make)) {
      const el = h("div");
      desk.append(el);
      const end = make(el);
      const root = el.firstElementChild;
      root.dataset.svmTheme = "light";
      copies.set(make, { root, end });
      await nextFrame(); // until it knows its size
    }
    const { root } = copies.get(make);
    root.dispatchEvent(new CustomEvent("svm-step", { detail: text }));
    root.dispatchEvent(new Event("pointerdown")); // a hand on it: it does not glide
    const until = performance.now() + PATIENCE;
    do await nextFrame();
    while (root.dataset.done !== "true" && performance.now() < until);
    const [panels, ...told] = ["panels", "facts", "legend"].map((part) =>
      root.querySelector(`.svm-${part}`),
    );
    late[k].replaceWith(await pictureOf(panels), ...told.map((one) => one.cloneNode(true)));
  }
  for (const { end } of copies.values()) end();
  desk.remove();
}
