import { z } from '@/lib/schema';

/** The values of the field `privacy` in the service's API. */
export const Privacy = { Public: 0, Private: 1, Password: 2 } as const;
export type Privacy = (typeof Privacy)[keyof typeof Privacy];

/** In display order. */
export const PRIVACIES = [Privacy.Public, Privacy.Private, Privacy.Password] as const;

export const AnyPrivacy = z.literal(PRIVACIES);
