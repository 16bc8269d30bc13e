import { SINCE } from '@/lib/report/compare/page-change';
import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';
import { trustedItem } from '@/lib/storage/stored-values';
import { Policy, readPolicy } from './policy';

/** The preferences of this browser, for all connections. */
export const Preferences = z.object({
  defaultPrivacy: AnyPrivacy,
  /** Whether a notification appears when a creation or batch is done. */
  notifiesOfDone: z.catch(z.boolean(), false),
  /** Whether a notification appears when an operation needs attention, or a batch pauses. */
  notifiesOfAttention: z.catch(z.boolean(), false),
  /** Whether a notification appears when a problem has become worse, see `Headline`. */
  notifiesOfWorse: z.catch(z.boolean(), false),
  /** Whether the worker reads new results without a press. */
  keepsUpToDate: z.catch(z.boolean(), false),
  /** Whether the toolbar button shows the latest stored rating of the page in the active tab. */
  showsPageRating: z.catch(z.boolean(), false),
  /** The base of comparisons in *All reports*. */
  comparedSince: z.catch(z.literal(SINCE), 'week'),
  /** Whether *All reports* opens with unfolded problems; null until a person has chosen. */
  unfoldsProblems: z.catch(z.nullable(z.boolean()), null),
  /** Values that override the person's choices. The choices stay stored. */
  policy: z.catch(z.optional(Policy), undefined),
});
export type Preferences = z.infer<typeof Preferences>;

export const INITIAL_PREFERENCES: Preferences = {
  defaultPrivacy: Privacy.Private,
  notifiesOfDone: false,
  notifiesOfAttention: false,
  notifiesOfWorse: false,
  keepsUpToDate: false,
  showsPageRating: false,
  comparedSince: 'week',
  unfoldsProblems: null,
};

/** The person's choices, to which the policy is not applied. */
export const choicesItem = trustedItem<Preferences>('local', 'preferences', {
  derive: withInitial,
});

/** The preferences with the policy applied. */
export const preferencesItem = trustedItem<Preferences>('local', 'preferences', {
  derive: (stored) => withPolicy(withInitial(stored)),
});

/** Adds the initial value of each field that an earlier version has not stored. */
function withInitial(stored: Partial<Preferences>): Preferences {
  return { ...INITIAL_PREFERENCES, ...stored };
}

function withPolicy({ policy = {}, ...choices }: Preferences): Preferences {
  return {
    ...choices,
    policy,
    defaultPrivacy: policy.defaultPrivacy ?? choices.defaultPrivacy,
    notifiesOfDone: policy.notifications ?? choices.notifiesOfDone,
    notifiesOfAttention: policy.notifications ?? choices.notifiesOfAttention,
    notifiesOfWorse: policy.notifications ?? choices.notifiesOfWorse,
  };
}

export async function readChoices(): Promise<Omit<Preferences, 'policy'>> {
  const { policy: _, ...choices } = (await choicesItem.read()) ?? INITIAL_PREFERENCES;
  return choices;
}

/** Returns the preferences with the policy applied. */
export async function changePreferences(change: Partial<Preferences>): Promise<Preferences> {
  const stored = await choicesItem.update((before) => ({
    ...(before ?? INITIAL_PREFERENCES),
    ...change,
  }));
  return withPolicy(stored ?? INITIAL_PREFERENCES);
}

export async function storePolicy(raw: Readonly<Record<string, unknown>>): Promise<void> {
  const policy = readPolicy(raw);
  await choicesItem.update((before) => {
    const isSame = JSON.stringify(before?.policy ?? {}) === JSON.stringify(policy);
    return isSame ? before : { ...(before ?? INITIAL_PREFERENCES), policy };
  });
}
