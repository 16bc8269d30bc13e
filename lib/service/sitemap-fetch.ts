import type { Failure } from '@/lib/failure';
import type { Result } from '@/lib/result';
import { retryTime } from './retry-after';

/** A file that has begun to arrive. */
export interface FetchedFile {
  /** Its content, which errors where it breaks off. */
  bytes: ReadableStream<Uint8Array>;
  /** Why the content broke off, null as long as it has not. */
  failure(): Failure | null;
}

/**
 * Reads one file of a host that a person has named: no key, no cookies, no referrer. It never rejects.
 * A host that is not allowed is not asked (`noPermission`), nor is anything read of one on which a
 * redirect ends (`redirected`). A signal gives up waiting (`interrupted`). An error of the host's is
 * told by its status (`refused`, `serviceDown`, `tooManyRequests`, `protectionPage`).
 */
export type SitemapFetch = (url: string, signal: AbortSignal) => Promise<Result<FetchedFile>>;

/** For a whole file, its content too. */
const FILE_SECONDS = 60;

/**
 * Makes the reading of files from the hosts that the browser lets us reach.
 * @param isAllowed whether an origin, as `URL.origin` gives it, may be read
 * @param timeLimit gives a signal that aborts after so many milliseconds
 */
export function createSitemapFetch(
  isAllowed: (origin: string) => boolean,
  fetchFrom: typeof fetch = (...request) => fetch(...request),
  timeLimit: (milliseconds: number) => AbortSignal = AbortSignal.timeout.bind(AbortSignal),
): SitemapFetch {
  return async (url, signal) => {
    const origin = URL.parse(url)?.origin ?? '';
    if (!isAllowed(origin)) return { failure: { code: 'noPermission', origin } };
    const limit = timeLimit(FILE_SECONDS * 1000);
    const whyBroken = (): Failure => {
      if (signal.aborted) return { code: 'interrupted' };
      return limit.aborted ? { code: 'timedOut', seconds: FILE_SECONDS } : { code: 'unreachable' };
    };
    // A redirect to a host without permission fails like a dead line; asking again without following
    // tells the two apart.
    for (const redirect of ['follow', 'manual'] as const) {
      try {
        const response = await fetchFrom(url, {
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
          redirect,
          signal: AbortSignal.any([signal, limit]),
        });
        const failure = failureOf(response, url, isAllowed);
        if (failure === null) return { value: watched(response, whyBroken) };
        await response.body?.cancel();
        return { failure };
      } catch {
        if (signal.aborted || limit.aborted) break;
      }
    }
    return { failure: whyBroken() };
  };
}

/** What speaks against reading a response, null where nothing does. */
function failureOf(
  { status, ok, headers, redirected, url }: Response,
  requestedUrl: string,
  isAllowed: (origin: string) => boolean,
): Failure | null {
  const end = redirected ? URL.parse(url) : null;
  if (end !== null && !isAllowed(end.origin)) return redirectTo(end);
  if (status === 0 || (status >= 300 && status < 400)) {
    const location = headers.get('location');
    return redirectTo(location === null ? null : URL.parse(location, requestedUrl));
  }
  if (headers.get('cf-mitigated') !== null) return { code: 'protectionPage' };
  if (ok) return null;
  const retryAt = retryTime(headers, Date.now());
  if (status === 429) return { code: 'tooManyRequests', retryAt, message: null };
  if (status >= 500) return { code: 'serviceDown', status, retryAt, message: null };
  return { code: 'refused', status, message: null };
}

/** Origin and path alone: what follows may be secret. */
function redirectTo(end: URL | null): Failure {
  return { code: 'redirected', to: end && end.origin + end.pathname };
}

/** The content of a response, which keeps in mind why it broke off. */
function watched({ body }: Response, whyBroken: () => Failure): FetchedFile {
  const reader = body?.getReader();
  let failure: Failure | null = null;
  /** Whoever reads it has had enough: what becomes of the rest is no failure. */
  let isLeft = false;
  const bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const part = await reader?.read();
        if (isLeft) return;
        if (part?.value === undefined) controller.close();
        else controller.enqueue(part.value);
      } catch (error) {
        if (!isLeft) failure = whyBroken();
        throw error;
      }
    },
    cancel(reason) {
      isLeft = true;
      return reader?.cancel(reason);
    },
  });
  return { bytes, failure: () => failure };
}
