import fc from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';

// The steps of one simulated scenario. Times are in seconds.

/** The outcome of one request. `after` is the time until the browser gets the answer. */
export type Fate =
  | { fate: 'answers'; after: number }
  /** A 2xx answer without the report. The service does the work. */
  | { fate: 'omits the report'; after: number }
  /** An unclear answer. `work` is the time until the service does the work; null: never. */
  | { fate: Unclear; after: number; work: number | null }
  /** No answer until the request's time limit. */
  | { fate: 'is silent'; work: number | null }
  | { fate: 'says 429' | 'says 503'; retryAfter: number | null }
  /**
   * The service answers that it cannot fetch the page. `work` is the time until it creates the report
   * anyway.
   */
  | { fate: 'cannot fetch'; after: number; work: number | null }
  /** A 2xx answer whose body reports a failure. The service does nothing. */
  | { fate: 'reports failure' }
  | { fate: Refusal };
export type Unclear = 'breaks off' | 'says 502' | 'redirects' | 'answers with HTML';
export type Refusal =
  | 'refuses the key'
  | 'forbids'
  | 'says 422'
  | 'checks for bots'
  /** A firewall in front of the service answers with a web page. */
  | 'meets a firewall';

/** The answer to every request during an outage of the service. */
export type Outage =
  | 'breaks off'
  | 'says 502'
  /** A web server answers with its own page. */
  | 'says 404 in HTML'
  /** The service is unreachable for two minutes, and then answers that no path exists. */
  | 'says 404 in JSON';

/** Outcomes of the first requests of each kind. Later requests get usual answers. */
export type Fates = Record<'posts' | 'puts' | 'deletes' | 'lists', Fate[]>;

export interface ServiceTraits {
  ids: 'numbers' | 'words';
  /** Seconds until lists contain a new report. */
  lag: number;
  /** Spelling of stored addresses. Real installations leave out scheme and `www.`. */
  spelling: 'bare' | 'as sent' | 'with a slash' | 'without a slash';
  /** Whether pages redirect to another page of their site. */
  redirectsPages: boolean;
  /** Number of reports that the service's plan allows; null for no limit. */
  limit: number | null;
  /**
   * Rate limit of a minute; null for none. As in real installations, each request counts twice, so
   * the service accepts half as many requests.
   */
  throttle: number | null;
  listsPrivacy: boolean;
  /** Whether lists contain the total and the next page. */
  counts: boolean;
  /** Seconds until a report has its result; null: never. */
  ratedAfter: number | null;
  /**
   * Number of reports at the start of the scenario: none, 2, 121 or 501. The first report is of the
   * page `URLS[0]`.
   */
  reportsAtStart: 'none' | 'few' | 'many' | 'hundreds';
}

