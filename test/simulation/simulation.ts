import { storage } from 'wxt/utils/storage';
import { connectionsItem } from '@/lib/connection/connection-register';
import { entryId } from '@/lib/jobs/entry';
import { chunkKeys, operationsIn } from '@/lib/jobs/job-items';
import type { Backoff, JobLine, Operation, RecentOperation, StatusName } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import type { ReportDraft } from '@/lib/report/report-draft';
import { type LoadedList, loadedNewest } from '@/lib/shared-state/loaded-list';
import { type Queue, queueItem } from '@/lib/shared-state/shared-items';
import { addressKey } from '@/lib/url/page-key';
import { readSharedState } from '../support/stored-queue';
import { accountOf, createKeyAccounts } from './accounts';
import { createAnswerLog } from './answer-log';
import { createBrowser, type StorageFault } from './browser';
import { createPastResultsCheck } from './past-results';
import { createPerson } from './person';
import { PASSWORD_PREFIX, PRIVATE_ID_PREFIX, type RequestedOperation } from './requested-operation';
import { type Outage, type Scenario, URLS, USUAL_TRAITS } from './scenario';
import { createService, type Service } from './service';
import { createVirtualTime, untilIdle } from './virtual-time';
import { SERVICE_PATH, type SentRequest } from './worker';
import { storedText } from './worker-lifetime';

/** Browser, service, person and time of one scenario, with checks of the guarantees. */
export type Simulation = ReturnType<typeof createSimulation>;

export interface SimulationOptions {
  baseUrl?: string;
  fault?: StorageFault;
  /** Replaces the service that the worker uses. */
  changeService?: (service: Service) => Service;
  checks?: readonly ((simulation: Simulation) => unknown)[];
}

/** The line of a batch. Each of its `counts` is also a direct field. */
export type ShownBatch = JobLine & JobLine['counts'];

/** The jobs that extension pages show. */
export interface ShownQueue extends Omit<Queue, 'batches'> {
  batches: ShownBatch[];
  /** The recent operations of single jobs, oldest first. */
  recent: readonly RecentOperation[];
}

/** The queue that extension pages show, and the status of each edit in a batch. */
export interface ShownQueueWithEdits extends ShownQueue {
  editStatuses: EditStatuses;
}

/** The status of each update and deletion in a batch, by operation id. */
export type EditStatuses = ReadonlyMap<string, StatusName>;

/** Limit for events. A scenario with more events counts as endless. */
const MAX_EVENTS = 4000;
/** Limit for wakes of the worker at one time. More wakes count as an endless loop. */
const MAX_WAKES_AT_ONE_TIME = 25;
/** Limit for creations in flight, and for edits in flight. */
const MAX_IN_FLIGHT = 2;
const HALF_A_MINUTE_MS = 30_000;
/** Limit for requests in half a minute, without batches. */
const MAX_IN_HALF_A_MINUTE = 60;
/** The browser stops a worker that is idle for this time. */
const IDLE_MS = 30_000;

const OTHER_ACCOUNT_PAGES = 'https://other-account.example';

