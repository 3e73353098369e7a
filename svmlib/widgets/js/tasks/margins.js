// What the figure of the margins asks of a player.

/**
 * What the tasks look at: the smallest margin in both measures, and the largest that any line has
 * (∞ until it is known).
 */
export function viewOfMargins(functional, scale, widest) {
  const least = Math.min(...functional);
  const wrong = functional.filter((m) => m <= 0).length;
  return { wrong, margin: least / scale, functional: least, widest };
}

export const MARGIN_TASKS = [
  {
    id: "right",
    why: "Any line between the classes will do: that is why a rule to choose among them is needed.",
    text: "put every point on its right side.",
    met: (view) => view.wrong === 0,
  },
  {
    id: "wide",
    why: "The line far from both classes has the largest geometric margin: it asks for nothing but distance.",
    text: "bring the geometric margin to 90 % of the largest that any line has.",
    met: (view) => view.margin >= 0.9 * view.widest,
  },
  {
    id: "one",
    why: "Scaling (w, b) moves no line: so the smallest functional margin may always be called 1.",
    text: "with no point wrong, make the smallest functional margin 1, within a hundredth.",
    met: (view) => view.wrong === 0 && Math.abs(view.functional - 1) <= 0.01,
  },
];
