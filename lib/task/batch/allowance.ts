/** How many requests the service still takes for now, as far as its answers announce that. */
export interface Allowance {
  /** A request goes out. */
  spend(): void;
  /** An answer says how many requests are left. */
  note(left: number): void;
  /** Whether so few are left that a batch has to leave them to the person in front. */
  isShort(): boolean;
}

/** So many requests are a report or two, and the looks that belong to them. */
const FEW = 10;

/** What was announced counts for so long: limits are mostly by the minute. */
const VALID_MS = 60_000;

/** Makes the allowance of a service that has announced nothing. */
export function createAllowance(now: () => number): Allowance {
  let left = Number.POSITIVE_INFINITY;
  let notedAt = 0;
  return {
    spend() {
      left -= 1;
    },
    note(announced) {
      left = announced;
      notedAt = now();
    },
    isShort: () => left < FEW && Math.abs(now() - notedAt) < VALID_MS,
  };
}
