// The strip under a plot: errors, margin and support vectors over a knob, traced while it moves.
import { Trace, heightsOf } from "../core/trace.js";
import { many, show } from "../core/words.js";
import { freshId, h, hearing, svg } from "./dom.js";
import { logTicks, ticks } from "./plot.js";
import { Sweep } from "./sweep.js";

/** @typedef {import("../core/trace.js").Traced} Traced */

const AXIS = 15;
const WORDS = 126; // CSS pixels: the room beside the curves for what they say
const INSIDE = 4; // CSS pixels: the room of the axis, and between a lane and its neighbours
const NEXT = 0.04; // shares of the width: what is farther apart has unknown values between

/**
 * From above: name, height, and its curves with what is said at their ends. Counts begin at 0, the
 * margin, which spans decades, has a scale of powers.
 * @type {{ name: string, height: number, log?: boolean,
 *   curves: { style: string, of: (found: Traced) => number | null,
 *   says: (found: Traced) => string }[] }[]}
 */
const LANES = [
  {
    name: "errors",
    height: 29,
    curves: [
      {
        style: "errors",
        of: ({ errors, n }) => errors / n,
        says: ({ errors, n }) => `${errors} of ${n} wrong`,
      },
      {
        style: "held",
        of: ({ held, out }) => (held === null ? null : held / out),
        says: ({ held, out }) => (held === null ? "" : `held out ${held} of ${out}`),
      },
    ],
  },
  {
    name: "margin",
    height: 22,
    log: true,
    curves: [
      {
        style: "margin",
        of: ({ margin }) => margin,
        says: ({ margin }) => (margin === null ? "no margin: w = 0" : `margin ${show(margin, 3)}`),
      },
    ],
  },
  {
    name: "support vectors",
    height: 22,
    curves: [
      {
        style: "support",
        of: ({ support }) => support,
        says: ({ support }) => many(support, "support vector"),
      },
    ],
  },
];
const HEIGHT = LANES.reduce((sum, { height }) => sum + height, AXIS);

/** What was found at one value, in words. @param {Traced} found */
const inWords = (found) =>
  LANES.flatMap(({ curves }) => curves.map(({ says }) => says(found)))
    .filter(Boolean)
    .join(", ");

/**
 * @typedef {object} Knob
 * @property {string} name
 * @property {{ min: number, max: number, log?: boolean }} range
 * @property {{ element: HTMLElement, label: () => string }} control  the slider, which gets Play
 * @property {() => number} now
 */

export class Strip {
  /**
   * `groups` are knobs that act on one machine each; put(name, value, gesture) sets one.
   * @param {{
   *   groups: { of?: () => string, knobs: Knob[] }[], signal: AbortSignal, sized: () => void,
   *   put: (name: string, value: number, gesture: string) => void,
   * }} how
   */
  constructor({ groups, put, signal, sized }) {
    this.put = put;
    this.groups = groups.map(({ of = () => "", knobs }) => ({
      of,
      knobs,
      trace: new Trace(knobs.map(({ name }) => name)),
    }));
    this.active = 0;
    this.looked = -1; // the sample under the pointer
    this.drags = 0;
    this.decided = false; // whether the reader has folded or unfolded it
    this.sized = sized;
    this.sweeps = groups.flatMap(({ knobs }) =>
      knobs.map(({ name, range, control, now }) => {
        const one = (/** @type {number} */ value, /** @type {string} */ gesture) =>
          put(name, value, gesture);
        const sweep = new Sweep({ range, label: control.label, now, put: one, signal });
        control.element.append(sweep.element);
        return sweep;
      }),
    );
    const decide = () => {
      this.decided = true;
    };
    this.title = h("summary", { onclick: decide });
    const id = freshId("traced");
    this.hint = h("span", { id, hidden: true }, "Arrows go from one traced value to the next.");
    this.picture = svg("svg", { height: HEIGHT, "aria-hidden": "true" });
    this.area = h(
      "div",
      { class: "svm-traced", role: "slider", tabindex: 0, "aria-describedby": id },
      this.picture,
    );
    this.element = h("details", { class: "svm-strip" }, this.title, this.area, this.hint);
    this.element.addEventListener("toggle", () => {
      this.draw();
      sized();
    });
    this.listen(signal);
  }