export function createSimulation(scenario: Scenario, options: SimulationOptions = {}) {
  const { baseUrl = `https://host.example${SERVICE_PATH}`, fault, changeService } = options;
  const violations = new Set<string>();
  const notifications: unknown[] = [];
  const time = createVirtualTime();
  const service = createService(time, scenario.traits, {
    id: 1,
    firstPage: URLS[0],
    otherPages: 'https://other.example',
  });
  /** The service for the other account. Its report ids also occur in the main account. */
  const otherService = createService(time, USUAL_TRAITS, {
    id: 2,
    firstPage: `${OTHER_ACCOUNT_PAGES}/first`,
    otherPages: OTHER_ACCOUNT_PAGES,
  });
  const keyAccounts = createKeyAccounts();
  const answerLog = createAnswerLog(time, service.exists);
  const browser = createBrowser({
    time,
    fault,
    serviceFor: ({ apiKey }) =>
      accountOf(apiKey) === 'main' ? (changeService?.(service) ?? service) : otherService,
    onSent,
    onAnswer(sent, result) {
      if (accountOf(sent.apiKey) === 'main') answerLog.logAnswer(sent, result);
    },
    onDiskWrite: checkDiskWrite,
    onNotified(notification) {
      notifications.push(notification);
      if (JSON.stringify(notification).includes(PRIVATE_ID_PREFIX)) {
        addViolation('a notification names a private window');
      }
    },
    onBrowserEnd: () => person.onBrowserEnd(),
  });
  const person = createPerson({
    browser,
    baseUrl,
    keyAccounts,
    readConnectionId,
    readNewestList,
    readQueue: async () => (await readSharedState()).queue,
    readReports: knownReports,
    readBatchEdits,
  });
  const pastResultsCheck = createPastResultsCheck({
    isDeleted: (id) => person.hasDeleted(id) && (!service.exists(id) || person.hasMixedAccounts()),
    addViolation,
  });
  let inFlight: readonly SentRequest[] = [];
  let eventCount = 0;

  function addViolation(violation: string): void {
    violations.add(violation);
  }

  function onSent(sent: SentRequest, requestsInFlight: readonly SentRequest[]): void {
    const { verb, at, apiKey } = sent;
    inFlight = requestsInFlight;
    const isWrite = verb === 'create' || isEdit(sent);
    if (isWrite && browser.lacksPermission()) {
      addViolation(`${verb} is sent without the host permission`);
    }
    if (accountOf(apiKey) === 'other') {
      if (isWrite && !person.hasMixedAccounts()) addViolation('another account gets a job');
      return;
    }
    answerLog.logRequest(sent);
    const earlier = browser.sentRequests.at(-MAX_IN_HALF_A_MINUTE);
    const isTooOften = earlier !== undefined && at - earlier.at < HALF_A_MINUTE_MS;
    if (isTooOften && !person.hasRequestedBatch()) {
      addViolation('the worker sends too many requests');
    }
    if (isWrite) checkWrite(sent);
  }

  function checkWrite(sent: SentRequest): void {
    const { verb, target } = sent;
    const isCreation = verb === 'create';
    const sameKind = inFlight.filter((other) =>
      isCreation ? other.verb === 'create' : isEdit(other),
    );
    // A single creation may be sent in addition to two creations of a batch.
    const mayHaveThird = isCreation && person.batchUrls.length > 0;
    if (sameKind.length > (mayHaveThird ? MAX_IN_FLIGHT + 1 : MAX_IN_FLIGHT)) {
      addViolation(`${sameKind.length} of one kind are in flight`);
    }
    const targetKey = (request: SentRequest) =>
      isCreation ? addressKey(request.target) : request.target;
    if (sameKind.some((other) => other !== sent && targetKey(other) === targetKey(sent))) {
      addViolation(`${verb} ${target} is sent while another one is in flight`);
    }
    const isRequested = person.requested.some(
      (operation) => !isCancelled(operation) && isRequestFor(operation, sent),
    );
    const isRequestedByBatch = person.batchUrls.includes(target) && !person.isBatchCancelled();
    if (!isRequested && !isRequestedByBatch) {
      addViolation(`${verb} ${target} is sent, but was not requested or was cancelled`);
    }
  }

  function checkDiskWrite(json: string): void {
    keyAccounts.readWrittenKeys(json);
    if (json.includes(PASSWORD_PREFIX)) addViolation('a password is on the disk');
    if (PRIVATE_JOB.test(json)) addViolation('a job of a private window is on the disk');
    for (const [, path = ''] of json.matchAll(PRIVATE_PAGE)) {
      // Lists contain a private report once the service has created the report.
      const isCreated = service.rows.some(({ draft }) => draft?.url.endsWith(path));
      if (!isCreated) addViolation(`${path} of a private window is on the disk`);
    }
  }

  /** Advances the time by a duration. Infinity: until no event is left. */
  async function advanceTime(milliseconds: number): Promise<void> {
    let isOver = false;
    if (milliseconds !== Number.POSITIVE_INFINITY) {
      time.after(milliseconds, () => {
        isOver = true;
      });
    }
    await untilIdle();
    while (!isOver && time.untilNextEvent() !== null) {
      const isLongWait = (time.untilNextEvent() ?? 0) >= IDLE_MS;
      if (scenario.stopsIdleWorker && isLongWait) browser.stopIdleWorker();
      await time.step();
      eventCount += 1;
      if (eventCount > MAX_EVENTS) return addViolation('the scenario never ends');
      if (browser.counts.wakesAtCurrentTime > MAX_WAKES_AT_ONE_TIME) {
        return addViolation('the worker wakes too often');
      }
    }
    const isIdle = browser.isWorkerRunning() && inFlight.length === 0;
    if (isIdle && browser.hasAlarm() && waitsForPerson((await readShownQueue()).backoff)) {
      addViolation('an alarm is set while the backoff waits for a person');
    }
  }

  async function readConnectionId(): Promise<string> {
    return (await readSharedState()).connection?.id ?? 'none';
  }

  /** Returns the number of open creations of all connections. */
  async function countOpenCreations(): Promise<number> {
    const { connections = [] } = (await connectionsItem.read()) ?? {};
    const queues = await Promise.all(connections.map(({ id }) => queueItem(id).read()));
    return queues.reduce((sum, queue) => sum + (queue?.all.create ?? 0), 0);
  }

  async function readShownQueue(): Promise<ShownQueue> {
    const { queue } = await readSharedState();
    return {
      ...queue,
      batches: queue.batches.map((line) => ({ ...line, ...line.counts })),
      recent: queue.recentOperations.filter(({ isBatch }) => !isBatch),
    };
  }

  /** Returns the newest list with later outcomes applied; null if a page must read the list again. */
  async function readNewestList(): Promise<LoadedList | null> {
    const { connection, queue } = await readSharedState();
    const list = connection?.newest && loadedNewest(connection.newest, queue.recentOperations);
    return list && !list.isStale ? list : null;
  }

  /** Returns all operations in batches of updates and deletions, by operation id. */
  async function readBatchEdits(): Promise<ReadonlyMap<string, Operation>> {
    const id = await readConnectionId();
    const edits = new Map<string, Operation>();
    for (const job of (await readShownQueue()).batches) {
      if (job.kind === 'create') continue;
      for (const [chunk, { value }] of (await storage.getItems(chunkKeys(id, job))).entries()) {
        for (const [index, operation] of operationsIn(job, chunk, value)) {
          edits.set(entryId({ job, index }), operation);
        }
      }
    }
    return edits;
  }

  async function readEditStatuses(): Promise<EditStatuses> {
    return new Map([...(await readBatchEdits())].map(([id, { status }]) => [id, status.name]));
  }

  /** Returns the existing reports of the start and of all answers, newest first. */
  function knownReports(): Report[] {
    const rows = service.rows.filter(
      ({ report, draft }) => draft === undefined || answerLog.containsReport(report.id),
    );
    return rows.flatMap(({ report, gone }) => (gone ? [] : [report])).reverse();
  }

  return {
    scenario,
    time,
    service,
    browser,
    person,
    keyAccounts,
    answerLog,
    violations,
    addViolation,
    notifications,
    advanceTime,
    readSharedState,
    readConnectionId,
    isConnected: async () => (await readSharedState()).connection !== null,
    readShownQueue,
    readNewestList,
    readEditStatuses,
    countOpenCreations,
    startOutage(seconds: number, outage: Outage): void {
      service.startOutage(seconds, outage);
      otherService.startOutage(seconds, outage);
    },
    endOutage(): void {
      service.endOutage();
      otherService.endOutage();
    },
    /** Makes the service refuse the API key that was entered last. */
    refuseKey(): void {
      const key = person.latestKey();
      const serviceOfKey = accountOf(key) === 'main' ? service : otherService;
      serviceOfKey.refuseKey(key);
    },
    checkPastResults: pastResultsCheck.check,
    checkDisk: async () => checkDiskWrite(await storedText('local')),
  };
}

