// The steps of a page: links in its text that move a figure. A bar in the figure says the step that
// was taken, leads to the others, and shows all of them to a class, a screen each, or prints them.
import { button } from "./controls.js";
import { h } from "./dom.js";
import { layOut } from "./pages.js";

const LOOK = "What do you see? Press the right arrow key for the first step.";
const OWN_ARROWS = "input, select, textarea, .svm-plot[tabindex], .svm-handle";

/** The figure that a step moves, by its name in links, and the text of the state there. */
function aimOf(link) {
  const aim = new URLSearchParams(link.hash.slice(1)).get("svm") ?? "";
  const at = aim.indexOf(":");
  return { name: aim.slice(0, at), text: aim.slice(at + 1) };
}

/** What is said of a step, as copies: to all, and in the note. */
function wordsOf(link) {
  const words = link.closest("li, p").cloneNode(true);
  for (const one of words.querySelectorAll("[id]")) one.removeAttribute("id");
  for (const one of words.querySelectorAll("a.svm-step"))
    one.replaceWith(h("strong", {}, ...one.childNodes));
  const note = words.querySelector(".svm-note");
  note?.remove();
  const inside = (part) => (part.querySelector(":scope > p") ?? part).childNodes;
  return { words: [...inside(words)], note: [...(note?.childNodes ?? [])] };
}

/** How far a key goes through the steps. */
function stepsOf({ key, target }) {
  if (key === "PageDown") return 1;
  if (key === "PageUp") return -1;
  if (target.closest(OWN_ARROWS)) return 0;
  return { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key] ?? 0;
}

/**
 * The steps of this page; wake() brings its figures to life. Each figure that has come to life is
 * to be offered to them, with what makes it.
 * @param {() => void} wake
 * @returns {{ offer: (el: HTMLElement, make: (el: HTMLElement) => any) => void }}
 */
export function deckOf(wake) {
  /** @type {any[]} */ const links = [...document.querySelectorAll("a.svm-step")];
  return links.length ? new Deck(links, wake) : { offer() {} };
}

