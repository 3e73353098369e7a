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
