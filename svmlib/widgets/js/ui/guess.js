// A guess before the answer, the same way in all figures: one question, one commit, then the guess
// beside what is, the difference as a number, and why. Until then nothing of the answer is drawn,
// written or spoken.
import { button } from "./controls.js";
import { forHand, h, hearing } from "./dom.js";

/**
 * What a figure gives to ask for a guess:
 *   answer        how it is answered, a function of ui/answers.js, spots.js, handles.js or sheet.js
 *                 that makes { begin(), end(), value() (null while there is none), draw(value,
 *                 committed), how, element beside the question }; without it value() tells what the
 *                 figure itself lets move
 *   plot, points, most, options  what that needs
 *   invites       the question in a few words, while nothing is hidden; a function of the traits
 *                 where it depends on them
 *   asks(now, before)  the question; the traits now and when it was opened
 *   how           how to answer, if there is more to say
 *   missing       what is said when there is no answer yet
 *   pose()        traits to set first, or null: another situation to be foreseen
 *   ends          traits whose change ends it: they would show the answer
 *   opens         whether the figure opens with it
 *   reveal()      what makes the answer be seen, if more than drawing
 *   truth()       what is; null where nothing is certain, undefined while it is not known
 *   judge(value, truth)  { off, said, why }
 *   ghost(value, committed)  draws the guess, if its kind does not
 */
export class Guess {
  /** @param {any} spec @param {any} shell */
  constructor(spec, shell) {
    this.spec = spec;
    this.shell = shell;
    this.open = false;
    this.opened = 0; // the entry of the history at which it was opened
    this.first = this.held = "";
    /** @type {any} the guess that stands: { value, changed, state, result } */
    this.made = null;
    this.before = shell.present();
    this.way = spec.answer?.(spec, shell) ?? { begin() {}, end() {}, value: spec.value };
    this.words = h("strong");
    this.why = h("span");
    this.main = button("", () => (this.open ? this.commit() : this.begin()));
    this.skipping = button("Skip", () => this.skip());
    this.element = h(
      "div",
      { class: "svm-guess", role: "group", "aria-label": "Guess first" },
      h("span", { class: "svm-question" }, this.words, " ", this.why),
      this.way.element,
      this.main,
      this.skipping,
    );
    if (this.way.element)
      hearing(this.way.element, shell.signal)("keydown", (event) => {
        if (event.key === "Enter") this.commit();
      });
    this.write();
  }

  /** Hide the answer and ask; `quietly` as the figure opens. */
  begin({ quietly = false } = {}) {
    const { model, tabs } = this.shell;
    this.before = this.shell.present();
    const posed = quietly ? null : this.spec.pose?.(this.before);
    if (posed) {
      this.shell.save(posed);
      this.shell.give();
    }
    this.open = true;
    this.made = null;
    this.opened = this.shell.history.at;
    this.first = JSON.stringify(this.shell.present());
    this.held = this.ending();
    if (model.get("solution")) {
      model.set("solution", {});
      model.save_changes();
    }
    tabs?.show(this.shell.figure.plots.indexOf(this.spec.plot));
    this.write(); // a field that is hidden takes no focus
    if (!quietly) this.way.begin();
    this.shell.redraw();
  }

  /** The one commit. */
  commit() {
    const value = this.way.value();
    if (value === null) {
      this.shell.note(this.spec.missing ?? this.how);
      return;
    }
    const changed = this.first !== JSON.stringify(this.shell.present());
    this.close();
    this.reveal();
    this.made = { value, changed, state: JSON.stringify(this.shell.present()), result: null };
    this.shell.redraw();
  }

  /** The answer without a guess. */
  skip() {
    this.close();
    this.reveal();
    this.main.focus({ preventScroll: true });
    this.shell.redraw();
  }

  /** What the answer needs, apart from being drawn. */
  reveal() {
    if (!this.spec.reveal) return;
    this.spec.reveal();
    this.shell.give();
  }

  close() {
    if (this.open) this.way.end();
    this.open = false;
    this.write();
  }

  /** Another situation has come: no question, no guess. */
  leave() {
    this.made = null;
    this.close();
  }

  /** The reader went back to the entry `at` of the history. */
  wentTo(at) {
    if (this.open && at < this.opened) this.leave();
  }

  /** What must stay as it is while the question is open. */
  ending() {
    return JSON.stringify((this.spec.ends ?? []).map((trait) => this.shell.model.get(trait)));
  }

  /** Before each drawing. */
  check(busy) {
    if (this.open && this.held !== this.ending()) this.leave();
    if (this.made && (busy || this.made.state !== JSON.stringify(this.shell.present())))
      this.leave();
    if (!this.made) this.write();
  }

  /** The drawing has come to an end: what is said of the guess, once. */
  settle() {
    if (!this.made || this.made.result) return;
    const truth = this.spec.truth();
    if (truth === undefined) return;
    this.made.result = truth
      ? this.spec.judge(this.made.value, truth)
      : {
          off: null,
          said: "Here nothing is certain that your guess could be compared with.",
          why: "",
        };
    this.write();
    this.shell.whisper(this.verdict());
  }

  invites() {
    const { invites } = this.spec;
    return typeof invites === "function" ? invites(this.shell.present()) : invites;
  }

  asked() {
    return this.spec.asks(this.shell.present(), this.before);
  }

  verdict() {
    const { said, why } = this.made.result;
    return `${said} ${why}`.trim();
  }

  /** The line as it is now. */
  write() {
    const { made, open } = this;
    const result = open ? null : made?.result;
    const invites = this.invites();
    const words = open ? this.asked() : (result?.said ?? invites);
    if (this.words.textContent !== words) this.words.textContent = words;
    this.why.textContent = result?.why ?? "";
    this.element.dataset.state = open ? "open" : made ? "made" : "closed";
    this.main.title = open || made ? "" : invites;
    this.main.textContent = open ? "That is my guess" : "Guess first";
    this.skipping.hidden = !open;
    if (this.way.element) this.way.element.hidden = !open;
  }

  /** How to answer. */
  get how() {
    return forHand(this.spec.how ?? this.way.how ?? "");
  }

  /** The guess in the picture: while it is made, and afterwards as a ghost. */
  draw() {
    const value = this.open ? this.way.value() : this.made?.value;
    if (value === null || value === undefined) return;
    if (this.spec.ghost) this.spec.ghost(value, !this.open);
    this.way.draw?.(value, !this.open);
  }

  drawn() {
    this.way.drawn?.();
  }
}
