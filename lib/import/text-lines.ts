/**
 * Yields the non-empty lines of a text, without line ends. U+2028 and U+2029 end no line: a pattern
 * with `^` and the flag `m` would restart after each of these characters, and may take quadratic
 * time.
 */
export function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) yield line;
}
