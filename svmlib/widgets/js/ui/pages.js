// The steps of a page on paper: one sheet each.
import { h } from "./dom.js";

const PATIENCE = 10000; // milliseconds that a step may take until its figure is at rest

const nextFrame = () => new Promise((go) => requestAnimationFrame(go));

/** The panels as one picture, as they lie. */
function pictureOf(panels) {
  const { left, top, width, height } = panels.getBoundingClientRect();
  const picture = h("canvas", { width: 3 * width, height: 3 * height });
  const pen = picture.getContext("2d");
  pen.scale(3, 3);
  for (const one of panels.querySelectorAll("canvas")) {
    const at = one.getBoundingClientRect();
    pen.drawImage(one, at.left - left, at.top - top, at.width, at.height);
  }
  return picture;
}

/**
 * Print steps. Copies of their figures, which make(el) mounts in an element, go through them: those
 * in the page stay as they are.
 * @param {{ words: Node[], note: Node[], text: string, make: (el: HTMLElement) => () => void }[]}
 * steps
 */
export async function printSteps(steps) {
  const paper = h("div", { class: "svm-pages", inert: true });
  const desk = h("div");
  document.body.append(paper);
  paper.append(desk);
  const copies = new Map();
  for (const { words, note, text, make } of steps) {
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
    const [panels, facts, legend] = ["panels", "facts", "legend"].map((part) =>
      root.querySelector(`.svm-${part}`),
    );
    const sheet = h("section", { class: "svm-live", "data-svm-theme": "light" });
    const said = [h("p", { class: "svm-deck-words" }, ...words), pictureOf(panels)];
    sheet.append(...said, facts.cloneNode(true), legend.cloneNode(true), h("small", {}, ...note));
    paper.append(sheet);
  }
  for (const { end } of copies.values()) end();
  desk.remove();
  addEventListener("afterprint", () => paper.remove(), { once: true });
  print();
}
