export function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

export type Chances = ReturnType<typeof createChances>;

/** Creates a random generator that returns the same sequence for the same seed (mulberry32). */
export function createChances(seed: number) {
  let state = seed | 0;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    between: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    happens: (share: number) => next() < share,
  };
}
