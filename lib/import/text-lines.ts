/**
 * The lines of a text that are not empty, each without its end. U+2028 and U+2029 end no line: a pattern with
 * `^` and the flag `m` begins anew behind each of these and may take quadratic time.
 */
export function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) yield line;
}
