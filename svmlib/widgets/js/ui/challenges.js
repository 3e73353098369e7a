// Tasks that a figure checks itself. What was solved stays in this browser, and nowhere else.
import { button } from "./controls.js";
import { h } from "./dom.js";

const REST = 700; // milliseconds: a slider on its way past an answer has not found it

/** How many points are not where they were then, or new, or gone. */
export const pointsElsewhere = (now, then) =>
  now.filter((p, i) => String(p) !== String(then[i])).length +
  Math.max(0, then.length - now.length);

/**
 * challenges: [{ id, text, why, met(view, context) }, …]; `view` are the facts (figure.js),
 * `context` = { moves, first, moved }: how many changes lead here from the start, the facts there,
 * how many points are elsewhere; `why` is the lesson, told with the success. Where the figure has
 * nothing to say only what may be met `inTrouble` is. `place`
 * tells one figure of a page from the others. Where a view has a `situation`, its challenge is on
 * show. Returns { element, follow(found) } or null without
 * challenges.
 * @param {any[] | undefined} challenges
 * @param {string} place
 * @param {(text: string) => void} note
 * @param {AbortSignal} signal
 */
export function challengeLine(challenges, place, note, signal) {
  if (!challenges?.length) return null;
  const key = (id) => `svm:${place}:${id}`;
  const solved = new Set(challenges.map((c) => c.id).filter((id) => stored(key(id))));
  let at = Math.max(
    0,
    challenges.findIndex((c) => !solved.has(c.id)),
  );
  const text = h("span", { class: "svm-challenge-text" });
  const show = () => {
    const { id, text: words, why } = challenges[at];
    const done = solved.has(id);
    element.dataset.solved = String(done);
    const which = challenges.length > 1 ? ` ${at + 1} of ${challenges.length}` : "";
    text.textContent = `${done ? "★ Solved" : "☆ Challenge"}${which}: ${words}${done ? ` ${why}` : ""}`;
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
  /** A challenge that is not the one on show can be met, too: then it comes forward. */
  const judge = ({ view, context }) => {
    challenges.forEach(({ id, inTrouble, met, why }, k) => {
      if (solved.has(id) || (view.troubled && !inTrouble) || !met(view, context)) return;
      solved.add(id);
      store(key(id));
      at = k;
      show();
      const all = solved.size === challenges.length ? ", and with it all of this figure" : "";
      note(`★ Challenge solved${all}. ${why}`);
    });
  };
  let waiting = 0;
  /** @type {{ state: string, view: any, context: any } | null} */
  let present = null;
  const forget = () => {
    clearTimeout(waiting);
    waiting = 0;
  };
  signal.addEventListener("abort", forget);
  /** @type {string | undefined} */
  let situation;
  /** Bring the challenge of a situation forward, and none where it has none. */
  const come = (now) => {
    if (now === situation) return;
    situation = now;
    const own = challenges.findIndex((c) => c.situation === now);
    element.hidden = own < 0;
    at = Math.max(own, 0);
    show();
  };
  return {
    element,
    /** What was found for a state, which is judged when it lasts; null while something moves. */
    follow(found) {
      if (found?.state !== present?.state) forget();
      present = found;
      come(found ? found.view.situation : situation);
      if (!found?.context.moves) return;
      waiting ||= window.setTimeout(() => {
        waiting = 0;
        if (present) judge(present);
      }, REST);
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
