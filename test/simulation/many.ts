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

/** How rows of changes and deletions stand, by the ids of their tasks. */
export type RowStates = ReadonlyMap<string, StatusName>;

interface ManyTools {
  browser: Browser;
  /** All that is asked for; each row is added as what is asked for of one report. */
  asked: Asked[];
  /** The service's reports, the newest first. */
  readReports(): readonly Report[];
  /** The id of the connection that the page has seen. */
  readConnection(): Promise<string>;
  readRows(): Promise<RowStates>;
  /** What is not asked for yet. */
  begun(task: Wanted, isPrivate: boolean, batch: string): Asked;
  /** The place of the next question among all. */
  nextQuestion(): number;
}

/** Makes the presses of a person on a page that selects many reports. */
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
    // What needs a person goes with its batch.
    if (act.kind === 'remove') for (const one of rows) one.drops += 1;
    const told = 'password' in act ? { ...act, password: HUSH + id } : act;
    const answer = await settled(browser.ask('updateJob', await readConnection(), id, told));
    if (act.kind !== 'cancel') return;
    const states = await readRows();
    for (const one of rows) {
      const state = states.get(one.task.id);
      const isTakenBack = answer !== null && state === 'cancelled';
      // Nobody knows without an answer, and where a worker that starts anew has not published its batches.
      const isUnsure = answer === null || state === undefined;
      if (isTakenBack) one.cancels.push({ asked: asked.length, answer: true });
      else if (isUnsure) one.cancels.push({ asked: asked.length, answer: null });
    }
  }

  return {
    want,
    /** Does something with one of the last batches. */
    async steer(which: number, act: JobAction): Promise<void> {
      const id = ids.at(-1 - which);
      if (id !== undefined) await steer(id, act);
    },
    /** Whether anything of many was asked for: it goes out quickly. */
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
