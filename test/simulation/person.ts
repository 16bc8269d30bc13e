import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { JobAction, JobLine, Operation } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import type { ListReply, LoadedList } from '@/lib/shared-state/loaded-list';
import type { Queue } from '@/lib/shared-state/shared-items';
import { apiKeyOf, type KeyAccounts } from './accounts';
import type { Browser } from './browser';
import { createEditBatches } from './edit-batches';
import {
  jobFor,
  jobIdFor,
  MAX_CALLS,
  type OperationRequest,
  PASSWORD_PREFIX,
  type RequestedOperation,
  replyOrNull,
} from './requested-operation';
import { type AccountName, type NewKey, type Step, urlOf } from './scenario';

export type Person = ReturnType<typeof createPerson>;

type SingleStep = Step & { do: 'create' | 'change' | 'delete' };

const CREATION_BATCH_ID = 'batch-1';

/** Limit for the questions about accounts that a person answers during one connection check. */
const MAX_QUESTIONS = 10;

interface PersonOptions {
  browser: Browser;
  baseUrl: string;
  keyAccounts: KeyAccounts;
  readConnectionId(): Promise<string>;
  readNewestList(): Promise<LoadedList | null>;
  readQueue(): Promise<Queue>;
  readReports(): readonly Report[];
  /** Returns the operations of all batches of updates and deletions, by operation id. */
  readBatchEdits(): Promise<ReadonlyMap<string, Operation>>;
}