class Deck {
  constructor(links, wake) {
    this.links = links;
    this.wake = wake;
    this.at = 0;
    this.makers = new Map();
    /** @type {any} the place of the figure that class mode has taken out of the page */
    this.home = null;
    /** @type {any} a promise: kept when all steps can be printed */
    this.sheets = null;
    this.words = h("p", { class: "svm-deck-words" });
    this.note = h("p");
    this.why = h("details", { class: "svm-deck-why" }, h("summary", {}, "Why?"), this.note);
    this.count = h("span", { class: "svm-deck-count" });
    this.back = button("‹", () => this.by(-1), { label: "Step before" });
    this.on = button("›", () => this.by(1), { label: "Next step" });
    this.mode = button("", () => (this.screen.open ? this.screen.close() : this.open()));
    this.paper = button("Print", () => this.print());
    this.bar = h(
      "div",
      { class: "svm-deck", role: "group", "aria-label": "Steps" },
      this.words,
      this.why,
      h("div", { class: "svm-row" }, this.back, this.count, this.on, this.paper, this.mode),
    );
    this.screen = h("dialog", { class: "svm-class", "aria-label": "Class mode" });
    document.body.append(this.screen);
    for (const [k, link] of links.entries()) {
      link.setAttribute("role", "button");
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
        event.preventDefault();
        this.go(k, "off");
      });
      link.addEventListener("keydown", (event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        link.click();
      });
    }
    this.screen.addEventListener("keydown", (event) => this.key(event), { capture: true });
    this.screen.addEventListener("close", () => this.closed());
    addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement) this.screen.close();
    });
    this.label();
    const asked = () => this.asked();
    addEventListener("hashchange", asked);
    queueMicrotask(asked); // wake() is for later
  }

  /** The number of the first step of a figure, or -1. */
  first(name) {
    return this.links.findIndex((link) => aimOf(link).name === name);
  }

  /** An address that ends in #class=street opens class mode with this figure, before its steps. */
  asked() {
    const name = new URLSearchParams(location.hash.slice(1)).get("class") ?? "";
    const first = this.first(name);
    if (first < 0 || this.screen.open) return;
    this.at = first - 1;
    this.open(name);
  }

  /** A figure that steps move says so. */
  offer(el, make) {
    const root = el.querySelector(".svm-live");
    this.makers.set(root?.dataset.linked, make);
    const first = this.first(root?.dataset.linked);
    if (first < 0) return;
    const begin = button("▸ Steps", () => this.go(first), { class: "svm-button svm-begin" });
    root.querySelector(".svm-more > div").prepend(begin);
  }

  by(steps) {
    const k = this.at + steps;
    if (k >= 0 && k < this.links.length) this.go(k);
  }

  /** Take step k; the words are spoken when they have not just been pressed. */
  go(k, live = "polite") {
    const { links, screen } = this;
    const { name, text } = aimOf(links[k]);
    this.words.setAttribute("aria-live", live);
    const root = this.tell(name, k, wordsOf(links[k]));
    root?.dispatchEvent(new CustomEvent("svm-step", { detail: text }));
    if (!screen.open) this.show();
  }

  /** The bar comes to a figure and says these words; step k has the page's mark. */
  tell(name, k, { words, note }) {
    const { bar, links, screen } = this;
    this.wake();
    const root = document.querySelector(`.svm-live[data-linked="${name}"]`);
    if (!root) return null; // a figure that cannot be drawn is a picture
    this.at = k;
    for (const [i, link] of links.entries()) link.toggleAttribute("data-taken", i === k);
    const focus = /** @type {HTMLElement} */ (document.activeElement);
    if (screen.open) this.hold(root);
    if (bar.parentElement !== root) {
      root.prepend(bar);
      if (bar.contains(focus)) focus.focus();
    }
    this.words.replaceChildren(...words);
    this.note.replaceChildren(...note);
    this.why.hidden = !note.length;
    this.why.open = false;
    this.label();
    return root;
  }

  /** The figure comes into sight once it has made room for the bar, and the bar in any case. */
  show() {
    const come = () => {
      for (const part of [this.bar.parentElement, this.bar])
        part?.scrollIntoView({ block: "nearest" });
    };
    requestAnimationFrame(() => requestAnimationFrame(come));
  }

  /** Where we are, and what the buttons can do. */
  label() {
    const { at, links, screen } = this;
    this.count.textContent = `${at + 1} of ${links.length}`;
    this.back.setAttribute("aria-disabled", at <= 0);
    this.on.setAttribute("aria-disabled", at === links.length - 1);
    this.paper.hidden = !screen.open;
    this.mode.textContent = screen.open ? "End class mode" : "Class mode";
  }

  /**
   * One screen for a class: the whole one where the browser lets us, else the window. It begins
   * with the last step, or with this figure as it is.
   */
  async open(name = "") {
    // before the dialog, which must come to lie above; where a page opens, nobody may ask for it
    if (navigator.userActivation?.isActive ?? true)
      await document.documentElement.requestFullscreen?.().catch(() => {});
    this.screen.showModal();
    // both wake all figures
    if (name) this.tell(name, this.at, { words: [LOOK], note: [] });
    else this.go(Math.max(this.at, 0));
    const steps = this.links.map((link) => {
      const { name, text } = aimOf(link);
      return { ...wordsOf(link), text, make: this.makers.get(name) };
    });
    this.sheets ??= layOut(steps.filter(({ make }) => make));
    this.on.focus();
  }

  /** The figure on the screen is this one; one that was there goes home. */
  hold(root) {
    if (root.parentElement === this.screen) return;
    this.release();
    this.home = root.parentElement;
    this.home.style.minHeight = `${this.home.offsetHeight}px`; // the page keeps its places
    this.screen.append(root);
  }

  release() {
    const root = this.screen.firstElementChild;
    if (!root) return;
    this.home.append(root);
    this.home.style.minHeight = "";
  }

  closed() {
    this.release();
    if (document.fullscreenElement) document.exitFullscreen();
    this.label();
    this.show();
    this.mode.focus({ preventScroll: true });
  }

  /** One sheet a step, as by the browser's own menu, but none before it is whole. */
  async print() {
    if (this.paper.hasAttribute("aria-disabled")) return;
    this.paper.setAttribute("aria-disabled", "true"); // where the focus may stay
    await this.sheets;
    print();
    this.paper.removeAttribute("aria-disabled");
  }

  key(event) {
    if (event.key === "p" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.print();
    }
    const steps = stepsOf(event);
    if (!steps || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.by(steps);
  }
}
