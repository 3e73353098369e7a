// As much of a page as the live figures need, without a browser: elements with their texts and
// listeners, a canvas that notes how often what is drawn, and a clock that a test moves. What a
// style sheet, a layout or a real pointer decides is for the tests in a browser.
import { readFileSync } from "node:fs";
import { generator } from "../../svmlib/widgets/js/core/descent.js";

const CSS = readFileSync(new URL("../../svmlib/widgets/js/live.css", import.meta.url), "utf8");
const COLOURS = new Map(
  CSS.split("}", 1)[0]
    .match(/--svm-[\w-]+: #\w+/g)
    .map((one) => one.split(": ")),
);
const NAMES = new Map([...COLOURS].map(([name, colour]) => [colour, name.slice(6)]));
const [WIDTH, HEIGHT] = [600, 20]; // of whatever is asked, in CSS pixels
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// ---- time
let now = 1000;
let timers = new Map();
let last = 0;
let cost = 0; // of a look at the clock
performance.now = () => (now += cost);
/** Each look at the clock costs so many milliseconds, as on a slow machine. */
export const slow = (milliseconds) => {
  cost = milliseconds;
};
const later = (work, wait = 0) => (timers.set(++last, [now + wait, work]), last);
const never = (id) => timers.delete(id);

/** Let time pass: what is due is done, each at its time. */
export async function pass(milliseconds) {
  const end = now + milliseconds;
  await null;
  for (;;) {
    const due = [...timers].filter(([, [at]]) => at <= end);
    if (!due.length) break;
    const [id, [at, work]] = due.reduce((first, one) => (one[1][0] < first[1][0] ? one : first));
    timers.delete(id);
    now = Math.max(now, at);
    work();
    await null;
  }
  now = end;
}

// ---- events
class PageEvent {
  constructor(type, how = {}) {
    Object.assign(this, { type, defaultPrevented: false, stopped: false, ...how });
  }
  preventDefault() {
    this.defaultPrevented = true;
  }
  stopPropagation() {
    this.stopped = true;
  }
  composedPath() {
    return this.path;
  }
}

class Target {
  listeners = [];
  addEventListener(type, listener, how = {}) {
    const one = { type, listener, ...(typeof how === "object" ? how : {}) };
    if (how.signal?.aborted) return;
    this.listeners.push(one);
    how.signal?.addEventListener("abort", () => this.drop(one));
  }
  drop(listener) {
    this.listeners = this.listeners.filter((one) => one !== listener);
  }
  hear(event, capture) {
    for (const one of [...this.listeners]) {
      if (one.type !== event.type || Boolean(one.capture) !== capture) continue;
      if (one.once) this.drop(one);
      one.listener.call(this, event);
    }
  }
  dispatchEvent(event) {
    const path = [];
    for (let at = this; at; at = at.parentElement) path.push(at);
    path.push(document, view);
    Object.assign(event, { target: this, path });
    for (const at of path.toReversed()) if (!event.stopped) at.hear(event, true);
    for (const at of event.bubbles === false ? path.slice(0, 1) : path)
      if (!event.stopped) at.hear(event, false);
    return !event.defaultPrevented;
  }
}

// ---- elements
class Text {
  parentElement = null;
  constructor(data) {
    this.data = String(data);
  }
  get textContent() {
    return this.data;
  }
  remove() {
    this.parentElement?.take(this);
  }
}

/** What a pattern parts a selector into, found once. */
const parting = (pattern) => {
  const known = new Map();
  return (selector) => {
    if (!known.has(selector)) known.set(selector, selector.split(pattern).filter(Boolean));
    return known.get(selector);
  };
};
const alternatives = parting(/, (?![^(]*\))/);
const levels = parting(/ > | (?![^[(]*[\])])/);
const conditions = parting(/(:not\([^)]*\)|\[[^\]]*\]|\.[\w-]+|:[\w-]+)/);

/** Whether an element is what a simple selector says: a tag, classes, attributes, :not(…). */
function isOne(element, selector) {
  const parts = conditions(selector);
  return parts.every((part) => {
    if (part.startsWith(":not(")) return !element.matches(part.slice(5, -1));
    if (part.startsWith(".")) return element.classList.contains(part.slice(1));
    const [, name, value] = /^\[([\w-]+)(?:="?([^"\]]*)"?)?\]$/.exec(part) ?? [];
    if (name) {
      const own = element.getAttribute(name);
      return own !== null && (value ?? own) === own;
    }
    if (part === ":checked") return element.checked;
    if (part === ":focus-visible") return document.activeElement === element;
    return element.tagName === part;
  });
}

