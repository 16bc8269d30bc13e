import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { clientOf, draft } from '../support/every-client-call';
import type { Fate, Fates, Outage, Refusal, ServiceTraits, Unclear } from './scenario';
import type { VirtualTime } from './virtual-time';

/** The answer of a request, and the delay until the browser gets it. */
export interface Reply<T> {
  after: number;
  outcome(): Result<T> | Promise<Result<T>>;
}

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
/** The client's failures for a 2xx that reports a failure, by kind of request. */
const REPORTED = await (async () => {
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
 * Milliseconds for which a service is unreachable before it knows no path. Without this pause, an earlier
 * success would confirm that a report is gone.
 */
const BEFORE_404_MS = 125_000;
const ANSWERS: Fate = { fate: 'answers', after: 0.2 };

/** Returns a network that decides the outcome of each request. */
export function createNetwork(time: VirtualTime, traits: ServiceTraits) {
  const fates: Fates = { posts: [], puts: [], deletes: [], lists: [] };
  const refusedKeys = new Set<string>();
  const rateLimitedAt: number[] = [];
  let window = { count: 0, endsAt: 0 };
  let downUntil = 0;
  let outage: Outage = 'breaks off';
  let knowsNoPathFrom = 0;

  const at = () => time.elapsed();
  const failing = (after: number, failure: Failure): Reply<never> => ({
    after: after * 1000,
    outcome: () => ({ failure }),
  });

  /**
   * Counts a request against the rate limit, like test/service/throttle.ts. Returns the seconds to wait, or
   * null.
   */
  function throttled(): number | null {
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

  function outageFailure(isAboutReport: boolean): Failure {
    switch (outage) {
      case 'says 404 in HTML':
        return WEB_SERVER;
      case 'says 404 in JSON':
        if (at() < knowsNoPathFrom) return FAILURES['breaks off'];
        return isAboutReport ? GONE : NO_PATH;
      default:
        return FAILURES[outage];
    }
  }

  /**
   * Returns the reason why no request succeeds at this moment.
   * @param isAboutReport whether the path of the request names a report
   */
  function countAndRefuse(key: string, isAboutReport: boolean): Reply<never> | null {
    if (at() < downUntil) return failing(0.1, outageFailure(isAboutReport));
    if (refusedKeys.has(key)) return failing(0.1, FAILURES['refuses the key']);
    const wait = throttled();
    if (wait === null) return null;
    const retryAt = () => new Date(time.now() + wait * 1000).toISOString();
    const outcome = () => ({
      failure: { code: 'tooManyRequests' as const, retryAt: retryAt(), message: null },
    });
    return { after: 100, outcome };
  }

  /**
   * Decides the outcome of a request.
   * @param limit time limit of the request in seconds
   * @param work called at the time of the work; its function returns the answer
   */
  function reply<T>(
    kind: keyof Fates,
    key: string,
    limit: number,
    work: () => () => Result<T>,
    nod: (shown: Result<T>) => Result<T> = (shown) => shown,
  ): Reply<T> {
    const refused = countAndRefuse(key, kind === 'puts' || kind === 'deletes');
    if (refused) return refused;
    const fate = fates[kind].shift() ?? ANSWERS;
    // Updates and deletions take effect at once, so that no later one overtakes them.
    const workIn = (seconds: number) => (kind === 'posts' ? seconds * 1000 : 50);
    switch (fate.fate) {
      case 'answers':
      case 'omits the report': {
        let shown = (): Result<T> => ({ failure: GONE });
        const start = () => {
          shown = work();
        };
        // The work is done well before a slow answer. Lists are read at once.
        if (kind === 'lists') start();
        else time.after(Math.min(fate.after * 900, workIn(3)), start);
        const outcome = () => (fate.fate === 'omits the report' ? nod(shown()) : shown());
        return { after: fate.after * 1000, outcome };
      }
      case 'says 429':
      case 'says 503': {
        const wait = fate.retryAfter;
        const retryAt = wait === null ? null : new Date(time.now() + wait * 1000).toISOString();
        if (fate.fate === 'says 503') return failing(0.1, { ...DOWN, status: 503, retryAt });
        return failing(0.1, { code: 'tooManyRequests', retryAt, message: null });
      }
      case 'cannot fetch':
        if (fate.work !== null) time.after(workIn(fate.work), work);
        return failing(fate.after, NOT_FETCHED);
      case 'reports failure': {
        const reported = REPORTED[kind] as Result<T>;
        return { after: 100, outcome: () => reported };
      }
      case 'is silent':
        if (fate.work !== null) time.after(workIn(fate.work), work);
        return failing(limit, { code: 'timedOut', seconds: limit });
      case 'breaks off':
      case 'says 502':
      case 'redirects':
      case 'answers with HTML':
        if (fate.work !== null) time.after(workIn(fate.work), work);
        return failing(fate.after, FAILURES[fate.fate]);
      default:
        return failing(0.1, FAILURES[fate.fate]);
    }
  }

  return {
    countAndRefuse,
    reply,
    /** Times of all 429 answers that the rate limit caused. */
    rateLimitedAt: rateLimitedAt as readonly number[],
    plan: (planned: Fates) => void Object.assign(fates, structuredClone(planned)),
    /** Begins an outage of the given length. */
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
