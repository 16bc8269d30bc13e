import { signal } from '@preact/signals';
import { createClientNames } from '@/lib/report/compare/client-names';
import { NO_MUTES } from '@/lib/report/mutes';

/** The names of clients of which none were put together. */
export const SINGLE_CLIENTS = createClientNames([]);

/** The signals of an extension page on which nothing has a mark. */
export const NO_MARKS = {
  starred: signal(new Set<string>()),
  ticketPages: signal(new Map()),
  lastSummaries: signal(new Map()),
  clientNames: signal(SINGLE_CLIENTS),
  mutes: { of: () => NO_MUTES, isUpToDate: () => true },
};
