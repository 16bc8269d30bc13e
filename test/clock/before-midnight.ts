import { beforeEach } from 'vitest';

declare global {
  /** Sets the clock `midnight` of `shifted-date.mjs` to just before midnight. Undefined for other clocks. */
  var startBeforeMidnight: (() => void) | undefined;
}

globalThis.startBeforeMidnight?.();
beforeEach(() => globalThis.startBeforeMidnight?.());
