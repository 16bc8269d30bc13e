const SIGNS = new Set('\0\\{}|~^');

/** Looks up each character of a text, as a measure of time: every reader needs at least as long. */
export function plainLoop(text: string): number {
  let count = 0;
  for (const character of text) if (SIGNS.has(character)) count += 1;
  return count;
}
