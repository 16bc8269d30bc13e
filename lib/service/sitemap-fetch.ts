import type { Failure } from '@/lib/failure';
import type { Result } from '@/lib/result';
import { hasBotCheckHeader } from './bot-check';
import { retryTime } from './retry-after';

/** A file whose response has begun. The content may still be in transfer. */
export interface FetchedFile {
  /** The stream fails if the connection breaks. */
  bytes: ReadableStream<Uint8Array>;
  /** Returns why the stream has failed; null if it has not failed. */
  failure(): Failure | null;
}

/**
 * Reads one file without key, cookies or referrer. Never rejects. The failures:
 * - `noPermission`: the host is not allowed. No request was sent.
 * - `redirected`: a redirect ends on a host that is not allowed. The content was not read.
 * - `interrupted`: `signal` was aborted.
 * - `timedOut`, `unreachable`: the host has not answered.
 * - `refused`, `serviceDown`, `tooManyRequests`, `protectionPage`: the host answered with an error.
 */
export type SitemapFetch = (url: string, signal: AbortSignal) => Promise<Result<FetchedFile>>;

/** Time limit for one file with its content. */
const FILE_SECONDS = 60;

/**
 * @param isAllowed whether files of an origin may be read
 * @param timeLimit returns a signal that aborts after the given time in milliseconds
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

/** Returns why the content of a response is not read; null if it is to be read. */
function failureOf(
  { status, ok, headers, redirected, url }: Response,
  requestedUrl: string,
  isAllowed: (origin: string) => boolean,
): Failure | null {
  const finalUrl = redirected ? URL.parse(url) : null;
  if (finalUrl !== null && !isAllowed(finalUrl.origin)) return redirectTo(finalUrl);
  if (status === 0 || (status >= 300 && status < 400)) {
    const location = headers.get('location');
    return redirectTo(location === null ? null : URL.parse(location, requestedUrl));
  }
  if (hasBotCheckHeader(headers)) return { code: 'protectionPage' };
  if (ok) return null;
  const retryAt = retryTime(headers, Date.now());
  if (status === 429) return { code: 'tooManyRequests', retryAt, message: null };
  if (status >= 500) return { code: 'serviceDown', status, retryAt, message: null };
  return { code: 'refused', status, message: null };
}

/** Names only origin and path of the target. Query and fragment may be secret. */
function redirectTo(target: URL | null): Failure {
  return { code: 'redirected', to: target && target.origin + target.pathname };
}

/** @param currentFailure called when the stream fails; returns the reason */
function fetchedFile({ body }: Response, currentFailure: () => Failure): FetchedFile {
  const reader = body?.getReader();
  let failure: Failure | null = null;
  /** Whether the consumer has cancelled the stream. Later errors do not count. */
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
