import type { History } from '@/lib/history/history';
import type { HistoryPart } from '@/lib/history/history-items';
import { type Marks, NO_MARKS } from '@/lib/history/marks';
import { type ClientNames, createClientNames } from '@/lib/report/compare/client-names';
import {
  type DueLine,
  type DueSubject,
  dueLines,
  duePages,
  isPageOf,
  isSameSubject,
} from '@/lib/report/compare/due';
import { dayOf, endOfDay, startOfDay } from '@/lib/report/compare/local-day';
import { pagesOf, type ReportedPage } from '@/lib/report/compare/pages';
import type { Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { dueItem, type PublishedDue } from '@/lib/shared-state/shared-items';
import { createLatestWrite } from '@/lib/storage/latest-write';

/** The due pages of one connection. The marks say on which days pages become due. */
export interface DuePages {
  /** Publishes the lines about due pages, unless they are up to date. Never rejects. */
  renew(): Promise<void>;
  /**
   * Returns the reports of the due pages of a subject, to request new results. Rejects if the
   * history cannot be read.
   */
  reportsOf(subject: DueSubject): Promise<Report[]>;
  /** Returns the next midnight, in milliseconds since the epoch; null without a due mark. */
  wakeTime(): number | null;
}

interface DuePagesTools {
  connectionId: string;
  history: Pick<History, 'marks' | 'hasDueMark' | 'list' | 'changes' | 'revision'>;
  /** Returns the ids of the reports whose new results are requested. */
  updating(): ReadonlySet<string>;
  /** Called when the result of `wakeTime` may have changed. */
  onWakeTimeChange(): void;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

/** The listed reports of the history, by id. */
interface Rows {
  byId: Map<string, Report>;
  /** The rows have all changes up to this revision of the history. */
  revision: number;
}

export function createDuePages(tools: DuePagesTools): DuePages {
  const { connectionId, history, updating, onWakeTimeChange, signal, now } = tools;
  const item = dueItem(connectionId);
  /** Undefined before the first use. Null if no line was published. */
  let published: PublishedDue | null | undefined;
  /** Null before the first use. Without a due mark, the rows are never read. */
  let rows: Rows | null = null;

  /** Reads the rows that have changed, or all rows if the changes are not known. */
  const refreshRows = createLatestWrite(async () => {
    rows = (rows && (await changedRows(rows))) ?? (await readRows());
  });

  async function changedRows({ byId, revision }: Rows): Promise<Rows | null> {
    const changes = await history.changes(revision);
    if (changes === null) return null;
    for (const id of changes.removed) byId.delete(id);
    for (const report of changes.reports) byId.set(report.id, report);
    const next = { byId, revision: changes.revision };
    return changes.isLast ? next : changedRows(next);
  }

  async function readRows(): Promise<Rows> {
    const byId = new Map<string, Report>();
    const first = await history.list(null);
    let part: HistoryPart = first;
    for (;;) {
      for (const report of part.reports) byId.set(report.id, report);
      if (part.after === null) return { byId, revision: first.revision };
      part = await history.list(part.after);
    }
  }

  /** Returns the pages with a report, except pages whose new results are requested. */
  async function readPages({ joined }: Pick<Marks, 'joined'>): Promise<ReportedPage[]> {
    await refreshRows();
    const ids = updating();
    // If several results of a page have the same date, `pagesOf` chooses the first report.
    const newestFirst = [...(rows?.byId.values() ?? [])].sort((one, other) =>
      isLaterId(one.id, other.id) ? -1 : 1,
    );
    const pages = pagesOf(newestFirst, createClientNames(joined).of);
    return pages.filter(({ report }) => !ids.has(report.id));
  }

  /** Returns a text that changes whenever the lines may change. */
  function currentInputs(): string {
    // After a change of the time zone, the same day starts at another time.
    const dayStart = startOfDay(dayOf(new Date(now())));
    return [history.revision(), dayStart, ...updating()].join(' ');
  }

  const renew = createLatestWrite(async () => {
    if (published === undefined) published = (await item.read()) ?? null;
    const inputs = currentInputs();
    if (published?.inputs === inputs) return;
    const marks = (await history.hasDueMark()) ? await history.marks() : NO_MARKS;
    const pages = marks.due.length > 0 ? await readPages(marks) : [];
    const hasDueMarks = marks.due.some(({ subject }) => pages.some(isPageOf(subject, marks)));
    const lines = dueLines(marks, pages, new Date(now())).map((line) =>
      withCurrentClient(line, createClientNames(marks.joined, marks.apart)),
    );
    const next = { lines, hasDueMarks, inputs };
    if (signal.aborted) return;
    // Most people have no due mark. For them, nothing is published.
    if (hasDueMarks || published?.hasDueMarks) await item.write(next);
    published = next;
  });

  return {
    async renew() {
      // After a failure, the next change renews the lines.
      await renew().catch(() => {});
      onWakeTimeChange();
    },
    async reportsOf(subject) {
      const marks = await history.marks();
      const due = marks.due.find((one) => isSameSubject(one.subject, subject));
      if (due === undefined) return [];
      const pages = duePages(due, marks, await readPages(marks), new Date(now()));
      return pages.map(({ report }) => report);
    },
    wakeTime: () => (published?.hasDueMarks ? Date.parse(endOfDay(dayOf(new Date(now())))) : null),
  };
}

/** Returns a line with the current name of its ticket's client. */
function withCurrentClient(line: DueLine, { current }: Pick<ClientNames, 'current'>): DueLine {
  const client = line.ticket?.client ?? null;
  if (line.ticket === null || client === null) return line;
  return { ...line, ticket: { ...line.ticket, client: current(client) } };
}
