import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { clientOf, draft } from '../support/every-client-call';
import {
  NO_OUTCOMES,
  type Outage,
  type PlannedOutcomes,
  type Refusal,
  type RequestOutcome,
  type ServiceTraits,
  type UnclearOutcome,
} from './scenario';
import type { VirtualTime } from './virtual-time';

export interface Reply<T> {
  /** Milliseconds until the browser gets the result. */
  afterMs: number;
  result(): Result<T> | Promise<Result<T>>;
}

type RequestKind = keyof PlannedOutcomes;

/** The resource in the path of a request: one report, the list (for lists and creations), or the account. */
type Resource = 'report' | 'list' | 'account';

interface ServiceRequest<T> {
  kind: RequestKind;
  key: string;
  timeLimitSeconds: number;
  /**
   * Executes the request in the service now. Returns a function that creates the answer when the browser
   * gets it.
   */
  execute(): () => Result<T>;
  /** Removes the report from an answer, for the outcome `omits the report`. */
  withoutReport?(answer: Result<T>): Result<T>;
}

/** The answer to reads and deletions of a report that does not exist. */
export const GONE: Failure = { code: 'gone', what: 'report', message: null };
/** The answer to updates of a report that does not exist, and to calls that the key does not allow. */
export const FORBIDDEN: Failure = { code: 'notAllowed', message: null };
const DOWN = { code: 'serviceDown', status: 502, retryAt: null, message: null } as const;
const NOT_FETCHED: Failure = { code: 'pageFailed', message: 'The page could not be fetched.' };
const NO_PATH: Failure = { code: 'gone', what: 'interface', message: null };
const WEB_SERVER: Failure = { code: 'webServerAnswer', status: 404 };
const FAILURES: Record<UnclearOutcome | Refusal, Failure> = {
  'breaks off': { code: 'unreachable' },
  'says 502': DOWN,
  redirects: { code: 'redirected', to: null },
  'answers with HTML': { code: 'unexpectedAnswer', problem: 'html' },
  'refuses the key': { code: 'keyRefused', message: null },
  forbids: FORBIDDEN,
  'says 422': { code: 'invalid', message: null, fields: [] },
  'checks for bots': { code: 'protectionPage' },
  'meets a firewall': { code: 'firewall', status: 403 },
};
/** The results of the real client for a 2xx answer whose body reports a failure. */
const REPORTED_FAILURE_RESULTS = await (async () => {
  const body = { success: false, message: 'The limit of your plan is reached.' };
  const client = clientOf(() => Response.json(body));
  return {
    creations: await client.create(draft),
    updates: await client.update('1', { results: 1 }),
    deletions: await client.remove('1'),
    lists: await client.list(RECENT_REPORTS_QUERY),
  };
})();
/**
 * An outage `says 404 in JSON` begins with this time, in which the service is unreachable. Otherwise, the
 * worker would believe a 404 because of a recent success.
 */
const UNREACHABLE_BEFORE_404_MS = 125_000;
const USUAL_ANSWER: RequestOutcome = { kind: 'answers', answerAfter: 0.2 };

/** Time until the answer of a service that does not execute the request. */
const FAILURE_SECONDS = 0.1;

/** The service executes a request within this share of the time until its answer. */
const EXECUTION_SHARE = 0.9;

/** Time until the service creates a report, even if its answer comes later. */
const CREATION_SECONDS = 3;

/** Time until an edit takes effect. All edits need the same time, so no edit overtakes another. */
const EDIT_MS = 50;

/** How often the rate limit counts a request. Real installations count each request twice. */
const COUNTS_PER_REQUEST = 2;

