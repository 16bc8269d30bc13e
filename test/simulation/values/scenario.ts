import fc from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';
import type { StoredChange } from '@/lib/report/report-change';

// The steps of one simulated history. Times are in seconds.

/** A successful answer to a write. */
export type Success = 'succeeds' | 'omits the report';

/** An answer to a write that does not tell whether the service acted. */
export type Unclear = 'breaks off' | 'says 500' | 'redirects' | 'sends HTML' | 'cannot fetch';

/** An answer to a write that the service has not carried out. */
export type Refusal =
  | 'says 422'
  | 'says 403'
  /** No path of the service exists. */
  | 'says 404'
  | 'says 429'
  | 'says 429 with a time'
  | 'says 503 with a time'
  | 'says 401'
  | 'asks for a sign-in'
  | 'checks for bots'
  | 'meets a firewall'
  | 'says 404 in HTML';

/** A successful answer to a list. */
export type Listing =
  | 'succeeds'
  /** The newest row cannot be read. */
  | 'hides a row'
  /** The service ignores the order, and sends the oldest reports first. */
  | 'reverses the order'
  | 'omits the addresses';

/** What happens to one write. */
export interface WriteFate {
  answer: Success | Unclear | Refusal;
  /** When the service carries out a write with an unclear answer. */
  acts: 'never' | 'before the answer' | 'after the answer';
  /** Whether other steps may follow between the work of the service and its answer. */
  isSlow: boolean;
}

/** What happens to one read. */
export interface ReadFate {
  answer: Listing | Exclude<Unclear, 'cannot fetch'> | Refusal;
  /** Whether a list shows the reports at the time of its request, not of its answer. */
  isOld: boolean;
}

/** What happens to the first requests and writes of each kind. Later ones succeed. */
export interface Fates {
  creations: readonly WriteFate[];
  edits: readonly WriteFate[];
  reads: readonly ReadFate[];
  /** Whether storage accepts a write or a removal. */
  storage: readonly boolean[];
}

/** The answer to all writes and reads during an outage. */
export type Outage = Exclude<Unclear, 'cannot fetch'> | Exclude<Refusal, 'says 403' | 'says 404'>;

/** Properties of a service. */
export interface Traits {
  ids: 'numbers' | 'words';
  listsPrivacy: boolean;
  /** Whether a search finds reports. */
  canSearch: boolean;
}

/** A step of a person, the browser, the network or another client. */
export type Step =
  | {
      do: 'create';
      page: number;
      privacy: Privacy;
      isConfirmed: boolean;
      isPrivate: boolean;
    }
  /** A batch that creates reports of `page` and of further pages from index `from`. */
  | {
      do: 'create many';
      page: number;
      from: number;
      count: number;
      privacy: Privacy;
      isPrivate: boolean;
    }
  /** `which`: index among the existing reports, from the newest. */
  | { do: 'edit'; which: number; change: Change; isPrivate: boolean }
  | { do: 'edit many'; which: number; count: number; change: Change; isPrivate: boolean }
  /** `which`: index among the requested jobs, from the last. */
  | { do: 'act'; which: number; action: JobAction }
  | { do: 'repeat the call'; which: number }
  /** Continues pending calls. `which`: index among the pending calls. */
  | { do: 'continue'; which: number; times: number }
  /** Continues calls until none is pending, except of one kind. */
  | { do: 'settle'; except: Except }
  | { do: 'wait'; seconds: number }
  /** `ends`: the end of each pending call, see `endOfLost`. After the last number follows the first. */
  | { do: 'stop the worker' | 'restart the browser'; ends: readonly number[] }
  | { do: 'go offline' | 'go online' | 'remove the permission' | 'allow the host' }
  | { do: 'press Retry now' | 'refresh' }
  | { do: 'somebody reports'; page: number; privacy: Privacy; count: number }
  | { do: 'somebody deletes' | 'somebody publishes'; which: number }
  | { do: 'the service goes down'; seconds: number; answer: Outage };

/** Calls that stay pending: those of storage, or requests that create, update or delete. */
export type Except = 'nothing' | 'storage' | 'writes';

/** What an edit changes; null: the edit deletes the report. */
export type Change = StoredChange | null;

export interface History {
  traits: Traits;
  fates: Fates;
  steps: readonly Step[];
}

/** Addresses of pages to report. The first two are of the same page. */
const URLS = [
  'https://one.example/page',
  'https://www.one.example/page/',
  'https://one.example/page2',
  'https://two.example/',
  // The service lists this page under the address to which the page redirects.
  'https://three.example/redirects',
];

/** The number of pages with several reports. */
export const PAGES = URLS.length;

/** Returns the address of a page. Pages from index `PAGES` have few reports. */
export function urlOf(page: number): string {
  return URLS[page] ?? `https://many.example/${page}`;
}

/** Formats a history as readable lines. */
function formatted({ traits, fates, steps }: History): string {
  const lines = (name: string, all: readonly unknown[]) =>
    all.map((one, at) => `  ${name} ${at + 1}: ${JSON.stringify(one)}`);
  const planned = Object.entries(fates).flatMap(([kind, all]) => lines(kind, all));
  return ['', ...lines('service', [traits]), ...lines('step', steps), ...planned, ''].join('\n');
}

/** Adds the text that fast-check shows for a failed history. */
export function readable(history: History): History {
  return Object.assign(history, { [fc.toStringMethod]: () => formatted(history) });
}
