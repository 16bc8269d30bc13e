import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** The view of *All reports* that an open report or comparison covers. */
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

/** Two reports, or a report and an earlier result of its page. */
export const ComparedIds = z.object({
  /** A report id. */
  left: z.string(),
  /** A report id. */
  right: z.string(),
  /** Time of the earlier result on the left, ISO 8601; null to show the result of `left`. */
  before: z.nullable(z.string()),
});
export type ComparedIds = z.infer<typeof ComparedIds>;

/** An open report covers the view; a comparison covers both. */
export const Route = z.object({
  view: View,
  reportId: z.nullable(z.string()),
  compared: z.nullable(ComparedIds),
});
export type Route = z.infer<typeof Route>;

/** The initial content of an *All reports* tab. */
export const ReportsRequest = z.object({
  route: Route,
  /** Host that the button *This site* searches for; null for no such button. */
  site: z.nullable(z.string()),
  /** Ids of the selected tabs, whose pages the view `many` is to report. */
  tabs: z.array(z.number()),
});
export type ReportsRequest = z.infer<typeof ReportsRequest>;

export function routeTo(view: View): Route {
  return { view, reportId: null, compared: null };
}

/** The tab whose address ends with the token reads the request once. */
export const reportsRequestItem = (token: string) =>
  storedItem('session', `reports-request/${token}`, ReportsRequest);

/** Opens *All reports* in a new tab. Rejects if no tab can be opened. */
export type OpenReportsWith = (request: Partial<ReportsRequest>) => Promise<void>;

interface ReportsOpenerOptions {
  newToken(): string;
  /** Opens *All reports* in a tab whose address ends with a token. */
  openReportsTab(token: string): Promise<void>;
}

/** Browsers store addresses on disk, so the tab's address contains a random token only. */
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
