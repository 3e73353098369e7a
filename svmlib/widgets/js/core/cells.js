// The walk over the cells of a map, and how long it is.

/** Steps along rows and columns between two cells. */
export const apart = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

/** The way from the first cell, without its detours. */
export class CellWalk {
  /** @param {number[]} first  [row, column] */
  constructor(first) {
    this.cells = [first];
  }

  /** On to a cell, or back along the walk. @param {number[]} cell */
  go(cell) {
    const at = this.cells.findIndex((one) => String(one) === String(cell));
    this.cells = at < 0 ? [...this.cells, cell] : this.cells.slice(0, at + 1);
  }

  /** How many steps it is long. */
  get steps() {
    return this.cells.reduce((sum, cell, k) => sum + (k ? apart(cell, this.cells[k - 1]) : 0), 0);
  }
}