  get group() {
    return this.groups[this.active];
  }
  get trace() {
    return this.group.trace;
  }
  /** The knob that moved last. @returns {Knob} */
  get knob() {
    const { knobs, trace } = this.group;
    return knobs.find(({ name }) => name === trace.knob) ?? knobs[0];
  }

  /** A click or a drag goes to the traced value that is nearest, keys to the next ones. */
  listen(signal) {
    const { area } = this;
    const on = hearing(area, signal);
    on("pointerdown", (event) => {
      if (event.button) return;
      this.drags++;
      this.go(this.under(event), `traced ${this.drags}`);
    });
    on("pointermove", (event) => {
      const k = this.under(event);
      if (event.buttons & 1) this.go(k, `traced ${this.drags}`);
      if (event.pointerType !== "touch") this.look(k);
    });
    on("pointerleave", () => this.look(-1));
    on("keydown", (event) => {
      const { samples } = this.trace;
      const k = this.trace.nearest(this.knob.now());
      const to = {
        ArrowLeft: k - 1,
        ArrowDown: k - 1,
        ArrowRight: k + 1,
        ArrowUp: k + 1,
        Home: 0,
        End: samples.length - 1,
      }[event.key];
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.go(to, "traced");
    });
  }

  /** Back to a traced value, exactly. */
  go(k, gesture) {
    const sample = this.trace.samples[k];
    if (sample && sample.at !== this.knob.now()) this.put(this.knob.name, sample.at, gesture);
  }

  look(k) {
    if (k === this.looked) return;
    this.looked = k;
    this.draw();
  }

  /** The sample under a pointer. */
  under({ clientX }) {
    const [l, r] = this.edges();
    const { min, max } = this.knob.range;
    const share = (clientX - this.area.getBoundingClientRect().left - l) / (r - l);
    const value = this.knob.range.log ? min * (max / min) ** share : min + share * (max - min);
    return this.trace.nearest(value, this.knob.range.log);
  }

  /** Left and right end of the curves. */
  edges() {
    return [10, Math.max(200, this.area.clientWidth) - WORDS];
  }

  /** Unfolded where there is room, until the reader decides. */
  fit(room) {
    if (!this.decided) this.element.open = room;
  }

  /**
   * The figure has come to rest: of each group of knobs the situation, and what is certain there.
   * While it is `covered`, nothing is given away.
   * @param {{ now: import("../core/trace.js").Situation, found: Traced | null }[]} all
   */
  follow(all, { covered = false } = {}) {
    this.element.style.visibility = covered ? "hidden" : "";
    for (const sweep of this.sweeps) {
      sweep.element.disabled = covered;
      if (covered) sweep.stop();
      else sweep.rested();
    }
    if (covered) return;
    all.forEach(({ now, found }, k) => {
      if (this.groups[k].trace.keep(now, found)) this.active = k;
    });
    if (this.active >= all.length) this.active = 0;
    this.stale(false);
    this.draw();
  }

  /** While points move, the curves are those of before. */
  stale(now) {
    this.area.dataset.stale = String(now);
  }

  draw() {
    const { area, knob, trace, group } = this;
    const { samples, last } = trace;
    const label = knob.control.label();
    const of = group.of();
    const over = of ? `${label} of ${of}` : label;
    const learned = last?.found && !last.found.out ? " (errors: on training points)" : "";
    const title = `Curves over ${over}${learned}`;
    if (this.title.textContent !== title) this.title.textContent = title;
    if (!this.element.open || !last) return;
    const value = last.now.knobs[knob.name];
    const named = {
      "aria-label": `Traced values of ${over}`,
      "aria-valuemin": samples[0]?.at ?? value,
      "aria-valuemax": samples.at(-1)?.at ?? value,
      "aria-valuenow": value,
      "aria-valuetext": `${label} = ${show(value)}: ${last.found ? inWords(last.found) : "nothing certain"}`,
    };
    for (const [name, text] of Object.entries(named)) area.setAttribute(name, String(text));
    const width = Math.max(200, area.clientWidth);
    this.picture.setAttribute("width", String(width));
    this.picture.replaceChildren(...this.drawn(width, value));
  }

