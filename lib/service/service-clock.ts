import { httpDate } from './http-date';

/** The service's own clock, as the `Date` headers of its answers tell it. */
export interface ServiceClock {
  /** Takes in the header of an answer that has just arrived; null where there is none. */
  note(date: string | null): void;
  /**
   * Milliseconds since the epoch: late by the time that the last answer was on its way, and never
   * early. Null until an answer has told it.
   */
  now(): number | null;
}

/**
 * Makes a clock that knows nothing yet.
 * @param elapsed milliseconds since any moment, which no change of the computer's clock moves
 */
export function createServiceClock(elapsed: () => number = () => performance.now()): ServiceClock {
  let told: { time: number; at: number } | null = null;
  return {
    note(date) {
      const time = httpDate(date);
      if (!Number.isNaN(time)) told = { time, at: elapsed() };
    },
    now: () => told && told.time + elapsed() - told.at,
  };
}
