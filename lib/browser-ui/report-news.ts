import type { Failure } from '@/lib/failure';
import { ShownResult } from '@/lib/report/report';
import type { z } from '@/lib/schema';
import { pageHost } from '@/lib/url/page-key';

export interface ReportNews extends ShownResult {
  /** `created`: the report was created. `attention`: its operation needs attention. */
  kind: 'created' | 'attention';
  /** The host of the page, such as `example.com`; null if the address has none. */
  host: string | null;
}

export interface BatchNews {
  /** `batch`: reports were created. `changed`, `deleted`: reports were changed or deleted. */
  kind: 'batch' | 'changed' | 'deleted';
  done: number;
  /** Number of operations that need attention. */
  failed: number;
}

/** News about a batch that several refusals have paused. */
export interface PausedNews {
  kind: 'paused';
  failure: Failure;
}

export type News = ReportNews | BatchNews | PausedNews;

// Prefixes of notification ids. The id of the job follows the prefix.
export const BATCH_NOTIFICATION = 'batch=';
export const JOB_NOTIFICATION = 'job=';

/** The result of a created report. The badge shows the result until the popup opens. */
export const UnseenReport = ShownResult;
export type UnseenReport = z.infer<typeof UnseenReport>;

/** Returns the host without `www.`; null for an address outside the web. */
export function webHost(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? pageHost(url.host) : null;
}
