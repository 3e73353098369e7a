// Questions that a reader missed come back twice: at the end of their lecture, and once after some days on the page Review. Which
// ones these are memory.js keeps, which also loads this file where a question is missed; the page Review loads it by itself.
{
  const [DAYS, MOST] = [5, 12];
  const { read, write, sound, fingerprint, root, today } = globalThis.bookMemory;

  const h = (tag, attributes, ...children) => {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...children);
    return made;
  };
  const shuffled = (items) =>
    items
      .map((item) => ({ item, place: Math.random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ item }) => item);

  /** The question once more, its answers in another order, open as at first; `answered` is told once. */
  const once = (quiz, page, answered) => {
    const copy = document.importNode(quiz, true);
    for (const part of [copy, ...copy.querySelectorAll("[id]")])
      if (part.id) part.id = `again-${part.id}`;
    for (const label of copy.querySelectorAll("label")) label.htmlFor = `again-${label.htmlFor}`;
    for (const input of copy.querySelectorAll("input")) {
      input.name = `again-${input.name}`;
      input.checked = false;
    }
    copy.querySelector("[role=status]").textContent = "";
    for (const part of copy.querySelectorAll("[src], [href]"))
      for (const name of ["src", "href"])
        if (part.hasAttribute(name)) part[name] = new URL(part.getAttribute(name), page).href;
    const answers = [...copy.querySelectorAll(".quiz-answer")];
    answers.at(-1).after(...shuffled(answers));
    copy.addEventListener("change", answered, { once: true });
    return copy;
  };
  const at = (page) => new URL(root + page, location.href).href;
  const keep = (name, change) => {
    const { [name]: entry, ...missed } = read().missed;
    write({ missed: change ? { ...missed, [name]: { ...entry, ...change } } : missed });
  };

  // -- at the end of a lecture
  const summary = document.getElementById("summary");
  const asked = new Set();
  const askHere = () => {
    for (const [name, { again }] of Object.entries(read().missed)) {
      const quiz = document.getElementById(name);
      if (again || asked.has(name) || !quiz) continue;
      if (!asked.size) {
        const later = h("a", { href: at("book/review.html") }, "Review");
        const why = [
          "What you missed above, its answers in another order; in five days on ",
          later,
        ];
        summary.append(h("h3", {}, "Once more"), h("p", {}, ...why, ", too."));
      }
      asked.add(name);
      summary.append(once(quiz, location.href, () => keep(name, { again: true })));
    }
  };
  if (summary) {
    askHere();
    document.addEventListener("missed", askHere);
  }

  // -- on the page Review
  const place = document.querySelector(".review");
  // each page is read once; null where a page may not read another one
  const pages = {};
  const pageAt = async (address) => {
    if (location.protocol === "file:") return null;
    const answer = await fetch(address).catch(() => null);
    const told = answer?.ok ? await answer.text() : "";
    return answer && new DOMParser().parseFromString(told, "text/html");
  };
  /** The question on its page; undefined if it is no longer there, null if its page cannot be read. */
  const found = async (name, { page, number }) => {
    const from = await (pages[page] ??= pageAt(at(page)));
    if (!from) return null;
    const quiz = from.getElementById(name);
    return quiz && fingerprint(quiz) === number ? quiz : undefined;
  };
  const inDays = (days) => (days === 1 ? "tomorrow" : `in ${days} days`);
  const review = async () => {
    const waiting = Object.entries(read().missed);
    const due = shuffled(waiting.filter(([, { day }]) => day + DAYS <= today())).slice(0, MOST);
    if (!due.length) {
      const first = Math.min(...waiting.map(([, { day }]) => day)) + DAYS - today();
      let when = "no question waits";
      if (waiting.length === 1) when = `one question waits, to come back ${inDays(first)}`;
      if (waiting.length > 1)
        when = `${waiting.length} questions wait, the first to come back ${inDays(first)}`;
      place.replaceChildren(h("p", {}, `Nothing to ask today: ${when}.`));
      return;
    }
    place.replaceChildren();
    for (const [name, entry] of due) {
      const quiz = await found(name, entry);
      const link = h("a", { href: `${at(entry.page)}#${name}` }, "The question in its lecture");
      if (quiz) place.append(once(quiz, at(entry.page), () => keep(name)));
      if (quiz === undefined) keep(name);
      else place.append(h("p", {}, link));
    }
    if (!place.hasChildNodes()) await review();
  };
  if (place) {
    const [save, load, chosen] = /** @type {any} */ (document.querySelector(".as-file").children);
    save.addEventListener("click", () => {
      const file = new Blob([JSON.stringify(read())], { type: "application/json" });
      const link = h("a", { href: URL.createObjectURL(file), download: "svm-book-memory.json" });
      link.click();
      URL.revokeObjectURL(link.href);
    });
    load.addEventListener("click", () => chosen.click());
    const status = document.querySelector(".as-file [role=status]");
    chosen.addEventListener("change", async () => {
      try {
        const { answers, missed } = JSON.parse(await chosen.files[0].text());
        if (!answers || !missed || !sound({ answers, missed }).whole) throw new TypeError();
        const kept = read();
        const all = {
          answers: { ...kept.answers, ...answers },
          missed: { ...kept.missed, ...missed },
        };
        status.textContent = write(all)
          ? "Read, and added to what was known here."
          : "This browser has no room for it, or keeps nothing; nothing has changed.";
      } catch {
        status.textContent = "This is no file that was saved here; nothing has changed.";
      }
      chosen.value = ""; // the same file again is a change, too
      await review();
    });
    review();
  }
}
