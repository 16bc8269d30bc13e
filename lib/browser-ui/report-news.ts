import type { Failure } from '@/lib/failure';
import type { ClientProblem, Headline } from '@/lib/report/compare/headlines';
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

/** News about problems that have become worse. */
export interface WorseNews {
  kind: 'worse';
  headline: Headline;
  /** The number of further problems that have become worse. */
  others: number;
}

/** News about the operations of a job. */
export type JobNews = ReportNews | BatchNews | PausedNews;

export type News = JobNews | WorseNews;

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

/** Returns the id of the notification about problems that have become worse. */
export function worseNotificationId(connectionId: string): string {
  return `worse=${connectionId}`;
}

/** Returns the connection id of a notification about worse problems; null for another notification. */
export function worseConnectionOf(notificationId: string): string | null {
  return /^worse=(.+)$/.exec(notificationId)?.[1] ?? null;
}

/** A problem of a host that needs no notification until the check fails again after a fix. */
export interface NotifiedProblem {
  /** See `DatedHeadline.hosts`. */
  host: string;
  check: string;
  /** See `Headline.closedAt`. */
  closedAt: string | null;
  /** The latest known time at which the check began to fail on a page, ISO 8601; empty if unknown. */
  failingSince: string;
}

/** The problems that a notification or a visible news line has named. */
export interface NotifiedProblems {
  /** The problem that the last notification names; null before the first. */
  shown: ClientProblem | null;
  /** At most one for each host, check and closed ticket. */
  problems: NotifiedProblem[];
}

/** The result of a created report. The badge shows the result until the popup opens. */
export const UnseenReport = ShownResult;
export type UnseenReport = z.infer<typeof UnseenReport>;

/** Returns the host without `www.`; null for an address outside the web. */
export function webHost(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? pageHost(url.host) : null;
}
