import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';

/** What a person has chosen for this browser, whatever the connection. */
export const Preferences = z.object({
  defaultPrivacy: AnyPrivacy,
  /** Where a report's own page is, as `readReportLink` gives it; empty for none. */
  reportLink: z.catch(z.string(), ''),
});
export type Preferences = z.infer<typeof Preferences>;

export const INITIAL_PREFERENCES: Preferences = {
  defaultPrivacy: Privacy.Private,
  reportLink: '',
};
