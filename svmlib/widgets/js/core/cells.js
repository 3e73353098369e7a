// The walk over the cells of a map: how long it is, and which cells were looked at on it.

/** Steps along rows and columns between two cells. */
export const apart = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

/**
 * The way from the first cell, without its detours; the cells looked at on it and since the map was
 * covered (back at the first cell all begins anew); whether the map was covered all the way.
 */
export class CellWalk {
  /** @param {number[]} first  [row, column] */
  constructor(first) {
    this.cells = [first];
    this.looked = new Set();
    this.closed = false;
    this.dark = false;
  }

  /**
   * On to a cell, or back along the walk.
   * @param {number[]} cell @param {boolean} covered
   */
  go(cell, covered) {
    const at = this.cells.findIndex((one) => String(one) === String(cell));
    const before = this.closed;
    this.cells = at < 0 ? [...this.cells, cell] : this.cells.slice(0, at + 1);
    this.closed = covered;
    if (at === 0 || (covered && !before)) this.looked = new Set(this.cells.map(String));
    this.looked.add(String(cell));
    this.dark = covered && (at === 0 || this.dark);
  }

  /** Whether a cell is hidden. @param {number[]} cell */
  hides(cell) {
    return this.closed && !this.looked.has(String(cell));
  }

  /** How many steps it is long. */
  get steps() {
    return this.cells.reduce((sum, cell, k) => sum + (k ? apart(cell, this.cells[k - 1]) : 0), 0);
  }
}
