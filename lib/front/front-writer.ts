import { storage } from 'wxt/utils/storage';
import type { Connection } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { FORM, formItems } from '@/lib/storage/form';
import { createLatestWrite } from '@/lib/storage/latest-write';
import type { TaskOutcomes } from '@/lib/task/task-outcome';
import { frontItem, type NewestReports } from './front';
import { asksForNewest, caughtUpNewest, type ListReply } from './held-list';
import { noOutcomes, type Outcomes, outcomesItem, withTaskOutcome } from './outcomes';
import { type View, viewItem } from './view';

/** Writes what the pages of one connection show. None of its verbs but `load` rejects. */
export interface FrontWriter {
  outcomes: TaskOutcomes;
  /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
  load(): Promise<void>;
  /** The number of the last outcome, of those before a time where one is given, in milliseconds since the epoch. */
  lastOutcome(before?: number): number;
  /** How many reports have turned out to be deleted since an outcome, by its number. */
  deletionsSince(number: number): number;
  /** Resolves when pages see the present tasks and outcomes. */
  write(): Promise<void>;
  /** Takes in a reply to a query; those to others than the newest of all change nothing. */
  takeReply(query: ReportQuery, reply: ListReply): void;
  /**
   * Takes in reports as an answer shows them, where they are among the newest and have not changed since
   * the answer was asked for.
   * @param begunAt when that was, in milliseconds since the epoch
   */
  takeReports(reports: readonly Report[], begunAt: number): void;
  /** A report is no more. */
  drop(reportId: string): void;
  /**
   * A result that was awaited has come: what became of its task says so, too.
   * @returns whether the task was asked for singly, and is among the last
   */
  renew(report: Report): boolean;
}

interface FrontWriterTools {
  connection: Connection;
  /** What pages are to see of tasks and awaited results. */
  view(): Omit<View, 'connectionId'>;
  /** Called with what pages see from now on. */
  onView(view: View): void;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

/** Makes the writer. */
export function createFrontWriter(tools: FrontWriterTools): FrontWriter {
  const { connection, onView, signal, now } = tools;
  const connectionId = connection.id;
  let outcomes: Outcomes = noOutcomes(connectionId, now());
  let storedOutcomes: Outcomes | null = null;
  let newest: NewestReports | null = null;
  let loading: Promise<void> | undefined;

  const writeShown = createLatestWrite(async () => {
    if (signal.aborted) return;
    const view = { ...tools.view(), connectionId };
    const written = outcomes;
    const isNews = written !== storedOutcomes;
    await storage.setItems([
      viewItem.entry(view),
      ...(isNews ? [outcomesItem.entry(written)] : []),
      // From now on, the area has the form of this build.
      ...(storedOutcomes === null ? [formItems.session.entry(FORM)] : []),
    ]);
    storedOutcomes = written;
    onView(view);
  });
  const writeNewest = createLatestWrite(async () => {
    if (!signal.aborted) await frontItem.write({ connection, newest });
  });
  /** A store that fails costs what pages see, and no step. */
  const write = () => writeShown().catch(() => {});

  /** With the outcomes since. Those that are known no more leave it to the next list. */
  function upToDate(list: NewestReports): NewestReports {
    if (list.after === outcomes.last) return list;
    return caughtUpNewest(list, outcomes) ?? { ...list, after: outcomes.last };
  }

  function setNewest(next: NewestReports | null): void {
    const now = next && upToDate(next);
    if (now === newest) return;
    newest = now;
    void writeNewest().catch(() => {});
  }

  async function load(): Promise<void> {
    const [front, stored] = await Promise.all([frontItem.read(), outcomesItem.read()]);
    const isOwn = front?.connection?.id === connectionId;
    newest = isOwn ? front.newest : null;
    if (stored?.connectionId === connectionId) {
      outcomes = stored;
      storedOutcomes = stored;
    } else {
      // The computer's clock may have been set back since an earlier run.
      outcomes = noOutcomes(connectionId, Math.max(outcomes.last, newest?.after ?? 0));
    }
    // Half a value, or one of another connection.
    if (!isOwn) await writeNewest().catch(() => {});
    setNewest(newest);
  }

  function loadOnce(): Promise<void> {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    load: loadOnce,
    outcomes: {
      load: loadOnce,
      note(outcome) {
        outcomes = withTaskOutcome(outcomes, outcome);
        setNewest(newest);
      },
      singles: () => outcomes.singles,
      hasCreated: (reportId) =>
        [...outcomes.singles, ...outcomes.rows].some(
          ({ wish, report }) => wish.kind === 'create' && report?.id === reportId,
        ),
    },
    lastOutcome: (before = Number.POSITIVE_INFINITY) =>
      [...outcomes.singles, ...outcomes.rows]
        .filter(({ endedAt }) => endedAt >= before)
        .reduce((last, { number }) => Math.min(last, number - 1), outcomes.last),
    deletionsSince: (number) =>
      [...outcomes.singles, ...outcomes.rows].filter(
        (one) => one.number > number && (one.wish.kind === 'delete' || one.end === 'gone'),
      ).length,
    write,
    takeReply(query, { asked, ...reply }) {
      // A list that was asked for earlier may come later. The computer's clock may have been set back since.
      const isOlder =
        newest !== null && newest.readAt > reply.readAt && Date.parse(newest.readAt) <= now();
      if (!asksForNewest(query) || asked !== null || isOlder) return;
      const { reports, unreadable, total, next, after, readAt } = reply;
      const perPage = query.perPage;
      setNewest({ reports, unreadable, total, next, after, readAt, perPage });
    },
    takeReports(reports, begunAt) {
      if (newest === null) return;
      const byId = new Map(reports.map((report) => [report.id, report]));
      for (const { endedAt, report } of [...outcomes.singles, ...outcomes.rows]) {
        if (endedAt > begunAt && report !== null) byId.delete(report.id);
      }
      const isSame = (row: Report) => {
        const report = byId.get(row.id);
        return report === undefined || JSON.stringify(report) === JSON.stringify(row);
      };
      if (newest.reports.every(isSame)) return;
      setNewest({ ...newest, reports: newest.reports.map((row) => byId.get(row.id) ?? row) });
    },
    drop(reportId) {
      const left = newest?.reports.filter(({ id }) => id !== reportId) ?? [];
      if (newest === null || left.length === newest.reports.length) return;
      setNewest({ ...newest, reports: left, total: newest.total && newest.total - 1 });
    },
    renew(report) {
      const all = [...outcomes.singles, ...outcomes.rows];
      const former = all.findLast((one) => one.report?.id === report.id && one.end === 'done');
      if (former === undefined || former.wish.kind === 'delete') return false;
      const without = (kept: Outcomes['rows']) => kept.filter((one) => one !== former);
      const { singles, rows } = outcomes;
      outcomes = { ...outcomes, singles: without(singles), rows: without(rows) };
      outcomes = withTaskOutcome(outcomes, { ...former, isRenewed: true, summary: report });
      setNewest(newest);
      void write();
      return !former.isRow;
    },
  };
}
