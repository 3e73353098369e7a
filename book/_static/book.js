// Three small services for readers without a mouse or without sight. The page works without them.

// Feedback of a quiz appears by CSS; a live region makes a screen reader say it.
for (const quiz of document.querySelectorAll(".quiz")) {
  const status = quiz.querySelector("[role=status]");
  quiz.addEventListener("change", (event) => {
    const answer = event.target.closest(".quiz-answer");
    status.textContent = answer.querySelector(".quiz-feedback").innerText;
  });
}

// A formula or table wider than the page scrolls by itself: let the keyboard reach it, and only then.
const reachable = () => {
  for (const box of document.querySelectorAll("div.math, .bd-article table.table")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
addEventListener("load", () => document.fonts.ready.then(reachable));
addEventListener("resize", reachable);

// Paper shows what is folded on the screen.
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
});
