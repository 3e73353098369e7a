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

/**
 * What anywidget and host.js give a figure: values of traits by name. T names the traits: Model<{
 * C: number }>.
 */
interface Model<T = Record<string, any>> {
  get<K extends keyof T & string>(trait: K): T[K];
  set<K extends keyof T & string>(trait: K, value: T[K]): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** What mountFigure gives to build (ui/shell.js says what each part does); T as in Model. */
interface Shell<T = Record<string, any>> {
  root: HTMLElement;
  model: Model<T>;
  signal: AbortSignal;
  note(text: string): void;
  whisper(text: string): void;
  specs: Record<string, any>;
  save(values: Partial<T>, gesture?: string): void;
  put<K extends keyof T & string>(trait: K): (value: T[K]) => void;
  knob(trait: keyof T & string): Control;
  editing(): {
    points: Point[];
    signal: AbortSignal;
    note(text: string): void;
    whisper(text: string): void;
    changed: Shell<T>["edited"];
  };
  edited(points: Point[], final: boolean | null, gesture?: string): void;
  before(): any;
  veiled(): boolean;
  guessed(): any;
  trace(): void;
  undo(): void;
  redo(): void;
  tell(told: any, found?: { done?: boolean; view?: object; solution?: object | null }): void;
  redraw: FrameRequest;
}

/** A control of ui/controls.js. */
interface Control<V = any> {
  element: HTMLElement;
  set(value: V): void;
}

/** What oncePerFrame makes. */
interface FrameRequest {
  (): void;
  cancel(): void;
}
