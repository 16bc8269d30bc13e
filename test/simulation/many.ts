import type { JobAction, NewJob } from '@/lib/jobs/job';
import type { StatusName } from '@/lib/jobs/operation';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { hasFailed } from '@/lib/result';
import { type Asked, editOf, HUSH, idFor, MOST_QUESTIONS, settled, type Wanted } from './asked';
import type { Browser } from './browser';
import type { Step } from './history';

type ManyStep = Step & { do: 'change many' | 'delete many' };

/** States of updates and deletions in batches, by operation id. */
export type RowStates = ReadonlyMap<string, StatusName>;

interface ManyTools {
  browser: Browser;
  /** All requested operations, with one entry for each row of a batch. */
  asked: Asked[];
  readReports(): readonly Report[];
  /** Returns the connection id that the page has read. */
  readConnection(): Promise<string>;
  readRows(): Promise<RowStates>;
  /** Returns the entry of a new request. */
  begun(task: Wanted, isPrivate: boolean, batch: string): Asked;
  /** Returns the position of the next call. */
  nextQuestion(): number;
}

/** Returns a person's actions on a page that selects many reports. */
export function createManyPresses(tools: ManyTools) {
  const { browser, asked, readReports, readConnection, readRows, begun, nextQuestion } = tools;
  const ids: string[] = [];

  async function want(step: ManyStep): Promise<void> {
    const { isPrivate = false } = step;
    const id = idFor(isPrivate, `many-${ids.length + 1}`);
    const reports = readReports().slice(step.from, step.from + step.count);
    ids.push(id);
    const wanted = reports.map((report, row) => wantedOf(`${id}-${row}`, id, step, report));
    const rows = wanted.map((one) => begun(one, isPrivate, id));
    asked.push(...rows);
    const connectionId = await readConnection();
    for (let left = MOST_QUESTIONS; left > 0; left -= 1) {
      const question = nextQuestion();
      for (const one of rows) one.question = question;
      const outcome = await settled(
        browser.ask('createJob', connectionId, batchOf(id, step, wanted)),
      );
      if (outcome === null) continue;
      for (const one of rows) one.isStored = !hasFailed(outcome);
      break;
    }
    for (const one of rows) one.isAsking = false;
  }

  async function steer(id: string, act: JobAction): Promise<void> {
    const rows = asked.filter(({ batch }) => batch === id);
    if (act.kind === 'pause') for (const one of rows) one.wasHeld = true;
    if (act.kind === 'retry') for (const one of rows) one.retries += 1;
    // Operations that need attention are removed with their batch.
    if (act.kind === 'remove') for (const one of rows) one.drops += 1;
    const told = 'password' in act ? { ...act, password: HUSH + id } : act;
    const answer = await settled(browser.ask('updateJob', await readConnection(), id, told));
    if (act.kind !== 'cancel') return;
    const states = await readRows();
    for (const one of rows) {
      const state = states.get(one.task.id);
      const isTakenBack = answer !== null && state === 'cancelled';
      // Without a reply, the outcome is unknown. A new worker may not have published its batches yet.
      const isUnsure = answer === null || state === undefined;
      if (isTakenBack) one.cancels.push({ asked: asked.length, answer: true });
      else if (isUnsure) one.cancels.push({ asked: asked.length, answer: null });
    }
  }

  return {
    want,
    /** Performs an action on one of the last batches. */
    async steer(which: number, act: JobAction): Promise<void> {
      const id = ids.at(-1 - which);
      if (id !== undefined) await steer(id, act);
    },
    /** Whether a batch was requested, which sends many requests in a short time. */
    isUsed: () => ids.length > 0,
  };
}

type ManyWanted = Exclude<Wanted, { kind: 'create' }>;

function batchOf(id: string, step: ManyStep, wanted: readonly ManyWanted[]): NewJob {
  const password = step.do === 'change many' ? changeOf(id, step.privacy).password : undefined;
  const facts = { id, isPrivate: step.isPrivate ?? false, isBatch: true };
  return { ...facts, subjects: wanted.map(editOf), ...(password && { password }) };
}

function changeOf(id: string, privacy: Privacy | undefined): ReportChange {
  if (privacy === undefined) return { results: 1 };
  return privacy === Privacy.Password ? { privacy, password: HUSH + id } : { privacy };
}

function wantedOf(id: string, batchId: string, step: ManyStep, report: Report): ManyWanted {
  if (step.do === 'delete many') return { id, kind: 'delete', report };
  return { id, kind: 'update', report, change: changeOf(batchId, step.privacy) };
}
