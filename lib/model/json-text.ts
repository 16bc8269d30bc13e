/** A value as JSON; undefined for what has none: nothing, or something too deep. */
export function jsonOf(
  raw: unknown,
  replace?: (name: string, value: unknown) => unknown,
): string | undefined {
  try {
    return JSON.stringify(raw, replace);
  } catch {
    return undefined;
  }
}
