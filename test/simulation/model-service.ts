import type { Failure } from '@/lib/failure';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { ReportDraft } from '@/lib/submission/report-draft';
import { sampleDetails, sampleReport } from '../support/sample-report';
import { earlierReports } from './beginning';
import type { RemoveFate } from './deletion-history';
import type { ListFate, PostFate, ServiceManner, Work } from './history';
import { createModelDeletions, type ModelDeletions } from './model-deletions';
import type { Reply } from './reply';
import { START, type VirtualTime } from './virtual-time';

/** A report that the service has made, with the words in which it was asked for. */
export interface MadeReport {
  asked: ReportDraft;
  report: Report;
  /** Another client has asked for it. */
  isForeign: boolean;
  /** When, in milliseconds since the history's start. */
  at: number;
}

/** A request for a report, with what can be known of it. */
export interface ReportRequest {
  draft: ReportDraft;
  /** Reports of others that were listed earlier can be told from its own; since the start. */
  listedSince: number;
  /** So can those that were made earlier and tell when; never before any was listed. */
  toldSince: number;
}

/** The service behind the line, which goes on with a request though nobody waits for it. */
export interface ModelService extends ModelDeletions {
  readonly made: readonly MadeReport[];
  post(draft: ReportDraft): Reply<ReportDetails | null>;
  list(query: ReportQuery): Reply<ReportList>;
  /** What was asked for, in order. */
  readonly requests: readonly ReportRequest[];
  /**
   * A request for a report goes out.
   * @param listedAt when the newest list was asked for that the worker knows, since the start
   * @param estimate the service's time as the worker knows it, null where it does not
   */
  noteRequest(draft: ReportDraft, listedAt: number, estimate: number | null): void;
  /** Another client asks for a report, and gets it: one without a result tells no time. */
  serveAnother(draft: ReportDraft, isPending: boolean): void;
  /** What a list would show at this moment. */
  listed(query: ReportQuery): Report[];
  /** Nothing gets through for so many milliseconds. */
  goDown(milliseconds: number): void;
}

export interface Fates {
  service: ServiceManner;
  posts: readonly PostFate[];
  lists: readonly ListFate[];
  deletes?: readonly RemoveFate[] | undefined;
}

const POST_LIMIT_S = 180;
const LIST_LIMIT_S = 60;

const SHUT_OUT: Record<'refuses the key' | 'forbids' | 'checks for bots', Failure> = {
  'refuses the key': { code: 'keyRefused', message: null },
  forbids: { code: 'notAllowed', message: null },
  'checks for bots': { code: 'protectionPage' },
};

