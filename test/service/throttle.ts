import type { Answer } from './served-answer';

export interface ThrottleOptions {
  /** Default 60. Each request counts twice, so the service accepts half as many. */
  readonly limit?: number;
  /** Length of a window in seconds; default 60. */
  readonly seconds?: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Counts like all public copies of the service: `throttle:60,1` on the group and a second
 * `throttle` on its routes count each request twice. A window begins with its first request.
 * Source: Enspirer/ESEO-Tool, app/Http/Kernel.php and routes/api.php.
 */
export function createThrottle({ limit = 60, seconds = 60 }: ThrottleOptions = {}) {
  const windows = new Map<object, { count: number; endsAt: number }>();
  return {
    /** `isOver`: the request exceeds the limit and gets a 429. */
    take(account: object): { isOver: boolean; headers: Answer['headers'] } {
      const now = Math.floor(Date.now() / 1000);
      const last = windows.get(account);
      const open = last && now < last.endsAt ? last : { count: 0, endsAt: now + seconds };
      windows.set(account, open);
      const isOver = open.count >= limit;
      if (!isOver) open.count += 2;
      const headers = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(limit - open.count),
        ...(isOver && {
          'retry-after': String(open.endsAt - now),
          'x-ratelimit-reset': String(open.endsAt),
        }),
      };
      return { isOver, headers };
    },
  };
}
