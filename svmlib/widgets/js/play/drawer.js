// A drawer: a dialog at the side that a button opens, with a heading and a way out.
import { button } from "../ui/controls.js";
import { freshId, h } from "../ui/dom.js";

/**
 * @param {string} title
 * @param {...(Node | string | null)} children
 * @returns {{ element: HTMLDialogElement, open(): void, close(): void }}
 */
export function drawer(title, ...children) {
  const id = freshId("drawer");
  const element = h(
    "dialog",
    { class: "pg-drawer", "aria-labelledby": id },
    h(
      "div",
      { class: "pg-drawer-head" },
      h("h2", { id }, title),
      button("✕", () => element.close(), { label: "Close" }),
    ),
    ...children,
  );
  // a click beside it closes it
  element.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === element) element.close();
  });
  return {
    element,
    open() {
      if (!element.open) element.showModal();
    },
    close() {
      element.close();
    },
  };
}
