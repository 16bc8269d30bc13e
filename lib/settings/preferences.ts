import { SINCE } from '@/lib/report/compare/page-change';
import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';
import { Policy, readPolicy } from './policy';

/** For this browser and all connections. */
export const Preferences = z.object({
  defaultPrivacy: AnyPrivacy,
  /** Whether a notification is shown when a creation or a batch is done. */
  notifiesOfDone: z.catch(z.boolean(), false),
  /** Whether a notification is shown when an operation needs attention, or a batch is paused. */
  notifiesOfAttention: z.catch(z.boolean(), false),
  /** Whether the toolbar button shows the last known rating of the page in the active tab. */
  showsPageRating: z.catch(z.boolean(), false),
  /** The base with which *All reports* compares the results. */
  comparedSince: z.catch(z.literal(SINCE), 'week'),
  /** The administrator's values override the person's choices, which stay stored. */
  policy: z.catch(z.optional(Policy), undefined),
});
export type Preferences = z.infer<typeof Preferences>;

export const INITIAL_PREFERENCES: Preferences = {
  defaultPrivacy: Privacy.Private,
  notifiesOfDone: false,
  notifiesOfAttention: false,
  showsPageRating: false,
  comparedSince: 'week',
};

/** The person's own choices, without the policy. */
const ownItem = storedItem('local', 'preferences', Preferences);

/** The preferences with the policy applied. */
export const preferencesItem = storedItem(
  'local',
  'preferences',
  z.pipe(Preferences, z.transform(withPolicy)),
);

function withPolicy({ policy = {}, ...own }: Preferences): Preferences {
  return {
    ...own,
    policy,
    defaultPrivacy: policy.defaultPrivacy ?? own.defaultPrivacy,
    notifiesOfDone: policy.notifications ?? own.notifiesOfDone,
    notifiesOfAttention: policy.notifications ?? own.notifiesOfAttention,
  };
}

export async function readOwnPreferences(): Promise<Omit<Preferences, 'policy'>> {
  const { policy: _, ...own } = (await ownItem.read()) ?? INITIAL_PREFERENCES;
  return own;
}

/** Returns the preferences with the policy applied. */
export async function changePreferences(change: Partial<Preferences>): Promise<Preferences> {
  const stored = await ownItem.update((before) => ({
    ...(before ?? INITIAL_PREFERENCES),
    ...change,
  }));
  return withPolicy(stored ?? INITIAL_PREFERENCES);
}

export async function storePolicy(raw: Readonly<Record<string, unknown>>): Promise<void> {
  const policy = readPolicy(raw);
  await ownItem.update((before) => {
    const isSame = JSON.stringify(before?.policy ?? {}) === JSON.stringify(policy);
    return isSame ? before : { ...(before ?? INITIAL_PREFERENCES), policy };
  });
}
