import { z } from '@/lib/schema';

/** Who may see a report; the numbers are the wire's own. */
export const Privacy = { Public: 0, Private: 1, Password: 2 } as const;
export type Privacy = (typeof Privacy)[keyof typeof Privacy];

/** Reads one of them from outside. */
export const AnyPrivacy = z.enum(Privacy);

/** All privacy settings, in the order in which they are offered. */
export const PRIVACIES: readonly Privacy[] = [Privacy.Public, Privacy.Private, Privacy.Password];
