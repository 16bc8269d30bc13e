import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';

/** More at the same time are a load that services refuse. */
export const MOST_IN_FLIGHT = 6;
/** In seconds. */
const LONGEST_PAUSE = 60;

/** What a person has chosen for this browser, whatever the connection. */
export const Preferences = z.object({
  defaultPrivacy: AnyPrivacy,
  /** Where a report's own page is, as `readReportLink` gives it; empty for none. */
  reportLink: z.catch(z.string(), ''),
  /** Whether a notification says that a report is done. */
  notifiesOfDone: z.catch(z.boolean(), false),
  /** Whether a notification says that a report needs attention. */
  notifiesOfAttention: z.catch(z.boolean(), false),
  /** Whether the toolbar button shows the last known rating of the page in front. */
  showsPageRating: z.catch(z.boolean(), false),
  /** How many reports are created at the same time. */
  creationsInFlight: z.catch(z.int().check(z.minimum(1), z.maximum(MOST_IN_FLIGHT)), 2),
  /** At least so many seconds lie between two that begin. */
  creationPause: z.catch(z.number().check(z.minimum(0), z.maximum(LONGEST_PAUSE)), 0),
});
export type Preferences = z.infer<typeof Preferences>;

export const INITIAL_PREFERENCES: Preferences = {
  defaultPrivacy: Privacy.Private,
  reportLink: '',
  notifiesOfDone: false,
  notifiesOfAttention: false,
  showsPageRating: false,
  creationsInFlight: 2,
  creationPause: 0,
};
