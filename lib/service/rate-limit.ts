import { waitFor, withinAnHour } from './retry-after';

/**
 * When the service takes requests again, where an answer says that none is left: by the fields
 * `RateLimit` (its present draft, `"default";r=0;t=30`, and the former, `remaining=0, reset=30`),
 * `RateLimit-Remaining` and `X-RateLimit-Remaining` with their `-Reset`, in seconds from now, or in
 * seconds or milliseconds from the epoch. It is at most an hour ahead.
 * @param now milliseconds since the epoch
 * @returns ISO 8601 in UTC; null where requests are left, or nothing is said
 */
export function usedUpUntil(headers: Headers, now: number): string | null {
  const both = headers.get('ratelimit') ?? '';
  const remaining =
    parameter(both, 'r|remaining') ?? number(headers, 'remaining', 'RateLimit', 'X-RateLimit');
  const reset = parameter(both, 't|reset') ?? number(headers, 'reset', 'RateLimit', 'X-RateLimit');
  if (remaining !== 0 || reset === null) return null;
  const wait = withinAnHour(waitFor(reset, headers, now));
  return wait > 0 ? new Date(now + wait).toISOString() : null;
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
