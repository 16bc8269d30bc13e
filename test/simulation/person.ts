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
import { type KeyOwners, keyOf, MAX_QUESTIONS } from './accounts';
import type { Browser } from './browser';
import { createEditBatches } from './edit-batches';
import {
  idFor,
  jobFor,
  MAX_CALLS,
  type OperationRequest,
  PASSWORD_PREFIX,
  type RequestedOperation,
  replyOrNull,
} from './requested-operation';
import { type KeyOwner, type NewKey, type Step, urlOf } from './scenario';

export type Person = ReturnType<typeof createPerson>;

const BATCH = 'batch-1';

interface PersonTools {
  browser: Browser;
  baseUrl: string;
  keyOwners: KeyOwners;
  readConnection(): Promise<string>;
  readNewest(): Promise<LoadedList | null>;
  readView(): Promise<Queue>;
  readReports(): readonly Report[];
  readBatchEdits(): Promise<ReadonlyMap<string, Operation>>;
}

/**
 * Creates a person who sees the newest reports and the jobs. Jobs are requested only for the person's own
 * account.
 */
export function createPerson(tools: PersonTools) {
  const { browser, baseUrl, keyOwners, readNewest, readView, readReports, readBatchEdits } = tools;
  const requested: RequestedOperation[] = [];
  const batch: string[] = [];
  let isBatchStored = false;
  let isBatchTakenBack = false;
  let batchRetries = 0;
  let keys = 0;
  let key = '';
  let calls = 0;
  let openRefreshes = 0;
  /** Whether the person has answered *Same account* for two different accounts. */
  let hasMixedAccounts = false;
  /** Whether the person has answered *Another account* for their own account. */
  let hasSplitAccount = false;
  const editBatches = createEditBatches({
    browser,
    requested,
    readReports,
    readConnection,
    readBatchEdits,
    entryFor: (request, isPrivate, id) => ({
      ...entryFor(request, isPrivate),
      isAwaitingReply: true,
      batch: id,
    }),
    nextCallNumber: () => ++calls,
  });

  /** Returns the id of the connection that gets jobs; `none` while another account is in use. */
  async function readConnection(): Promise<string> {
    const connectionId = await tools.readConnection();
    return keyOwners.inUse() === 'own' ? connectionId : 'none';
  }

  function entryFor(request: OperationRequest, isPrivate: boolean): RequestedOperation {
    return {
      request,
      isPrivate,
      connectionId: null,
      browserStarts: browser.counts.starts,
      isStored: null,
      latestCallNumber: 0,
      isAwaitingReply: false,
      cancelAttempts: [],
      retries: 0,
      possibleDrops: 0,
      isOutcomePossiblyDropped: false,
      batch: null,
      wasPaused: false,
    };
  }

  /** Calls the background, and repeats the call if the worker stopped before its reply. */
  async function requestJob(one: RequestedOperation, maxCalls: number): Promise<void> {
    one.isAwaitingReply = true;
    const connectionId = await readConnection();
    one.connectionId ??= connectionId;
    for (let left = maxCalls; left > 0 && browser.counts.starts === one.browserStarts; left -= 1) {
      one.latestCallNumber = ++calls;
      const outcome = await replyOrNull(
        browser.ask('createJob', connectionId, jobFor(one.request, one.isPrivate)),
      );
      if (outcome === null) continue;
      // `isStored` stays true if a repeated call fails. A value other than null is a question: the
      // background stores the creation only after its confirmation.
      one.isStored ||= !hasFailed(outcome) && outcome.value === null;
      break;
    }
    one.isAwaitingReply = false;
  }

  async function press(step: Step & { do: 'create' | 'change' | 'delete' }): Promise<void> {
    const { isPrivate, isPatient } = step;
    const id = idFor(isPrivate, `job-${requested.length + 1}`);
    const request = step.do === 'create' ? creation(id, step) : await editOfListed(id, step);
    if (request === null) return;
    const one = entryFor(request, isPrivate);
    requested.push(one);
    void requestJob(one, isPatient ? MAX_CALLS : 1);
  }

  function creation(
    id: string,
    { url: index, isPrivate, ...step }: Step & { do: 'create' },
  ): OperationRequest {
    const { privacy, isConfirmed } = step;
    // Half of the pages of private windows are reported in no other window.
    const isOnlyPrivate = isPrivate && index % 2 === 0;
    const url = isOnlyPrivate ? onlyPrivate(`job-${requested.length + 1}`) : urlOf(index);
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
    const report = await listedReport(step.which);
    if (report === undefined) return null;
    if (step.do === 'delete') return { id, kind: 'delete', report };
    const { privacy } = step;
    const setting = { privacy, ...passwordFor(id, privacy) };
    const change = privacy === undefined ? { results: 1 as const } : { ...setting, privacy };
    return { id, kind: 'update', report, change };
  }

  async function cancel(one: RequestedOperation, presses: number): Promise<void> {
    const id = await shownId(one);
    if (id === null) return;
    const connectionId = await readConnection();
    for (let press = 0; press < presses; press += 1) {
      const pressed: RequestedOperation['cancelAttempts'][number] = {
        requestedBefore: requested.length,
        answer: null,
      };
      one.cancelAttempts.push(pressed);
      void replyOrNull(browser.ask('updateJob', connectionId, id, { kind: 'cancel' })).then(
        (outcome) => {
          if (outcome !== null && !hasFailed(outcome)) pressed.answer = outcome.value;
        },
      );
    }
  }

  /** Returns the id of the job that pages show. For a deletion, an earlier press may have created the job. */
  async function shownId({ request }: RequestedOperation): Promise<string | null> {
    if (request.kind !== 'delete') return request.id;
    const { singles } = await readView();
    const isShown = ({ first: { subject } }: JobLine) =>
      subject.kind === 'delete' && subject.report.id === request.report.id;
    return singles.find(isShown)?.id ?? null;
  }

  async function retry(one: RequestedOperation): Promise<void> {
    one.retries += 1;
    const { request } = one;
    const password =
      request.kind === 'create'
        ? request.draft.password
        : request.kind === 'update' && request.change.password;
    const action = { kind: 'retry', ...(password && { password }) } as const;
    void replyOrNull(browser.ask('updateJob', await readConnection(), request.id, action));
  }

  /**
   * Counts possible drops of operations during a change of the connection. If the background refuses the
   * change, takes the counts back. Without a reply, the drops remain possible.
   * @param mayDrop whether the change drops open jobs
   * @param change resolves to false if the background refuses, and to null without a reply
   */
  async function countPossibleDrops(
    mayDrop: boolean,
    change: Promise<boolean | null>,
  ): Promise<boolean> {
    // Even a change that keeps open jobs may drop an operation whose call has no reply yet.
    const affected = mayDrop
      ? [...requested]
      : requested.filter(({ isAwaitingReply }) => isAwaitingReply);
    const countBefore = requested.length;
    for (const one of affected) one.possibleDrops += 1;
    const reply = await change;
    const isDone = reply !== false;
    if (!isDone) for (const one of affected) one.possibleDrops -= 1;
    else for (const one of requested.slice(countBefore)) one.possibleDrops += 1;
    return isDone;
  }

  async function connect({
    dropsOpenWork,
    owner = 'own',
    accountCall = 'answers',
    isConfused = false,
  }: NewKey): Promise<void> {
    keys += 1;
    key = keyOf(owner, accountCall, keys);
    const request: ConnectRequest = {
      baseUrl,
      apiKey: key,
      allowsUnencrypted: true,
      ...(dropsOpenWork ? { dropsOpenWork: true } : { keepsOpenWork: true }),
    };
    const check = checkWithAnswers(request, owner, isConfused);
    // A new key of the same connection keeps its jobs.
    const mayBeOtherConnection = owner === 'other' || isConfused || hasSplitAccount;
    await countPossibleDrops(
      dropsOpenWork && mayBeOtherConnection,
      check.then((one) => one && one.state === 'passed'),
    );
  }

  /** Checks an API key, and answers the questions about its account. */
  async function checkWithAnswers(
    request: ConnectRequest,
    owner: KeyOwner,
    isConfused: boolean,
  ): Promise<ConnectionCheck | null> {
    const others: string[] = [];
    let check = await replyOrNull(browser.ask('connect', request));
    for (let question = 0; question < MAX_QUESTIONS; question += 1) {
      if (check?.state !== 'failed' || check.failure.code !== 'whichAccount') break;
      const { connectionId } = check.failure;
      const isSame = keyOwners.of(connectionId) === owner;
      // Accounts are mixed only before the first job. Later, a job would be sent to the other account.
      const isWrong = isConfused && (isSame || (requested.length === 0 && batch.length === 0));
      if (isWrong && isSame) hasSplitAccount = true;
      if (isWrong && !isSame) hasMixedAccounts = true;
      const saysSame = isSame !== isWrong;
      if (!saysSame) others.push(connectionId);
      const sameAs = saysSame ? { sameAs: connectionId } : {};
      check = await replyOrNull(browser.ask('connect', { ...request, others, ...sameAs }));
    }
    return check;
  }

  /**
   * Disconnects, then connects again. The background does not count a failed deletion as an open job, so
   * the deletion may be dropped without a question.
   */
  async function disconnect(dropsOpenWork: boolean): Promise<void> {
    const [{ singles }, connectionId] = await Promise.all([readView(), readConnection()]);
    const failed = singles.flatMap(({ first: { subject, status } }) =>
      subject.kind === 'delete' && status.name === 'needsAttention' ? [subject.report.id] : [],
    );
    const outcome = replyOrNull(browser.ask('disconnect', dropsOpenWork));
    const isDone = await countPossibleDrops(
      dropsOpenWork,
      outcome.then((one) => one && !hasFailed(one)),
    );
    if (!isDone) return;
    for (const one of requested) {
      one.isOutcomePossiblyDropped = true;
      const { request, batch: id } = one;
      // Several deletions of one report are one job.
      const isFailed = request.kind === 'delete' && failed.includes(request.report.id);
      // Operations of a batch that need attention do not count as open jobs either.
      const isOfBatch = id !== null;
      const isOfOtherConnection = one.connectionId !== connectionId;
      if (isFailed || isOfBatch || isOfOtherConnection) one.possibleDrops += 1;
    }
    await connect({ dropsOpenWork: false });
  }

  async function refresh(): Promise<Result<ListReply> | null> {
    openRefreshes += 1;
    const connectionId = await tools.readConnection();
    const outcome = await replyOrNull(
      browser.ask('listReports', connectionId, RECENT_REPORTS_QUERY),
    );
    openRefreshes -= 1;
    return outcome;
  }

  /**
   * Returns a report of the newest list. Returns undefined if the list is empty, or if another account is
   * in use.
   * @param which index of the report; starts again at 0 after the last report
   */
  async function listedReport(which: number): Promise<Report | undefined> {
    const reports = (await readNewest())?.reports ?? [];
    if (keyOwners.inUse() === 'other') return undefined;
    return reports[which % Math.max(1, reports.length)];
  }

  async function open(which: number): Promise<void> {
    const report = await listedReport(which);
    if (report === undefined) return;
    await replyOrNull(browser.ask('getReport', await readConnection(), referTo(report)));
  }

  async function requestBatch({
    size,
    password,
    isPrivate = false,
  }: Step & { do: 'batch of creations' }): Promise<void> {
    const urls = Array.from({ length: size }, (_, row) =>
      isPrivate ? onlyPrivate(`job-${row}`) : `https://batch.example/${row}`,
    );
    const privacy = password === undefined ? Privacy.Private : Privacy.Password;
    batch.push(...urls);
    const connectionId = await readConnection();
    for (let left = MAX_CALLS; left > 0; left -= 1) {
      const stored = browser.ask('createJob', connectionId, {
        id: idFor(isPrivate, BATCH),
        isPrivate,
        isBatch: true,
        subjects: urls.map((url) => ({ kind: 'create', url, privacy })),
        password: password && PASSWORD_PREFIX + password,
      });
      const reply = await replyOrNull(stored);
      if (reply === null) continue;
      isBatchStored ||= !hasFailed(reply);
      return;
    }
  }

  async function actOnCreations(action: JobAction): Promise<void> {
    // A retry sends operations again that needed attention.
    if (action.kind === 'retry') {
      batchRetries += 1;
      isBatchTakenBack = false;
    }
    const [retries, wasStored] = [batchRetries, isBatchStored];
    const answer = await replyOrNull(
      browser.ask('updateJob', await readConnection(), BATCH, action),
    );
    const isDone = answer !== null && !hasFailed(answer) && answer.value;
    if (action.kind === 'cancel' && isDone)
      isBatchTakenBack = wasStored && retries === batchRetries;
  }

  return {
    requested,
    batch: batch as readonly string[],
    /** Whether the person has cancelled the batch of creations, and sends nothing of it again. */
    isBatchTakenBack: () => isBatchTakenBack,
    batchRetries: () => batchRetries,
    /** Whether the person has deleted a report without undoing the deletion. */
    hasDeleted: (reportId: string) =>
      requested.some(
        ({ request, cancelAttempts }) =>
          request.kind === 'delete' &&
          request.report.id === reportId &&
          !cancelAttempts.some(({ answer }) => answer === true),
      ),
    isRefreshing: () => openRefreshes > 0,
    /** Whether a batch was requested. A batch sends many requests in a short time. */
    hasRequestedBatch: () => batch.length > 0 || editBatches.hasRequested(),
    key: () => key,
    hasMixedAccounts: () => hasMixedAccounts,
    hasSplitAccount: () => hasSplitAccount,
    connect,
    refresh,
    /**
     * Counts a possible drop of each operation whose batch is not listed. When a finished batch leaves the
     * list, its operations also disappear.
     */
    countDropsOfUnlistedBatches(listed: readonly string[]): void {
      for (const one of requested) {
        if (one.batch !== null && !listed.includes(one.batch)) one.possibleDrops += 1;
      }
    },
    /** Counts a possible drop of each operation that waits with a connection that is not in use. */
    countDropsOfOtherConnections(inUse: string): void {
      for (const one of requested) {
        if (one.connectionId !== inUse || hasMixedAccounts) {
          one.possibleDrops += 1;
          one.isOutcomePossiblyDropped = true;
        }
      }
    },
    /** Called when `storage.local` was emptied. */
    losesSettings() {
      for (const one of requested) {
        one.possibleDrops += 1;
        one.isOutcomePossiblyDropped = true;
      }
    },
    /** Called when the browser has ended. */
    browserEnds() {
      for (const one of requested) {
        one.isOutcomePossiblyDropped = true;
        if (one.isPrivate) one.possibleDrops += 1;
        // The batch may have lost its password.
        if (one.batch !== null) one.wasPaused = true;
      }
    },
    async do(step: Step): Promise<void> {
      const singles = requested.filter(({ batch: id }) => id === null);
      const one = 'which' in step ? singles.at(-1 - step.which) : undefined;
      if (step.do === 'create' || step.do === 'change' || step.do === 'delete') await press(step);
      else if (step.do === 'cancel' && one && !one.isAwaitingReply) {
        await cancel(one, step.isInTwoWindows ? 2 : 1);
      } else if (step.do === 'retry the operation' && one) void retry(one);
      else if (step.do === 'repeat the call' && one && canRepeatCall(one)) void requestJob(one, 1);
      else if (step.do === 'press Retry now')
        void readConnection().then((id) => replyOrNull(browser.ask('retryNow', id)));
      else if (step.do === 'refresh') void refresh();
      else if (step.do === 'open') void open(step.which);
      else if (step.do === 'connect') void connect(step);
      else if (step.do === 'disconnect') void disconnect(step.dropsOpenWork);
      else if (step.do === 'batch of creations') void requestBatch(step);
      else if (step.do === 'batch of updates' || step.do === 'batch of deletions')
        void editBatches.press(step);
      else if (step.do === 'act on edits') void editBatches.act(step.which, step.action);
      else if (step.do === 'act on creations') void actOnCreations(step.action);
    },
  };
}

/** Returns the address of a page that only private windows report. */
function onlyPrivate(id: string): string {
  return `https://private.example/${idFor(true, id)}`;
}

function canRepeatCall({ isOutcomePossiblyDropped, cancelAttempts }: RequestedOperation): boolean {
  return !isOutcomePossiblyDropped && cancelAttempts.length === 0;
}

function passwordFor(id: string, privacy: Privacy | undefined): { password?: string } {
  return privacy === Privacy.Password ? { password: PASSWORD_PREFIX + id } : {};
}
