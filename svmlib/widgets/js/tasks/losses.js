// What the figure of the losses asks of a player.
export const SCORE_GRID = 40; // drags, arrows and the slider stop at multiples of 1/40

export const LOSS_TASKS = [
  {
    id: "equal",
    text: "leave only the hinge and the squared hinge, and find where they are equal but not 0.",
    met: ({ values }) =>
      Object.keys(values).length === 2 &&
      values.hinge > 0 &&
      values.hinge === values["squared hinge"],
  },
  {
    id: "minus",
    text: "give the example the label −1 and make its hinge exactly 2.",
    met: ({ label, values }) => label < 0 && values.hinge === 2,
  },
  {
    id: "lead",
    text: "put the example where the logistic loss exceeds the hinge by most.",
    met: ({ m, values }) =>
      values.hinge >= 0 && values.logistic > 0 && Math.abs(m - 1) < 0.5 / SCORE_GRID,
  },
];
