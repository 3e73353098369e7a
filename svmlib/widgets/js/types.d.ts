// Types that several modules share; `make lint` reads them, no browser does. They are global: write
// @param {Kernel} kernel.

/** [x1, x2, label]; a plain list as it comes from Python. */
type Point = number[];
/** By what two coordinates were standardised: (value - centre) / scale. */
type Scaling = { centre: number[]; scale: number[] };

/** Numbers in a row, whatever holds them. */
type Numbers = number[] | Float64Array;

interface Kernel {
  name: string;
  sigma?: number;
  degree?: number;
  length?: number;
  /** of one that is known by its features (core/landmarks.js) */
  landmarks?: Point[];
  features?(X: Numbers): { phi: Float64Array; r: number; kinds: null };
}

/** What is known of any problem that is solved in slices. */
interface Solved {
  /** no more work will be done: solved, or nothing improves any more */
  done: boolean;
  /** done, and the relative gap is small enough */
  certified: boolean;
  primal: number;
  dual: number;
  /** primal - dual as it comes out; rounding may have moved it by `noise` */
  gap: number;
  noise: number;
  /** gap / primal, or of a primal next to nothing gap / what is next to nothing */
  relative: number;
  /** pair steps and Newton steps so far */
  steps: number;
}

/** What is known of its multipliers: who carries the answer (more than dust), who is at the bound. */
interface Carried {
  carries: boolean[];
  support: number;
  full: boolean[];
  bounded: number;
}
