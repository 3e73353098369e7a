// Brings the figures of a published page to life from the widget state that the page carries:
// no kernel, no server, no general widget manager.
import { deckOf } from "./ui/deck.js";
import { pageModel } from "./ui/model.js";

const MOVING = 3000; // milliseconds, at most, that a place is held while figures above it grow

/**
 * Put a live figure in place of each static one that has its state in the page: when a reader comes
 * near, for drawing them all takes a phone a second or two; at once when the address leads into the
 * page.
 * @param {Record<string, (how: { model: any, el: HTMLElement }) => void>} figures by the names of
 * the Python classes
 */
export function mountAll(figures) {
  const script = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
  if (!script) return;
  const { state } = JSON.parse(script.textContent ?? "");
  /** @type {HTMLElement[]} */ const waiting = [
    ...document.querySelectorAll(/** @type {"div"} */ (".svm-place")),
  ];

  const deck = deckOf(() => mountTo(waiting.at(-1)));

  /** @param {HTMLElement} place */
  function mount(place) {
    const saved = state[place.dataset.model ?? ""].state;
    const el = document.createElement("div");
    const image = place.querySelector("img");
    const picture = image?.closest("a") ?? image; // it may be a link to itself
    if (!picture) return;
    // the picture stays for paper
    picture.before(el);
    picture.classList.add("svm-paper");
    const make = (el) => figures[saved.figure]({ model: pageModel(saved), el });
    try {
      make(el);
      deck.offer(el, make);
    } catch (error) {
      el.remove(); // and the other figures go on
      picture.classList.remove("svm-paper");
      console.error(error);
    }
  }
  // all before it too: a link counts the figures of a kind, and what stands above a reader must not
  // grow later
  const mountTo = (place) => waiting.splice(0, waiting.indexOf(place) + 1).forEach(mount);
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) mountTo(target);
    },
    { rootMargin: "50% 0px" },
  );
  if (location.hash) mountTo(waiting.at(-1));
  else for (const place of waiting) near.observe(place);
  addEventListener("hashchange", () => {
    if (!waiting.length) return;
    mountTo(waiting.at(-1));
    // until all are at rest and have their heights: those above the place may move it
    const ways = ["wheel", "touchstart", "pointerdown", "keydown"];
    let free = false; // the reader moves the page
    for (const way of ways) addEventListener(way, () => (free = true), { once: true });
    const until = performance.now() + MOVING;
    const hold = () => free || document.querySelector(":target")?.scrollIntoView();
    const follow = () => {
      hold();
      const busy = document.querySelector(".svm-live:not([data-done='true'])");
      const on = busy && !free && performance.now() < until;
      requestAnimationFrame(on ? follow : hold);
    };
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(follow)));
  });
}