/** Matches the id of a job of a private window, except within an address. */
const PRIVATE_JOB = new RegExp(`(?<!\\.example(/landing)?/)${PRIVATE_ID_PREFIX}`);
/** Matches addresses of pages that only private windows report. The first group is the path. */
const PRIVATE_PAGE = new RegExp(`private\\.example/(${PRIVATE_ID_PREFIX}job-\\d+)`, 'g');

/** Whether a backoff lasts until a person acts. */
export function waitsForPerson(backoff: Backoff | null): boolean {
  return backoff?.kind === 'needsPerson';
}

function isEdit({ verb }: SentRequest): boolean {
  return verb === 'update' || verb === 'remove';
}

function isCancelled({ cancelAttempts }: RequestedOperation): boolean {
  return cancelAttempts.some(({ hadEffect }) => hadEffect === true);
}

/** Whether a request may belong to an operation. */
export function isRequestFor(
  { request }: RequestedOperation,
  { verb, target, content }: SentRequest,
): boolean {
  if (verb === 'update') return request.kind === 'update' && request.report.id === target;
  if (verb === 'remove') return request.kind === 'delete' && request.report.id === target;
  if (request.kind !== 'create' || verb !== 'create') return false;
  const { url, privacy, password } = content as ReportDraft;
  const { draft } = request;
  return draft.url === url && draft.privacy === privacy && draft.password === password;
}
