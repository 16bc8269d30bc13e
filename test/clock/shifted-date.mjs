// Replaces `Date`. The environment variable `CLOCK` selects the clock. `node --import` loads this file before
// Vitest, because after fake timers Vitest restores the `Date` that existed when Vitest started.

const DAY_MS = 86_400_000;

const realNow = Date.now;
const now = process.env.CLOCK === 'midnight' ? createMidnight() : shiftedNow;

function shiftedNow() {
  return realNow() + Number(process.env.CLOCK ?? 0) * DAY_MS;
}

/**
 * Returns a clock that passes midnight UTC between the first and the second time that a test reads it. A
 * real clock would pass midnight in at most one test of a run.
 */
function createMidnight() {
  const midnight = Math.ceil(realNow() / DAY_MS) * DAY_MS;
  let isRead = false;
  /** The real time of the second reading, at which this clock shows midnight. */
  let realMidnight = null;
  globalThis.startBeforeMidnight = () => {
    isRead = false;
    realMidnight = null;
  };
  return () => {
    if (!isRead) {
      isRead = true;
      return midnight - 1;
    }
    realMidnight ??= realNow();
    return midnight + realNow() - realMidnight;
  };
}

Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new Date().toString(),
});
Date.prototype.constructor = Date;
