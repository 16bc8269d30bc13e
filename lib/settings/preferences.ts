import { SINCE } from '@/lib/report/compare/page-change';
import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** What a person has chosen for this browser, whatever the connection. */
export const Preferences = z.object({
  defaultPrivacy: AnyPrivacy,
  /** Where a report's own page is, as `readReportLink` gives it; null for the usual place, empty for none. */
  reportLink: z.catch(z.nullable(z.string()), null),
  /** Whether a notification says that a report is done. */
  notifiesOfDone: z.catch(z.boolean(), false),
  /** Whether a notification says that a report needs attention. */
  notifiesOfAttention: z.catch(z.boolean(), false),
  /** Whether the toolbar button shows the last known rating of the page in front. */
  showsPageRating: z.catch(z.boolean(), false),
  /** With what the table of all reports compares pages. */
  comparedSince: z.catch(z.literal(SINCE), 'week'),
});
export type Preferences = z.infer<typeof Preferences>;

export const INITIAL_PREFERENCES: Preferences = {
  defaultPrivacy: Privacy.Private,
  reportLink: null,
  notifiesOfDone: false,
  notifiesOfAttention: false,
  showsPageRating: false,
  comparedSince: 'week',
};

/** They outlive every connection. */
export const preferencesItem = storedItem('local', 'preferences', Preferences);

/** Stores a change of some, and gives all as they are stored. */
export function changePreferences(change: Partial<Preferences>): Promise<Preferences | undefined> {
  return preferencesItem.update((before = INITIAL_PREFERENCES) => ({ ...before, ...change }));
}
