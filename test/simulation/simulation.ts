import { storage } from 'wxt/utils/storage';
import { connectionsItem } from '@/lib/connection/connection-register';
import { entryId } from '@/lib/jobs/entry';
import { chunkKeys, operationsIn } from '@/lib/jobs/job-items';
import type { Backoff, JobLine, Operation, RecentOperation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import type { ReportDraft } from '@/lib/report/report-draft';
import { type LoadedList, loadedNewest } from '@/lib/shared-state/loaded-list';
import { type Queue, queueItem } from '@/lib/shared-state/shared-items';
import { addressKey } from '@/lib/url/page-key';
import { readSharedState } from '../support/stored-queue';
import { createKeyOwners, ownerOf } from './accounts';
import { createAnswerLog } from './answer-log';
import { createBrowser, type Fault } from './browser';
import type { RowStates } from './edit-batches';
import { createResultsCheck } from './past-results';
import { createPerson } from './person';
import { PASSWORD_PREFIX, PRIVATE_ID_PREFIX, type RequestedOperation } from './requested-operation';
import { type Outage, type Scenario, URLS, USUAL_TRAITS } from './scenario';
import { createService, type Service } from './service';
import { createVirtualTime, quiescence } from './virtual-time';
import { SERVICE_PATH, type Sent } from './worker';
import { storedText } from './worker-lifetime';

/** All parts of one run of a scenario, and checks of what must never happen. */
export type World = ReturnType<typeof createWorld>;

export interface Options {
  baseUrl?: string;
  fault?: Fault;
  /** Replaces the service that the worker uses. */
  changeService?: (service: Service) => Service;
  checks?: readonly ((world: World) => unknown)[];
}

export type SeenBatch = ReturnType<typeof seenBatch>;

/** The jobs as pages show them, and recent outcomes of single jobs, oldest first. */
export interface SeenView extends Omit<Queue, 'batches'> {
  batches: SeenBatch[];
  recent: readonly RecentOperation[];
}

/**
 * Returns a batch with its counts: `waiting` operations are queued, `active` ones are sending or
 * unverified, and `failed` ones need attention.
 */
function seenBatch(line: JobLine) {
  const { queued: waiting, sending, unverified, needsAttention: failed, ...ended } = line.counts;
  return { ...line, waiting, active: sending + unverified, failed, ...ended };
}

/** Limit for events. A scenario with more events is assumed never to end. */
const MAX_EVENTS = 4000;
/** Limit for wakes of the worker at one moment. More wakes are assumed never to end. */
const MAX_WAKES_AT_ONCE = 25;
/** Limit for creations in flight, and for edits in flight. */
const MAX_IN_FLIGHT = 2;
/** Limit for requests in half a minute, without batches. */
const MAX_IN_HALF_A_MINUTE = 60;
const IDLE_MS = 30_000;

/** The traits of the other account. Its reports have the same ids as the own reports, and other pages. */
const OTHER_TRAITS = USUAL_TRAITS;
const OTHER_ACCOUNT_PAGES = 'https://other-account.example';

export function createWorld(scenario: Scenario, options: Options = {}) {
  const { baseUrl = `https://host.example${SERVICE_PATH}`, fault, changeService } = options;
  const notes = new Set<string>();
  const notified: unknown[] = [];
  const time = createVirtualTime();
  const service = createService(time, scenario.traits, {
    id: 1,
    firstPage: URLS[0],
    otherPages: 'https://other.example',
  });
  const otherService = createService(time, OTHER_TRAITS, {
    id: 2,
    firstPage: `${OTHER_ACCOUNT_PAGES}/first`,
    otherPages: OTHER_ACCOUNT_PAGES,
  });
  const keyOwners = createKeyOwners();
  const answerLog = createAnswerLog(time, service.exists);
  const browser = createBrowser({
    time,
    fault,
    onSent,
    onDisk,
    onAnswer(sent, outcome) {
      if (ownerOf(sent.apiKey) === 'own') answerLog.noteAnswer(sent, outcome);
    },
    serviceFor: (apiKey) =>
      ownerOf(apiKey) === 'own' ? (changeService?.(service) ?? service) : otherService,
    onNotified: (news) => {
      notified.push(news);
      if (JSON.stringify(news).includes(PRIVATE_ID_PREFIX))
        note('a notification names a private window');
    },
    onBrowserEnd: () => person.browserEnds(),
  });
  const person = createPerson({
    browser,
    baseUrl,
    keyOwners,
    readConnection: connectionId,
    readNewest: newest,
    readView: queue,
    readReports: reports,
    readBatchEdits: batchEdits,
  });
  const results = createResultsCheck({
    isDeleted: (id) => person.hasDeleted(id) && (!service.exists(id) || person.hasMixedAccounts()),
    note,
  });
  let inFlight: readonly Sent[] = [];
  let events = 0;

  function note(finding: string): void {
    notes.add(finding);
  }

  function onSent(sent: Sent, requestsInFlight: readonly Sent[]): void {
    const { verb, about, at, apiKey } = sent;
    inFlight = requestsInFlight;
    const isWrite = verb === 'create' || verb === 'update' || verb === 'remove';
    if (isWrite && browser.lacksPermission()) note(`${verb} is sent without the host permission`);
    if (ownerOf(apiKey) === 'other') {
      if (isWrite && !person.hasMixedAccounts()) note('another account gets a job');
      return;
    }
    answerLog.noteRequest(sent);
    const earlier = browser.sent.at(-MAX_IN_HALF_A_MINUTE);
    const isBatch = person.batch.length > 0;
    if (earlier && at - earlier.at < 30_000 && !person.hasRequestedBatch())
      note('the worker sends too many requests');
    const isCreation = verb === 'create';
    if (!isWrite) return;
    const sameKind = inFlight.filter((one) =>
      isCreation ? one.verb === 'create' : one.verb === 'update' || one.verb === 'remove',
    );
    // A single creation may be sent in addition to two creations of a batch.
    const limit = MAX_IN_FLIGHT + (isCreation && isBatch ? 1 : 0);
    if (sameKind.length > limit) note(`${sameKind.length} of one kind are in flight`);
    const subject = (one: Sent) => (isCreation ? addressKey(one.about) : one.about);
    if (sameKind.some((one) => one !== sent && subject(one) === subject(sent))) {
      note(`${verb} ${about} is sent while another one is in flight`);
    }
    const isCancelled = ({ cancelAttempts }: RequestedOperation) =>
      cancelAttempts.some(({ answer }) => answer === true);
    const isWanted = person.requested.some((one) => !isCancelled(one) && isRequestFor(one, sent));
    const isWantedByBatch = person.batch.includes(about) && !person.isBatchTakenBack();
    if (!isWanted && !isWantedByBatch)
      note(`${verb} ${about} is sent, but was not requested or was cancelled`);
  }

  /** Notes passwords on the disk, and private data unless the service has created the private report. */
  function onDisk(text: string): void {
    keyOwners.noteWrite(text);
    if (text.includes(PASSWORD_PREFIX)) note('a password is on the disk');
    if (PRIVATE_JOB.test(text)) note('a job of a private window is on the disk');
    for (const [, page = ''] of text.matchAll(ONLY_PRIVATE_PAGE)) {
      const isMade = service.rows.some(({ draft }) => draft?.url.endsWith(page));
      if (!isMade) note(`${page} of a private window is on the disk`);
    }
  }

  /** Advances the time by a duration, or until nothing more happens. */
  async function pass(milliseconds: number): Promise<void> {
    let isOver = false;
    if (milliseconds !== Number.POSITIVE_INFINITY) {
      time.after(milliseconds, () => {
        isOver = true;
      });
    }
    await quiescence();
    while (!isOver && time.untilNext() !== null) {
      if (scenario.stopsIdle && (time.untilNext() ?? 0) >= IDLE_MS) browser.stopIdle();
      await time.step();
      events += 1;
      if (events > MAX_EVENTS) return note('the scenario never ends');
      if (browser.counts.wakes > MAX_WAKES_AT_ONCE) return note('the worker wakes too often');
    }
    const isAtRest = browser.isRunning() && inFlight.length === 0;
    if (isAtRest && browser.hasAlarm() && isShut((await view()).backoff)) {
      note('an alarm is set while the backoff waits for a person');
    }
  }

  // Values that pages can read.
  async function shown() {
    return readSharedState();
  }
  async function queue(): Promise<Queue> {
    return (await shown()).queue;
  }
  async function connectionId(): Promise<string> {
    return (await shown()).connection?.id ?? 'none';
  }
  /** Returns the number of creations that are not finished, of all connections. */
  async function openCreations(): Promise<number> {
    const { connections = [] } = (await connectionsItem.read()) ?? {};
    const queues = await Promise.all(connections.map(({ id }) => queueItem(id).read()));
    return queues.reduce((sum, queue) => sum + (queue?.all.create ?? 0), 0);
  }
  async function view(): Promise<SeenView> {
    const seen = await queue();
    const recent = seen.recentOperations.filter(({ isBatch }) => !isBatch);
    return { ...seen, batches: seen.batches.map(seenBatch), recent };
  }
  /** Returns the newest list, updated by later outcomes; null if a page must read the list again. */
  async function newest(): Promise<LoadedList | null> {
    const { connection, queue } = await shown();
    const list = connection?.newest && loadedNewest(connection.newest, queue.recentOperations);
    return list && !list.isStale ? list : null;
  }

  /** Returns all operations in batches of updates and deletions, by operation id. */
  async function batchEdits(): Promise<ReadonlyMap<string, Operation>> {
    const id = await connectionId();
    const edits = new Map<string, Operation>();
    for (const job of (await view()).batches) {
      if (job.kind === 'create') continue;
      for (const [chunk, { value }] of (await storage.getItems(chunkKeys(id, job))).entries()) {
        for (const [index, operation] of operationsIn(job, chunk, value)) {
          edits.set(entryId({ job, index }), operation);
        }
      }
    }
    return edits;
  }
  /** Returns the status of each operation in batches of updates and deletions. */
  async function rows(): Promise<RowStates> {
    return new Map([...(await batchEdits())].map(([id, { status }]) => [id, status.name]));
  }
  /** Returns the service's reports, except for new reports that no answer has shown. */
  function reports(): Report[] {
    const known = service.rows.filter(({ report, draft }) => !draft || answerLog.knows(report.id));
    return known.flatMap(({ report, gone }) => (gone ? [] : [report])).reverse();
  }

  return {
    scenario,
    time,
    service,
    browser,
    person,
    notes,
    note,
    notified,
    pass,
    shown,
    view,
    newest,
    rows,
    answerLog,
    connectionId,
    openCreations,
    keyOwners,
    goDown(seconds: number, outage: Outage) {
      service.goDown(seconds, outage);
      otherService.goDown(seconds, outage);
    },
    endOutages() {
      service.endOutage();
      otherService.endOutage();
    },
    /** Makes the service refuse the API key that was entered last. */
    refuseKey() {
      const key = person.key();
      (ownerOf(key) === 'own' ? service : otherService).refuseKey(key);
    },
    isConnected: async () => (await shown()).connection !== null,
    checkResults: results.check,
    checkDisk: async () => onDisk(await storedText('local')),
  };
}

/** Matches ids of jobs that private windows request, outside of addresses. */
const PRIVATE_JOB = new RegExp(`(?<!\\.example(/landing)?/)${PRIVATE_ID_PREFIX}`);
/** Matches addresses of pages that only private windows report. */
const ONLY_PRIVATE_PAGE = new RegExp(`private\\.example/(${PRIVATE_ID_PREFIX}job-\\d+)`, 'g');

/** Whether a backoff lasts until a person acts. */
export function isShut(backoff: Backoff | null): boolean {
  return backoff !== null && backoff.until === null;
}

/** Whether a request may belong to an operation. */
export function isRequestFor(
  { request }: RequestedOperation,
  { verb, about, what }: Sent,
): boolean {
  if (verb === 'update') return request.kind === 'update' && request.report.id === about;
  if (verb === 'remove') return request.kind === 'delete' && request.report.id === about;
  if (request.kind !== 'create' || verb !== 'create') return false;
  const { url, privacy, password } = what as ReportDraft;
  const { draft } = request;
  return draft.url === url && draft.privacy === privacy && draft.password === password;
}