/** Creates a person who sees the newest reports and the jobs, and requests jobs only for the main account. */
export function createPerson(options: PersonOptions) {
  const { browser, baseUrl, keyAccounts, readNewestList, readQueue } = options;
  const requested: RequestedOperation[] = [];
  /** The addresses of the batch of creations. */
  const batchUrls: string[] = [];
  let isBatchStored = false;
  let isBatchCancelled = false;
  let batchRetries = 0;
  let keyCount = 0;
  let latestKey = '';
  let callCount = 0;
  let openRefreshes = 0;
  let hasMixedAccounts = false;
  let hasSplitAccount = false;
  const editBatches = createEditBatches({
    browser,
    requestedOperations: requested,
    readReports: options.readReports,
    readConnectionId,
    readBatchEdits: options.readBatchEdits,
    newRequestedOperation,
    nextCallNumber() {
      callCount += 1;
      return callCount;
    },
  });

  /** Returns the id of the connection that gets jobs; `none` while another account is in use. */
  async function readConnectionId(): Promise<string> {
    const connectionId = await options.readConnectionId();
    return keyAccounts.latestInUse() === 'main' ? connectionId : 'none';
  }

  /** Returns the id of the connection in use; null without a connection. */
  async function readConnectionInUse(): Promise<string | null> {
    const connectionId = await options.readConnectionId();
    return connectionId === 'none' ? null : connectionId;
  }

  function newRequestedOperation(
    request: OperationRequest,
    isPrivate: boolean,
  ): RequestedOperation {
    return {
      request,
      isPrivate,
      connectionId: null,
      browserStarts: browser.counts.browserStarts,
      isStored: null,
      latestCallNumber: 0,
      isAwaitingReply: false,
      cancelAttempts: [],
      retries: 0,
      allowedDrops: 0,
      isOutcomePossiblyDropped: false,
      batchId: null,
      wasPaused: false,
    };
  }

  /** Calls the background up to `maxCalls` times, until a reply or the end of the browser. */
  async function requestJob(operation: RequestedOperation, maxCalls: number): Promise<void> {
    operation.isAwaitingReply = true;
    const connectionId = await readConnectionId();
    operation.connectionId ??= connectionId;
    for (let call = 0; call < maxCalls; call += 1) {
      if (browser.counts.browserStarts !== operation.browserStarts) break;
      callCount += 1;
      operation.latestCallNumber = callCount;
      const job = jobFor(operation.request, operation.isPrivate);
      const reply = await replyOrNull(browser.callBackground('createJob', connectionId, job));
      if (reply === null) continue;
      // A value other than null is a question. Before its answer, the background stores nothing.
      const isStored = !hasFailed(reply) && reply.value === null;
      // If an earlier call has stored the job, a repeated call may fail.
      operation.isStored ||= isStored;
      break;
    }
    operation.isAwaitingReply = false;
  }

  async function requestSingle(step: SingleStep): Promise<void> {
    const { isPrivate, repeatsUnansweredCall } = step;
    const id = jobIdFor(`job-${requested.length + 1}`, { isPrivate });
    const request = step.do === 'create' ? creation(id, step) : await editOfListed(id, step);
    if (request === null) return;
    const operation = newRequestedOperation(request, isPrivate);
    requested.push(operation);
    void requestJob(operation, repeatsUnansweredCall ? MAX_CALLS : 1);
  }

  function creation(
    id: string,
    { page, privacy, isConfirmed, isPrivate }: Step & { do: 'create' },
  ): OperationRequest {
    // For even numbers, a private window reports a page that no ordinary window reports.
    const isPrivatePage = isPrivate && page % 2 === 0;
    const url = isPrivatePage ? privatePageUrl(`job-${requested.length + 1}`) : urlOf(page);
    return {
      id,
      kind: 'create',
      draft: { url, privacy, ...passwordFor(id, privacy) },
      isConfirmed,
    };
  }

  async function editOfListed(
    id: string,
    step: Step & { do: 'change' | 'delete' },
  ): Promise<OperationRequest | null> {
    const report = await listedReport(step.index);
    if (report === undefined) return null;
    if (step.do === 'delete') return { id, kind: 'delete', report };
    const { privacy } = step;
    if (privacy === undefined) return { id, kind: 'update', report, change: { results: 1 } };
    return {
      id,
      kind: 'update',
      report,
      change: { privacy, ...passwordFor(id, privacy) },
    };
  }

  async function cancel(operation: RequestedOperation, presses: number): Promise<void> {
    const jobId = await shownJobId(operation);
    if (jobId === null) return;
    const connectionId = await readConnectionId();
    const line = (await readQueue()).singles.find(({ id }) => id === jobId);
    for (let press = 0; press < presses; press += 1) {
      const attempt: RequestedOperation['cancelAttempts'][number] = {
        operationCountBefore: requested.length,
        neededAttention: line?.first.status.name === 'needsAttention',
        hadEffect: null,
      };
      operation.cancelAttempts.push(attempt);
      const reply = replyOrNull(
        browser.callBackground('updateJob', connectionId, jobId, { kind: 'cancel' }),
      );
      void reply.then((result) => {
        if (result !== null && !hasFailed(result)) attempt.hadEffect = result.value;
      });
    }
  }

  /**
   * Returns the id of the job that pages show. For a deletion and for new results, an earlier press may
   * have created the job.
   */
  async function shownJobId({ request }: RequestedOperation): Promise<string | null> {
    const updatesResults = request.kind === 'update' && request.change.results === 1;
    if (request.kind !== 'delete' && !updatesResults) return request.id;
    const { singles } = await readQueue();
    const isShown = ({ first: { subject } }: JobLine) =>
      subject.kind === request.kind &&
      subject.report.id === request.report.id &&
      (subject.kind === 'delete' || subject.update.results === 1);
    return singles.find(isShown)?.id ?? null;
  }

  async function retry(operation: RequestedOperation): Promise<void> {
    operation.retries += 1;
    const { request } = operation;
    const password = passwordOf(request);
    const action = { kind: 'retry', ...(password && { password }) } as const;
    void replyOrNull(
      browser.callBackground('updateJob', await readConnectionId(), request.id, action),
    );
  }

  /**
   * Allows the background to drop operations during a change of the connection. If the background
   * refuses the change, all operations must stay.
   * @param change resolves to false if the background refuses, and to null without a reply
   * @param dropsOpenJobs whether the change may drop open jobs
   * @returns false if the background refuses
   */
  async function allowDropsDuring(
    change: Promise<boolean | null>,
    dropsOpenJobs: boolean,
  ): Promise<boolean> {
    // Any change may drop an operation whose call has no reply yet.
    const affected = dropsOpenJobs
      ? [...requested]
      : requested.filter(({ isAwaitingReply }) => isAwaitingReply);
    const countBefore = requested.length;
    for (const operation of affected) operation.allowedDrops += 1;
    const isRefused = (await change) === false;
    if (isRefused) {
      for (const operation of affected) operation.allowedDrops -= 1;
      return false;
    }
    for (const operation of requested.slice(countBefore)) operation.allowedDrops += 1;
    return true;
  }

  async function connect({
    dropsOpenJobs,
    account = 'main',
    accountCall = 'answers',
    confusesAccounts = false,
  }: NewKey): Promise<void> {
    keyCount += 1;
    // Another call may change `latestKey` while this call waits.
    const apiKey = apiKeyOf(account, accountCall, keyCount);
    latestKey = apiKey;
    const connectionId = await readConnectionInUse();
    const request: ConnectRequest = {
      connectionId,
      baseUrl,
      apiKey,
      allowsUnencrypted: true,
      ...(dropsOpenJobs ? { dropsOpenJobs: true } : { keepsOpenJobs: true }),
    };
    const check = checkAndAnswer(request, account, confusesAccounts);
    // A new key of the same connection keeps its jobs.
    const mayChangeConnection = account === 'other' || confusesAccounts || hasSplitAccount;
    await allowDropsDuring(
      check.then((result) => result && result.state === 'passed'),
      dropsOpenJobs && mayChangeConnection,
    );
  }

  /** Checks an API key, and answers the questions about its account. */
  async function checkAndAnswer(
    request: ConnectRequest,
    account: AccountName,
    confusesAccounts: boolean,
  ): Promise<ConnectionCheck | null> {
    const others: string[] = [];
    let check = await replyOrNull(browser.callBackground('connect', request));
    for (let question = 0; question < MAX_QUESTIONS; question += 1) {
      if (check?.state !== 'failed' || check.failure.code !== 'whichAccount') break;
      const { connectionId } = check.failure;
      const isSame = keyAccounts.accountOfConnection(connectionId) === account;
      const hasRequestedJobs = requested.length > 0 || batchUrls.length > 0;
      // Accounts are mixed only before the first job. Later, a job would be sent to the other account.
      const isAnswerWrong = confusesAccounts && (isSame || !hasRequestedJobs);
      if (isAnswerWrong && isSame) hasSplitAccount = true;
      if (isAnswerWrong && !isSame) hasMixedAccounts = true;
      const answersSame = isAnswerWrong ? !isSame : isSame;
      if (!answersSame) others.push(connectionId);
      const sameAs = answersSame ? { sameAs: connectionId } : {};
      check = await replyOrNull(
        browser.callBackground('connect', { ...request, others, ...sameAs }),
      );
    }
    return check;
  }

  /** Disconnects, then connects again. */
  async function disconnect(dropsOpenJobs: boolean): Promise<void> {
    const [{ singles }, connectionId, connectionInUse] = await Promise.all([
      readQueue(),
      readConnectionId(),
      options.readConnectionId(),
    ]);
    const idsOfFailedDeletions = singles.flatMap(({ first: { subject, status } }) =>
      subject.kind === 'delete' && status.name === 'needsAttention' ? [subject.report.id] : [],
    );
    const reply = replyOrNull(browser.callBackground('disconnect', connectionInUse, dropsOpenJobs));
    const isAccepted = await allowDropsDuring(
      reply.then((result) => result && !hasFailed(result)),
      dropsOpenJobs,
    );
    if (!isAccepted) return;
    for (const operation of requested) {
      operation.isOutcomePossiblyDropped = true;
      const { request } = operation;
      // The background may drop these operations without a question, because none counts as open.
      const isFailedDeletion =
        request.kind === 'delete' && idsOfFailedDeletions.includes(request.report.id);
      const isOfBatch = operation.batchId !== null;
      const hasOtherConnection = operation.connectionId !== connectionId;
      if (isFailedDeletion || isOfBatch || hasOtherConnection) operation.allowedDrops += 1;
    }
    await connect({ dropsOpenJobs: false });
  }

  async function refresh(): Promise<Result<ListReply> | null> {
    openRefreshes += 1;
    const connectionId = await options.readConnectionId();
    const reply = await replyOrNull(
      browser.callBackground('listReports', connectionId, RECENT_REPORTS_QUERY),
    );
    openRefreshes -= 1;
    return reply;
  }

  /**
   * Returns a report of the newest list; undefined if the list is empty, or if another account is in use.
   * @param index starts again at 0 after the last report
   */
  async function listedReport(index: number): Promise<Report | undefined> {
    const reports = (await readNewestList())?.reports ?? [];
    if (keyAccounts.latestInUse() === 'other') return undefined;
    return reports[index % Math.max(1, reports.length)];
  }

  async function open(index: number): Promise<void> {
    const report = await listedReport(index);
    if (report === undefined) return;
    await replyOrNull(
      browser.callBackground('getReport', await readConnectionId(), referTo(report)),
    );
  }

  async function requestCreations(step: Step & { do: 'batch of creations' }): Promise<void> {
    const { size, password, isPrivate = false } = step;
    const urls = Array.from({ length: size }, (_, index) =>
      isPrivate ? privatePageUrl(`job-${index}`) : `https://batch.example/${index}`,
    );
    const privacy = password === undefined ? Privacy.Private : Privacy.Password;
    batchUrls.push(...urls);
    const connectionId = await readConnectionId();
    for (let call = 0; call < MAX_CALLS; call += 1) {
      const reply = await replyOrNull(
        browser.callBackground('createJob', connectionId, {
          id: jobIdFor(CREATION_BATCH_ID, { isPrivate }),
          isPrivate,
          isBatch: true,
          subjects: urls.map((url) => ({ kind: 'create', url, privacy })),
          password: password && PASSWORD_PREFIX + password,
        }),
      );
      if (reply === null) continue;
      isBatchStored ||= !hasFailed(reply);
      return;
    }
  }

  async function actOnCreations(action: JobAction): Promise<void> {
    if (action.kind === 'retry') {
      batchRetries += 1;
      isBatchCancelled = false;
    }
    const retriesBefore = batchRetries;
    const wasStored = isBatchStored;
    const reply = await replyOrNull(
      browser.callBackground('updateJob', await readConnectionId(), CREATION_BATCH_ID, action),
    );
    const hadEffect = reply !== null && !hasFailed(reply) && reply.value;
    if (action.kind === 'cancel' && hadEffect) {
      isBatchCancelled = wasStored && retriesBefore === batchRetries;
    }
  }

  return {
    requested,
    /** The addresses of the batch of creations. */
    batchUrls: batchUrls as readonly string[],
    /** Whether the batch of creations was cancelled, and not retried afterwards. */
    isBatchCancelled: () => isBatchCancelled,
    batchRetries: () => batchRetries,
    /** Whether the person has deleted a report without undoing the deletion. */
    hasDeleted: (reportId: string) =>
      requested.some(
        ({ request, cancelAttempts }) =>
          request.kind === 'delete' &&
          request.report.id === reportId &&
          !cancelAttempts.some(({ hadEffect }) => hadEffect === true),
      ),
    isRefreshing: () => openRefreshes > 0,
    hasRequestedBatch: () => batchUrls.length > 0 || editBatches.hasRequested(),
    latestKey: () => latestKey,
    /** Whether the person has answered *Same account* for two different accounts. */
    hasMixedAccounts: () => hasMixedAccounts,
    /** Whether the person has answered *Another account* for the main account. */
    hasSplitAccount: () => hasSplitAccount,
    connect,
    refresh,
    /**
     * Allows the drop of each operation whose batch is not listed. When a finished batch leaves the list,
     * its operations also disappear.
     */
    allowDropsOfUnlistedBatches(listedIds: readonly string[]): void {
      for (const operation of requested) {
        const { batchId } = operation;
        if (batchId !== null && !listedIds.includes(batchId)) operation.allowedDrops += 1;
      }
    },
    /** Allows the drop of each operation of a connection that is not in use. */
    allowDropsOfOtherConnections(connectionIdInUse: string): void {
      for (const operation of requested) {
        if (operation.connectionId === connectionIdInUse && !hasMixedAccounts) continue;
        operation.allowedDrops += 1;
        operation.isOutcomePossiblyDropped = true;
      }
    },
    /** Called when `storage.local` was emptied. */
    onSettingsLost(): void {
      for (const operation of requested) {
        operation.allowedDrops += 1;
        operation.isOutcomePossiblyDropped = true;
      }
    },
    onBrowserEnd(): void {
      for (const operation of requested) {
        operation.isOutcomePossiblyDropped = true;
        if (operation.isPrivate) operation.allowedDrops += 1;
        // The end of the browser removes passwords, and a batch without its password pauses.
        if (operation.batchId !== null) operation.wasPaused = true;
      }
    },
    async perform(step: Step): Promise<void> {
      const singles = requested.filter(({ batchId }) => batchId === null);
      const single = 'index' in step ? singles.at(-1 - step.index) : undefined;
      switch (step.do) {
        case 'create':
        case 'change':
        case 'delete':
          await requestSingle(step);
          return;
        case 'cancel':
          if (single && !single.isAwaitingReply) await cancel(single, step.isInTwoWindows ? 2 : 1);
          return;
        case 'retry the operation':
          if (single) void retry(single);
          return;
        case 'repeat the call':
          if (single && canRepeatCall(single)) void requestJob(single, 1);
          return;
        case 'press Retry now':
          void readConnectionId().then((id) => replyOrNull(browser.callBackground('retryNow', id)));
          return;
        case 'refresh':
          void refresh();
          return;
        case 'open':
          void open(step.index);
          return;
        case 'connect':
          void connect(step);
          return;
        case 'disconnect':
          void disconnect(step.dropsOpenJobs);
          return;
        case 'batch of creations':
          void requestCreations(step);
          return;
        case 'act on creations':
          void actOnCreations(step.action);
          return;
        case 'batch of updates':
        case 'batch of deletions':
          void editBatches.requestBatch(step);
          return;
        case 'act on edits':
          void editBatches.act(step.index, step.action);
          return;
      }
    },
  };
}

/** Returns the address of a page that only private windows report. */
function privatePageUrl(id: string): string {
  return `https://private.example/${jobIdFor(id, { isPrivate: true })}`;
}

function canRepeatCall({ isOutcomePossiblyDropped, cancelAttempts }: RequestedOperation): boolean {
  return !isOutcomePossiblyDropped && cancelAttempts.length === 0;
}

function passwordFor(id: string, privacy: Privacy): { password?: string } {
  return privacy === Privacy.Password ? { password: PASSWORD_PREFIX + id } : {};
}

function passwordOf(request: OperationRequest): string | undefined {
  if (request.kind === 'create') return request.draft.password;
  return request.kind === 'update' ? request.change.password : undefined;
}
