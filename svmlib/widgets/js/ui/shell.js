// What all live figures share: the frame, the theme, one drawing a frame, the link between page and Python.
import { button, statusLine } from "./controls.js";
import { h, oncePerFrame } from "./dom.js";
import { readShared, sharedAddress } from "./share.js";
import { watchTheme } from "./theme.js";

/**
 * Mount a figure. `build(shell)` returns { element, draw, state, load }: draw() paints, state() gives
 * what a link must carry, load() takes changed traits from the model, whoever changed them. Returns the clean-up.
 */
export function mountFigure({ model, el, name, title, build }) {
  const leaving = new AbortController(), { signal } = leaving;
  // in a link the second figure of a kind on a page is called, say, street-2
  const earlier = document.querySelectorAll(`.svm-live[data-kind="${name}"]`).length;
  const linked = earlier ? `${name}-${earlier + 1}` : name;
  const root = h("section", { class: "svm-live", "aria-label": title, "data-kind": name });
  const status = statusLine();
  const shell = {
    root, model, signal, say: status.say,
    /** Set traits and tell Python; load() follows for those that a link carries, if they changed. */
    save(values) {
      for (const [trait, value] of Object.entries(values)) model.set(trait, value);
      model.save_changes();
    },
    /** What a control of this trait does when it is moved. */
    put: (trait) => (value) => shell.save({ [trait]: value }),
    /** What an editor of points does when they change. */
    edited(points, final) {
      if (final) shell.save({ points: points.map((p) => [...p]) });
      shell.redraw();
    },
  };
  const shared = readShared(linked, model);
  if (shared) for (const [trait, value] of Object.entries(shared)) model.set(trait, value);
  el.append(root);
  const figure = build(shell);
  const share = button("Copy link", async () => {
    const address = sharedAddress(linked, figure.state());
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address).catch(() => {});
    status.say("The address of this page now leads to this situation.", 0);
  });
  const onSite = !document.body.dataset.jpThemeLight && !document.querySelector(".jp-Notebook");
  root.append(figure.element, status.element);
  if (onSite) root.append(h("div", { class: "svm-row" }, share));
  shell.redraw = oncePerFrame(() => figure.draw());
  watchTheme(root, shell.redraw, signal);
  const size = new ResizeObserver(() => shell.redraw());
  size.observe(root);
  // several traits that change together come as one load
  let waiting = false;
  const changed = () => {
    if (!waiting) queueMicrotask(() => { waiting = false; figure.load(); });
    waiting = true;
  };
  const events = Object.keys(figure.state()).map((trait) => `change:${trait}`);
  for (const event of events) model.on(event, changed);
  if (shared) root.scrollIntoView({ block: "center" });
  return () => {
    leaving.abort();
    size.disconnect();
    shell.redraw.cancel();
    status.stop();
    for (const event of events) model.off(event, changed);
  };
}
