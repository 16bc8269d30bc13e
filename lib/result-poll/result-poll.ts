import { dueTime, timeIn } from '@/lib/due-work';
import { Failure } from '@/lib/failure';
import { BETWEEN_RESULT_POLLS } from '@/lib/pauses';
import { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';

/** A report whose new result the service has been asked for and has not shown yet. */
export const ResultPoll = z.object({
  /** The report as it was before. */
  report: Report,
  /** How often the service has been asked since. */
  attempts: z.number(),
  /** When it is asked next; null: no more, the result did not come. */
  nextAt: z.nullable(Timestamp),
  /** Why the last poll failed. */
  failure: z.nullable(Failure),
  /** Asked for in a private window: it is in memory alone. */
  isPrivateWindow: z._default(z.boolean(), false),
});
export type ResultPoll = z.infer<typeof ResultPoll>;

/**
 * When to ask after so many attempts, null when enough was asked.
 * @param now milliseconds since the epoch
 */
export function nextPollAt(attempts: number, now: number, failure: Failure | null): string | null {
  const pause = BETWEEN_RESULT_POLLS[attempts];
  if (pause === undefined) return null;
  const planned = timeIn(pause * 1000, now);
  const told = toldTime(failure);
  return told !== null && told > planned ? told : planned;
}

/**
 * When a poll is due, in milliseconds since the epoch; null: no more. Of a time that the service has
 * named, nobody knows how far it may reach: it is believed.
 * @param now milliseconds since the epoch
 */
export function pollTime({ nextAt, failure }: ResultPoll, now: number): number | null {
  if (nextAt === null) return null;
  return nextAt === toldTime(failure) ? Date.parse(nextAt) : dueTime(nextAt, now);
}

function toldTime(failure: Failure | null): string | null {
  return failure !== null && 'retryAt' in failure ? failure.retryAt : null;
}

/** Whether the service has made a new result since. */
export function hasNewResult(before: Report, after: Report): boolean {
  if (after.result === null) return false;
  return before.generatedAt !== after.generatedAt || before.result !== after.result;
}
