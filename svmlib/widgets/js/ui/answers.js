// The ways to answer a question about a picture: a line, a drawing, a place, points, a number, a
// choice, or what the figure itself lets move.
import { freshId, h, show } from "./dom.js";
import { LineHandles } from "./handles.js";
import { Sheet } from "./sheet.js";

const CROSS_STEPS = [0.01, 0.05]; // shares of the window that an arrow key moves the cross by
const REACH_OF_MARK = 22; // CSS pixels around a point that count as touching it
/** How to answer, by the kind of the answer. */
export const HOW = {
  line: "Lay your line with the two handles: drag them, or use the arrow keys.",
  place: "Click the place, or move the cross with the arrow keys (with Shift further).",
  points: "Click the points; or go from one to the next with the arrow keys, and mark with Space.",
  number: "Type a number, then commit it.",
  choice: "Choose one, then commit it.",
};

/** A layer over a plot that hears what would else be meant for the points underneath. */
function layer(plot, label, { signal, click, key }) {
  const element = h("div", {
    class: "svm-sheet svm-layer",
    tabindex: 0,
    role: "application",
    "aria-label": label,
    hidden: true,
  });
  const on = (type, listener) =>
    element.addEventListener(
      type,
      (event) => {
        event.stopPropagation();
        listener(event);
      },
      { signal },
    );
  for (const type of ["pointerdown", "pointermove", "pointerup", "dblclick", "contextmenu"])
    on(type, () => {});
  on("click", (event) => click(...plot.at(event)));
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.key === "Tab") return;
      event.stopPropagation();
      if (key(event)) event.preventDefault();
    },
    { signal },
  );
  plot.element.append(element);
  return element;
}

// Ways to answer. Each has begin(), end(), value() (null while there is none), draw(value) and
// perhaps an element beside the question.
export const ANSWERS = {
  /** Two handles that a line runs through. */
  line({ plot }, shell) {
    const handles = new LineHandles(plot, { signal: shell.signal, changed: shell.redraw });
    return {
      begin() {
        handles.lay();
        handles.show(true);
      },
      end: () => handles.show(false),
      value: () => handles.places.map((place) => [...place]),
      drawn: () => handles.drawn(),
    };
  },

  /** Lines drawn on a sheet. */
  lines({ plot }, { signal, whisper, redraw }) {
    const sheet = new Sheet(plot, { changed: redraw, whisper, signal });
    return {
      begin() {
        sheet.clear();
        sheet.show(true);
      },
      end: () => sheet.show(false),
      value: () => (sheet.lines.length ? sheet.lines : null),
      draw: () => sheet.draw(),
    };
  },

  /** A place of a plot. */
  place({ plot }, { signal, whisper, redraw }) {
    /** @type {number[] | null} */
    let place = null;
    const put = (x, y) => {
      const here = (place = plot.held(x, y));
      whisper(`Cross at ${here.map((v) => show(v, 3)).join(", ")}.`);
      redraw();
    };
    const element = layer(plot, HOW.place, {
      signal,
      click: (px, py) => put(...plot.toData(px, py)),
      key(event) {
        const way = plot.way(event, CROSS_STEPS[Number(event.shiftKey)]);
        const [x0, x1, y0, y1] = plot.box;
        const [x, y] = place ?? [(x0 + x1) / 2, (y0 + y1) / 2];
        if (way) put(x + way[0], y + way[1]);
        return Boolean(way);
      },
    });
    return {
      begin() {
        place = null;
        element.hidden = false;
        element.focus({ preventScroll: true });
      },
      end() {
        element.hidden = true;
      },
      value: () => place,
      draw(value) {
        if (value) plot.cross(value[0], value[1], { colour: plot.colours.purple });
      },
    };
  },

  /** Some of the points of a plot; points() are all of them. */
  points({ plot, points }, { signal, whisper, redraw }) {
    const marked = new Set();
    let at = -1;
    const flip = (i) => {
      if (i < 0) return;
      at = i;
      if (!marked.delete(i)) marked.add(i);
      whisper(`Point ${i + 1} ${marked.has(i) ? "marked" : "not marked"}, ${marked.size} in all.`);
      redraw();
    };
    const element = layer(plot, HOW.points, {
      signal,
      click: (px, py) => flip(plot.nearest(points(), px, py, REACH_OF_MARK)),
      key(event) {
        const n = points().length;
        const by = { ArrowRight: 1, ArrowDown: 1, n: 1, ArrowLeft: -1, ArrowUp: -1, p: -1 }[
          event.key
        ];
        if (by) {
          at = at < 0 ? 0 : (at + by + n) % n;
          whisper(`Point ${at + 1} of ${n}${marked.has(at) ? ", marked" : ""}.`);
          redraw();
        } else if (event.key === " " || event.key === "Enter") flip(Math.max(0, at));
        else return false;
        return true;
      },
    });
    return {
      begin() {
        marked.clear();
        at = -1;
        element.hidden = false;
        element.focus({ preventScroll: true });
      },
      end() {
        element.hidden = true;
      },
      value: () => [...marked],
      draw(value) {
        const colour = plot.colours.purple;
        for (const i of value) {
          const [x, y] = points()[i] ?? [];
          plot.ring(x, y, { radius: 15, width: 3, colour });
        }
        if (at >= 0 && !element.hidden) plot.ring(...points()[at], { radius: 20, colour });
      },
    };
  },

  /** A whole number from 0 to most(). */
  number({ plot, most }) {
    const field = h("input", { type: "number", min: 0, step: 1, "aria-label": "Your guess" });
    return {
      element: field,
      begin() {
        field.value = "";
        field.max = most();
        field.focus({ preventScroll: true });
      },
      end() {},
      value() {
        const v = Number(field.value);
        return field.value.trim() && Number.isInteger(v) && v >= 0 && v <= most() ? v : null;
      },
      draw(value, committed) {
        if (!committed) return;
        const [x0, , , y1] = plot.box;
        const { purple } = plot.colours;
        plot.text(x0, y1, `you said ${value}`, { colour: purple, dx: 8, dy: 12 });
      },
    };
  },

  /** One of options() = [[value, words], …]. */
  choice({ options }) {
    const name = freshId("guess");
    const element = h("span", { class: "svm-row", role: "radiogroup", "aria-label": "Your guess" });
    return {
      element,
      begin() {
        element.replaceChildren(
          ...options().map(([value, words]) =>
            h("label", {}, h("input", { type: "radio", name, value }), ` ${words}`),
          ),
        );
        element.querySelector("input")?.focus({ preventScroll: true });
      },
      end: () => element.replaceChildren(),
      value: () => element.querySelector("input:checked")?.value ?? null,
    };
  },

  /** What the figure itself lets move. */
  state: ({ value }) => ({ begin() {}, end() {}, value }),
};
