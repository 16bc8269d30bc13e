import { signal } from '@preact/signals';
import { createClientNames } from '@/lib/report/compare/client-names';
import { NO_MUTES } from '@/lib/report/mutes';

/** Client names without a joined client. */
export const SINGLE_CLIENTS = createClientNames([]);

/** The signals of marks on an extension page without marks. */
export const NO_MARKS = {
  starred: signal(new Set<string>()),
  ticketPages: signal(new Map()),
  lastSummaries: signal(new Map()),
  clientNames: signal(SINGLE_CLIENTS),
  mutes: { of: () => NO_MUTES, statusOf: () => 'ready' as const },
};
