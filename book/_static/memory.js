// What this browser remembers of the book, and nobody else: where its reader stopped, which answers were ticked, which questions
// were missed. (Live figures keep solved challenges under names that begin alike.) Where nothing can be kept, all else works.
{
  const HERE = /** @type {any} */ (document.currentScript).src;
  const root = new URL(document.documentElement.dataset.content_root ?? ".", location.href)
    .pathname;
  const OURS = `svm:${root}`;
  const KEY = `${OURS}:1`; // another book on this host has another path; 1 is the version

  /**
   * @typedef {{page: string, number: number, day: number, again?: boolean}} Missed
   * @typedef {{place?: {address: string, words: string}, answers: Record<string, string>, missed: Record<string, Missed>}} Kept
   */
  const isPage = (page) =>
    typeof page === "string" && /^(lectures|book)\/[\w/#.-]+$/.test(page) && !page.includes("..");
  const isMissed = (entry) =>
    isPage(entry?.page) && Number.isInteger(entry.number) && Number.isInteger(entry.day);
  const isPlace = (place) => isPage(place?.address) && typeof place.words === "string";
  /** What is as this page writes it, and `whole`, whether that is all. Anything else would break every page. */
  const sound = (kept) => {
    let whole = Object(kept) === kept;
    const those = (all, is) => {
      if (all !== undefined && Object(all) !== all) whole = false;
      const entries = Object.entries(Object(all) === all ? all : {});
      const right = entries.filter(([, value]) => is(value));
      whole &&= right.length === entries.length;
      return Object.fromEntries(right);
    };
    const answers = those(kept?.answers, (answer) => typeof answer === "string");
    const missed = those(kept?.missed, isMissed);
    const place = isPlace(kept?.place) ? { place: kept.place } : {};
    if (kept?.place !== undefined && !isPlace(kept.place)) whole = false;
    return { kept: /** @type {Kept} */ ({ ...place, answers, missed }), whole };
  };
  const found = () => {
    try {
      return sound(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      return { ...sound({}), whole: !stored() };
    }
  };
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const read = () => found().kept;
  /** Whether it is kept; if not, it is forgotten with the page. */
  const write = (change) => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }));
      return true;
    } catch {
      return false;
    }
  };

  // A ticked answer is kept with a number made of the words of its quiz: where these have changed since, it is asked again.
  const fingerprint = (quiz) => {
    const mix = (number, sign) => Math.imul(number ^ sign.codePointAt(0), 16777619);
    return [...quiz.textContent].reduce(mix, 2166136261) >>> 0;
  };
  const quizzes = [...document.querySelectorAll(".quiz")].map((quiz) => ({
    quiz,
    number: fingerprint(quiz),
  }));
  const tick = () => {
    const { answers } = read();
    for (const { quiz, number } of quizzes) {
      const kept = [...quiz.querySelectorAll("input")].find(
        ({ id }) => answers[quiz.id] === `${id} ${number}`,
      );
      if (kept) kept.checked = true; // without a word to a screen reader: only a change is announced
    }
  };
  tick();
  addEventListener("storage", tick); // another tab, or this page before it was loaded again, may still be writing
  // A question that was missed comes back: review.js, which is loaded when there is one.
  const today = () => Math.floor(Date.now() / 86_400_000);
  const page = location.pathname.slice(root.length);
  globalThis.bookMemory = { read, write, sound, fingerprint, root, today };
  let loaded = false;
  const review = () => {
    document.dispatchEvent(new Event("missed"));
    if (loaded) return;
    loaded = true;
    const script = document.createElement("script");
    script.src = new URL("review.js", HERE).href;
    document.head.append(script);
  };
  for (const { quiz, number } of quizzes) {
    quiz.addEventListener("change", ({ target }) => {
      const { answers, missed } = read();
      const wrong = target.closest(".wrong") && !missed[quiz.id];
      write({
        answers: { ...answers, [quiz.id]: `${target.id} ${number}` },
        ...(wrong && { missed: { ...missed, [quiz.id]: { page, number, day: today() } } }),
      });
      if (wrong) review();
    });
  }
  const waits = ([name, entry]) => !entry.again && document.getElementById(name);
  if (Object.entries(read().missed).some(waits)) review();

  // The place in a lecture is the last section that has reached the upper third of the window. It is kept when the reader has not
  // scrolled for a moment, and when the page is left, for which a busy browser does not always wait.
  const numbers = [...document.querySelectorAll("article :is(h1, h2, h3, h4) > .section-number")];
  const named = (number) => number.textContent.trim().replace(/\.$/, "");
  if (numbers.length) {
    const isVisible = () => document.visibilityState === "visible";
    const keep = () => {
      const last =
        numbers.findLast((number) => number.getBoundingClientRect().top < innerHeight / 3) ??
        numbers[0];
      const lecture = named(numbers[0]);
      const inLecture = `${lecture.startsWith("D") ? "in depth" : "lecture"} ${lecture}`;
      write({
        place:
          last === numbers[0]
            ? { address: page, words: inLecture }
            : {
                address: `${page}#${last.closest("section").id}`,
                words: `${inLecture}, section ${named(last)}`,
              },
      });
    };
    let resting = 0;
    const rest = () => {
      clearTimeout(resting);
      resting = setTimeout(() => isVisible() && keep(), 500);
    };
    rest();
    addEventListener("scroll", rest, { passive: true });
    document.addEventListener("visibilitychange", () => (isVisible() ? rest() : keep()));
  }

  // The landing page offers the way back there, and says what is remembered, with a button to forget it.
  const ours = () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(OURS));
    } catch {
      return [];
    }
  };
  const memory = document.querySelector(".memory");
  const show = () => {
    document.querySelector(".continue")?.remove();
    const { place } = read();
    if (place) {
      const link = document.createElement("a");
      link.className = "continue sd-btn sd-btn-outline-primary sd-text-wrap";
      link.href = root + place.address;
      link.textContent = `Continue where you stopped: ${place.words}`;
      document.querySelector("a.start").after(" ", link);
    }
  };
  if (memory) {
    const [forget, status] = /** @type {any} */ (memory.querySelectorAll("button, [role=status]"));
    const words = forget.textContent;
    const open = () => {
      forget.hidden = !ours().length;
      const { whole } = found();
      forget.textContent = whole ? words : "Begin anew";
      if (!whole) status.textContent = "Part of what was kept here cannot be read and is left out.";
      show();
    };
    open();
    addEventListener("pageshow", open); // also when the browser brings the page back as it was
    addEventListener("storage", open); // the lecture before may still be writing
    forget.addEventListener("click", () => {
      for (const key of ours()) localStorage.removeItem(key);
      show();
      forget.textContent = words;
      status.textContent = "Forgotten.";
    });
  }
}
