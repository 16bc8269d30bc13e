import fc from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';
import type { StoredChange } from '@/lib/report/report-change';

/** A successful answer to a write. */
export type Success = 'succeeds' | 'omits the report';

/** An answer to a write that the service may or may not have carried out. */
export type UnclearAnswer = 'breaks off' | 'says 500' | 'redirects' | 'sends HTML' | 'cannot fetch';

/** An answer to a write that the service has not carried out. */
export type Refusal =
  | 'says 422'
  | 'says 403'
  /** The service answers 404 at every path. */
  | 'says 404'
  | 'says 429'
  | 'says 429 with a time'
  | 'says 503 with a time'
  | 'says 401'
  | 'asks for a sign-in'
  | 'checks for bots'
  | 'meets a firewall'
  | 'says 404 in HTML';

/** A successful answer to a list. */
export type ListAnswer =
  | 'succeeds'
  /** The newest row cannot be read. */
  | 'hides a row'
  /** The service ignores the order, and sends the oldest reports first. */
  | 'reverses the order'
  | 'omits the addresses';

export interface WriteOutcome {
  answer: Success | UnclearAnswer | Refusal;
  /** When the service carries out a write with an unclear answer. */
  work: 'never' | 'before the answer' | 'after the answer';
  /** Whether other steps may run after the service carries out the write and before its answer. */
  isAnswerDelayed: boolean;
}

export interface ReadOutcome {
  answer: ListAnswer | Exclude<UnclearAnswer, 'cannot fetch'> | Refusal;
  /**
   * Whether a list contains the reports that exist at the time of its request. Otherwise, a list contains the
   * reports that exist at the time of its answer.
   */
  isFromRequestTime: boolean;
}

/** The outcomes of the first requests and storage calls of each kind. Later requests and calls succeed. */
export interface PlannedOutcomes {
  creations: readonly WriteOutcome[];
  edits: readonly WriteOutcome[];
  reads: readonly ReadOutcome[];
  /** Whether storage accepts a write or a removal. */
  storage: readonly boolean[];
}

/** The answer to all writes and reads during an outage. */
export type Outage =
  | Exclude<UnclearAnswer, 'cannot fetch'>
  | Exclude<Refusal, 'says 403' | 'says 404'>;

export interface ServiceTraits {
  ids: 'numeric' | 'nonNumeric';
  listsPrivacy: boolean;
  /** Whether a search finds reports. */
  canSearch: boolean;
}

/** A step of a person, the browser, the network or another person. Times are in seconds. */
export type Step =
  | {
      do: 'create';
      page: number;
      privacy: Privacy;
      isConfirmed: boolean;
      isPrivate: boolean;
    }
  /** Requests reports of `page`, and of `count` further pages from number `from`. */
  | {
      do: 'batch of creations';
      page: number;
      from: number;
      count: number;
      privacy: Privacy;
      isPrivate: boolean;
    }
  /** `index`: position among the existing reports, from the newest. */
  | { do: 'edit'; index: number; change: Change; isPrivate: boolean }
  | { do: 'batch of edits'; index: number; count: number; change: Change; isPrivate: boolean }
  /** `index`: position among the requested jobs, from the last. */
  | { do: 'act on a job'; index: number; action: JobAction }
  | { do: 'repeat the call'; index: number }
  /** Continues the pending call at a position, `times` times. */
  | { do: 'continue a call'; index: number; times: number }
  /** Continues calls until none is pending, except calls of one kind. */
  | { do: 'complete calls'; except: ExceptedCalls }
  | { do: 'wait'; seconds: number }
  /** `callEnds`: the ends of the pending calls, in order. After the last end, the first end follows again. */
  | { do: 'stop the worker' | 'restart the browser'; callEnds: readonly CallEnd[] }
  | { do: 'go offline' | 'go online' | 'remove the permission' | 'allow the host' }
  | { do: 'press Retry now' | 'refresh' }
  | { do: 'somebody reports'; page: number; privacy: Privacy; count: number }
  | { do: 'somebody deletes' | 'somebody publishes'; index: number }
  | { do: 'the service goes down'; seconds: number; answer: Outage };

/** The end of a call that is pending when the worker stops. */
export interface CallEnd {
  /** Whether storage accepts a write or a removal. */
  isStored: boolean;
  /** Whether and when the service carries out a request. */
  work: 'never' | 'at once' | 'later';
}

/** Calls that stay pending: storage calls, or requests that create, update or delete. */
export type ExceptedCalls = 'nothing' | 'storage' | 'writes';

/** The change of an update; null for a deletion. */
export type Change = StoredChange | null;

export interface Scenario {
  traits: ServiceTraits;
  outcomes: PlannedOutcomes;
  steps: readonly Step[];
}

/** Addresses of pages to report. The first two are of the same page. */
const URLS = [
  'https://one.example/page',
  'https://www.one.example/page/',
  'https://one.example/page2',
  'https://two.example/',
  // The service lists this page under the address to which the page redirects.
  'https://three.example/redirects',
];

export const PAGE_COUNT = URLS.length;

/** Returns the address of a page. Numbers below `PAGE_COUNT` are pages of `URLS`. */
export function urlOf(page: number): string {
  return URLS[page] ?? `https://many.example/${page}`;
}

function textOf({ traits, outcomes, steps }: Scenario): string {
  const linesOf = (name: string, values: readonly unknown[]) =>
    values.map((value, index) => `  ${name} ${index + 1}: ${JSON.stringify(value)}`);
  return [
    '',
    ...linesOf('traits', [traits]),
    ...linesOf('step', steps),
    ...Object.entries(outcomes).flatMap(([kind, planned]) => linesOf(kind, planned)),
    '',
  ].join('\n');
}

/** Adds the text that fast-check shows for a failed scenario. */
export function withText(scenario: Scenario): Scenario {
  return Object.assign(scenario, { [fc.toStringMethod]: () => textOf(scenario) });
}
