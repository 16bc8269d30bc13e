import { z } from '@/lib/schema';

/** Who may see a report; the numbers are the wire's own. */
export const Privacy = { Public: 0, Private: 1, Password: 2 } as const;
export type Privacy = (typeof Privacy)[keyof typeof Privacy];

/** All privacy settings, in the order in which they are offered. */
export const PRIVACIES = [Privacy.Public, Privacy.Private, Privacy.Password] as const;

/** Reads one of them from outside. */
export const AnyPrivacy = z.literal(PRIVACIES);
