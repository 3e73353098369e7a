// Light or dark, as the page around the figure is: the site (data-theme), JupyterLab, or the
// system.

export function themeOf() {
  const page = document.documentElement.dataset.theme;
  if (page === "light" || page === "dark") return page;
  const lab = document.body.dataset.jpThemeLight;
  if (lab) return lab === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Keep root.dataset.svmTheme right and call `changed` whenever it changes. */
export function watchTheme(root, changed, signal) {
  const update = () => {
    const theme = themeOf();
    if (root.dataset.svmTheme === theme) return;
    root.dataset.svmTheme = theme;
    changed();
  };
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", update, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  update();
}

/**
 * The figure's colours, read from the style sheet (--svm-…), so that there is one place for them.
 */
export function paletteOf(root) {
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(`--svm-${name}`).trim();
  const names = (
    "ground ink muted grid plus minus third purple sky pale-plus pale-minus pale-third accent " +
    "primal dual"
  ).split(" ");
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** "#rrggbb" as [r, g, b]. */
export const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
