// Small services: for readers without a mouse or without sight, on a narrow screen, on paper. The page works without them.

const HERE = document.currentScript.src;

// Feedback of a quiz appears by CSS; a live region makes a screen reader say it. Arrow keys walk from answer to answer
// and choose none, so that all can be read or heard first; space or Enter chooses.
document.addEventListener("keydown", (event) => {
  const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const buttons = [...(event.target.closest?.(".quiz")?.querySelectorAll("input") ?? [])];
  const here = buttons.indexOf(event.target);
  if (here < 0 || !(way || event.key === "Enter")) return;
  event.preventDefault();
  if (way) buttons.at((here + way) % buttons.length).focus();
  else event.target.click();
});
document.addEventListener("change", (event) => {
  const answer = event.target.closest(".quiz-answer");
  if (!answer) return;
  const status = answer.closest(".quiz").querySelector("[role=status]");
  status.textContent = answer.querySelector(".quiz-feedback").innerText;
});

document.addEventListener("focusin", ({ target }) => {
  const words = "Arrow keys move between the answers. Space or Enter answers.";
  target.closest(".quiz fieldset")?.setAttribute("aria-description", words); // book.css shows it
});

// A button that copies says what, and that it has.
const heard = Object.assign(document.createElement("p"), { className: "visually-hidden" });
heard.setAttribute("role", "status");
document.body.append(heard);
for (const button of document.querySelectorAll(".copybtn")) {
  const [line] = button.previousElementSibling.textContent.trim().split("\n");
  button.setAttribute("aria-label", `Copy to clipboard: ${line}`);
  button.addEventListener("click", () =>
    setTimeout(() => {
      heard.textContent = button.matches(".success") ? `Copied: ${line}` : "";
    }),
  );
}

// A notebook is to be saved, whatever the server calls it.
for (const link of document.querySelectorAll('[class*=btn-download][href$=".ipynb"]'))
  link.download = "";

// What is wider than the page, a formula, a table or code, scrolls by itself: let the keyboard reach it under a name, and only then;
// book.css fades the edge of formulas and tables while more is to come. All sizes are read before anything changes, so
// that the browser need not lay the page out again for each.
const WIDE = ".lines, .bd-article table.table, div.output.text_html, .quiz-answer label, pre";
const nameOf = (box) => {
  if (box.matches(".lines")) return "Formula";
  if (box.matches(".cell_output *")) return "Output";
  return box.matches("pre") ? "Code" : "Table";
};
const measure = (boxes) => {
  const rests = boxes.map((box) => [box, box.scrollWidth - box.clientWidth, box.scrollLeft]);
  for (const [box, rest, left] of rests) {
    const scrolls = rest > 0;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    if (!box.matches("table, label")) box.role = scrolls ? "group" : null;
    if (!box.matches("table:has(caption), label")) box.ariaLabel = scrolls ? nameOf(box) : null;
    box.classList.toggle("more", rest - left > 8);
  }
};
const sizes = new ResizeObserver((changes) => measure(changes.map(({ target }) => target)));
addEventListener("load", () =>
  document.fonts.ready.then(() => {
    for (const box of document.querySelectorAll(WIDE)) sizes.observe(box);
  }),
);
document.addEventListener(
  "scroll",
  ({ target }) => target.matches?.(WIDE) && measure([target]),
  true,
);

// Paper shows what is folded on the screen, but for a handout; afterwards the screen is as it was.
const ANSWERS = ".fold.answer, .fold.solution, .shown-later";
const page = document.documentElement;
const end = document.createElement("section"); // what a handout leaves out, section by section
end.className = "at-the-end";
function element(tag, ...inside) {
  const made = document.createElement(tag);
  made.append(...inside);
  return made;
}
function copied(part) {
  const copy = part.cloneNode(true);
  for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
  for (const fold of [copy, ...copy.querySelectorAll("details")]) fold.open = true;
  return copy;
}
function gather() {
  end.replaceChildren(element("h2", "Answers and solutions"));
  const article = document.querySelector(".bd-article");
  let title;
  for (const part of article.querySelectorAll(`h2, h3, .quiz-answer.right, .finding, ${ANSWERS}`)) {
    if (part.parentElement.closest(ANSWERS)) continue;
    if (part.matches("h2, h3")) {
      title = copied(part);
      for (const link of title.querySelectorAll("a")) link.remove();
      continue;
    }
    if (title) end.append(element("h3", ...title.childNodes));
    title = undefined;
    if (part.matches(ANSWERS)) end.append(copied(part));
    else if (part.matches(".finding"))
      end.append(
        element(
          "p",
          part.parentElement.closest("p").textContent.split(" ", 2).join(" "),
          ": ",
          copied(part),
        ),
      );
    else {
      const [label, said] = ["label", ".quiz-feedback"].map((name) =>
        copied(part.querySelector(name)),
      );
      end.append(
        element("p", element("em", ...label.childNodes)),
        element("div", ...said.childNodes),
      );
    }
  }
  article.append(end);
}
for (const button of document.querySelectorAll("[data-print]"))
  button.addEventListener("click", () => {
    page.toggleAttribute("data-handout", button.dataset.print !== "");
    if (button.dataset.print === "solutions") gather();
    print();
  });
const unfolded = [];
addEventListener("beforeprint", () => {
  const kept = page.matches("[data-handout]") ? ANSWERS : "[open]";
  for (const fold of document.querySelectorAll("details:not([open])")) {
    if (fold.matches(kept)) continue;
    fold.open = true;
    unfolded.push(fold);
  }
});
addEventListener("afterprint", () => {
  page.removeAttribute("data-handout");
  end.remove();
  for (const fold of unfolded.splice(0)) fold.open = false;
});

// What may wait comes when the browser has nothing else to do; until then, and without it, there is a still picture.
for (const { dataset } of document.querySelectorAll("[data-script]")) {
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  const load = () => {
    const script = document.createElement("script");
    script.src = dataset.script;
    document.head.append(script);
  };
  addEventListener("load", () => idle(load));
}

// Vote mode comes with the first address that asks for it.
const vote = () => {
  if (!location.hash.startsWith("#vote=")) return;
  removeEventListener("hashchange", vote);
  const script = document.createElement("script");
  script.src = new URL("vote.js", HERE);
  document.head.append(script);
};
addEventListener("hashchange", vote);
vote();
