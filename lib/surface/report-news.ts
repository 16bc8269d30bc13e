import { Report, ShownResult } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { pageHost } from '@/lib/url/page-key';

/** What there is to tell of a report that nobody is looking at. */
export interface ReportNews extends ShownResult {
  /** It was created, its new result has come, or it goes no further without a person's word. */
  kind: 'created' | 'result' | 'attention';
  /** The host of the page, such as `example.com`; null where the address has none. */
  host: string | null;
  /** By how much the score has risen since the result before; absent where it is the same, or not known. */
  difference?: number;
}

/** What there is to tell of a batch that has ended. */
export interface BatchNews {
  /** Reports were created, changed or deleted. */
  kind: 'batch' | 'changed' | 'deleted';
  done: number;
  failed: number;
}

/** That a batch is paused, since the service has refused several of its reports alike. */
export interface PausedNews {
  kind: 'paused';
  /** The service's own words. */
  words: string;
}

export type News = ReportNews | BatchNews | PausedNews;

/** The id of a batch's notification is this and the id of the batch, as in the address of its page. */
export const BATCH_NOTIFICATION = 'batch=';

/**
 * Where a notification of a report leads, under the random id that the browser gives back when it is
 * clicked.
 */
export const ShownNotifications = z.array(
  z.object({
    id: z.string(),
    /** Null: there is none yet, and the queue says what is wrong. */
    report: z.nullable(Report),
  }),
);
export type ShownNotifications = z.infer<typeof ShownNotifications>;

/** What became of a report, until the popup is opened. */
export const UnseenOutcome = z.extend(ShownResult, {
  /** It was created, or its new result has come. */
  kind: z.enum(['created', 'result']),
});
export type UnseenOutcome = z.infer<typeof UnseenOutcome>;

const MOST_NOTIFICATIONS = 20;

/** The notifications with one more; one of the same report takes the place of the former. */
export function withNotification(
  shown: ShownNotifications,
  newId: string,
  report: Report | null,
): { shown: ShownNotifications; id: string } {
  const isSame = (one: ShownNotifications[number]) =>
    report !== null && one.report?.id === report.id;
  const id = shown.find(isSame)?.id ?? newId;
  const others = shown.filter((one) => !isSame(one));
  return { shown: [...others, { id, report }].slice(-MOST_NOTIFICATIONS), id };
}

/** The host of a web address without `www.`, which is all that a notification says of it; null where it has none. */
export function hostOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? pageHost(url.host) : null;
}
