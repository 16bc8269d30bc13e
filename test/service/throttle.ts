import type { Answer } from './served-answer';

export interface ThrottleOptions {
  /** By default 60. Each request counts twice, so the service accepts half as many. */
  readonly limit?: number;
  /** Length of a window; by default 60. */
  readonly seconds?: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Creates a rate limit. A window begins with its first request. All public copies of the service count each
 * request twice: by `throttle:60,1` on the group, and by `throttle` on the routes.
 * Source: Enspirer/ESEO-Tool, app/Http/Kernel.php and routes/api.php.
 */
export function createThrottle({ limit = 60, seconds = 60 }: ThrottleOptions = {}) {
  const windows = new Map<object, { count: number; endsAt: number }>();
  return {
    /** Counts a request of an account, unless the request exceeds the limit. */
    countRequest(account: object): { isLimitExceeded: boolean; headers: Answer['headers'] } {
      const now = Math.floor(Date.now() / 1000);
      const latest = windows.get(account);
      const isLatestOpen = latest !== undefined && now < latest.endsAt;
      const current = isLatestOpen ? latest : { count: 0, endsAt: now + seconds };
      windows.set(account, current);
      const isLimitExceeded = current.count >= limit;
      if (!isLimitExceeded) current.count += 2;
      const headers = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(limit - current.count),
        ...(isLimitExceeded && {
          'retry-after': String(current.endsAt - now),
          'x-ratelimit-reset': String(current.endsAt),
        }),
      };
      return { isLimitExceeded, headers };
    },
  };
}
