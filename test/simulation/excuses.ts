/** How often a case cost something that the product leaves alone. */
export const excused = new Map<string, number>();

/** Counts it, and gives nothing to find. */
export function excuse(name: string, times: number): string[] {
  excused.set(name, (excused.get(name) ?? 0) + times);
  return [];
}
