import { beforeEach } from 'vitest';

declare global {
  /** Sets the clock of `shifted-date.mjs` to just before midnight. Absent with any other clock. */
  var startBeforeMidnight: (() => void) | undefined;
}

globalThis.startBeforeMidnight?.();
beforeEach(() => globalThis.startBeforeMidnight?.());
