import type { Failure } from '@/lib/failure';
import { ShownResult } from '@/lib/report/report';
import type { z } from '@/lib/schema';
import { pageHost } from '@/lib/url/page-key';

/** News about one report. */
export interface ReportNews extends ShownResult {
  /** The report was created, or its operation needs attention. */
  kind: 'created' | 'attention';
  /** The host of the page, such as `example.com`; null if the address has none. */
  host: string | null;
}

/** News about the end of a batch. */
export interface BatchNews {
  /** Reports were created, changed or deleted. */
  kind: 'batch' | 'changed' | 'deleted';
  done: number;
  failed: number;
}

/** News about a batch that is paused after several refusals. */
export interface PausedNews {
  kind: 'paused';
  failure: Failure;
}

export type News = ReportNews | BatchNews | PausedNews;

/** The id of a notification is one of these prefixes and the id of its job. A click uses the id. */
export const BATCH_NOTIFICATION = 'batch=';
export const JOB_NOTIFICATION = 'job=';

/** The result of a created report, until the popup is opened. */
export const UnseenReport = ShownResult;
export type UnseenReport = z.infer<typeof UnseenReport>;

/** Returns the host of a web address without `www.`; null for any other address. */
export function webHost(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? pageHost(url.host) : null;
}
