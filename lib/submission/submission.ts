import { Failure } from '@/lib/failure';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';

/** What is known of a submission in any state. */
export const SubmissionFacts = z.object({
  /** Made by the page that asked; what has this id is sent as one report. */
  id: z.string(),
  url: z.string(),
  privacy: AnyPrivacy,
  /** Its place in the queue: lower ones are older. */
  order: z.number(),
  /** Asked for in a private window: nothing of it is stored once it is done. */
  isPrivateWindow: z.boolean(),
  /** Requests that went out and that the service may have acted on. */
  sends: z.number(),
  /** Reports of this page that were there before the last request, and others' since. */
  knownIds: z.array(z.string()),
  /** The highest id known then of all reports, null where ids are no numbers. */
  newestKnownId: z.nullable(z.string()),
  /** Whether the service had just shown its reports when the first request went out. */
  isPageKnown: z._default(z.boolean(), false),
  /** When the first request went out, by the service's own clock; null where that is not known. */
  requestedAt: z._default(z.nullable(Timestamp), null),
});
export type SubmissionFacts = z.infer<typeof SubmissionFacts>;

const facts = SubmissionFacts.shape;

/**
 * A report that a person has asked for, stored until the service has answered for it. Its password
 * is never part of it. One that is done has left the store.
 */
export const Submission = z.union([
  /** Goes out when its turn comes. */
  z.object({ ...facts, state: z.literal('waiting') }),
  /** Its request is out, or was when the browser stopped the worker. */
  z.object({ ...facts, state: z.literal('sending') }),
  /** The service may have made the report without saying so: its list is searched. */
  z.object({
    ...facts,
    state: z.literal('checking'),
    /** Searches since the last request that did not find it. */
    checks: z.number(),
    /** When the next search is due. */
    nextAt: Timestamp,
    /** What came instead of an answer; null when the service accepted the report unseen. */
    failure: z.nullable(Failure),
  }),
  /** The service has refused it: there is no such report. */
  z.object({ ...facts, state: z.literal('failed'), failure: Failure }),
  z.union([
    /** No search has found it, and it was sent as often as it may be without a person's word. */
    z.object({
      ...facts,
      state: z.literal('needs-attention'),
      reason: z.literal('unconfirmed'),
      failure: Failure,
    }),
    /** Its password was in memory only, and the browser has been closed since. */
    z.object({ ...facts, state: z.literal('needs-attention'), reason: z.literal('password') }),
  ]),
]);
export type Submission = z.infer<typeof Submission>;

/** Whether it goes no further without a person's word. */
export function needsAttention({ state }: Submission): boolean {
  return state === 'failed' || state === 'needs-attention';
}

/** A submission in memory: one whose report is there leaves the store a moment later. */
export type QueuedSubmission = Submission | (SubmissionFacts & { state: 'done' });

/** What became of a creation, as the page that asked for it is told. */
export type Creation =
  /** `report` is null when the service accepted it without showing it. */
  | { state: 'created'; report: Report | null }
  /** It stays in the queue and goes on by itself; `failure` is what put it off. */
  | { state: 'queued'; failure: Failure };

/** A submission that is done, remembered for a page that asks again. */
export const FinishedSubmission = z.object({
  id: z.string(),
  /** Null: the service did not show it. */
  reportId: z.nullable(z.string()),
  /** Null also for one that was asked for in a private window. */
  report: z.nullable(Report),
});
export type FinishedSubmission = z.infer<typeof FinishedSubmission>;
