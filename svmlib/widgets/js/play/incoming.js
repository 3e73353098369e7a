// What comes to the page from outside: wishes and situations in the address, files that are
// dropped, tables that are pasted.
import { leaveLink, sharedText } from "../ui/share.js";
import { decodePlay, encodePlay } from "./state.js";

/** @typedef {import("./state.js").PlayState} PlayState */

const NAME = "playground";
const LONG = 2000; // characters of a link that may be too many for a mail

/**
 * A word of the address, after ? or #: `embed` hides the heading, `theme` is light or dark.
 * @param {string} name
 */
function wish(name) {
  const places = [location.search, location.hash].map((text) =>
    new URLSearchParams(text.slice(1)).get(name),
  );
  return places.find((value) => value !== null) ?? null;
}

/**
 * Follow the address, now and whenever its fragment changes.
 * @param {{ root: HTMLElement, signal: AbortSignal, note: (text: string) => void, arrived: (state:
 * PlayState) => void }} how
 */
export function followAddress({ root, signal, note, arrived }) {
  const look = () => {
    const theme = wish("theme");
    const text = sharedText(NAME);
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    root.dataset.embed = String(wish("embed") !== null);
    if (text === null) return;
    const { state, problem } = decodePlay(text);
    if (state) {
      note(""); // what was said of another link is over
      arrived(state);
    } else note(`This link cannot be followed: ${problem}. The page is as it was.`);
  };
  addEventListener("hashchange", look, { signal });
  look();
}

/**
 * The address with the state, in the clipboard if that is allowed; what happened in a sentence.
 * @param {PlayState} state
 */
export async function shareState(state) {
  const { address, sentence } = await leaveLink(NAME, encodePlay(state));
  return address.length > LONG
    ? `${sentence} It carries your points and is ${address.length} characters long.`
    : sentence;
}

/**
 * Files dropped and tables pasted anywhere.
 * @param {{ signal: AbortSignal, file: (file: File) => void, text: (text: string) => void }} how
 */
export function takeFromOutside({ signal, file, text }) {
  const carries = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.includes("Files") ?? false;
  const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) =>
    addEventListener(type, listener, { signal });
  on("dragover", (event) => {
    if (carries(event)) event.preventDefault();
  });
  on("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    const first = event.dataTransfer?.files[0];
    if (first) file(first);
  });
  on("paste", (event) => {
    const words = event.clipboardData?.getData("text/plain") ?? "";
    if (event.target.matches?.("input, textarea") || !words.includes("\n")) return;
    event.preventDefault();
    text(words);
  });
}
