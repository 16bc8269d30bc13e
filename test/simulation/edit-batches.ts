import { isIn } from '@/lib/jobs/operation';
import type { JobAction, NewJob, Operation, StatusName } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { hasFailed } from '@/lib/result';
import type { Browser } from './browser';
import {
  editOf,
  idFor,
  MAX_CALLS,
  type OperationRequest,
  PASSWORD_PREFIX,
  type RequestedOperation,
  replyOrNull,
} from './requested-operation';
import type { Step } from './scenario';

type EditBatchStep = Step & { do: 'batch of updates' | 'batch of deletions' };

/** The status of each update and deletion in a batch, by operation id. */
export type RowStates = ReadonlyMap<string, StatusName>;

interface EditBatchTools {
  browser: Browser;
  /** All requested operations. Each operation of a batch has its own entry. */
  requested: RequestedOperation[];
  readReports(): readonly Report[];
  /** Returns the id of the connection that the page shows. */
  readConnection(): Promise<string>;
  readBatchEdits(): Promise<ReadonlyMap<string, Operation>>;
  entryFor(request: OperationRequest, isPrivate: boolean, batch: string): RequestedOperation;
  nextCallNumber(): number;
}

/** Returns a person's actions on a page that selects many reports. */
export function createEditBatches(tools: EditBatchTools) {
  const { browser, requested, readReports, readConnection, readBatchEdits } = tools;
  const { entryFor, nextCallNumber } = tools;
  const ids: string[] = [];

  async function press(step: EditBatchStep): Promise<void> {
    const { isPrivate = false } = step;
    const id = idFor(isPrivate, `many-${ids.length + 1}`);
    const reports = readReports().slice(step.from, step.from + step.count);
    ids.push(id);
    const requests = reports.map((report, row) => editRequest(`${id}-${row}`, id, step, report));
    const rows = requests.map((one) => entryFor(one, isPrivate, id));
    requested.push(...rows);
    const connectionId = await readConnection();
    for (const one of rows) one.connectionId = connectionId;
    for (let left = MAX_CALLS; left > 0; left -= 1) {
      const latestCallNumber = nextCallNumber();
      for (const one of rows) one.latestCallNumber = latestCallNumber;
      const outcome = await replyOrNull(
        browser.ask('createJob', connectionId, batchOf(id, step, requests)),
      );
      if (outcome === null) continue;
      for (const one of rows) one.isStored = !hasFailed(outcome);
      break;
    }
    for (const one of rows) one.isAwaitingReply = false;
  }

  async function act(id: string, action: JobAction): Promise<void> {
    const rows = requested.filter(({ batch }) => batch === id);
    if (action.kind === 'pause') for (const one of rows) one.wasPaused = true;
    if (action.kind === 'retry') for (const one of rows) one.retries += 1;
    // Operations that need attention are removed with their batch.
    if (action.kind === 'remove') for (const one of rows) one.possibleDrops += 1;
    const sentAction =
      'password' in action ? { ...action, password: PASSWORD_PREFIX + id } : action;
    const answer = await replyOrNull(
      browser.ask('updateJob', await readConnection(), id, sentAction),
    );
    if (action.kind !== 'cancel') return;
    const edits = await readBatchEdits();
    for (const one of rows) {
      const edit = edits.get(one.request.id);
      const isTakenBack = edit !== undefined && (isIn(edit, 'cancelled') || edit.isTakenBack);
      const isCancelled = answer !== null && isTakenBack;
      // Without a reply, the outcome is unknown. A new worker may not yet have published the batch.
      const isUnsure = answer === null || edit === undefined;
      if (isCancelled) one.cancelAttempts.push({ requestedBefore: requested.length, answer: true });
      else if (isUnsure)
        one.cancelAttempts.push({ requestedBefore: requested.length, answer: null });
    }
  }

  return {
    press,
    /** @param which index of the batch, from the last */
    async act(which: number, action: JobAction): Promise<void> {
      const id = ids.at(-1 - which);
      if (id !== undefined) await act(id, action);
    },
    hasRequested: (): boolean => ids.length > 0,
  };
}

type EditRequest = Exclude<OperationRequest, { kind: 'create' }>;

function batchOf(id: string, step: EditBatchStep, requests: readonly EditRequest[]): NewJob {
  const password = step.do === 'batch of updates' ? changeOf(id, step.privacy).password : undefined;
  return {
    id,
    isPrivate: step.isPrivate ?? false,
    isBatch: true,
    subjects: requests.map(editOf),
    ...(password && { password }),
  };
}

function changeOf(id: string, privacy: Privacy | undefined): ReportChange {
  if (privacy === undefined) return { results: 1 };
  return privacy === Privacy.Password ? { privacy, password: PASSWORD_PREFIX + id } : { privacy };
}

function editRequest(
  id: string,
  batchId: string,
  step: EditBatchStep,
  report: Report,
): EditRequest {
  if (step.do === 'batch of deletions') return { id, kind: 'delete', report };
  return { id, kind: 'update', report, change: changeOf(batchId, step.privacy) };
}
