import { signal } from '@preact/signals';

/** The marks of a table without stars, tickets and summaries. */
export const NO_MARKS = {
  starred: signal(new Set<string>()),
  handedOver: signal(new Map()),
  lastSummaries: signal(new Map()),
};
