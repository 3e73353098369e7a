// What the figure of the losses asks of a player.
export const SCORE_GRID = 40; // drags, arrows and the slider stop at multiples of 1/40

export const LOSS_TASKS = [
  {
    id: "equal",
    why: "Where the hinge is 1 its square is 1 too: below, squaring makes a loss smaller, above larger.",
    text: "leave only the hinge and the squared hinge, and find where they are equal but not 0.",
    met: ({ values }) =>
      Object.keys(values).length === 2 &&
      values.hinge > 0 &&
      values.hinge === values["squared hinge"],
  },
  {
    id: "minus",
    why: "The loss sees only y f(x): with the label −1 the score +1 is the margin −1, and that is 2 short of 1.",
    text: "give the example the label −1 and make its hinge exactly 2.",
    met: ({ label, values }) => label < 0 && values.hinge === 2,
  },
  {
    id: "lead",
    why: "At the margin 1 the hinge is content and 0, while the logistic loss still asks for more.",
    text: "put the example where the logistic loss exceeds the hinge by most.",
    met: ({ m, values }) =>
      values.hinge >= 0 && values.logistic > 0 && Math.abs(m - 1) < 0.5 / SCORE_GRID,
  },
];
