import { SINCE } from '@/lib/report/compare/page-change';
import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';
import { Policy, readPolicy } from './policy';

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
  /** What an administrator has set: the person's own choices are in force again without it. */
  policy: z.catch(z.optional(Policy), undefined),
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
const ownItem = storedItem('local', 'preferences', Preferences);

/** What is in force of them. */
export const preferencesItem = storedItem(
  'local',
  'preferences',
  z.pipe(Preferences, z.transform(inForce)),
);

function inForce({ policy = {}, ...own }: Preferences): Preferences {
  const { notifications: both } = policy;
  return {
    ...own,
    policy,
    defaultPrivacy: policy.defaultPrivacy ?? own.defaultPrivacy,
    reportLink: policy.reportLink ?? own.reportLink,
    notifiesOfDone: both ?? own.notifiesOfDone,
    notifiesOfAttention: both ?? own.notifiesOfAttention,
  };
}

/** Stores a change of a person's own, and gives what is in force then. */
export async function changePreferences(change: Partial<Preferences>): Promise<Preferences> {
  const changed = (before: Preferences = INITIAL_PREFERENCES) => ({ ...before, ...change });
  return inForce((await ownItem.update(changed)) ?? INITIAL_PREFERENCES);
}

/** Stores what the browser gives as policy, in place of an earlier one. */
export async function takePolicy(raw: Readonly<Record<string, unknown>>): Promise<void> {
  const policy = readPolicy(raw);
  await ownItem.update((before) => {
    const isSame = JSON.stringify(before?.policy ?? {}) === JSON.stringify(policy);
    return isSame ? before : { ...(before ?? INITIAL_PREFERENCES), policy };
  });
}
