import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** The view of *All reports* below an open report or comparison. */
export const View = z.union([
  z.object({
    name: z.literal('list'),
    /** Lists only the pages of this client. */
    client: z.exactOptional(z.string()),
    /** Lists only the pages on which this check fails. */
    check: z.exactOptional(z.string()),
    /** Lists the pages on which the check was fixed, instead of those on which it fails. */
    isFixed: z.exactOptional(z.literal(true)),
  }),
  z.object({ name: z.literal('many') }),
  z.object({ name: z.literal('batch'), id: z.string() }),
]);
export type View = z.infer<typeof View>;

/** Two reports side by side, by id; or one report beside an earlier result of its page. */
export const ComparedIds = z.object({
  left: z.string(),
  right: z.string(),
  /** Date of the earlier result on the left, ISO 8601; null if `left` is a report. */
  before: z.nullable(z.string()),
});
export type ComparedIds = z.infer<typeof ComparedIds>;

/** What an *All reports* page shows: a view, a report above it, a comparison above both. */
export const Route = z.object({
  view: View,
  reportId: z.nullable(z.string()),
  compared: z.nullable(ComparedIds),
});
export type Route = z.infer<typeof Route>;

/** What a new *All reports* tab shows first. */
export const ReportsRequest = z.object({
  route: Route,
  /** Host for which the list has a shortcut button; null for none. */
  site: z.nullable(z.string()),
  /** Ids of the tabs whose pages are to be reported. */
  tabs: z.array(z.number()),
});
export type ReportsRequest = z.infer<typeof ReportsRequest>;

/** Returns the route of a view, with neither a report nor a comparison open. */
export function routeTo(view: View): Route {
  return { view, reportId: null, compared: null };
}

/** The request for the tab whose address ends with the token; the tab reads it once. */
export const reportsRequestItem = (token: string) =>
  storedItem('session', `reports-request/${token}`, ReportsRequest);

/**
 * Opens *All reports* in a new tab. The tab's address contains a random token alone, because
 * browsers write addresses to disk. Rejects if no tab can be opened.
 */
export type OpenReportsWith = (request: Partial<ReportsRequest>) => Promise<void>;

interface ReportsOpenerOptions {
  newToken(): string;
  /** Opens *All reports* in a tab whose address ends with the token. */
  openReportsTab(token: string): Promise<void>;
}

/** Creates the function that opens *All reports*, by default at its list. */
export function createReportsOpener({
  newToken,
  openReportsTab,
}: ReportsOpenerOptions): OpenReportsWith {
  return async ({ route = routeTo({ name: 'list' }), site = null, tabs = [] }) => {
    const token = newToken();
    await reportsRequestItem(token).write({ route, site, tabs });
    await openReportsTab(token);
  };
}
