// Where there is no room for panels side by side, one is in front: tabs bring the others.
import { freshId, h } from "./dom.js";

/**
 * Tabs over the panels of a figure, or null for a single one; the style sheet shows them, and hides
 * what is not in front, where a figure is narrow. Returns { element, show(k), front() }.
 * @param {{ name: string, plot: { element: HTMLElement } }[]} all
 */
export function panelTabs(all) {
  if (all.length < 2) return null;
  const panels = all.map(({ plot }) => plot.element);
  const tabs = all.map(({ name }, k) => {
    panels[k].id ||= freshId("panel");
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        class: "svm-tab",
        "aria-controls": panels[k].id,
        onclick: () => show(k),
      },
      name,
    );
  });
  const show = (front) => {
    tabs.forEach((tab, k) => {
      tab.setAttribute("aria-selected", String(k === front));
      tab.tabIndex = k === front ? 0 : -1;
      panels[k].classList.toggle("svm-front", k === front);
    });
  };
  show(0);
  const element = h("div", { class: "svm-tabs", role: "tablist", "aria-label": "Panels" }, ...tabs);
  element.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target);
    const last = tabs.length - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    show(next);
    tabs[next].focus();
  });
  const front = () => tabs.findIndex((tab) => tab.tabIndex === 0);
  return { element, show, front };
}