  /** Lanes, axis, and the marks of the present value and of the one under the pointer. */
  drawn(width, value) {
    const { trace, knob } = this;
    const [l, r] = this.edges();
    const { min, max, log } = knob.range;
    const to = log ? Math.log : Number;
    const x = (v) => l + ((to(v) - to(min)) / (to(max) - to(min))) * (r - l);
    const looked = trace.samples[this.looked];
    const shown = looked?.found ?? trace.last?.found ?? null;
    const parts = [];
    let top = 0;
    const bottom = HEIGHT - AXIS;
    const upright = (v, kind) => svg("path", { class: kind, d: `M${x(v).toFixed(1)} 0V${bottom}` });
    parts.push(upright(value, "svm-now"));
    if (looked) parts.push(upright(looked.at, "svm-look"));
    for (const lane of LANES) {
      parts.push(...this.lane(lane, top, x, shown, { value, l, r }));
      top += lane.height;
    }
    const axis = log
      ? logTicks(Math.log10(min), Math.log10(max)).map(([place, words]) => [10 ** place, words])
      : ticks(min, max, (r - l) / 45);
    const marks = axis.map(([v]) => `M${x(v).toFixed(1)} ${bottom}v3`);
    parts.push(svg("path", { class: "svm-axis", d: `M${l} ${bottom}H${r}${marks.join("")}` }));
    for (const [v, words] of axis)
      parts.push(svg("text", { x: x(v), y: HEIGHT - 2, "text-anchor": "middle" }, words));
    const name = knob.control.label();
    parts.push(
      svg("text", { x: r + 20, y: HEIGHT - 2 }, looked ? `${name} = ${show(looked.at)}` : name),
    );
    if (trace.samples.length < 2) {
      const words = `Move ${name}, or play it: the curves are traced as you go.`;
      // beside the present value, where there is more room
      const [right, here] = [x(value) < (l + r) / 2, x(value)];
      const room = right ? r - here : here - l;
      const anchor = { x: here + (right ? 8 : -8), "text-anchor": right ? "start" : "end" };
      const at = { ...anchor, y: bottom / 2 + 4, class: "svm-empty" };
      parts.push(svg("text", at, room < 330 ? `Move or play ${name}.` : words));
    }
    return parts;
  }

  /** One lane: its name, its curves now and before, and what they say at the value on show. */
  lane({ name, height, curves, log = false }, top, x, shown, { value, l, r }) {
    const { trace } = this;
    const { samples, earlier } = trace;
    const low = top + height - INSIDE;
    const all = curves.flatMap(({ of }) =>
      [...samples, ...earlier].flatMap(({ found }) => of(found) ?? []),
    );
    const heightOf = heightsOf(all, log);
    const y = (v) => low - heightOf(v) * (height - 2 * INSIDE);
    const parts = [svg("path", { class: "svm-base", d: `M${l} ${low + 0.5}H${r}` })];
    curves.forEach(({ style, of, says }, k) => {
      const path = (some) => {
        let last = -Infinity;
        return some
          .map(({ at, found }) => {
            const v = of(found);
            const pen = x(at) - last > NEXT * (r - l) ? "M" : "L";
            last = v === null ? -Infinity : x(at);
            return v === null ? "" : `${pen}${x(at).toFixed(1)} ${y(v).toFixed(1)}`;
          })
          .join("");
      };
      if (earlier.length > 1) parts.push(svg("path", { class: "svm-before", d: path(earlier) }));
      parts.push(svg("path", { class: `svm-curve svm-${style}`, d: path(samples) }));
      samples.forEach(({ at, found }, i) => {
        const v = of(found);
        const alone = [samples[i - 1], samples[i + 1]].some(
          (other) => !other || Math.abs(x(other.at) - x(at)) > NEXT * (r - l),
        );
        if (v !== null && alone) parts.push(dot(style, x(at), y(v), 1.8));
      });
      const now = trace.last?.found && of(trace.last.found);
      if (now != null) parts.push(dot(style, x(value), y(now), 3.4));
      const words = shown ? says(shown) : k === 0 ? name : "";
      const both = curves.length > 1 && shown?.out;
      const line = both ? top + 12 + 13 * k : low - 1;
      if (words) parts.push(svg("text", { x: r + 12, y: line }, words));
    });
    return parts;
  }
}

/** Round where it was learned, square where it was held out. */
const dot = (style, cx, cy, r) =>
  style === "held"
    ? svg("rect", {
        class: `svm-dot svm-${style}`,
        x: cx - r,
        y: cy - r,
        width: 2 * r,
        height: 2 * r,
      })
    : svg("circle", { class: `svm-dot svm-${style}`, cx, cy, r });