/** Makes a service at which nothing has been asked for yet. */
export function createModelService(time: VirtualTime, fates: Fates): ModelService {
  const { service } = fates;
  const posts = [...fates.posts];
  const lists = [...fates.lists];
  const made: MadeReport[] = [];
  const requests: ReportRequest[] = [];
  const earlier = earlierReports(service);
  let downUntil = 0;

  function make(asked: ReportDraft, isForeign = false, isPending = false): ReportDetails {
    const { privacy } = asked;
    const number = made.length + 8;
    const id = service.ids === 'numbers' ? String(number) : `r${(number * 7919) % 1000}`;
    const generatedAt = service.times === 'not' || isPending ? null : inWholeSeconds(clock());
    const hasExactTime = service.times === 'with a zone' && !isPending;
    const url = kept(asked.url);
    const details = sampleDetails(id, { url, privacy, generatedAt, hasExactTime });
    const { extraFields: _, ...report } = details;
    // Another client's comes after all else of the same moment, such as a list that was just read.
    made.push({ asked, report, isForeign, at: time.elapsed() + (isForeign ? 0.5 : 0) });
    return details;
  }

  /** The service's own clock, which nobody sets. */
  function clock(): number {
    return START + time.elapsed() + service.clockAhead * 1000;
  }

  function dateHeader(): string {
    return new Date(clock()).toUTCString();
  }

  function kept(url: string): string {
    if (service.spelling === 'as sent') return url;
    const read = new URL(url);
    const path = read.pathname.replace(/\/$/, '');
    return `${read.origin}${path}${service.spelling === 'with a slash' ? '/' : ''}${read.search}`;
  }

  function makeIn(work: Work, asked: ReportDraft): void {
    if (work !== null) time.after(work * 1000, () => make(asked));
  }

  function isDown(): boolean {
    return time.elapsed() < downUntil;
  }

  function failing(after: number, failure: Failure): Reply<never> {
    return { after: after * 1000, outcome: () => ({ failure }) };
  }

  function toldToWait(retryAfter: number | null): Failure {
    return { code: 'tooManyRequests', retryAt: inSeconds(retryAfter), message: null };
  }

  function inSeconds(seconds: number | null): string | null {
    return seconds === null ? null : new Date(time.now() + seconds * 1000).toISOString();
  }

  function listed(query: ReportQuery): Report[] {
    const listed = made.filter(({ at }) => at + service.lag * 1000 <= time.elapsed());
    return [...earlier, ...listed.map(({ report }) => report)]
      .filter(({ id }) => !deletions.gone.has(id))
      .map((report) =>
        service.listsPrivacy ? report : sampleReport(report.id, { ...report, privacy: null }),
      )
      .filter(({ url }) => url?.includes(query.search))
      .reverse()
      .slice(0, query.perPage);
  }

  const deletions = createModelDeletions(
    time,
    fates.deletes ?? [],
    (id) => [...earlier, ...made.map(({ report }) => report)].find((report) => report.id === id),
    isDown,
  );

  return {
    ...deletions,
    made,
    requests,
    noteRequest(draft, listedAt, estimate) {
      const listed = listedAt - service.lag * 1000;
      const told = service.times === 'with a zone' && estimate !== null;
      const timed = told ? estimate - 2000 - (clock() - time.elapsed()) : listed;
      requests.push({ draft, listedSince: listed, toldSince: Math.max(listed, timed) });
    },
    serveAnother(draft, isPending) {
      make(draft, true, isPending);
    },
    listed,
    post(draft) {
      if (isDown()) return failing(0.1, { code: 'unreachable' });
      const fate = posts.shift() ?? { fate: 'answers', after: 0.2 };
      switch (fate.fate) {
        case 'answers':
        case 'nods': {
          let details: ReportDetails | null = null;
          // Long before the answer, where that takes its time.
          time.after(Math.min(fate.after * 900, 3000), () => {
            details = make(draft);
          });
          const isShown = fate.fate === 'answers';
          return {
            after: fate.after * 1000,
            date: dateHeader(),
            outcome: () => ({ value: isShown ? details : null }),
          };
        }
        case 'breaks off':
          makeIn(fate.work, draft);
          return failing(fate.after, { code: 'unreachable' });
        case 'is silent':
          makeIn(fate.work, draft);
          return failing(POST_LIMIT_S, { code: 'timedOut', seconds: POST_LIMIT_S });
        case 'fails with 502':
          makeIn(fate.work, draft);
          return failing(fate.after, {
            ...{ code: 'serviceDown', status: 502, retryAt: null, message: null },
          });
        case 'redirects':
          makeIn(fate.work, draft);
          return failing(fate.after, { code: 'redirected', to: null });
        case 'answers with HTML':
          makeIn(fate.work, draft);
          return failing(fate.after, { code: 'unexpectedAnswer', problem: 'html' });
        case 'says 429':
          return failing(0.1, toldToWait(fate.retryAfter));
        case 'says 503':
          return failing(0.1, {
            ...{ code: 'serviceDown', status: 503, message: null },
            retryAt: inSeconds(fate.retryAfter),
          });
        case 'refuses':
          return failing(0.1, { code: 'invalid', message: null, fields: [] });
        default:
          return failing(0.1, SHUT_OUT[fate.fate]);
      }
    },
    list(query) {
      if (isDown()) return failing(0.1, { code: 'unreachable' });
      const fate = lists.shift() ?? { fate: 'answers', after: 0.1 };
      switch (fate.fate) {
        case 'answers': {
          // What it has now, however long that takes to arrive.
          const reports = listed(query);
          const value = { reports, unreadable: 0, total: reports.length };
          return { after: fate.after * 1000, date: dateHeader(), outcome: () => ({ value }) };
        }
        case 'breaks off':
          return failing(0.1, { code: 'unreachable' });
        case 'is silent':
          return failing(LIST_LIMIT_S, { code: 'timedOut', seconds: LIST_LIMIT_S });
        case 'fails with 502':
          return failing(0.1, {
            ...{ code: 'serviceDown', status: 502, retryAt: null, message: null },
          });
        case 'answers with HTML':
          return failing(0.1, { code: 'unexpectedAnswer', problem: 'html' });
        case 'says 429':
          return failing(0.1, toldToWait(fate.retryAfter));
        default:
          return failing(0.1, SHUT_OUT[fate.fate]);
      }
    },
    goDown(milliseconds) {
      downUntil = time.elapsed() + milliseconds;
    },
  };
}

function inWholeSeconds(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}
