import fc from 'fast-check';
import type { JobAction } from '@/lib/jobs/job';
import type { Privacy } from '@/lib/report/privacy';

// What happens in one simulated history. Times are in seconds.

/** What becomes of one request; `after` is when the browser hears of it. */
export type Fate =
  | { fate: 'answers'; after: number }
  /** 2xx that does not show the report. */
  | { fate: 'nods'; after: number }
  /** The service may work all the same; `work` is when, counted from the request; null: never. */
  | { fate: Unclear; after: number; work: number | null }
  /** Nothing comes until the request's time limit. */
  | { fate: 'is silent'; work: number | null }
  | { fate: 'says 429' | 'says 503'; retryAfter: number | null }
  /** The service cannot fetch the page, and says so; `work`: when it makes the report all the same. */
  | { fate: 'cannot fetch'; after: number; work: number | null }
  /** 2xx, and a body that reports a failure: nothing is done. */
  | { fate: 'reports failure' }
  | { fate: Refusal };
export type Unclear = 'breaks off' | 'says 502' | 'redirects' | 'answers with HTML';
export type Refusal =
  | 'refuses the key'
  | 'forbids'
  | 'finds fault'
  | 'checks for bots'
  /** What stands before the service refuses it by a web page. */
  | 'meets a firewall';

/** What becomes of the first requests of each kind; those after them are answered. */
export type Fates = Record<'posts' | 'puts' | 'deletes' | 'lists', Fate[]>;

/** How a service works. */
export interface Manner {
  ids: 'numbers' | 'words';
  /** A new report is listed so long after it was made. */
  lag: number;
  /** How it keeps addresses: real installations leave out scheme and `www.`. */
  spelling: 'bare' | 'as sent' | 'with a slash' | 'without a slash';
  /** Where pages end: at the address that was sent, or elsewhere on their site. */
  pagesEnd: 'there' | 'elsewhere';
  /** How many reports a plan allows; null: any number. */
  limit: number | null;
  /** The limit of requests a minute, for which each counts twice; null: any number. */
  throttle: number | null;
  listsPrivacy: boolean;
  /** Whether its lists say how many reports there are, and name the page that follows. */
  counts: boolean;
  /** When a report has its result, or a new one; null: never. */
  ratedAfter: number | null;
  /** Reports from before, the oldest of them of the first page; many are more than a list shows. */
  earlier: 'none' | 'few' | 'many' | 'hundreds';
}

/** What a person, the browser, the computer, the line or somebody else does. */
export type Step =
  /** `isConfirmed`: though the page is being reported already, or was a moment ago. */
  | ({
      do: 'create';
      url: number;
      privacy: Privacy;
      isConfirmed: boolean;
    } & InWindow)
  /** `which`: among the reports that are listed, from the first. */
  | ({ do: 'change'; which: number; privacy?: Privacy; results?: 1 } & InWindow)
  | ({ do: 'delete'; which: number } & InWindow)
  /** `which`: among all that was asked for, from the last. */
  | { do: 'cancel'; which: number; isInTwoWindows: boolean }
  | { do: 'retry' | 'ask again'; which: number }
  | { do: 'retry now' | 'refresh' | 'wake' | 'go offline' | 'go online' }
  /** `which`: among the service's reports, from the last. */
  | { do: 'somebody reports'; url: number; privacy: Privacy }
  | { do: 'somebody publishes' | 'somebody deletes'; which: number }
  | { do: 'the key is refused' }
  | { do: 'connect' | 'disconnect'; drops: boolean }
  /** Everything goes on; without one, steps follow each other before anything else can happen. */
  | { do: 'wait'; seconds: number }
  /** Only so many promises are resolved before the next step. */
  | { do: 'go on'; ticks: number }
  | { do: 'stop the worker' | 'restart the browser'; afterCalls: number }
  | { do: 'set the clock'; seconds: number }
  | { do: 'the service goes down'; seconds: number; isTold: boolean }
  /** A test looks at what is there at this moment. */
  | { do: 'look'; index: number }
  /** Private reports of so many pages are asked for at once. */
  | { do: 'batch'; size: number; password?: string; isPrivate?: boolean }
  /** Something is done with that batch. */
  | { do: 'steer'; action: JobAction }
  /** So many of the service's reports are changed or deleted at once, from the newest but so many. */
  | { do: 'change many'; from: number; count: number; privacy?: Privacy; isPrivate?: boolean }
  | { do: 'delete many'; from: number; count: number; isPrivate?: boolean }
  /** Something is done with one of these batches; `which`: from the last. */
  | { do: 'steer many'; which: number; action: JobAction };

interface InWindow {
  isPrivate: boolean;
  /** The page stays open, and asks again when the worker is stopped before it answers. */
  isPatient: boolean;
}

export interface History {
  manner: Manner;
  fates: Fates;
  steps: Step[];
  /** Whether the browser stops a worker that has been idle for 30 seconds. */
  stopsIdle: boolean;
}

/** Addresses of which the first three are of one page. */
export const URLS = [
  'https://one.example/page',
  'https://one.example/page/',
  'https://ONE.example/page?utm_source=x',
  'https://one.example/page2',
  'https://two.example/',
  'https://three.example/a?b=c',
  'https://three.example/a?b=d#c',
  'https://two.example/#/route',
  'https://two.example/?of=https://www.three.example/a',
] as const;

/** One of them, or that of a page of its own. */
export function urlOf(index: number): string {
  return URLS[index] ?? `https://more.example/${index}`;
}

export const PLAIN: Manner = {
  ids: 'numbers',
  lag: 0,
  spelling: 'bare',
  pagesEnd: 'there',
  limit: null,
  throttle: null,
  listsPrivacy: true,
  counts: true,
  ratedAfter: 0,
  earlier: 'few',
};

/** The history in lines that can be read. */
function told({ manner, fates, steps, stopsIdle }: History): string {
  const lines = (name: string, all: readonly unknown[]) =>
    all.map((one, at) => `  ${name} ${at + 1}: ${JSON.stringify(one)}`);
  const planned = Object.entries(fates).flatMap(([kind, all]) => lines(kind, all));
  const world = [{ ...manner, stopsIdle }];
  return ['', ...lines('world', world), ...lines('step', steps), ...planned, ''].join('\n');
}

/** Gives a history the text that a failed property shows of it. */
export function readable(history: History): History {
  return Object.assign(history, { [fc.toStringMethod]: () => told(history) });
}
