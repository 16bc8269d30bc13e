/**
 * Yields the lines that are not empty. A pattern with `^` and the flag `m` would also begin lines
 * after U+2028 and U+2029, and could need quadratic time.
 */
export function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) yield line;
}
