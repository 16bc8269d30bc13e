import { z } from '@/lib/schema';
import { trustedItem } from '@/lib/storage/stored-values';
import type { ConnectionRequest } from './connection-request';

/** A view of *All reports*. An open report or comparison covers the view. */
export const View = z.union([
  z.object({
    name: z.literal('list'),
    /** Lists only the pages of this client. */
    client: z.exactOptional(z.string()),
    /** Lists only the pages on which this check fails. */
    check: z.exactOptional(z.string()),
    /** Lists the pages on which the check was fixed, instead of pages on which the check fails. */
    isFixed: z.exactOptional(z.literal(true)),
  }),
  z.object({ name: z.literal('many') }),
  z.object({ name: z.literal('batch'), id: z.string() }),
]);
export type View = z.infer<typeof View>;

/** Two reports in a comparison, or a report and an earlier result of its page. */
export const ComparedIds = z.object({
  /** A report id. */
  left: z.string(),
  /** A report id. */
  right: z.string(),
  /** Time of the earlier result on the left, ISO 8601; null for the result of `left`. */
  before: z.nullable(z.string()),
});
export type ComparedIds = z.infer<typeof ComparedIds>;

/** The state of *All reports*. An open report covers the view, and a comparison covers both. */
export const Route = z.object({
  view: View,
  reportId: z.nullable(z.string()),
  compared: z.nullable(ComparedIds),
});
export type Route = z.infer<typeof Route>;

/** The initial content of an *All reports* tab. */
export interface ReportsRequest extends ConnectionRequest {
  route: Route;
  /** Host for the button *This site*; null without such a button. */
  site: string | null;
  /** Ids of the selected tabs. The view `many` offers the pages of these tabs. */
  tabs: number[];
}

export function routeTo(view: View): Route {
  return { view, reportId: null, compared: null };
}

/** The request of the tab whose address ends with the token. The tab reads the request once. */
export const reportsRequestItem = (token: string) =>
  trustedItem<ReportsRequest>('session', `reports-request/${token}`);

/**
 * Opens *All reports* in a new tab. Rejects if the browser opens no tab.
 * @param isActive whether the browser shows the tab at once; by default true
 */
export type OpenReportsWith = (
  request: ConnectionRequest & Partial<ReportsRequest>,
  isActive?: boolean,
) => Promise<void>;

interface ReportsOpenerOptions {
  newToken(): string;
  /** Opens *All reports* in a tab whose address ends with a token. */
  openReportsTab(token: string, isActive: boolean): Promise<void>;
}

/** The tab's address contains only a random token, because browsers store addresses on disk. */
export function createReportsOpener({
  newToken,
  openReportsTab,
}: ReportsOpenerOptions): OpenReportsWith {
  return async (request, isActive = true) => {
    const { connectionId, route = routeTo({ name: 'list' }), site = null, tabs = [] } = request;
    const token = newToken();
    await reportsRequestItem(token).write({ connectionId, route, site, tabs });
    await openReportsTab(token, isActive);
  };
}
