// What the theme of the pages asks of scripts: light or dark, search, sidebars, the menu, the contents beside the text.
// Nothing measures the page while it loads: observers tell what is in view once the browser has laid the page out.
{
  const find = (selector) => document.querySelector(selector);

  /** Call `act` with the set of those elements that are in view, at first and whenever it changes. */
  const watch = (elements, rootMargin, act) => {
    const seen = new Set();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          seen[isIntersecting ? "add" : "delete"](target);
        act(seen);
      },
      { rootMargin },
    );
    for (const element of elements) observer.observe(element);
  };

  // The button goes from the system's colours to the others first; book/ext/head.py applies the choice to each page.
  const page = document.documentElement.dataset;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const themeOf = (mode) => (mode === "auto" ? (system.matches ? "dark" : "light") : mode);
  const choose = (mode) => {
    page.mode = mode;
    page.theme = themeOf(mode);
    try {
      localStorage.setItem("mode", mode);
      localStorage.setItem("theme", page.theme);
    } catch {
      /* a browser may keep its storage to itself */
    }
  };
  find(".theme-switch-button").addEventListener("click", () => {
    const modes = system.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    choose(modes[(modes.indexOf(page.mode) + 1) % modes.length]);
  });
  system.addEventListener("change", () => {
    page.theme = themeOf(page.mode);
  });

  // WebKit draws a picture in the same colours on any page: there each figure has an address of its dark ones
  // (book/ext/figures.py), which paper does not take.
  if (CSS.supports("-webkit-backdrop-filter", "blur(1px)")) {
    const draw = (ground) => {
      for (const figure of document.querySelectorAll("img.dark-light")) {
        const [file] = figure.src.split("?");
        const address = ground === "dark" ? `${file}?#dark` : file; // "?": else it keeps what it has drawn
        if (figure.src !== address) figure.src = address;
      }
    };
    const follow = () => draw(page.theme);
    new MutationObserver(follow).observe(document.documentElement, {
      attributeFilter: ["data-theme"],
    });
    document.addEventListener("toggle", follow, true); // a preview has come
    addEventListener("beforeprint", () => draw("light"));
    addEventListener("afterprint", follow);
    follow();
  }

  /** Give a dialog a name; Escape, which would clear its field first, and a click beside it close it. */
  const prepare = (dialog, name) => {
    dialog.setAttribute("aria-label", name);
    dialog.addEventListener("keydown", ({ key }) => key === "Escape" && dialog.close());
    dialog.addEventListener("click", ({ target, clientX: x, clientY: y }) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      if (target === dialog && (x < left || x > right || y < top || y > bottom)) dialog.close();
    });
  };

  // Search: the field of its own page, elsewhere a dialog.
  const finder = find("#pst-search-dialog");
  const field = find(".bd-search-container input");
  const search = () => {
    if (field) field.focus();
    else if (finder.open) finder.close();
    else finder.showModal();
  };
  const apple = /^(Mac|iP)/.test(navigator.platform);
  prepare(finder, "Search");
  for (const button of document.querySelectorAll(".search-button__button"))
    button.addEventListener("click", search);
  addEventListener("keydown", (event) => {
    if (
      event.key.toLowerCase() !== "k" ||
      event.shiftKey ||
      event.altKey ||
      !(apple ? event.metaKey : event.ctrlKey)
    )
      return;
    event.preventDefault();
    search();
  });
  if (apple)
    for (const keys of document.querySelectorAll(".search-button__kbd-shortcut"))
      keys.firstElementChild.textContent = "⌘";

  // Sidebars: what has no room beside the text opens as a dialog; the left one can also give its room to the text.
  const roomy = matchMedia("(min-width: 992px)");
  const move = (from, to) => {
    to.append(...from.childNodes);
    to.className = from.className;
    from.className = "";
  };
  for (const [side, name] of [
    ["primary", "Book"],
    ["secondary", "Contents"],
  ]) {
    const sidebar = find(`#pst-${side}-sidebar`);
    const dialog = find(`#pst-${side}-sidebar-modal`);
    if (!dialog) continue;
    prepare(dialog, name);
    const toggle = find(`.${side}-toggle`);
    const beside = () => side === "primary" && roomy.matches;
    const tell = () => {
      toggle.ariaExpanded = beside() ? !sidebar.matches(".pst-sidebar-hidden") : null;
    };
    tell();
    roomy.addEventListener("change", tell);
    toggle.addEventListener("click", () => {
      if (beside()) {
        sidebar.classList.toggle("pst-sidebar-hidden");
        tell();
        if (toggle.ariaExpanded === "true") sidebar.querySelector("a").focus(); // it comes after the text
      } else {
        move(sidebar, dialog);
        dialog.showModal();
      }
    });
    dialog.addEventListener("click", ({ target }) => target.closest("a") && dialog.close());
    dialog.addEventListener("close", () => move(dialog, sidebar));
  }

  // The left sidebar shows where in the book this page is.
  const here = find("#pst-primary-sidebar a.current");
  if (here) {
    const sidebar = find("#pst-primary-sidebar");
    new IntersectionObserver(
      ([{ isIntersecting, boundingClientRect, rootBounds }], observer) => {
        observer.disconnect();
        if (!isIntersecting)
          sidebar.scrollTop += boundingClientRect.top - rootBounds.top - rootBounds.height / 4;
      },
      { root: sidebar },
    ).observe(here);
  }

  // Menus open and close at their button; arrows go through what they offer.
  for (const button of document.querySelectorAll("[data-bs-toggle=dropdown]")) {
    const box = button.parentElement;
    const menu = button.nextElementSibling;
    const items = [...menu.querySelectorAll("a, button")];
    const show = (open) => {
      if (!open && menu.contains(document.activeElement)) button.focus();
      for (const part of [button, menu]) part.classList.toggle("show", open);
      button.setAttribute("aria-expanded", open);
    };
    button.addEventListener("click", () => show(button.getAttribute("aria-expanded") === "false"));
    document.addEventListener("click", ({ target }) => button.contains(target) || show(false));
    box.addEventListener(
      "focusout",
      ({ relatedTarget: next }) => next && !box.contains(next) && show(false),
    );
    box.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") show(false);
      if (!step) return;
      event.preventDefault();
      show(true);
      const from = Math.max(items.indexOf(document.activeElement), step < 0 ? 0 : -1);
      items.at((from + step) % items.length).focus();
    });
  }

  // The contents mark the section that crosses a line in the upper part of the window, or that was just asked for.
  const contents = find("#pst-page-toc-nav");
  if (contents) {
    const links = new Map();
    for (const link of contents.querySelectorAll("a")) {
      const section = document.getElementById(link.hash.slice(1))?.closest("section, dl");
      if (section) links.set(section, link);
    }
    let asked = -Infinity;
    const mark = (link) => {
      for (const part of contents.querySelectorAll(".active")) {
        part.classList.remove("active");
        part.removeAttribute("aria-current");
      }
      link?.setAttribute("aria-current", "true");
      for (let part = link; part && part !== contents; part = part.parentElement) {
        if (part.matches("a, .toc-entry")) part.classList.add("active");
      }
    };
    const ask = () => {
      const link = [...links.values()].find(({ hash }) => hash === location.hash);
      if (link) mark(link);
      if (link) asked = performance.now();
    };
    watch(links.keys(), "-15% 0px -85%", (seen) => {
      const section = [...links.keys()].findLast((one) => seen.has(one));
      if (performance.now() - asked > 1000) mark(links.get(section));
    });
    addEventListener("hashchange", ask);
    if (location.hash) ask();
  }

  // The bar above the text has a shadow when text is under it, and goes away while the page is scrolled down.
  watch([find(".sbt-scroll-pixel-helper")], "0px", (seen) =>
    document.body.classList.toggle("scrolled", seen.size === 0),
  );
  // Who scrolls up on a small screen may go to the top at once; over a live figure the button would be in the way.
  const up = find("#pst-back-to-top");
  let last = 0;
  let inUse = false;
  watch(document.querySelectorAll(".svm-place"), "0px", (seen) => {
    inUse = seen.size > 0;
    if (inUse) up.style.display = "none";
  });
  addEventListener(
    "scroll",
    () => {
      up.style.display = scrollY < last && scrollY > 0 && !inUse ? "block" : "none";
      document.body.classList.toggle("reading", scrollY > last && scrollY > 0);
      last = scrollY;
    },
    { passive: true },
  );
  up.addEventListener("click", () => scrollTo(0, 0));
}
