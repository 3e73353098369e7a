// Vote mode, for a class: a question of the page on the whole screen, first alone, then with its answers for two rounds of voting,
// then with what is to be said to each. book.js loads it for an address that ends in #vote= and the name of a question.
{
  const STAGES = [
    { next: "Show the answers" },
    { name: "First vote", seconds: 60, next: "Talk to a neighbour, vote again" },
    { name: "Second vote", seconds: 120, next: "Reveal" },
    { name: "What is right, and why", next: "Next question" },
  ];
  const looks = document.createElement("style");
  looks.textContent = `
    .vote { background: var(--pst-color-background); border: 0; box-sizing: border-box; color: var(--pst-color-text-base);
      height: 100dvh; inset: 0; margin: 0; max-height: none; max-width: none; overflow: auto; padding: 2vmin 5vmin; width: 100vw; }
    .vote[open] { display: flex; flex-direction: column; gap: 2vmin; }
    .vote > div { font-size: clamp(1.1rem, 3.4vmin, 2.6rem); line-height: 1.35; margin: auto 0; }
    .vote[data-stage="3"] > div { font-size: clamp(1rem, 2.8vmin, 2.2rem); }
    .vote h2 { font-size: 1em; font-weight: 600; margin: 0 0 1em; }
    .vote ol { list-style: upper-alpha; margin: 0; padding-left: 1.6em; }
    .vote li { margin: 0.35em 0; padding: 0.1em 0.4em; }
    .vote li.right { outline: 3px solid var(--right); }
    .vote li > div { color: var(--pst-color-text-muted); font-size: 0.72em; }
    .vote li p { margin: 0; }
    .vote footer { align-items: center; display: flex; flex-wrap: wrap; gap: 1rem; }
    .vote footer span { flex: 1; font-weight: 600; }
    .vote output { font-size: 1.6rem; font-variant-numeric: tabular-nums; min-width: 4ch; text-align: right; }
    .vote button { background: none; border: 1px solid currentcolor; border-radius: 4px; color: inherit; min-height: 2.4rem; padding: 0 1rem; }
  `;
  document.head.append(looks);

  const quizzes = [...document.querySelectorAll(".quiz")];
  const h = (tag, ...children) => {
    const made = document.createElement(tag);
    made.append(...children);
    return made;
  };
  const button = (text, work) => {
    const made = h("button", text);
    made.type = "button";
    made.addEventListener("click", work);
    return made;
  };
  const copy = (nodes) =>
    [...nodes].map((node) => {
      const made = node.cloneNode(true);
      for (const part of made.querySelectorAll?.("[id]") ?? []) part.removeAttribute("id");
      return made;
    });

  const screen = h("dialog");
  screen.className = "vote";
  screen.setAttribute("aria-label", "Vote");
  document.body.append(screen);
  let here = 0;
  let stage = 0;
  let ticking = 0;

  const question = (quiz) => {
    const parts = [...quiz.querySelector("fieldset").children];
    const [legend, ...more] = parts.slice(
      0,
      parts.findIndex((part) => part.matches(".quiz-answer")),
    );
    return [h("h2", ...copy(legend.childNodes)), ...copy(more)];
  };
  // what is said to an answer is nowhere in the dialog before the end
  const answers = (quiz) => {
    const items = [...quiz.querySelectorAll(".quiz-answer")].map((answer) => {
      const item = h("li", ...copy(answer.querySelector("label").childNodes));
      if (stage < 3) return item;
      item.classList.toggle("right", answer.matches(".right"));
      item.append(h("div", ...copy(answer.querySelector(".quiz-feedback").childNodes)));
      return item;
    });
    return h("ol", ...items);
  };
  const clock = (seconds) => {
    const shown = h("output", `${seconds} s`);
    const end = Date.now() + 1000 * seconds;
    ticking = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      shown.textContent = left ? `${left} s` : "time";
      if (!left) clearInterval(ticking);
    }, 200);
    return shown;
  };

  const show = () => {
    clearInterval(ticking);
    const { name = "", seconds, next } = STAGES[stage];
    const body = h("div", ...question(quizzes[here]));
    if (stage) body.append(answers(quizzes[here]));
    const on = button(stage === 3 && here === quizzes.length - 1 ? "End" : next, forward);
    const foot = h("footer", h("span", `Question ${here + 1} of ${quizzes.length}. ${name}`));
    foot.append(...(seconds ? [clock(seconds)] : []), on);
    foot.append(
      button("Back", back),
      button("Close", () => screen.close()),
    );
    screen.dataset.stage = stage;
    screen.replaceChildren(body, foot);
    on.focus();
  };
  const forward = () => {
    if (stage < 3) stage += 1;
    else if (here === quizzes.length - 1) return screen.close();
    else [here, stage] = [here + 1, 0];
    show();
  };
  const back = () => {
    if (stage) stage -= 1;
    else here = Math.max(0, here - 1);
    show();
  };
  screen.addEventListener("keydown", (event) => {
    const work = { ArrowRight: forward, PageDown: forward, ArrowLeft: back, PageUp: back }[
      event.key
    ];
    if (!work) return;
    event.preventDefault();
    work();
  });
  screen.addEventListener("close", () => {
    clearInterval(ticking);
    location.hash = quizzes[here].id;
  });

  const open = () => {
    const name = location.hash.match(/^#vote=(.+)$/)?.[1];
    const found = quizzes.findIndex(({ id }) => id === name);
    if (found < 0) return;
    [here, stage] = [found, 0];
    if (!screen.open) screen.showModal();
    show();
  };
  addEventListener("hashchange", open);
  open();
}
