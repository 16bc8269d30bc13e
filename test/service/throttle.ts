import type { Answer } from './served-answer';

/** How many requests a service takes from one account, as its operator sees it. */
export interface ThrottleOptions {
  /** Default 60. Each request counts twice, so that half as many are taken. */
  readonly limit?: number;
  /** How long a window lasts, in seconds; default 60. */
  readonly seconds?: number;
}

/** The throttle of a service. */
export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Makes a throttle that counts as all public copies of the service do (real-service.md): they put
 * `throttle:60,1` on the group and a second `throttle` on its routes, and Laravel counts one request under
 * the same key twice. A window begins with its first request; all times are whole seconds.
 */
export function createThrottle({ limit = 60, seconds = 60 }: ThrottleOptions = {}) {
  const windows = new Map<object, { count: number; endsAt: number }>();
  return {
    /** Counts a request of an account; `isOver`: it is one too many, and is to be answered by 429. */
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
