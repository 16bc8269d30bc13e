// Replaces `Date` by one whose present is elsewhere. `node --import` loads this file before Vitest,
// because Vitest keeps the first `Date` that it sees and puts it back after fake timers.

const DAY_MS = 86_400_000;

const realNow = Date.now;
const now = process.env.CLOCK === 'midnight' ? createMidnight() : shiftedNow;

function shiftedNow() {
  return realNow() + Number(process.env.CLOCK ?? 0) * DAY_MS;
}

/**
 * A clock that passes midnight UTC between its first and its second reading in each test. A run that
 * starts at 23:59:50 would cross midnight in one test of thousands.
 */
function createMidnight() {
  const midnight = Math.ceil(realNow() / DAY_MS) * DAY_MS;
  let isRead = false;
  let passedAt = null;
  globalThis.startBeforeMidnight = () => {
    isRead = false;
    passedAt = null;
  };
  return () => {
    if (!isRead) {
      isRead = true;
      return midnight - 1;
    }
    passedAt ??= realNow();
    return midnight + realNow() - passedAt;
  };
}

Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new Date().toString(),
});
Date.prototype.constructor = Date;