/** A step of a person, the browser, the computer, the network or another client. */
export type Step =
  /** `isConfirmed`: whether the person confirms a repeated creation of the page. */
  | ({
      do: 'create';
      url: number;
      privacy: Privacy;
      isConfirmed: boolean;
    } & InWindow)
  /** `which`: index in the list of reports. */
  | ({ do: 'change'; which: number; privacy?: Privacy; results?: 1 } & InWindow)
  | ({ do: 'delete'; which: number } & InWindow)
  /** `which`: index among the single operations that the person requested, from the last. */
  | { do: 'cancel'; which: number; isInTwoWindows: boolean }
  /**
   * `retry the operation`: the person retries an operation that needs attention. `repeat the call`: a
   * page calls the background again for the same job. `which`: as for `cancel`.
   */
  | { do: 'retry the operation' | 'repeat the call'; which: number }
  /**
   * `press Retry now`: the person makes the probe of the backoff due. `wake the worker`: an alarm or
   * another event starts the worker.
   */
  | { do: 'press Retry now' | 'refresh' | 'wake the worker' | 'go offline' | 'go online' }
  /** A person removes or gives the extension's permission for the service's host. */
  | { do: 'remove the permission' | 'allow the host' }
  /** Opens a report of the newest list. */
  | { do: 'open'; which: number }
  | { do: 'somebody reports'; url: number; privacy: Privacy }
  /** `which`: index among the service's reports, from the last. */
  | { do: 'somebody publishes' | 'somebody deletes'; which: number }
  | { do: 'the key is refused' }
  | ({ do: 'connect' } & NewKey)
  | { do: 'disconnect'; dropsOpenWork: boolean }
  /** A crash empties `storage.local`. The person connects again. */
  | ({ do: 'lose the settings' } & NewKey)
  /** Time passes. Without this step, the next step follows at once. */
  | { do: 'wait'; seconds: number }
  /** Runs the given number of microtasks before the next step. */
  | { do: 'run microtasks'; count: number }
  /** `afterStorageCalls`: number of the worker's storage calls with an answer before the stop; 0: at once. */
  | { do: 'stop the worker' | 'restart the browser'; afterStorageCalls: number }
  | { do: 'set the clock'; seconds: number }
  | { do: 'the service goes down'; seconds: number; outage: Outage }
  /** Runs one of the checks in the options of `play`. */
  | { do: 'check'; index: number }
  /** Requests a batch that creates private reports. */
  | { do: 'batch of creations'; size: number; password?: string; isPrivate?: boolean }
  /** Performs an action on the batch of creations. */
  | { do: 'act on creations'; action: JobAction }
  /**
   * Requests a batch that updates or deletes reports. `from`: index of the first report, from the
   * newest.
   */
  | { do: 'batch of updates'; from: number; count: number; privacy?: Privacy; isPrivate?: boolean }
  | { do: 'batch of deletions'; from: number; count: number; isPrivate?: boolean }
  /** Performs an action on a batch of updates or deletions. `which`: index from the last. */
  | { do: 'act on edits'; which: number; action: JobAction };

/** The account of an API key: the account with the scenario's reports, or another account. */
export type KeyOwner = 'own' | 'other';

/** The answer to the account call with an API key. */
export type AccountCall =
  | 'answers'
  | 'says 401'
  | 'says 403'
  | 'says 404'
  | 'gets no answer'
  | 'says 429'
  | 'says 500';

/** A new API key that a person enters, and the answers to the questions that follow. */
export interface NewKey {
  dropsOpenWork: boolean;
  owner?: KeyOwner;
  accountCall?: AccountCall;
  /** Whether the person confuses the accounts. */
  isConfused?: boolean;
}

interface InWindow {
  isPrivate: boolean;
  /** Whether the page stays open and repeats its call if the worker stops before the reply. */
  isPatient: boolean;
}

export interface Scenario {
  traits: ServiceTraits;
  fates: Fates;
  steps: Step[];
  /** Whether the browser stops a worker after 30 idle seconds. */
  stopsIdle: boolean;
}

/** Addresses of pages to report. The first three are of the same page. */
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

/** Returns one of `URLS`, or the address of a further page. */
export function urlOf(index: number): string {
  return URLS[index] ?? `https://more.example/${index}`;
}

export const USUAL_TRAITS: ServiceTraits = {
  ids: 'numbers',
  lag: 0,
  spelling: 'bare',
  redirectsPages: false,
  limit: null,
  throttle: null,
  listsPrivacy: true,
  counts: true,
  ratedAfter: 0,
  reportsAtStart: 'few',
};

function formatted({ traits, fates, steps, stopsIdle }: Scenario): string {
  const lines = (name: string, all: readonly unknown[]) =>
    all.map((one, at) => `  ${name} ${at + 1}: ${JSON.stringify(one)}`);
  const planned = Object.entries(fates).flatMap(([kind, all]) => lines(kind, all));
  const world = [{ ...traits, stopsIdle }];
  return ['', ...lines('world', world), ...lines('step', steps), ...planned, ''].join('\n');
}

/** Adds the text that fast-check shows for a failed scenario. */
export function readable(scenario: Scenario): Scenario {
  return Object.assign(scenario, { [fc.toStringMethod]: () => formatted(scenario) });
}
