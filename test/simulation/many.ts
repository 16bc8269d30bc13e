import type { JobAction, NewJob } from '@/lib/jobs/job';
import type { StatusName } from '@/lib/jobs/operation';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { hasFailed } from '@/lib/result';
import type { Browser } from './browser';
import type { Step } from './history';
import {
  editOf,
  idFor,
  MAX_CALLS,
  type OperationRequest,
  PASSWORD_PREFIX,
  type RequestedOperation,
  replyOrNull,
} from './requested-operation';

type ManyStep = Step & { do: 'change many' | 'delete many' };

/** States of updates and deletions in batches, by operation id. */
export type RowStates = ReadonlyMap<string, StatusName>;

interface ManyTools {
  browser: Browser;
  /** All requested operations, with one entry for each row of a batch. */
  requested: RequestedOperation[];
  readReports(): readonly Report[];
  /** Returns the connection id that the page has read. */
  readConnection(): Promise<string>;
  readRows(): Promise<RowStates>;
  /** Returns the entry of a new request. */
  entryFor(request: OperationRequest, isPrivate: boolean, batch: string): RequestedOperation;
  /** Returns the position of the next call. */
  nextCallNumber(): number;
}

/** Returns a person's actions on a page that selects many reports. */
export function createManyPresses(tools: ManyTools) {
  const { browser, requested, readReports, readConnection, readRows, entryFor, nextCallNumber } =
    tools;
  const ids: string[] = [];

  async function press(step: ManyStep): Promise<void> {
    const { isPrivate = false } = step;
    const id = idFor(isPrivate, `many-${ids.length + 1}`);
    const reports = readReports().slice(step.from, step.from + step.count);
    ids.push(id);
    const requests = reports.map((report, row) => editRequest(`${id}-${row}`, id, step, report));
    const rows = requests.map((one) => entryFor(one, isPrivate, id));
    requested.push(...rows);
    const connectionId = await readConnection();
    for (let left = MAX_CALLS; left > 0; left -= 1) {
      const callNumber = nextCallNumber();
      for (const one of rows) one.callNumber = callNumber;
      const outcome = await replyOrNull(
        browser.ask('createJob', connectionId, batchOf(id, step, requests)),
      );
      if (outcome === null) continue;
      for (const one of rows) one.isStored = !hasFailed(outcome);
      break;
    }
    for (const one of rows) one.isAwaitingReply = false;
  }

  async function steer(id: string, act: JobAction): Promise<void> {
    const rows = requested.filter(({ batch }) => batch === id);
    if (act.kind === 'pause') for (const one of rows) one.wasPaused = true;
    if (act.kind === 'retry') for (const one of rows) one.retries += 1;
    // Operations that need attention are removed with their batch.
    if (act.kind === 'remove') for (const one of rows) one.drops += 1;
    const sentAction = 'password' in act ? { ...act, password: PASSWORD_PREFIX + id } : act;
    const answer = await replyOrNull(
      browser.ask('updateJob', await readConnection(), id, sentAction),
    );
    if (act.kind !== 'cancel') return;
    const states = await readRows();
    for (const one of rows) {
      const state = states.get(one.request.id);
      const isTakenBack = answer !== null && state === 'cancelled';
      // Without a reply, the outcome is unknown. A new worker may not have published its batches yet.
      const isUnsure = answer === null || state === undefined;
      if (isTakenBack) one.cancels.push({ requestedBefore: requested.length, answer: true });
      else if (isUnsure) one.cancels.push({ requestedBefore: requested.length, answer: null });
    }
  }

  return {
    press,
    /** Performs an action on one of the last batches. */
    async steer(which: number, act: JobAction): Promise<void> {
      const id = ids.at(-1 - which);
      if (id !== undefined) await steer(id, act);
    },
    /** Whether a batch was requested, which sends many requests in a short time. */
    isUsed: () => ids.length > 0,
  };
}

type EditRequest = Exclude<OperationRequest, { kind: 'create' }>;

function batchOf(id: string, step: ManyStep, requests: readonly EditRequest[]): NewJob {
  const password = step.do === 'change many' ? changeOf(id, step.privacy).password : undefined;
  const facts = { id, isPrivate: step.isPrivate ?? false, isBatch: true };
  return { ...facts, subjects: requests.map(editOf), ...(password && { password }) };
}

function changeOf(id: string, privacy: Privacy | undefined): ReportChange {
  if (privacy === undefined) return { results: 1 };
  return privacy === Privacy.Password ? { privacy, password: PASSWORD_PREFIX + id } : { privacy };
}

function editRequest(id: string, batchId: string, step: ManyStep, report: Report): EditRequest {
  if (step.do === 'delete many') return { id, kind: 'delete', report };
  return { id, kind: 'update', report, change: changeOf(batchId, step.privacy) };
}