/** Creates the network between browser and service. The network decides the outcome of each request. */
export function createNetwork(time: VirtualTime, traits: ServiceTraits) {
  const plannedOutcomes: PlannedOutcomes = structuredClone(NO_OUTCOMES);
  const refusedKeys = new Set<string>();
  const rateLimitedAt: number[] = [];
  let rateLimitWindow = { count: 0, endsAtSecond: 0 };
  let outage: Outage = 'breaks off';
  let outageEndsAt = 0;
  let says404From = 0;

  const dateIn = (seconds: number) => new Date(time.now() + seconds * 1000).toISOString();

  function failingReply(afterSeconds: number, failure: Failure): Reply<never> {
    return { afterMs: afterSeconds * 1000, result: () => ({ failure }) };
  }

  /**
   * Counts a request against the rate limit, like test/service/throttle.ts.
   * @returns the seconds to wait if the request exceeds the limit; otherwise null
   */
  function countRequest(): number | null {
    if (traits.throttle === null) return null;
    const second = Math.floor(time.elapsed() / 1000);
    if (second >= rateLimitWindow.endsAtSecond) {
      rateLimitWindow = { count: 0, endsAtSecond: second + 60 };
    }
    if (rateLimitWindow.count >= traits.throttle) {
      rateLimitedAt.push(time.elapsed());
      return rateLimitWindow.endsAtSecond - second;
    }
    rateLimitWindow.count += COUNTS_PER_REQUEST;
    return null;
  }

  function outageFailure(resource: Resource): Failure {
    switch (outage) {
      case 'says 404 in HTML':
        return WEB_SERVER;
      case 'says 404 in JSON':
        if (time.elapsed() < says404From) return FAILURES['breaks off'];
        return resource === 'report' ? GONE : NO_PATH;
      default:
        return FAILURES[outage];
    }
  }

  /**
   * Returns the failing reply of an outage, of a refused key or of the rate limit; otherwise null. Counts only
   * a request that reaches the rate limit.
   */
  function refusalOf(key: string, resource: Resource): Reply<never> | null {
    if (time.elapsed() < outageEndsAt)
      return failingReply(FAILURE_SECONDS, outageFailure(resource));
    if (refusedKeys.has(key)) return failingReply(FAILURE_SECONDS, FAILURES['refuses the key']);
    const waitSeconds = countRequest();
    if (waitSeconds === null) return null;
    return {
      afterMs: 100,
      // The wait begins when the answer arrives, as in the client.
      result: () => ({
        failure: { code: 'tooManyRequests', retryAt: dateIn(waitSeconds), message: null },
      }),
    };
  }

  function reply<T>(request: ServiceRequest<T>): Reply<T> {
    const { kind, key, execute } = request;
    const isAboutReport = kind === 'updates' || kind === 'deletions';
    const refusal = refusalOf(key, isAboutReport ? 'report' : 'list');
    if (refusal) return refusal;
    const outcome = plannedOutcomes[kind].shift() ?? USUAL_ANSWER;
    if ('executedAfter' in outcome && outcome.executedAfter !== null) {
      time.after(executionDelayMs(kind, outcome.executedAfter), execute);
    }
    switch (outcome.kind) {
      case 'answers':
        return successfulReply(request, outcome.answerAfter);
      case 'omits the report': {
        const { withoutReport = (answer) => answer } = request;
        const { afterMs, result } = successfulReply(request, outcome.answerAfter);
        return { afterMs, result: () => withoutReport(result()) };
      }
      case 'says 429':
      case 'says 503': {
        // A planned wait begins with the request.
        const retryAt = outcome.retryAfter === null ? null : dateIn(outcome.retryAfter);
        if (outcome.kind === 'says 503')
          return failingReply(FAILURE_SECONDS, { ...DOWN, status: 503, retryAt });
        return failingReply(FAILURE_SECONDS, { code: 'tooManyRequests', retryAt, message: null });
      }
      case 'cannot fetch':
        return failingReply(outcome.answerAfter, NOT_FETCHED);
      case 'reports failure': {
        const result = REPORTED_FAILURE_RESULTS[kind] as Result<T>;
        return { afterMs: 100, result: () => result };
      }
      case 'is silent': {
        const seconds = request.timeLimitSeconds;
        return failingReply(seconds, { code: 'timedOut', seconds });
      }
      case 'breaks off':
      case 'says 502':
      case 'redirects':
      case 'answers with HTML':
        return failingReply(outcome.answerAfter, FAILURES[outcome.kind]);
      default:
        return failingReply(FAILURE_SECONDS, FAILURES[outcome.kind]);
    }
  }

  function successfulReply<T>(
    { kind, execute }: ServiceRequest<T>,
    afterSeconds: number,
  ): { afterMs: number; result(): Result<T> } {
    const afterMs = afterSeconds * 1000;
    let createAnswer: (() => Result<T>) | null = null;
    const executeNow = () => {
      createAnswer = execute();
    };
    // A list is read when its request is sent, so the list lacks later reports.
    if (kind === 'lists') executeNow();
    else {
      time.after(
        Math.min(afterMs * EXECUTION_SHARE, executionDelayMs(kind, CREATION_SECONDS)),
        executeNow,
      );
    }
    return { afterMs, result: () => createAnswer?.() ?? { failure: GONE } };
  }

  /** @param creationSeconds the delay of a creation. All edits have the same delay. */
  function executionDelayMs(kind: RequestKind, creationSeconds: number): number {
    return kind === 'creations' ? creationSeconds * 1000 : EDIT_MS;
  }

  return {
    refusalOf,
    reply,
    rateLimitedAt: rateLimitedAt as readonly number[],
    plan(outcomes: PlannedOutcomes): void {
      Object.assign(plannedOutcomes, structuredClone(outcomes));
    },
    startOutage(seconds: number, kind: Outage): void {
      outage = kind;
      says404From = time.elapsed() + UNREACHABLE_BEFORE_404_MS;
      const start = kind === 'says 404 in JSON' ? says404From : time.elapsed();
      outageEndsAt = start + seconds * 1000;
    },
    endOutage(): void {
      outageEndsAt = 0;
    },
    refuseKey(key: string): void {
      refusedKeys.add(key);
    },
  };
}
