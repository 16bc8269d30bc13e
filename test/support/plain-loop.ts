const SIGNS = new Set('\0\\{}|~^');

/** The least work of a reader: looks up each character of a text. */
export function plainLoop(text: string): number {
  let count = 0;
  for (const character of text) if (SIGNS.has(character)) count += 1;
  return count;
}
