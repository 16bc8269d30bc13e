import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';

/** What a person has chosen for this browser, whatever the connection. */
export const Preferences = z.object({ defaultPrivacy: AnyPrivacy });
export type Preferences = z.infer<typeof Preferences>;

export const INITIAL_PREFERENCES: Preferences = { defaultPrivacy: Privacy.Private };
