import { signal } from '@preact/signals';

/** The signals of an extension page on which nothing has a mark. */
export const NO_MARKS = {
  starred: signal(new Set<string>()),
  ticketPages: signal(new Map()),
  lastSummaries: signal(new Map()),
};
