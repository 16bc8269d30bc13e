import type { Privacy } from '@/lib/report/privacy';
import type { DeletionStep, RemoveFate } from './deletion-history';

// What happens in one simulated history. Times are in seconds.

/** When the service makes the report, counted from the request; null: never. */
export type Work = number | null;

/** What becomes of one request to create a report; `after` is when the browser hears of it. */
export type PostFate =
  | { fate: 'answers'; after: number }
  /** 2xx without a body. */
  | { fate: 'nods'; after: number }
  /** The line breaks; the service may work on. */
  | { fate: 'breaks off'; after: number; work: Work }
  /** Nothing comes until the request's time limit. */
  | { fate: 'is silent'; work: Work }
  | { fate: 'fails with 502'; after: number; work: Work }
  | { fate: 'redirects' | 'answers with HTML'; after: number; work: Work }
  /** 429, or 503 with a time; no work is done. */
  | { fate: 'says 429'; retryAfter: number | null }
  | { fate: 'says 503'; retryAfter: number }
  | { fate: 'refuses' }
  /** Nobody is let in; no work is done. */
  | { fate: 'refuses the key' | 'forbids' | 'checks for bots' };

/** What becomes of one request for a list. */
export type ListFate =
  | { fate: 'answers'; after: number }
  | { fate: 'breaks off' | 'fails with 502' | 'answers with HTML' }
  | { fate: 'refuses the key' | 'forbids' | 'checks for bots' }
  | { fate: 'is silent' }
  | { fate: 'says 429'; retryAfter: number | null };

/** What a person, the browser, the computer or the line does. */
export type Step =
  | DeletionStep
  /** `isPatient`: the page stays open, and asks again when the worker dies before it answers. */
  | { do: 'create'; url: number; privacy: Privacy; isPatient: boolean; isPrivateWindow: boolean }
  /** `which`: among all that were created, from the first. */
  | { do: 'discard' | 'retry' | 'ask again'; which: number }
  | { do: 'retryNow' | 'refresh' | 'wake' | 'go offline' | 'go online' }
  /** Another browser, or another person of the same account. */
  | { do: 'somebody else reports'; url: number; privacy: Privacy; isPending: boolean }
  | { do: 'change the key' | 'disconnect' }
  /** Everything goes on; without one, steps follow each other before anything else can happen. */
  | { do: 'wait'; seconds: number }
  /** Only so many promises are resolved before the next step. */
  | { do: 'go on'; ticks: number }
  /** The worker ends after so many more calls of the store. */
  | { do: 'kill the worker' | 'restart the browser'; afterCalls: number }
  | { do: 'set the clock'; seconds: number }
  | { do: 'the service goes down'; seconds: number }
  /** The next so many writes of the store fail. */
  | { do: 'the store fails'; writes: number };

export interface History {
  /** How the service works. */
  service: ServiceManner;
  /** What becomes of the first requests; those after them are answered. */
  posts: PostFate[];
  lists: ListFate[];
  /** The same for deletions; none when absent. */
  deletes?: RemoveFate[];
  steps: Step[];
  /** Whether the browser stops a worker that has been idle for 30 seconds. */
  stopsIdle: boolean;
}

export interface ServiceManner {
  /** A new report is listed so many seconds after it was made. */
  lag: number;
  /** How it keeps addresses. */
  spelling: 'as sent' | 'with a slash' | 'without a slash';
  listsPrivacy: boolean;
  ids: 'numbers' | 'words';
  /** How it tells when a report was made. */
  times: 'with a zone' | 'without a zone' | 'not';
  /** How many seconds its clock is ahead of the computer's. */
  clockAhead: number;
  /** Reports of the first page from before: which of them the browser has seen. */
  earlier: 'none' | 'seen' | 'unseen';
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
] as const;

/** The history in lines that can be read. */
export function told({ service, posts, lists, deletes = [], steps, stopsIdle }: History): string {
  const { earlier } = service;
  const manner = `lists after ${service.lag} s, keeps addresses ${service.spelling}, ${
    service.listsPrivacy ? 'tells' : 'does not tell'
  } privacy, has ${service.ids} for ids, tells times ${service.times} (its clock is ${
    service.clockAhead
  } s ahead), has ${earlier === 'none' ? 'no' : earlier} earlier report`;
  return [
    '',
    `  the service:   ${manner}`,
    `  the browser:   ${stopsIdle ? 'stops' : 'keeps'} idle workers`,
    ...steps.map((step) => `  step:          ${toldStep(step)}`),
    ...posts.map((fate, index) => `  create no. ${index + 1}:  ${toldFields(fate)}`),
    ...lists.map((fate, index) => `  list no. ${index + 1}:    ${toldFields(fate)}`),
    ...deletes.map((fate, index) => `  delete no. ${index + 1}:  ${toldFields(fate)}`),
    '',
  ].join('\n');
}

function toldStep(step: Step): string {
  return 'url' in step ? toldFields({ ...step, url: URLS[step.url] ?? '' }) : toldFields(step);
}

function toldFields({ ...fields }: Record<string, unknown>): string {
  const [name, ...others] = Object.entries(fields);
  const rest = others.map(([key, value]) => `${key} ${value}`).join(', ');
  return `${name?.[1]}${rest === '' ? '' : ` (${rest})`}`;
}
