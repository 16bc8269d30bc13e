import type { Failure } from '@/lib/failure';
import { ShownResult } from '@/lib/report/report';
import type { z } from '@/lib/schema';
import { pageHost } from '@/lib/url/page-key';

/** What there is to tell of a report that nobody is looking at. */
export interface ReportNews extends ShownResult {
  /** It was created, or an operation on it needs attention. */
  kind: 'created' | 'attention';
  /** The host of the page, such as `example.com`; null where the address has none. */
  host: string | null;
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
  failure: Failure;
}

export type News = ReportNews | BatchNews | PausedNews;

/** The id of a notification is one of these and the id of its job: a click finds what it leads to. */
export const BATCH_NOTIFICATION = 'batch=';
export const JOB_NOTIFICATION = 'job=';

/** The result of a report that was created, until the popup is opened. */
export const UnseenReport = ShownResult;
export type UnseenReport = z.infer<typeof UnseenReport>;

/** The host of a web address without `www.`, which is all that a notification says of it; null where it has none. */
export function hostOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? pageHost(url.host) : null;
}
