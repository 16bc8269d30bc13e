import { z } from '@/lib/schema';

/** Who can see a report, as the numbers of the service's API. */
export const Privacy = { Public: 0, Private: 1, Password: 2 } as const;
export type Privacy = (typeof Privacy)[keyof typeof Privacy];

/** All privacy settings, in display order. */
export const PRIVACIES = [Privacy.Public, Privacy.Private, Privacy.Password] as const;

/** The schema of a privacy setting. */
export const AnyPrivacy = z.literal(PRIVACIES);
