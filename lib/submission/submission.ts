import type { Failure } from '@/lib/failure';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

/** Where a submission stands. Times are ISO 8601 in UTC. One that is done has left the store. */
export type SubmissionState =
  /** Goes out when its turn comes. */
  | { state: 'waiting' }
  /** Its request is out, or was when the browser stopped the worker. */
  | { state: 'sending' }
  /**
   * The service may have made the report without saying so: its list is searched.
   * `checks`: searches since the last request that did not find it. `nextAt`: the next one.
   * `failure`: what came instead of an answer; null when the service accepted the report unseen.
   */
  | { state: 'checking'; checks: number; nextAt: string; failure: Failure | null }
  /** The service has refused it: there is no such report. */
  | { state: 'failed'; failure: Failure }
  /** No search has found it, and it was sent as often as it may be without a person's word. */
  | { state: 'needs-you'; why: 'unclear'; failure: Failure }
  /** Its password was in memory only, and the browser has been closed since. */
  | { state: 'needs-you'; why: 'password' };

/**
 * A report that a person has asked for, kept until the service has answered for it. Its password is
 * never part of it.
 */
export type Submission = {
  /** Made by the page that asked; what has this id is sent as one report. */
  id: string;
  url: string;
  privacy: Privacy;
  /** Its place in the queue: lower ones are older. */
  order: number;
  /** Asked for in a private window: nothing of it is kept once it is done. */
  isPrivateWindow: boolean;
  /** Requests that went out and that the service may have acted on. */
  sends: number;
  /** Reports of this page that were there before the last request, and others' since. */
  knownIds: string[];
  /** The highest id known then of all reports, null where ids are no numbers. */
  newestKnownId: string | null;
} & SubmissionState;

/** What became of a creation, as the page that asked for it is told. */
export type Creation =
  /** `report` is null when the service accepted it without showing it. */
  | { state: 'created'; report: Report | null }
  /** It stays in the queue and goes on by itself; `failure` is what put it off. */
  | { state: 'kept'; failure: Failure };

/** A submission that is done, remembered for a page that asks again. */
export interface FinishedSubmission {
  id: string;
  /** Null: the service did not show it. */
  reportId: string | null;
  /** Null also for one that was asked for in a private window. */
  report: Report | null;
}
