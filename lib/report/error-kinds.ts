import type { FailedCheck } from './importance';

export interface KindCount {
  /** A key of the service's `errors`, such as `too_long`. */
  kind: string;
  count: number;
}

/**
 * Counts the kinds, the most frequent first. For a missing text, services send both `missing` and
 * `length`. Only `missing` counts.
 */
export function countKinds(failures: readonly FailedCheck[]): KindCount[] {
  const counts = new Map<string, number>();
  for (const { errors = [] } of failures) {
    const isMissing = errors.includes('missing');
    for (const kind of errors) {
      if (isMissing && kind === 'length') continue;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((one, other) => other.count - one.count);
}
