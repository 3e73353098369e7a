// What the figure of three classes asks of a player.

/** What the tasks look at, one state after another. */
export class ClassesSeen {
  constructor() {
    this.erred = ""; // the last points and C with which one-versus-rest missed two
  }

  /**
   * found = { kind, straight (machines), errors, open (undecided), flat (machines with w = 0),
   * borders } for these points and this C.
   */
  view(found, points, C) {
    const { kind, straight, errors, open } = found;
    const here = JSON.stringify([points, C]);
    if (kind === "one-vs-rest" && straight && errors + open > 1) this.erred = here;
    const cured = kind === "weston-watkins" && errors + open === 0 && here === this.erred;
    return { ...found, cured };
  }
}

export const CLASS_TASKS = [
  {
    id: "zero",
    why: "No line tells the class in the middle from all others: its machine gives up and calls nobody its own.",
    text: "with linear one-versus-rest, drag the whole orange class to where its machine says −1 everywhere (w = 0).",
    met: ({ kind, straight, flat }) => kind === "one-vs-rest" && straight && flat.includes(1),
  },
  {
    id: "cured",
    why: "One against the rest asks each machine alone; all at once, they need only be ahead of each other.",
    text: "move points until linear one-versus-rest gets two or more wrong or undecided and Weston–Watkins none.",
    met: ({ cured }) => cured,
  },
  {
    id: "tied",
    why: "Each class wins one duel and loses one: three votes, one each, and nobody is ahead.",
    text: "with one-versus-one, get a point into the grey of a tied vote, with no other in a wrong region.",
    met: ({ kind, open, errors, flat }) =>
      kind === "one-vs-one" && open > 0 && errors === 0 && !flat.length,
  },
];
