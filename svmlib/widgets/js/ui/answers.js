// Answers beside a question: a number, or one of a few.
import { freshId, h } from "./dom.js";

/** A guess (guess.js) is a whole number from 0 to most(). */
export function numberAnswer({ plot, most }) {
  const field = h("input", { type: "number", min: 0, step: 1, "aria-label": "Your guess" });
  return {
    how: "Type a number, then commit it.",
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
}

/** A guess (guess.js) is one of options() = [[value, words], …]. */
export function choiceAnswer({ options }) {
  const name = freshId("guess");
  const element = h("span", { class: "svm-row", role: "radiogroup", "aria-label": "Your guess" });
  return {
    how: "Choose one, then commit it.",
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
}
