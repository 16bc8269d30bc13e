import { Privacy } from '@/lib/report/privacy';

/** What a person has chosen for this browser, whatever the connection. */
export interface Preferences {
  defaultPrivacy: Privacy;
}

export const INITIAL_PREFERENCES: Preferences = { defaultPrivacy: Privacy.Private };
