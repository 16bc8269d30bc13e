import { hasFailed } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import type { BatchAct, NewBatch } from '@/lib/task/batch/batch';
import type { Standing } from '@/lib/task/standing';
import type { NewTask } from '@/lib/task/task';
import { type Asked, HUSH, idFor, MOST_QUESTIONS, settled } from './asked';
import type { Browser } from './browser';
import type { Step } from './history';

type ManyStep = Step & { do: 'change many' | 'delete many' };

/** How rows of changes and deletions stand, by the ids of their tasks. */
export type RowStates = ReadonlyMap<string, Standing['name']>;

interface ManyTools {
  browser: Browser;
  /** All that is asked for; each row is added as what is asked for of one report. */
  asked: Asked[];
  /** The service's reports, the newest first. */
  readReports(): readonly Report[];
  readRows(): Promise<RowStates>;
  /** What is not asked for yet. */
  begun(task: NewTask, keeping: Keeping, batch: string): Asked;
  /** The place of the next question among all. */
  nextQuestion(): number;
}

/** Makes the presses of a person on a page that selects many reports. */
export function createManyPresses(tools: ManyTools) {
  const { browser, asked, readReports, readRows, begun, nextQuestion } = tools;
  const ids: string[] = [];

  async function want(step: ManyStep): Promise<void> {
    const { keeping = 'disk' } = step;
    const id = idFor(keeping, `many-${ids.length + 1}`);
    const reports = readReports().slice(step.from, step.from + step.count);
    ids.push(id);
    const batch = batchOf(id, step, reports);
    const rows = reports.map((report, row) =>
      begun(taskOf(`${id}-${row}`, batch, report), keeping, id),
    );
    asked.push(...rows);
    for (let left = MOST_QUESTIONS; left > 0; left -= 1) {
      const question = nextQuestion();
      for (const one of rows) one.question = question;
      const outcome = await settled(browser.ask('addBatch', batch));
      if (outcome === null) continue;
      for (const one of rows) one.isStored = !hasFailed(outcome);
      break;
    }
    for (const one of rows) one.isAsking = false;
  }

  async function steer(id: string, act: BatchAct): Promise<void> {
    const rows = asked.filter(({ batch }) => batch === id);
    if (act.kind === 'pause') for (const one of rows) one.wasHeld = true;
    if (act.kind === 'retry') for (const one of rows) one.retries += 1;
    // What needs a person goes with its batch.
    if (act.kind === 'remove') for (const one of rows) one.drops += 1;
    const told = act.kind === 'password' ? { ...act, password: HUSH + id } : act;
    const answer = await settled(browser.ask('steerBatch', id, told));
    if (act.kind !== 'cancel') return;
    const states = await readRows();
    for (const one of rows) {
      const isTakenBack = answer !== null && states.get(one.task.id) === 'cancelled';
      // Without an answer nobody knows.
      if (isTakenBack) one.cancels.push({ asked: asked.length, answer: true });
      else if (answer === null) one.cancels.push({ asked: asked.length, answer: null });
    }
  }

  return {
    want,
    /** Does something with one of the last batches. */
    async steer(which: number, act: BatchAct): Promise<void> {
      const id = ids.at(-1 - which);
      if (id !== undefined) await steer(id, act);
    },
    /** Whether anything of many was asked for: it goes out quickly. */
    isUsed: () => ids.length > 0,
  };
}

function batchOf(id: string, step: ManyStep, reports: readonly Report[]): NewBatch {
  const facts = { id, keeping: step.keeping ?? 'disk', reports: reports.map(referTo) };
  if (step.do === 'delete many') return { ...facts, kind: 'delete' };
  return { ...facts, kind: 'change', change: changeOf(id, step.privacy) };
}

function changeOf(id: string, privacy: Privacy | undefined): ReportChange {
  if (privacy === undefined) return { results: 1 };
  return privacy === Privacy.Password ? { privacy, password: HUSH + id } : { privacy };
}

function taskOf(id: string, batch: NewBatch, report: Report): NewTask {
  if (batch.kind !== 'change') return { id, kind: 'delete', report };
  return { id, kind: 'change', report, change: batch.change };
}
