import { storage } from 'wxt/utils/storage';
import type { Connection } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { FORM, formItems } from '@/lib/storage/form';
import { createLatestWrite } from '@/lib/storage/latest-write';
import type { TaskOutcome, TaskOutcomes } from '@/lib/task/task-outcome';
import { frontItem, type NewestReports } from './front';
import { asksForNewest, caughtUpNewest, type ListReply } from './held-list';
import { noOutcomes, type Outcomes, outcomesItem, withTaskOutcome } from './outcomes';
import { type View, viewItem } from './view';

/** Writes what the pages of one connection show. None of its verbs but `load` rejects. */
export type FrontWriter = ReturnType<typeof createFrontWriter>;

interface FrontWriterTools {
  connection: Connection;
  /** What pages are to see of tasks and awaited results. */
  view(): Omit<View, 'connectionId'>;
  /** Called with what pages see from now on. */
  onView(view: View): void;
  /** Does something a quarter of a second later. */
  soon(work: () => void): void;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

/** Makes the writer. */
export function createFrontWriter(tools: FrontWriterTools) {
  const { connection, onView, soon, signal, now } = tools;
  const connectionId = connection.id;
  let outcomes: Outcomes = noOutcomes(connectionId, now());
  let newest: NewestReports | null = null;
  let storedOutcomes: Outcomes | null = null;
  let storedNewest: NewestReports | null = null;
  let loading: Promise<void> | undefined;
  let isPlanned = false;

  const writeShown = createLatestWrite(async () => {
    if (signal.aborted) return;
    const view = { ...tools.view(), connectionId };
    const written = { outcomes, newest };
    await storage.setItems([
      viewItem.entry(view),
      ...(outcomes === storedOutcomes ? [] : [outcomesItem.entry(outcomes)]),
      ...(newest === storedNewest ? [] : [frontItem.entry({ connection, newest })]),
      // From now on, the area has the form of this build.
      ...(storedOutcomes === null ? [formItems.session.entry(FORM)] : []),
    ]);
    storedOutcomes = written.outcomes;
    storedNewest = written.newest;
    onView(view);
  });
  /** Resolves when pages see what is so now. A store that fails costs what they see, and no step. */
  const write = () => writeShown().catch(() => {});

  /** With the outcomes since. Those that are known no more leave it to the next list. */
  function upToDate(list: NewestReports): NewestReports {
    if (list.after === outcomes.last) return list;
    return caughtUpNewest(list, outcomes) ?? { ...list, after: outcomes.last };
  }

  function setNewest(next: NewestReports): void {
    newest = upToDate(next);
    void write();
  }

  function note(outcome: Omit<TaskOutcome, 'number'>): void {
    outcomes = withTaskOutcome(outcomes, outcome);
    newest = newest && upToDate(newest);
  }

  async function load(): Promise<void> {
    const [front, stored] = await Promise.all([frontItem.read(), outcomesItem.read()]);
    const isOwn = front?.connection?.id === connectionId;
    newest = isOwn ? front.newest : null;
    storedNewest = newest;
    if (stored?.connectionId === connectionId) {
      outcomes = stored;
      storedOutcomes = stored;
    } else {
      // The computer's clock may have been set back since an earlier run.
      outcomes = noOutcomes(connectionId, Math.max(outcomes.last, newest?.after ?? 0));
    }
    newest = newest && upToDate(newest);
    // Half a value, or one of another connection.
    if (!isOwn && !signal.aborted) await frontItem.write({ connection, newest }).catch(() => {});
  }

  function loadOnce(): Promise<void> {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  const all = () => [...outcomes.singles, ...outcomes.rows];

  return {
    /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
    load: loadOnce,
    outcomes: {
      load: loadOnce,
      note,
      singles: () => outcomes.singles,
      hasCreated: (reportId) =>
        all().some(({ wish, report }) => wish.kind === 'create' && report?.id === reportId),
    } satisfies TaskOutcomes,
    /** The number of the last outcome, of those before a time where one is given, in milliseconds since the epoch. */
    lastOutcome: (before = Number.POSITIVE_INFINITY): number =>
      all()
        .filter(({ endedAt }) => endedAt >= before)
        .reduce((last, { number }) => Math.min(last, number - 1), outcomes.last),
    /** How many reports have turned out to be deleted since an outcome, by its number. */
    deletionsSince: (number: number): number =>
      all().filter(
        (one) =>
          one.number > number && (one.wish.kind === 'delete' || one.standing.name === 'gone'),
      ).length,
    write,
    /** The same a little later, with what happens until then: each time costs every open page a paint. */
    writeSoon(): void {
      if (isPlanned) return;
      isPlanned = true;
      soon(() => {
        isPlanned = false;
        void write();
      });
    },
    /** Takes in a reply to a query; those to others than the newest of all change nothing. */
    takeReply(query: ReportQuery, { asked, ...reply }: ListReply): void {
      // A list that was asked for earlier may come later. The computer's clock may have been set back since.
      const isOlder =
        newest !== null && newest.readAt > reply.readAt && Date.parse(newest.readAt) <= now();
      if (!asksForNewest(query) || asked !== null || isOlder) return;
      const { reports, unreadable, total, next, after, readAt } = reply;
      setNewest({ reports, unreadable, total, next, after, readAt, perPage: query.perPage });
    },
    /**
     * Takes in reports as an answer shows them, where they are among the newest and have not changed since
     * the answer was asked for.
     * @param begunAt when that was, in milliseconds since the epoch
     */
    takeReports(reports: readonly Report[], begunAt: number): void {
      if (newest === null) return;
      const byId = new Map(reports.map((report) => [report.id, report]));
      for (const { endedAt, report } of all()) {
        if (endedAt > begunAt && report !== null) byId.delete(report.id);
      }
      const isSame = (row: Report) => {
        const report = byId.get(row.id);
        return report === undefined || JSON.stringify(report) === JSON.stringify(row);
      };
      if (newest.reports.every(isSame)) return;
      setNewest({ ...newest, reports: newest.reports.map((row) => byId.get(row.id) ?? row) });
    },
    /** A report is no more. */
    drop(reportId: string): void {
      const left = newest?.reports.filter(({ id }) => id !== reportId) ?? [];
      if (newest === null || left.length === newest.reports.length) return;
      setNewest({ ...newest, reports: left, total: newest.total && newest.total - 1 });
    },
    /**
     * A result that was awaited has come: what became of its task says so, too.
     * @returns whether the task was asked for singly, and is among the last
     */
    renew(report: Report): boolean {
      const former = all().findLast(
        (one) => one.report?.id === report.id && one.standing.name === 'done',
      );
      if (former === undefined || former.wish.kind === 'delete') return false;
      const without = (kept: Outcomes['rows']) => kept.filter((one) => one !== former);
      const { singles, rows } = outcomes;
      outcomes = { ...outcomes, singles: without(singles), rows: without(rows) };
      note({ ...former, isRenewed: true, summary: report, endedAt: now() });
      void write();
      return !former.isRow;
    },
  };
}
