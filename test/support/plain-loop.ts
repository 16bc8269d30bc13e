const SIGNS = new Set('\0\\{}|~^');

/** Looks up each character of a text. Tests compare the time of a reader with the time of this loop. */
export function plainLoop(text: string): number {
  let count = 0;
  for (const character of text) if (SIGNS.has(character)) count += 1;
  return count;
}
