import { BEFORE_STORING_AGAIN, CUT_OFF_MS, earliest } from '@/lib/waiting-time';
import { nextWakeTime } from './candidates';
import { hasUnstored } from './storing';
import type { JobsState, Moment } from './types';

/** Returns the next time to wake, in milliseconds since the epoch; null for none. */
export function wakeTime(state: JobsState, moment: Moment): number | null {
  const { now } = moment;
  // The browser may stop the worker before the answer arrives, or before storage has ended.
  if (isInFlight(state)) return now + CUT_OFF_MS;
  const storingAgain = hasUnstored(state) ? now + BEFORE_STORING_AGAIN * 1000 : null;
  return earliest(nextWakeTime(state, moment), storingAgain);
}

/** Whether a request, a press or a write is in flight. */
export function isInFlight({ requests, lookupId, press, storage }: JobsState): boolean {
  const isRequesting = requests.size > 0 || lookupId !== null;
  return isRequesting || press !== null || storage.write !== null || storage.unpublished.size > 0;
}
