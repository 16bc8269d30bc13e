import fc from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';

// All times in this file are in seconds.

/**
 * The outcome of one request.
 * - `answerAfter`: seconds until the browser gets the answer or the failure
 * - `executedAfter`: seconds until the service creates or changes the report; null: never
 */
export type RequestOutcome =
  | { kind: 'answers'; answerAfter: number }
  /** A 2xx answer without the report. The service executes the request. */
  | { kind: 'omits the report'; answerAfter: number }
  | { kind: UnclearOutcome; answerAfter: number; executedAfter: number | null }
  /** No answer until the request's time limit. */
  | { kind: 'is silent'; executedAfter: number | null }
  | { kind: 'says 429' | 'says 503'; retryAfter: number | null }
  /** The service answers that it cannot fetch the page, and may create the report nevertheless. */
  | { kind: 'cannot fetch'; answerAfter: number; executedAfter: number | null }
  /** A 2xx answer whose body reports a failure. The service does nothing. */
  | { kind: 'reports failure' }
  | { kind: Refusal };

/** Outcomes after which the service may or may not have executed the request. */
export type UnclearOutcome = 'breaks off' | 'says 502' | 'redirects' | 'answers with HTML';

/** Answers to requests that the service has not executed. */
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
export type PlannedOutcomes = Record<
  'creations' | 'updates' | 'deletions' | 'lists',
  RequestOutcome[]
>;

export interface ServiceTraits {
  ids: 'numeric' | 'nonNumeric';
  /** Time until lists contain a new report. */
  lag: number;
  /** Spelling of stored addresses. Real installations leave out scheme and `www.`. */
  spelling: 'bare' | 'as sent' | 'with a slash' | 'without a slash';
  /** Whether pages redirect to another page of their site. */
  redirectsPages: boolean;
  /** Number of reports that the service's plan allows; null for no limit. */
  limit: number | null;
  /**
   * Rate limit per minute; null for none. Each request counts twice, as in real installations. At a
   * limit of 20, the service therefore accepts ten requests.
   */
  throttle: number | null;
  listsPrivacy: boolean;
  /** Whether lists contain the total and the number of the next page. */
  counts: boolean;
  /** Time until a report has its result; null: never. */
  resultAfter: number | null;
  /** 0, 2, 121 or 501 reports. The first report is of the page `URLS[0]`. */
  reportsAtStart: 'none' | 'few' | 'many' | 'hundreds';
}

/** A step of a person, the browser, the computer, the network or another person. */
export type Step =
  /**
   * - `page`: argument of `urlOf`
   * - `isConfirmed`: whether the person confirms a repeated creation of the page
   */
  | ({
      do: 'create';
      page: number;
      privacy: Privacy;
      isConfirmed: boolean;
    } & CallOptions)
  /** `index`: position in the shown list of reports. */
  | ({ do: 'change'; index: number; privacy?: Privacy; results?: 1 } & CallOptions)
  | ({ do: 'delete'; index: number } & CallOptions)
  /** `index`: position among the single operations that the person requested, from the last. */
  | { do: 'cancel'; index: number; isInTwoWindows: boolean }
  | { do: 'retry the operation'; index: number }
  /** An extension page calls the background again for the same job. */
  | { do: 'repeat the call'; index: number }
  /** The person asks for a probe before the backoff's time. */
  | { do: 'press Retry now' }
  | { do: 'refresh' }
  /** An alarm or another event starts the worker. */
  | { do: 'wake the worker' }
  | { do: 'go offline' | 'go online' }
  /** A person removes or gives the extension's permission for the service's host. */
  | { do: 'remove the permission' | 'allow the host' }
  /** Opens a report of the newest list. */
  | { do: 'open'; index: number }
  | { do: 'somebody reports'; page: number; privacy: Privacy }
  /** `index`: position among the service's reports, from the last. */
  | { do: 'somebody publishes' | 'somebody deletes'; index: number }
  | { do: 'the key is refused' }
  | ({ do: 'connect' } & NewKey)
  | { do: 'disconnect'; dropsOpenJobs: boolean }
  /** A crash empties `storage.local`. The person connects again. */
  | ({ do: 'lose the settings' } & NewKey)
  /** Time passes. Without this step, the next step follows at once. */
  | { do: 'wait'; seconds: number }
  /** Runs the given number of microtasks before the next step. */
  | { do: 'run microtasks'; count: number }
  /** `afterStorageCalls`: number of storage calls that the worker completes before the stop; 0: at once. */
  | { do: 'stop the worker' | 'restart the browser'; afterStorageCalls: number }
  | { do: 'set the clock'; seconds: number }
  | { do: 'the service goes down'; seconds: number; outage: Outage }
  /** Runs `SimulationOptions.checks[index]`. */
  | { do: 'check'; index: number }
  /** Requests a batch that creates private reports. */
  | { do: 'batch of creations'; size: number; password?: string; isPrivate?: boolean }
  | { do: 'act on creations'; action: JobAction }
  /** `from`: position of the first report, from the newest. */
  | { do: 'batch of updates'; from: number; count: number; privacy?: Privacy; isPrivate?: boolean }
  | { do: 'batch of deletions'; from: number; count: number; isPrivate?: boolean }
  /** `index`: position among the batches of updates and deletions, from the last. */
  | { do: 'act on edits'; index: number; action: JobAction };

/** The account of an API key. The reports of a scenario are in the main account. */
export type AccountName = 'main' | 'other';

/** The answer to the account call with an API key. */
export type AccountCall =
  | 'answers'
  | 'says 401'
  | 'says 403'
  | 'says 404'
  | 'gets no answer'
  | 'says 429'
  | 'says 500';

/** A new API key that a person enters. */
export interface NewKey {
  dropsOpenJobs: boolean;
  account?: AccountName;
  accountCall?: AccountCall;
  /** Whether the person answers the questions about the account wrongly. */
  confusesAccounts?: boolean;
}

interface CallOptions {
  /** Whether the window is a private window. */
  isPrivate: boolean;
  /** Whether the page stays open and repeats its call if the worker stops before the reply. */
  repeatsUnansweredCall: boolean;
}

export interface Scenario {
  traits: ServiceTraits;
  outcomes: PlannedOutcomes;
  steps: Step[];
  /** Whether the browser stops a worker after 30 idle seconds. */
  stopsIdleWorker: boolean;
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

export function urlOf(page: number): string {
  return URLS[page] ?? `https://more.example/${page}`;
}

export const USUAL_TRAITS: ServiceTraits = {
  ids: 'numeric',
  lag: 0,
  spelling: 'bare',
  redirectsPages: false,
  limit: null,
  throttle: null,
  listsPrivacy: true,
  counts: true,
  resultAfter: 0,
  reportsAtStart: 'few',
};

export const NO_OUTCOMES: PlannedOutcomes = {
  creations: [],
  updates: [],
  deletions: [],
  lists: [],
};

function textOf({ traits, outcomes, steps, stopsIdleWorker }: Scenario): string {
  const linesOf = (name: string, values: readonly unknown[]) =>
    values.map((value, index) => `  ${name} ${index + 1}: ${JSON.stringify(value)}`);
  return [
    '',
    ...linesOf('traits', [{ ...traits, stopsIdleWorker }]),
    ...linesOf('step', steps),
    ...Object.entries(outcomes).flatMap(([kind, planned]) => linesOf(kind, planned)),
    '',
  ].join('\n');
}

/** Adds the text that fast-check shows for a failed scenario. */
export function withText(scenario: Scenario): Scenario {
  return Object.assign(scenario, { [fc.toStringMethod]: () => textOf(scenario) });
}
