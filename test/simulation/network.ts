import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { clientOf, draft } from '../support/every-client-call';
import type { Fate, Fates, Outage, Refusal, ServiceTraits, Unclear } from './scenario';
import type { VirtualTime } from './virtual-time';

export interface Reply<T> {
  /** Milliseconds until the browser gets the answer. */
  after: number;
  outcome(): Result<T> | Promise<Result<T>>;
}

/** The target of a request's path: one report, the list (also for creations), or the account. */
type Target = 'report' | 'list' | 'account';

/** The answer to reads and deletions of a report that does not exist. */
export const GONE: Failure = { code: 'gone', what: 'report', message: null };
/** The answer to updates of a report that does not exist, and to calls that the key does not allow. */
export const FORBIDDEN: Failure = { code: 'notAllowed', message: null };
const DOWN = { code: 'serviceDown', status: 502, retryAt: null, message: null } as const;
const NOT_FETCHED: Failure = { code: 'pageFailed', message: 'The page could not be fetched.' };
const NO_PATH: Failure = { code: 'gone', what: 'interface', message: null };
const WEB_SERVER: Failure = { code: 'webServerAnswer', status: 404 };
const FAILURES: Record<Unclear | Refusal, Failure> = {
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
/** The results of the client for a 2xx whose body reports a failure, by kind of request. */
const RESULTS_OF_REPORTED_FAILURE = await (async () => {
  const body = { success: false, message: 'The limit of your plan is reached.' };
  const client = clientOf(() => Response.json(body));
  return {
    posts: await client.create(draft),
    puts: await client.update('1', { results: 1 }),
    deletes: await client.remove('1'),
    lists: await client.list(RECENT_REPORTS_QUERY),
  };
})();
/**
 * Milliseconds of an outage `says 404 in JSON` in which the service is unreachable first. Without this time,
 * an earlier success would confirm that a report is gone.
 */
const BEFORE_404_MS = 125_000;
const ANSWERS: Fate = { fate: 'answers', after: 0.2 };

/** The service does its work within this share of the time until its answer. */
const WORK_SHARE = 0.9;

/** Seconds after which the service creates the report, even if its answer comes later. */
const CREATION_WORK = 3;

/** Milliseconds until an edit takes effect. All edits need the same time, so no edit overtakes another. */
const EDIT_WORK_MS = 50;

/** Creates the network between browser and service. The network decides the outcome of each request. */
export function createNetwork(time: VirtualTime, traits: ServiceTraits) {
  const fates: Fates = { posts: [], puts: [], deletes: [], lists: [] };
  const refusedKeys = new Set<string>();
  const rateLimitedAt: number[] = [];
  let window = { count: 0, endsAt: 0 };
  let downUntil = 0;
  let outage: Outage = 'breaks off';
  let knowsNoPathFrom = 0;

  const at = () => time.elapsed();
  const timeIn = (seconds: number) => new Date(time.now() + seconds * 1000).toISOString();
  const failing = (after: number, failure: Failure): Reply<never> => ({
    after: after * 1000,
    outcome: () => ({ failure }),
  });

  /**
   * Counts a request against the rate limit, like test/service/throttle.ts. Returns the seconds to wait
   * if the request exceeds the limit; otherwise null.
   */
  function countRequest(): number | null {
    if (traits.throttle === null) return null;
    const second = Math.floor(at() / 1000);
    if (second >= window.endsAt) window = { count: 0, endsAt: second + 60 };
    if (window.count >= traits.throttle) {
      rateLimitedAt.push(at());
      return window.endsAt - second;
    }
    window.count += 2;
    return null;
  }

  function outageFailure(target: Target): Failure {
    switch (outage) {
      case 'says 404 in HTML':
        return WEB_SERVER;
      case 'says 404 in JSON':
        if (at() < knowsNoPathFrom) return FAILURES['breaks off'];
        return target === 'report' ? GONE : NO_PATH;
      default:
        return FAILURES[outage];
    }
  }

  /**
   * Returns the failure of a request that the network or the service refuses; otherwise null. Counts
   * each request that reaches the service against the rate limit.
   */
  function countAndRefuse(key: string, target: Target): Reply<never> | null {
    if (at() < downUntil) return failing(0.1, outageFailure(target));
    if (refusedKeys.has(key)) return failing(0.1, FAILURES['refuses the key']);
    const wait = countRequest();
    if (wait === null) return null;
    // The client counts Retry-After from the time of the answer.
    const outcome = (): Result<never> => ({
      failure: { code: 'tooManyRequests', retryAt: timeIn(wait), message: null },
    });
    return { after: 100, outcome };
  }

  /**
   * Decides the outcome of a request.
   * @param limit time limit of the request in seconds
   * @param work does the work of the service. Returns a function that creates the answer from the state at
   *   the time of the answer.
   * @param withoutReport removes the report from an answer, for the fate `omits the report`
   */
  function reply<T>(
    kind: keyof Fates,
    key: string,
    limit: number,
    work: () => () => Result<T>,
    withoutReport: (answer: Result<T>) => Result<T> = (answer) => answer,
  ): Reply<T> {
    const refused = countAndRefuse(key, kind === 'puts' || kind === 'deletes' ? 'report' : 'list');
    if (refused) return refused;
    const fate = fates[kind].shift() ?? ANSWERS;
    const workDelay = (seconds: number) => (kind === 'posts' ? seconds * 1000 : EDIT_WORK_MS);
    switch (fate.fate) {
      case 'answers':
      case 'omits the report': {
        const after = fate.after * 1000;
        /** Set by `doWork`, which always runs before the answer. */
        let readAnswer = (): Result<T> => ({ failure: GONE });
        const doWork = () => {
          readAnswer = work();
        };
        // A list contains the reports of the time of its request.
        if (kind === 'lists') doWork();
        else time.after(Math.min(after * WORK_SHARE, workDelay(CREATION_WORK)), doWork);
        const isOmitted = fate.fate === 'omits the report';
        const outcome = () => (isOmitted ? withoutReport(readAnswer()) : readAnswer());
        return { after, outcome };
      }
      case 'says 429':
      case 'says 503': {
        // The service counts Retry-After from the request, a tenth of a second before its answer.
        const retryAt = fate.retryAfter === null ? null : timeIn(fate.retryAfter);
        if (fate.fate === 'says 503') return failing(0.1, { ...DOWN, status: 503, retryAt });
        return failing(0.1, { code: 'tooManyRequests', retryAt, message: null });
      }
      case 'cannot fetch':
        if (fate.work !== null) time.after(workDelay(fate.work), work);
        return failing(fate.after, NOT_FETCHED);
      case 'reports failure': {
        const reported = RESULTS_OF_REPORTED_FAILURE[kind] as Result<T>;
        return { after: 100, outcome: () => reported };
      }
      case 'is silent':
        if (fate.work !== null) time.after(workDelay(fate.work), work);
        return failing(limit, { code: 'timedOut', seconds: limit });
      case 'breaks off':
      case 'says 502':
      case 'redirects':
      case 'answers with HTML':
        if (fate.work !== null) time.after(workDelay(fate.work), work);
        return failing(fate.after, FAILURES[fate.fate]);
      default:
        return failing(0.1, FAILURES[fate.fate]);
    }
  }

  return {
    countAndRefuse,
    reply,
    rateLimitedAt: rateLimitedAt as readonly number[],
    plan: (planned: Fates) => void Object.assign(fates, structuredClone(planned)),
    goDown(seconds: number, kind: Outage) {
      outage = kind;
      knowsNoPathFrom = at() + BEFORE_404_MS;
      const begin = kind === 'says 404 in JSON' ? knowsNoPathFrom : at();
      downUntil = begin + seconds * 1000;
    },
    endOutage() {
      downUntil = 0;
    },
    refuseKey: (key: string) => void refusedKeys.add(key),
  };
}
