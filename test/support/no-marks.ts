import { signal } from '@preact/signals';

/** The marks of an extension page without any mark. */
export const NO_MARKS = {
  starred: signal(new Set<string>()),
  handedOver: signal(new Map()),
  lastSummaries: signal(new Map()),
};
