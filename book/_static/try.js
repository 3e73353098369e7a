// Exercises done in the page: a box for code, a small Python in a worker, and the check that the notebook has, word for word. Nothing
// is loaded before the first box is opened; a page without scripts shows the exercise alone.
{
  const HERE = document.currentScript.src;
  const PATIENCE = 20_000; // milliseconds for one run
  const INDENT = "    ";
  const KEYS = ["⇥", "(", ")", "[", "]", ":", "=", "*", "@", "_", "."];
  const { boxes, notebook } = JSON.parse(document.querySelector("script.boxes").textContent);
  const root = new URL(document.documentElement.dataset.content_root ?? ".", location.href)
    .pathname;

  const make = (tag, props = {}, ...inside) => {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...inside);
    return made;
  };
  const toNotebook = (words) => make("a", { href: notebook, download: "" }, words);

  // ----------------------------------------------------------------------------- what is kept
  const keyOf = (label) => `svm:${root}:try:${label}`; // memory.js forgets it with the rest
  const kept = (label) => {
    try {
      return localStorage.getItem(keyOf(label));
    } catch {
      return null;
    }
  };
  /** Whether the answer is kept; if not, it is forgotten with the page. */
  const keep = (label, code) => {
    try {
      if (code === boxes[label].stub) localStorage.removeItem(keyOf(label));
      else localStorage.setItem(keyOf(label), code);
      return true;
    } catch {
      return false;
    }
  };

  // ------------------------------------------------------------------------------- the worker
  let worker;
  let waiting; // what to do with the reply

  const stop = (reply) => {
    worker?.terminate();
    worker = undefined;
    const tell = waiting;
    waiting = undefined;
    tell?.(reply);
  };
  const ask = (question) => {
    if (waiting) stop({ stopped: "another run began" });
    try {
      worker ??= new Worker(new URL("python/worker.js", HERE), { type: "module" });
    } catch (problem) {
      return Promise.resolve({ broken: problem.message });
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => stop({ late: true }), PATIENCE);
      waiting = (reply) => {
        clearTimeout(timer);
        waiting = undefined;
        resolve(reply);
      };
      worker.onmessage = ({ data }) => waiting?.(data);
      worker.onerror = () => stop({ broken: "no worker runs here" });
      worker.postMessage(question);
    });
  };

  // ------------------------------------------------------------------------------- the editor
  /** Puts text in the place of the selection; undo takes it back. */
  const type = (area, text) => {
    area.focus();
    const typed = text
      ? document.execCommand("insertText", false, text)
      : document.execCommand("delete");
    if (!typed) {
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      area.dispatchEvent(new Event("input"));
    }
  };
  const lineStart = (area) => area.value.lastIndexOf("\n", area.selectionStart - 1) + 1;
  const indent = (area, back) => {
    if (!back) return type(area, INDENT);
    const start = lineStart(area);
    const spaces = /^ {0,4}/.exec(area.value.slice(start))[0].length;
    const at = area.selectionStart;
    if (spaces) {
      area.setSelectionRange(start, start + spaces);
      type(area, "");
      area.setSelectionRange(Math.max(start, at - spaces), Math.max(start, at - spaces));
    }
  };
  const newLine = (area) => {
    const line = area.value.slice(lineStart(area), area.selectionStart);
    const deeper = /:\s*(#.*)?$/.test(line) ? INDENT : "";
    type(area, `\n${/^ */.exec(line)[0]}${deeper}`);
  };
  const fit = (area) => {
    area.rows = area.value.split("\n").length;
    area.classList.remove("stops");
  };
  /** A bar beside the line that stops. */
  const mark = (area, line) => {
    area.style.setProperty("--line", line);
    area.classList.toggle("stops", Boolean(line));
  };
  const goTo = (area, line) => {
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + lines[line - 1].length);
  };

  // ------------------------------------------------------------------------------ what is told
  const mine = (text) => text.replace("in the cell above, and run it", "in the box above");
  const inCode = (text) => make("code", {}, text);

  /** The verdict on a reply, as nodes; and whether it is right, wrong or neither. */
  const told = (reply, area) => {
    if (reply.broken) {
      const why =
        location.protocol === "file:"
          ? "a browser runs no worker for pages that are opened as files"
          : reply.broken;
      return ["", [`This page cannot run code: ${why}. `, toNotebook("The notebook"), " can."]];
    }
    if (reply.stopped) return ["", [`Stopped: ${reply.stopped}.`]];
    const perhaps = [" Your answer may be right: ", toNotebook("the notebook"), " can tell."];
    if (reply.late) return ["", [`Stopped after ${PATIENCE / 1000} seconds.`, ...perhaps]];
    if (reply.missing) {
      const why = reply.replayed
        ? "Machines, data sets and random numbers are played back as they were when the book was " +
          "built, and this was not among it"
        : "Its Python is a part of the real one";
      const what = /^[\w.]+(\(.*\))?$/.test(reply.missing) ? inCode(reply.missing) : reply.missing;
      return ["", ["This page cannot do ", what, `. ${why}.`, ...perhaps]];
    }
    const there = make("button", { type: "button", className: "try-line" }, `line ${reply.line}`);
    there.addEventListener("click", () => goTo(area, reply.line));
    const at = reply.line ? [" in ", there] : [];
    if (reply.failed) return ["wrong", [reply.failed, ...at]];
    if (reply.said === undefined) return ["", [reply.printed ? "" : "Done; nothing is printed."]];
    return [
      reply.ended && reply.said.endsWith(": right.") ? "right" : "wrong",
      [mine(reply.said), ...at],
    ];
  };

  // ---------------------------------------------------------------------------------- one box
  const keysOf = (area) => {
    const row = make("div", { className: "try-keys" });
    for (const sign of KEYS) {
      const key = make(
        "button",
        { type: "button", ariaLabel: sign === "⇥" ? "indent" : sign },
        sign,
      );
      key.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard stays
      key.addEventListener("click", () => type(area, sign === "⇥" ? INDENT : sign));
      row.append(key);
    }
    return row;
  };

  const editor = (label, number) => {
    const area = make("textarea", {
      value: kept(label) ?? boxes[label].stub,
      spellcheck: false,
      autocapitalize: "off",
      autocomplete: "off",
      ariaLabel: `Your code for exercise ${number}`,
    });
    area.setAttribute("autocorrect", "off");
    let leaving = false; // Esc was pressed: Tab leaves the box
    area.addEventListener("keydown", (event) => {
      const check = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      const tab = event.code === "Tab" && !leaving; // WebKitGTK has no key for Shift+Tab
      leaving = event.key === "Escape";
      if (!check && !tab && (event.key !== "Enter" || event.isComposing)) return;
      event.preventDefault();
      if (check) area.dispatchEvent(new CustomEvent("check"));
      else if (tab) indent(area, event.shiftKey);
      else newLine(area);
    });
    area.addEventListener("input", () => {
      fit(area);
      keep(label, area.value);
    });
    fit(area);
    return area;
  };

  const fill = (box, label, number) => {
    const area = editor(label, number);
    const button = (words, props = {}) => make("button", { type: "button", ...props }, words);
    const check = button("Check", { className: "try-check", title: "Ctrl + Enter" });
    const run = button("Run", { title: "without the check" });
    const halt = button("Stop", { hidden: true });
    const again = button("Start over");
    const verdict = make("output", { className: "try-verdict" });
    const printed = make("pre", {
      className: "try-printed",
      hidden: true,
      tabIndex: 0,
      role: "group",
      ariaLabel: "Printed",
    });
    const functions = make("span", {}, "many");
    const way = make("span", { id: `${label}-leave` }, "Esc, then Tab leaves the box.");
    area.setAttribute("aria-describedby", way.id);
    const room = make("span");
    const limits = make(
      "p",
      { className: "try-limits" },
      "A small Python in your browser, with arrays as in numpy and ",
      functions,
      " of its functions; the page's first cell and the set-up of this exercise have run. ",
      way,
      " ",
      toNotebook("The notebook"),
      " has everything.",
      room,
    );
    const count = (reply) => {
      functions.textContent = reply.functions ?? functions.textContent;
    };
    const start = async (checked) => {
      const isKept = keep(label, area.value);
      verdict.className = "try-verdict";
      verdict.setAttribute("aria-busy", "true");
      verdict.replaceChildren(checked ? "Checking …" : "Running …");
      halt.hidden = false;
      const reply = await ask({ label, number, code: area.value, checked });
      halt.hidden = true;
      verdict.removeAttribute("aria-busy");
      count(reply);
      room.textContent = isKept
        ? ""
        : " This browser has no room for your answer: copy it if you leave.";
      const [kind, words] = told(reply, area);
      verdict.className = `try-verdict ${kind}`;
      verdict.replaceChildren(...words);
      verdict.scrollIntoView({ block: "nearest" });
      mark(area, reply.line);
      printed.textContent = reply.printed ?? "";
      printed.hidden = !reply.printed;
    };
    check.addEventListener("click", () => start(true));
    area.addEventListener("check", () => start(true));
    run.addEventListener("click", () => start(false));
    halt.addEventListener("click", () => stop({ stopped: "as you asked" }));
    again.addEventListener("click", () => {
      area.select();
      type(area, boxes[label].stub);
    });
    const buttons = make("div", { className: "try-buttons" }, check, run, halt, again);
    box.append(area, keysOf(area), buttons, verdict, printed, limits);
    const load = () => ask({ label, number }).then(count);
    area.addEventListener("focus", load, { once: true });
    if (box.contains(document.activeElement)) area.focus(); // a reader opened it
  };

  for (const [label, { without }] of Object.entries(boxes)) {
    const exercise = document.getElementById(label);
    const [number] = /[\dD.]+/.exec(exercise.querySelector(".caption-number").textContent);
    if (without) {
      const words = [
        "No box to write in: ",
        `${without}. Check your answer in `,
        toNotebook("the notebook"),
        ".",
      ];
      exercise.append(make("p", { className: "try-none" }, ...words));
      continue;
    }
    const title = kept(label) === null ? "Write your answer here" : "Go on with your answer";
    const box = make("details", { className: "try-here" }, make("summary", {}, title));
    box.dataset.exercise = label;
    box.addEventListener("toggle", () => box.children.length > 1 || fill(box, label, number));
    exercise.append(box);
  }
}
