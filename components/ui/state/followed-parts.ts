/**
 * Reads a value that is stored in parts, and follows its parts: what has changed while they were read is
 * newer. A page goes without what cannot be read.
 * @param watch follows each part by its number; gives the way to stop
 * @param take told of the parts that were read, and of each that changes
 * @returns `stop`, and `read`, which resolves when all parts are read
 */
export function followParts<Part>(
  read: () => Promise<readonly Part[]>,
  watch: (onChange: (at: number, part: Part) => void) => () => void,
  take: (parts: readonly Part[]) => void,
): { stop: () => void; read: Promise<void> } {
  const changed = new Set<number>();
  const stop = watch((at, part) => {
    changed.add(at);
    take([part]);
  });
  const reading = read().then(
    (parts) => take(parts.filter((_, at) => !changed.has(at))),
    () => {},
  );
  return { stop, read: reading };
}
