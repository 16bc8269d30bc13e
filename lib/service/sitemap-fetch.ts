import type { Failure } from '@/lib/failure';
import type { Result } from '@/lib/result';
import { hasBotCheckHeader } from './bot-check';
import { retryTime } from './retry-after';

/** A file whose response has begun. The content may be incomplete. */
export interface FetchedFile {
  /** The stream fails if the connection breaks. */
  bytes: ReadableStream<Uint8Array>;
  /** Returns why `bytes` has failed; otherwise null. */
  failure(): Failure | null;
}

/**
 * Reads one file without key, cookies or referrer. Never rejects. The failures are:
 * - `noPermission`: the extension may not read the origin, and has sent no request
 * - `redirected`: a redirect leads to an origin that the extension may not read
 * - `interrupted`: `signal` is aborted
 * - `timedOut`, `unreachable`: the host has not answered
 * - `refused`, `serviceDown`, `tooManyRequests`, `protectionPage`: the host answered with an error
 */
export type SitemapFetch = (url: string, signal: AbortSignal) => Promise<Result<FetchedFile>>;

/** Time limit for the response and the content of one file. */
const FILE_SECONDS = 60;

/**
 * @param isAllowed whether the extension may read files of an origin
 * @param timeLimit returns a signal that aborts after the given time
 */
export function createSitemapFetch(
  isAllowed: (origin: string) => boolean,
  fetchFrom: typeof fetch = (...request) => fetch(...request),
  timeLimit: (milliseconds: number) => AbortSignal = AbortSignal.timeout.bind(AbortSignal),
): SitemapFetch {
  return async (url, signal) => {
    const origin = URL.parse(url)?.origin ?? '';
    if (!isAllowed(origin)) return { failure: { code: 'noPermission', origin } };
    const timeout = timeLimit(FILE_SECONDS * 1000);
    const currentFailure = (): Failure => {
      if (signal.aborted) return { code: 'interrupted' };
      return timeout.aborted
        ? { code: 'timedOut', seconds: FILE_SECONDS }
        : { code: 'unreachable' };
    };
    // `fetch` throws the same error for a broken connection and for a redirect to a host without
    // permission. A second request, which follows no redirect, distinguishes the two.
    for (const redirect of ['follow', 'manual'] as const) {
      try {
        const response = await fetchFrom(url, {
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
          redirect,
          signal: AbortSignal.any([signal, timeout]),
        });
        const failure = failureOf(response, url, isAllowed);
        if (failure === null) return { value: fetchedFile(response, currentFailure) };
        await response.body?.cancel();
        return { failure };
      } catch {
        if (signal.aborted || timeout.aborted) break;
      }
    }
    return { failure: currentFailure() };
  };
}

/** Returns the failure of a response; null for a success from an allowed origin. */
function failureOf(
  { status, ok, headers, redirected, url }: Response,
  requestedUrl: string,
  isAllowed: (origin: string) => boolean,
): Failure | null {
  const finalUrl = redirected ? URL.parse(url) : null;
  if (finalUrl !== null && !isAllowed(finalUrl.origin)) return redirectedFailure(finalUrl);
  if (status === 0 || (status >= 300 && status < 400)) {
    const location = headers.get('location');
    return redirectedFailure(location === null ? null : URL.parse(location, requestedUrl));
  }
  if (hasBotCheckHeader(headers)) return { code: 'protectionPage' };
  if (ok) return null;
  const retryAt = retryTime(headers, Date.now());
  if (status === 429) return { code: 'tooManyRequests', retryAt, message: null };
  if (status >= 500) return { code: 'serviceDown', status, retryAt, message: null };
  return { code: 'refused', status, message: null };
}

/** Omits query and fragment of the target, which may be secret. */
function redirectedFailure(target: URL | null): Failure {
  return { code: 'redirected', to: target && target.origin + target.pathname };
}

/** @param currentFailure returns the reason when the stream fails */
function fetchedFile({ body }: Response, currentFailure: () => Failure): FetchedFile {
  const reader = body?.getReader();
  let failure: Failure | null = null;
  /** Whether the consumer has cancelled the stream. Later errors do not count as failures. */
  let isCancelled = false;
  const bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const part = await reader?.read();
        if (isCancelled) return;
        if (part?.value === undefined) controller.close();
        else controller.enqueue(part.value);
      } catch (error) {
        if (!isCancelled) failure = currentFailure();
        throw error;
      }
    },
    cancel(reason) {
      isCancelled = true;
      return reader?.cancel(reason);
    },
  });
  return { bytes, failure: () => failure };
}
