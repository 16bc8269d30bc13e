import type { Failure } from '@/lib/failure';
import type { Result } from '@/lib/result';
import { retryTime } from './retry-after';

/** A file whose headers have arrived, and whose content may still be in transfer. */
export interface FetchedFile {
  /** The content. The stream errors if the connection breaks. */
  bytes: ReadableStream<Uint8Array>;
  /** Returns the reason for a stream error; null if there is no error. */
  failure(): Failure | null;
}

/**
 * Reads one file without key, cookies or referrer. Never rejects. The failures:
 * - `noPermission`: the host is not allowed; no request is sent.
 * - `redirected`: a redirect ends on a host that is not allowed; the content is not read.
 * - `interrupted`: the signal was aborted.
 * - `refused`, `serviceDown`, `tooManyRequests`, `protectionPage`: the host answers with an error.
 */
export type SitemapFetch = (url: string, signal: AbortSignal) => Promise<Result<FetchedFile>>;

/** Time limit of one file, content included. */
const FILE_SECONDS = 60;

/**
 * Creates the function that reads files of sitemaps.
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
    const limit = timeLimit(FILE_SECONDS * 1000);
    const whyBroken = (): Failure => {
      if (signal.aborted) return { code: 'interrupted' };
      return limit.aborted ? { code: 'timedOut', seconds: FILE_SECONDS } : { code: 'unreachable' };
    };
    // `fetch` fails alike for a broken connection and for a redirect to a host without permission.
    // A second request without redirects distinguishes the two.
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

/** Returns why the content of a response must not be read; null if it may be read. */
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

/** Names only origin and path, because the query and the fragment may contain secrets. */
function redirectTo(end: URL | null): Failure {
  return { code: 'redirected', to: end && end.origin + end.pathname };
}

/** Wraps the content of a response, and stores the reason for a stream error. */
function watched({ body }: Response, whyBroken: () => Failure): FetchedFile {
  const reader = body?.getReader();
  let failure: Failure | null = null;
  /** Whether the consumer has cancelled the stream. Later errors are ignored. */
  let isCancelled = false;
  const bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const part = await reader?.read();
        if (isCancelled) return;
        if (part?.value === undefined) controller.close();
        else controller.enqueue(part.value);
      } catch (error) {
        if (!isCancelled) failure = whyBroken();
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
