/** Resolves when all has gone on that can go on without an answer or the time. */
export function quiescence(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
