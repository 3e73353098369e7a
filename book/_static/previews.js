// Cards beside references: point at one, focus or tap it, and what it leads to appears in the margin, or beside the
// reference where the margin is too narrow. What is shown was cut out when the book was built (book/ext/search.py);
// nothing is loaded before somebody asks. Links work without this.

/** @type {Record<string, [string, string]>} name and HTML of what was loaded; its scripts write into it */
const previews = {};

if (HTMLElement.prototype.showPopover) {
  const REFERENCE = ".bd-article a.reference.internal:not(.image-reference, .sd-btn)";
  const POINTED = 300;
  const FOCUSED = 600;
  const LEFT = 300; // ms: on the way somewhere else one passes many references
  const FAR = 900; // ms to reach a card in the margin
  const NARROWEST = 340; // px of a margin in which a card can be read
  const WIDEST = 420;
  const GAP = 4;
  const EDGE = 8; // px between card and reference, between card and window
  const root = new URL(document.documentElement.dataset.content_root ?? ".", location.href).href;
  /** @type {Record<string, Promise<void>>} */
  const loads = {};
  const card = document.createElement("div");
  card.id = "preview";
  card.popover = "auto"; // a click elsewhere closes it
  card.setAttribute("role", "dialog");
  card.innerHTML =
    '<div></div><p class="preview-foot"><a></a><button type="button">Close</button></p>';
  const [contents, foot] = /** @type {any} */ (card.children);
  const [go, close] = /** @type {any} */ (foot.children);
  /** @type {HTMLAnchorElement?} */ let anchor = null; // the reference that the card stands beside, or stood last
  /** @type {HTMLAnchorElement?} */ let wanted = null; // the one that was asked for last
  /** @type {Element?} */ let over = null; // what the mouse is on: a reference, the card, nothing of these
  let timer = 0;
  let inMargin = false;
  let touched = false;
  let again = false;

  const isOpen = () => card.matches(":popover-open");
  const referenceOf = (target) => (card.contains(target) ? null : target.closest(REFERENCE));

  const load = (key) =>
    (loads[key] ??= new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${root}_static/previews/${key}.js`;
      script.onload = script.onerror = () => done();
      document.head.append(script);
    }));

  // In the margin, level with the reference, or else below it where there is room, or on the side that has more. What
  // scrolls is in reach of the keyboard.
  const place = () => {
    if (!isOpen()) return;
    const { left, top, bottom } = anchor.getBoundingClientRect();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const margin = card.closest(".bd-article").getBoundingClientRect().right;
    inMargin = width - margin - EDGE >= NARROWEST;
    card.style.width = inMargin ? `${Math.min(width - margin - EDGE, WIDEST)}px` : "";
    const below = bottom + GAP + card.offsetHeight < height || top < height - bottom;
    const level = Math.max(EDGE, Math.min(top, height - card.offsetHeight - EDGE));
    const start = Math.max(EDGE, Math.min(left, width - card.offsetWidth - EDGE));
    const above = !inMargin && !below;
    card.style.top = above ? "auto" : `${scrollY + (inMargin ? level : bottom + GAP)}px`;
    card.style.bottom = above ? `${height - scrollY - top + GAP}px` : "auto";
    card.style.left = `${scrollX + (inMargin ? margin : start)}px`;
    const scrolls =
      contents.scrollHeight > contents.clientHeight || contents.scrollWidth > contents.clientWidth;
    contents[scrolls ? "setAttribute" : "removeAttribute"]("tabindex", "0");
  };
  new ResizeObserver(place).observe(contents); // when it opens, and when a picture or a font has come

  const show = async (link) => {
    wanted = link;
    const key = link.href.slice(root.length).replace(".html", "").replace("#", "/");
    await load(key);
    if (wanted !== link) return;
    if (!previews[key]) return void (touched && location.assign(link.href));
    if (isOpen()) card.hidePopover();
    const [name, html] = previews[key];
    contents.innerHTML = html;
    for (const attribute of ["href", "src"]) {
      for (const part of contents.querySelectorAll(`[${attribute}]`)) {
        part.setAttribute(attribute, new URL(part.getAttribute(attribute), root).href);
      }
    }
    go.textContent = `Go to ${name}`;
    go.href = link.href;
    card.setAttribute("aria-label", name);
    anchor?.removeAttribute("aria-details");
    anchor = link;
    anchor.setAttribute("aria-details", card.id);
    (link.closest("label, legend") ?? link).after(card); // next in the order of Tab and of a screen reader
    card.showPopover();
    place();
  };

  const hide = () => {
    clearTimeout(timer);
    wanted = null;
    if (isOpen()) card.hidePopover();
  };
  const hideUnused = () => {
    if (!anchor?.matches(":hover, :focus-visible") && !card.matches(":hover, :focus-within"))
      hide();
  };
  const after = (wait, act) => {
    clearTimeout(timer);
    wanted = null;
    timer = setTimeout(act, wait);
  };

  const pointAt = (part) => {
    if (part === over) return;
    over = part;
    if (part && part !== card && !(part === anchor && isOpen())) after(POINTED, () => show(part));
    else after(inMargin ? FAR : LEFT, hideUnused);
  };
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") pointAt(card.contains(target) ? card : referenceOf(target));
  });
  document.documentElement.addEventListener("pointerleave", () => pointAt(null));

  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    const link = referenceOf(target);
    const back = link === anchor && (isOpen() || card.contains(relatedTarget)); // from the card, also with Esc
    if (link?.matches(":focus-visible") && !back) after(FOCUSED, () => show(link));
    else after(LEFT, hideUnused);
  });

  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());

  // The first tap shows the card, the second follows the reference.
  document.addEventListener(
    "pointerdown",
    ({ target, pointerType }) => {
      touched = pointerType === "touch";
      again = isOpen() && referenceOf(target) === anchor;
    },
    true,
  );
  document.addEventListener("click", (event) => {
    const link = referenceOf(event.target);
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && touched && event.detail && plain && !again) {
      event.preventDefault();
      clearTimeout(timer);
      show(link);
    } else if (event.target.closest("a[href]") || event.target === close) hide();
  });
}
