// Tasks that a figure checks itself. What was solved stays in this browser, and nowhere else.
import { button } from "./controls.js";
import { h } from "./dom.js";

/** How many points are not where they were then, or new, or gone. */
export const pointsElsewhere = (now, then) =>
  now.filter((p, i) => String(p) !== String(then[i])).length +
  Math.max(0, then.length - now.length);

/**
 * challenges: [{ id, text, met(view, context) }, …]; `view` is what the figure found, `context` = {
 * moves, first, moved }: how many changes lead here from the start, what the figure found there,
 * how many points are elsewhere. `place` tells one figure of a page from the others. Returns {
 * element, check(view, context) } or null without challenges.
 */
export function challengeLine(challenges, place, note) {
  if (!challenges?.length) return null;
  const key = (id) => `svm:${place}:${id}`;
  const solved = new Set(challenges.map((c) => c.id).filter((id) => stored(key(id))));
  let at = Math.max(
    0,
    challenges.findIndex((c) => !solved.has(c.id)),
  );
  const text = h("span", { class: "svm-challenge-text" });
  const show = () => {
    const { id, text: words } = challenges[at];
    const done = solved.has(id);
    element.dataset.solved = String(done);
    text.textContent = `${done ? "★ Solved" : "☆ Challenge"}${challenges.length > 1 ? ` ${at + 1} of ${challenges.length}` : ""}: ${words}`;
  };
  const go = (by) => {
    at = (at + by + challenges.length) % challenges.length;
    show();
  };
  const element = h(
    "div",
    { class: "svm-challenge" },
    text,
    challenges.length > 1 ? button("›", () => go(1), { label: "Next challenge" }) : null,
  );
  show();
  return {
    element,
    /** A challenge that is not the one on show can be met, too: then it comes forward. */
    check(view, context) {
      if (!context.moves) return;
      challenges.forEach(({ id, met }, k) => {
        if (solved.has(id) || !met(view, context)) return;
        solved.add(id);
        store(key(id));
        at = k;
        show();
        note(
          solved.size === challenges.length
            ? "★ Solved, and with it all challenges of this figure."
            : "★ Challenge solved.",
        );
      });
    },
  };
}

// a browser may refuse to keep anything (private windows, some frames): then it is forgotten with
// the page
function stored(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function store(key) {
  try {
    localStorage.setItem(key, "1");
  } catch {
    /* forgotten with the page */
  }
}
