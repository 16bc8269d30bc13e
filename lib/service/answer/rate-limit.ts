import { waitFor, withinAnHour } from '@/lib/service/retry-after';

/** What an answer announces of the service's limit of requests. */
export interface RateLimit {
  /** How many requests are left for now; null where the answer does not say. */
  remaining: number | null;
  /**
   * When the service takes requests again, where none is left: ISO 8601 in UTC, at most an hour ahead;
   * null where requests are left, or the answer does not say.
   */
  usedUpUntil: string | null;
}

/** Hears of a client's requests. */
export interface RequestWatch {
  /** A request goes out. */
  onSent(): void;
  /** It was answered. */
  onLimit(limit: RateLimit): void;
}

/**
 * Reads the fields `RateLimit` (its present draft, `"default";r=0;t=30`, and the former,
 * `remaining=0, reset=30`), `RateLimit-Remaining` and `X-RateLimit-Remaining` with their `-Reset`, in
 * seconds from now, or in seconds or milliseconds from the epoch.
 * @param now milliseconds since the epoch
 */
export function readRateLimit(headers: Headers, now: number): RateLimit {
  const both = headers.get('ratelimit') ?? '';
  const remaining =
    parameter(both, 'r|remaining') ?? number(headers, 'remaining', 'RateLimit', 'X-RateLimit');
  const reset = parameter(both, 't|reset') ?? number(headers, 'reset', 'RateLimit', 'X-RateLimit');
  const isUsedUp = remaining === 0 && reset !== null;
  const wait = isUsedUp ? withinAnHour(waitFor(reset, headers, now)) : 0;
  return { remaining, usedUpUntil: wait > 0 ? new Date(now + wait).toISOString() : null };
}

function parameter(text: string, names: string): number | null {
  const found = new RegExp(`(?:^|[;,\\s])(?:${names})\\s*=\\s*"?(\\d+)`, 'i').exec(text);
  return found ? Number(found[1]) : null;
}

function number(headers: Headers, name: string, ...prefixes: string[]): number | null {
  for (const prefix of prefixes) {
    const text = headers.get(`${prefix}-${name}`)?.trim() ?? '';
    if (/^\d+$/.test(text)) return Number(text);
  }
  return null;
}
