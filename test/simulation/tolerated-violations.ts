/** Counts by reason. */
const tolerated = new Map<string, number>();

/** Counts tolerated violations of a guarantee, and returns no violations. */
export function tolerate(reason: string, count: number): string[] {
  tolerated.set(reason, (tolerated.get(reason) ?? 0) + count);
  return [];
}

export function printTolerated(): void {
  const counts = [...tolerated].map(([reason, count]) => `${count} × ${reason}`);
  // biome-ignore lint/suspicious/noConsole: shows tolerated violations to the person who runs the test.
  console.info(`Tolerated: ${counts.join(', ') || 'nothing'}`);
}
