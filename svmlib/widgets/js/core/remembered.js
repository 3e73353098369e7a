// What is worked out once for the same input.

/**
 * The last result of work(…inputs), as long as the inputs are the same: lists by what is in them,
 * all else by what it is, unless `keyOf` says otherwise.
 * @template T
 * @param {(...inputs: any[]) => T} work
 * @param {(input: any) => any} [keyOf]
 * @returns {(...inputs: any[]) => T}
 */
export function remembered(work, keyOf = (input) => (Array.isArray(input) ? `${input}` : input)) {
  /** @type {any[]} */ let known = [];
  /** @type {any} */ let value = null;
  return (...inputs) => {
    const keys = inputs.map(keyOf);
    if (keys.length !== known.length || keys.some((key, k) => key !== known[k]))
      [known, value] = [keys, work(...inputs)];
    return value;
  };
}
