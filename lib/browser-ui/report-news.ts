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

/** The job of a notification. */
export interface NotifiedJob {
  /** `batch`: a batch of creations, which *All reports* can open. */
  kind: 'job' | 'batch';
  connectionId: string;
  jobId: string;
}

/** Returns the id of a job's notification. A later notification with the same id replaces it. */
export function notificationIdOf({ kind, connectionId, jobId }: NotifiedJob): string {
  return `${kind}=${connectionId}/${jobId}`;
}

/** Returns the job of a notification; null for an unknown id. */
export function notifiedJobOf(notificationId: string): NotifiedJob | null {
  const [, kind, connectionId, jobId] = /^(job|batch)=([^/]+)\/(.+)$/.exec(notificationId) ?? [];
  if (kind === undefined || connectionId === undefined || jobId === undefined) return null;
  return { kind: kind === 'job' ? 'job' : 'batch', connectionId, jobId };
}

/** The result of a created report. The badge shows the result until the popup opens. */
export const UnseenReport = ShownResult;
export type UnseenReport = z.infer<typeof UnseenReport>;

/** Returns the host without `www.`; null for an address outside the web. */
export function webHost(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? pageHost(url.host) : null;
}
