import { isIn } from '@/lib/jobs/operation';
import type { JobAction, NewJob, Operation } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { hasFailed } from '@/lib/result';
import type { Browser } from './browser';
import {
  type EditRequest,
  jobIdFor,
  MAX_CALLS,
  type OperationRequest,
  PASSWORD_PREFIX,
  type RequestedOperation,
  replyOrNull,
  subjectOf,
} from './requested-operation';
import type { Step } from './scenario';

type EditBatchStep = Step & { do: 'batch of updates' | 'batch of deletions' };

interface EditBatchOptions {
  browser: Browser;
  /** All requested operations, including the operations of single jobs. */
  requestedOperations: RequestedOperation[];
  readReports(): readonly Report[];
  readConnectionId(): Promise<string>;
  /** Returns the operations of all batches of updates and deletions, by operation id. */
  readBatchEdits(): Promise<ReadonlyMap<string, Operation>>;
  newRequestedOperation(request: OperationRequest, isPrivate: boolean): RequestedOperation;
  nextCallNumber(): number;
}

/** Requests batches of updates and deletions, and acts on them, as a person does. */
interface EditBatches {
  requestBatch(step: EditBatchStep): Promise<void>;
  /** @param index 0 for the newest batch, 1 for the batch before that, and so on */
  act(index: number, action: JobAction): Promise<void>;
  hasRequested(): boolean;
}

export function createEditBatches(options: EditBatchOptions): EditBatches {
  const { browser, requestedOperations, readReports, readConnectionId, readBatchEdits } = options;
  const batchIds: string[] = [];

  async function requestBatch(step: EditBatchStep): Promise<void> {
    const { isPrivate = false } = step;
    const batchId = jobIdFor(`edits-${batchIds.length + 1}`, { isPrivate });
    batchIds.push(batchId);
    const reports = readReports().slice(step.from, step.from + step.count);
    const editRequests = reports.map((report, index) => editRequest(batchId, index, step, report));
    const operations = editRequests.map(
      (edit): RequestedOperation => ({
        ...options.newRequestedOperation(edit, isPrivate),
        isAwaitingReply: true,
        batchId,
      }),
    );
    requestedOperations.push(...operations);
    const connectionId = await readConnectionId();
    for (const operation of operations) operation.connectionId = connectionId;
    for (let call = 0; call < MAX_CALLS; call += 1) {
      const callNumber = options.nextCallNumber();
      for (const operation of operations) operation.latestCallNumber = callNumber;
      const reply = await replyOrNull(
        browser.callBackground('createJob', connectionId, newBatch(batchId, step, editRequests)),
      );
      if (reply === null) continue;
      for (const operation of operations) operation.isStored = !hasFailed(reply);
      break;
    }
    for (const operation of operations) operation.isAwaitingReply = false;
  }

  async function act(index: number, action: JobAction): Promise<void> {
    const batchId = batchIds.at(-1 - index);
    if (batchId === undefined) return;
    const operations = requestedOperations.filter((operation) => operation.batchId === batchId);
    for (const operation of operations) {
      if (action.kind === 'pause') operation.wasPaused = true;
      if (action.kind === 'retry') operation.retries += 1;
      // Operations that need attention are removed with their batch.
      if (action.kind === 'remove') operation.allowedDrops += 1;
    }
    const sentAction =
      'password' in action ? { ...action, password: PASSWORD_PREFIX + batchId } : action;
    const reply = await replyOrNull(
      browser.callBackground('updateJob', await readConnectionId(), batchId, sentAction),
    );
    if (action.kind === 'cancel') await addCancelAttempts(operations, reply !== null);
  }

  async function addCancelAttempts(
    operations: readonly RequestedOperation[],
    hasReply: boolean,
  ): Promise<void> {
    const edits = await readBatchEdits();
    const operationCountBefore = requestedOperations.length;
    for (const { request, cancelAttempts } of operations) {
      const operation = edits.get(request.id);
      // A new worker may not have published the batch yet.
      if (!hasReply || operation === undefined) {
        cancelAttempts.push({ operationCountBefore, neededAttention: false, hadEffect: null });
      } else if (isIn(operation, 'cancelled') || operation.isTakenBack) {
        cancelAttempts.push({ operationCountBefore, neededAttention: false, hadEffect: true });
      }
    }
  }

  return {
    requestBatch,
    act,
    hasRequested: () => batchIds.length > 0,
  };
}

function newBatch(
  batchId: string,
  step: EditBatchStep,
  editRequests: readonly EditRequest[],
): NewJob {
  const password =
    step.do === 'batch of updates' ? changeOf(batchId, step.privacy).password : undefined;
  return {
    id: batchId,
    isPrivate: step.isPrivate ?? false,
    isBatch: true,
    subjects: editRequests.map(subjectOf),
    ...(password && { password }),
  };
}

function changeOf(batchId: string, privacy: Privacy | undefined): ReportChange {
  if (privacy === undefined) return { results: 1 };
  if (privacy !== Privacy.Password) return { privacy };
  return { privacy, password: PASSWORD_PREFIX + batchId };
}

function editRequest(
  batchId: string,
  index: number,
  step: EditBatchStep,
  report: Report,
): EditRequest {
  const id = `${batchId}-${index}`;
  if (step.do === 'batch of deletions') return { id, kind: 'delete', report };
  return { id, kind: 'update', report, change: changeOf(batchId, step.privacy) };
}