export class Element extends Target {
  childNodes = [];
  parentElement = null;
  attributes = new Map();
  style = { setProperty() {} };
  constructor(tagName) {
    super();
    this.tagName = tagName;
    if (tagName === "canvas") this.drawn = new Map();
    const attributes = this.attributes;
    this.dataset = new Proxy(
      {},
      {
        get: (_, name) => attributes.get(`data-${dashed(String(name))}`),
        set: (_, name, value) => Boolean(attributes.set(`data-${dashed(name)}`, String(value))),
      },
    );
    const classes = () => (attributes.get("class") ?? "").split(" ").filter(Boolean);
    const toggle = (name, on) =>
      attributes.set(
        "class",
        [...classes().filter((one) => one !== name), ...(on ? [name] : [])].join(" "),
      );
    this.classList = {
      contains: (name) => classes().includes(name),
      add: (name) => toggle(name, true),
      remove: (name) => toggle(name, false),
      toggle: (name, on = !classes().includes(name)) => toggle(name, on),
    };
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  toggleAttribute(name, on) {
    if (on) this.attributes.set(name, "");
    else this.attributes.delete(name);
  }
  get children() {
    return this.childNodes.filter((one) => one instanceof Element);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get isConnected() {
    for (let at = this; at; at = at.parentElement) if (at === document.body) return true;
    return false;
  }
  take(node) {
    this.childNodes = this.childNodes.filter((one) => one !== node);
    node.parentElement = null;
  }
  put(nodes, at) {
    const own = nodes.map((one) => (typeof one === "object" ? one : new Text(one)));
    for (const node of own) node.remove();
    this.childNodes.splice(Math.min(at, this.childNodes.length), 0, ...own);
    for (const node of own) node.parentElement = this;
  }
  append(...nodes) {
    this.put(nodes, Infinity);
  }
  prepend(...nodes) {
    this.put(nodes, 0);
  }
  before(...nodes) {
    this.parentElement.put(nodes, this.parentElement.childNodes.indexOf(this));
  }
  after(...nodes) {
    this.parentElement.put(nodes, this.parentElement.childNodes.indexOf(this) + 1);
  }
  replaceChildren(...nodes) {
    for (const one of [...this.childNodes]) this.take(one);
    this.append(...nodes);
  }
  remove() {
    this.parentElement?.take(this);
  }
  contains(other) {
    for (let at = other; at; at = at.parentElement) if (at === this) return true;
    return false;
  }
  get textContent() {
    return this.childNodes.map((one) => one.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }
  *all() {
    for (const child of this.children) {
      yield child;
      yield* child.all();
    }
  }
  matches(selector) {
    return alternatives(selector).some((one) => {
      const parts = levels(one);
      if (!isOne(this, parts.at(-1))) return false;
      return parts.length < 2 || Boolean(this.parentElement?.closest(parts.slice(0, -1).join(" ")));
    });
  }
  closest(selector) {
    for (let at = this; at; at = at.parentElement) if (at.matches(selector)) return at;
    return null;
  }
  querySelectorAll(selector) {
    return [...this.all()].filter((one) => one.matches(selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  getRootNode() {
    return document;
  }
  focus() {
    document.activeElement = this;
    this.dispatchEvent(new PageEvent("focus", { bubbles: false }));
  }
  click() {
    if (this.disabled) return;
    if (this.getAttribute("type") === "checkbox") this.checked = !this.checked;
    if (this.getAttribute("type") === "checkbox") this.dispatchEvent(new PageEvent("change"));
    this.dispatchEvent(new PageEvent("click"));
  }
  get value() {
    if (this.tagName === "option") return this.getAttribute("value");
    if (this.tagName !== "select") return this.own ?? this.getAttribute("value") ?? "";
    const options = this.querySelectorAll("option").map((one) => one.value);
    return options.includes(this.own) ? this.own : (options[0] ?? "");
  }
  set value(value) {
    this.own = String(value);
  }
  getBoundingClientRect() {
    const height = parseFloat(this.style.height) || HEIGHT;
    return { left: 0, top: 0, x: 0, y: 0, right: WIDTH, bottom: height, width: WIDTH, height };
  }
  getContext() {
    return (this.pen ??= penOf(this));
  }
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
  }
  setPointerCapture() {}
  hasPointerCapture() {
    return true;
  }
  scrollIntoView() {}
  get clientWidth() {
    return WIDTH;
  }
  get offsetHeight() {
    return HEIGHT;
  }
}
// attributes that are properties, too
for (const name of ["hidden", "disabled", "open", "checked"])
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(on) {
      this.toggleAttribute(name, on);
    },
  });
for (const name of ["id", "title", "type", "href", "className", "tabIndex"])
  Object.defineProperty(Element.prototype, name, {
    get() {
      const value = this.getAttribute({ className: "class", tabIndex: "tabindex" }[name] ?? name);
      return name === "tabIndex" ? Number(value) : (value ?? "");
    },
    set(value) {
      this.setAttribute({ className: "class", tabIndex: "tabindex" }[name] ?? name, value);
    },
  });

/** A pen that notes in `canvas.drawn` how often what is drawn since the picture was cleared. */
function penOf(canvas) {
  const state = { measureText: (text) => ({ width: 6 * String(text).length }) };
  let path = "";
  let where = [];
  const note = (what) => {
    canvas.drawn.set(what, [...(canvas.drawn.get(what) ?? []), where.map(Math.round).join(" ")]);
  };
  const named = (style) => NAMES.get(style) ?? style;
  const does = {
    createImageData: (width, height) => ({ data: new Uint8ClampedArray(4 * width * height) }),
    putImageData: ({ data }) => {
      canvas.image = data.reduce((sum, v) => (Math.imul(sum, 31) + v) | 0, 0);
    },
    drawImage: ({ image }) => {
      where = [image];
      note("image");
    },
    beginPath: () => {
      [path, where] = ["line", []];
    },
    arc: (x, y, r) => {
      [path, where] = [`ring ${Math.round(r)}`, [...where, x, y]];
    },
    rect: (x, y, w, h) => {
      [path, where] = ["square", [...where, x, y, w, h]];
    },
    lineTo: (...place) => where.push(...place),
    moveTo: (...place) => where.push(...place),
    setTransform: () => canvas.drawn.clear(),
    fill: () => note(`${named(state.fillStyle)} ${path}`),
    stroke: () =>
      path.startsWith("square") ||
      note(`${named(state.strokeStyle)}${state.dash ? " dashed" : ""} ${path}`),
    setLineDash: ({ length }) => {
      state.dash = length > 0;
    },
    fillText: (text, ...place) => {
      where = place;
      note(`“${text}”`);
    },
  };
  return new Proxy(state, {
    get: (_, name) => state[name] ?? does[name] ?? (() => {}),
    set: (_, name, value) => ((state[name] = value), true),
  });
}

// ---- the page
/** Settings of who looks: reduced motion, a page that is dark. */
export const reader = { still: false };
const kept = new Map();
/** What listens to the window itself. */
export const view = new Target();
export const document = Object.assign(new Target(), {
  documentElement: new Element("html"),
  body: new Element("body"),
  activeElement: null,
  fullscreenEnabled: false,
  fullscreenElement: null,
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  querySelector: (selector) => document.body.querySelector(selector),
  querySelectorAll: (selector) => document.body.querySelectorAll(selector),
});
class Watcher {
  observe() {}
  disconnect() {}
}
const page = {
  document,
  window: globalThis,
  Event: PageEvent,
  CustomEvent: PageEvent,
  HTMLElement: Element,
  ResizeObserver: Watcher,
  MutationObserver: Watcher,
  location: {
    hash: "",
    pathname: "/page.html",
    search: "",
    get href() {
      return `https://page.example/page.html${this.hash}`;
    },
  },
  history: {
    replaceState: (_, __, to) => {
      page.location.hash = /#.*|$/.exec(to)[0];
    },
  },
  localStorage: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  },
  setTimeout: later,
  clearTimeout: never,
  requestAnimationFrame: (work) => later(() => work(now), 16),
  cancelAnimationFrame: never,
  matchMedia: (asked) =>
    Object.assign(new Target(), { matches: reader.still && asked.includes("motion") }),
  getComputedStyle: () => ({
    fontFamily: "",
    gridTemplateColumns: "1fr",
    getPropertyValue: (name) => COLOURS.get(name) ?? "",
  }),
  innerHeight: 5000,
  devicePixelRatio: 1,
  addEventListener: (...how) => view.addEventListener(...how),
};
for (const [name, value] of Object.entries(page))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const APART = new Set(["div", "td", "th", "tr", "dt", "dd", "li", "p", "label", "input", "span"]);
const wordsOf = (element) => {
  if (element.hidden || element.tagName === "option") return "";
  const own = element.childNodes.map((one) => (one instanceof Element ? wordsOf(one) : one.data));
  const { type } = element;
  if (type === "number") own.push(element.value);
  if (type === "checkbox" || type === "radio") own.push(element.checked ? "☑ " : "☐ ");
  if (element.tagName === "select")
    own.push(
      `: ${element.querySelectorAll("option").find((one) => one.value === element.value)?.textContent}`,
    );
  return own.join("") + (APART.has(element.tagName) ? " " : "");
};
/** What is seen of an element: not what is hidden. */
export const seen = (element) => wordsOf(element).replace(/\s+/g, " ").trim();

/** What the page has saved last: { name, blob }. */
export const saved = {};
URL.createObjectURL = (blob) => ((saved.blob = blob), "blob:");
URL.revokeObjectURL = () => {};

/** Another page, with nothing left of the last one, and the same chances. */
export function anew({ hash = "" } = {}) {
  timers = new Map();
  Math.random = generator(1);
  kept.clear();
  page.location.hash = hash;
  view.listeners = [];
  document.listeners = [];
  document.body.replaceChildren();
  document.activeElement = null;
}
