import type { ServerResponse } from 'node:http';
import { type Answer, jsonAnswer } from './served-answer';

const MINUTE_MS = 60_000;

/**
 * Counts the requests of each key in minutes that begin with a key's first request, as the services do.
 * @param perMinute how many requests of one key are answered in a minute
 */
export function createThrottle(perMinute: number) {
  const windows = new Map<string, { count: number; endsAt: number }>();

  /** Counts a request, announces the limit in the answer's head, and gives the refusal where it is met. */
  return (key: string, response: ServerResponse): Answer | null => {
    const now = Date.now();
    const found = windows.get(key);
    const current = found && found.endsAt > now ? found : { count: 0, endsAt: now + MINUTE_MS };
    windows.set(key, current);
    const isRefused = current.count >= perMinute;
    if (!isRefused) current.count += 1;
    response.setHeader('x-ratelimit-limit', String(perMinute));
    response.setHeader('x-ratelimit-remaining', String(perMinute - current.count));
    if (!isRefused) return null;
    const { headers, ...refusal } = jsonAnswer(429, { message: 'Too Many Attempts.' });
    const seconds = Math.ceil((current.endsAt - now) / 1000);
    return {
      ...refusal,
      headers: {
        ...headers,
        'retry-after': String(seconds),
        'x-ratelimit-reset': String(Math.ceil(current.endsAt / 1000)),
      },
    };
  };
}
