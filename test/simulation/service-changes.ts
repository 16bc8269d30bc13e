import { connectionsItem } from '@/lib/connection/connection-register';
import { connectionsWithDatabase } from '@/lib/history/database';
import type { NewJob, Subject } from '@/lib/jobs/types';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import type { Credentials } from '@/lib/service/request';
import { queueItem } from '@/lib/shared-state/shared-items';
import { storedKind } from '@/lib/storage/stored-kinds';
import { createBrowser } from './browser';
import { readHistories } from './past-results';
import { jobIdFor, replyOrNull } from './requested-operation';
import { USUAL_TRAITS } from './scenario';
import { createService, type Service } from './service';
import {
  ACCOUNTS,
  type Account,
  type ServiceStep,
  type ServicesScenario,
} from './service-changes-scenario';
import { createVirtualTime, untilIdle } from './virtual-time';
import type { SentRequest } from './worker';
import { storedText } from './worker-lifetime';

/** A job that a person has requested. */
interface RequestedJob {
  id: string;
  account: Account;
  subjects: readonly Subject[];
  isPrivate: boolean;
  /** Milliseconds since the start of the scenario. */
  requestedAt: number;
  /** Number of stops of the worker before the request. */
  workerStops: number;
  /** Whether the background replied that the job is stored. */
  isStored: boolean;
  /** Whether a person has cancelled the job, or an event may have dropped it. */
  mayBeMissing: boolean;
}

/** Limit for events. A scenario with more events counts as endless. */
const MAX_EVENTS = 6_000;
const IDLE_MS = 30_000;
const UNDO_MS = 6_000;
const WRITES: readonly string[] = ['create', 'update', 'remove'];
/** The base URL of each account. */
const BASE_URLS: Record<Account, string> = {
  agency: 'https://agency.example/s',
  client: 'https://client.example/s',
  team: 'https://agency.example/s',
};

const pagesOf = (account: Account) => `https://${account}-pages.example`;
const passOf = (account: Account) => `pass-of-the-${account}`;

/** Returns the accounts whose pages, job ids, keys or headers a text contains. */
function accountsIn(text: string): Account[] {
  const isNamed = (account: Account) =>
    [`${account}-pages.`, `${account}-job-`, `of-the-${account}`].some((mark) =>
      text.includes(mark),
    );
  return ACCOUNTS.filter(isNamed);
}

function isOnlyAbout(account: Account, text: string): boolean {
  return accountsIn(text).every((one) => one === account);
}

/**
 * Runs a scenario with three connections. Returns the violated guarantees: each connection keeps the
 * guarantees of jobs, and nothing of one connection reaches another.
 */
export async function runServiceChanges(scenario: ServicesScenario): Promise<string[]> {
  const violations = new Set<string>();
  const time = createVirtualTime();
  const services = new Map<Account, Service>();
  const jobs: RequestedJob[] = [];
  /** The accounts of all connections that were ever stored, by connection id. */
  const accountsOfConnections = new Map<string, Account>();
  let accountInUse: Account | null = null;
  /** The time since which the connection in use is used, and the number of worker stops until this time. */
  let use = { at: 0, workerStops: 0 };
  let inFlight: { requests: readonly SentRequest[]; workerStops: number } | null = null;
  /** The last write that the worker has aborted. A new key of the same account sets null. */
  let aborted: { account: Account; at: number } | null = null;
  let keyCount = 0;
  let openChanges = 0;
  let eventCount = 0;

  for (const [at, account] of ACCOUNTS.entries()) {
    const service = createService(time, USUAL_TRAITS, {
      id: at + 1,
      firstPage: `${pagesOf(account)}/first`,
      otherPages: pagesOf(account),
    });
    services.set(account, service);
  }

  function serviceOf(account: Account): Service {
    const service = services.get(account);
    if (service === undefined) throw new Error(`No service: ${account}`);
    return service;
  }

  function accountOfKey(apiKey: string): Account {
    const [account] = accountsIn(apiKey);
    if (account === undefined) throw new Error(`A key of no account: ${apiKey}`);
    return account;
  }

  const browser = createBrowser({
    time,
    fault: undefined,
    serviceFor({ baseUrl, apiKey, headers = [] }: Credentials) {
      const account = accountOfKey(apiKey);
      const isOwn =
        baseUrl === BASE_URLS[account] && headers.every(({ value }) => value === passOf(account));
      if (!isOwn) violations.add(`the key of the ${account} has other headers or another base URL`);
      return serviceOf(account);
    },
    onSent,
    onAnswer({ verb, apiKey }, result) {
      const isAborted = hasFailed(result) && result.failure.code === 'interrupted';
      if (!isAborted || !WRITES.includes(verb)) return;
      aborted = { account: accountOfKey(apiKey), at: time.elapsed() };
    },
    onDiskWrite: readRegister,
    onNotified(notification) {
      const isOwn =
        accountInUse !== null && isOnlyAbout(accountInUse, JSON.stringify(notification));
      if (!isOwn) violations.add('a notification is about a connection that is not in use');
    },
    onBrowserEnd() {
      for (const job of jobs) if (job.isPrivate) job.mayBeMissing = true;
    },
  });

  function onSent(sent: SentRequest, requests: readonly SentRequest[]): void {
    inFlight = { requests, workerStops: browser.counts.workerStops };
    const account = accountOfKey(sent.apiKey);
    const { verb, target } = sent;
    if (!isOnlyAbout(account, target)) violations.add(`the ${account} gets ${verb} ${target}`);
    if (!WRITES.includes(verb)) return;
    if (account !== accountInUse) violations.add(`${verb} is sent to the unused ${account}`);
    const job = jobs.find((one) => one.account === account && isFor(one, sent));
    if (job === undefined) violations.add(`${verb} ${target} was not requested of the ${account}`);
    const isTooEarly =
      verb === 'remove' &&
      job !== undefined &&
      job.requestedAt <= use.at &&
      time.elapsed() - use.at < UNDO_MS &&
      browser.counts.workerStops === use.workerStops &&
      // A stopped worker may have stored that it sends the deletion.
      browser.counts.workerStops === job.workerStops &&
      !browser.sentRequests.slice(0, -1).some((earlier) => isFor(job, earlier));
    if (isTooEarly) violations.add('a deletion cannot be undone after a change of the connection');
  }

  function isFor({ account, subjects }: RequestedJob, { verb, target, apiKey }: SentRequest) {
    if (accountOfKey(apiKey) !== account) return false;
    return subjects.some((subject) =>
      subject.kind === 'create'
        ? verb === 'create' && subject.url === target
        : verb === (subject.kind === 'delete' ? 'remove' : 'update') &&
          subject.report.id === target,
    );
  }

  /** Reads the connection in use from a write to `storage.local`. */
  function readRegister(json: string): void {
    for (const [, id = '', key = ''] of json.matchAll(
      /"connection\/([^/"]+)\/bearer-key":"([^"]+)"/g,
    )) {
      accountsOfConnections.set(id, accountOfKey(key));
      if (aborted?.account === accountOfKey(key)) aborted = null;
    }
    const { connections } = JSON.parse(json) as { connections?: { inUse: string | null } };
    if (connections === undefined) return;
    const next =
      connections.inUse === null ? null : (accountsOfConnections.get(connections.inUse) ?? null);
    if (next === accountInUse) return;
    const isSameWorker = inFlight?.workerStops === browser.counts.workerStops;
    const former = accountInUse;
    const isUnfinished =
      isSameWorker &&
      inFlight?.requests.some(
        ({ verb, apiKey }) => WRITES.includes(verb) && accountOfKey(apiKey) === former,
      );
    const isAborted = aborted?.account === former && aborted?.at === time.elapsed();
    if (next !== null && former !== null && (isUnfinished || isAborted)) {
      violations.add('the connection changes while a write is in flight');
    }
    accountInUse = next;
    use = { at: time.elapsed(), workerStops: browser.counts.workerStops };
  }

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
      if (eventCount > MAX_EVENTS || browser.counts.wakesAtCurrentTime > 25) {
        violations.add('the scenario never ends');
        return;
      }
    }
  }

  async function connectionOf(account: Account): Promise<string | null> {
    const { connections = [] } = (await connectionsItem.read()) ?? {};
    return connections.find(({ id }) => accountsOfConnections.get(id) === account)?.id ?? null;
  }

  /** Waits for a change of the connection in use, which must end. */
  async function change<T>(changing: Promise<T>): Promise<T | null> {
    openChanges += 1;
    const reply = await replyOrNull(changing);
    openChanges -= 1;
    return reply;
  }

  async function connect(account: Account, isAnother: boolean): Promise<void> {
    keyCount += 1;
    const apiKey = `key-${keyCount}-of-the-${account}`;
    const { inUse = null } = (await connectionsItem.read()) ?? {};
    await change(
      browser.callBackground('connect', {
        connectionId: isAnother ? null : inUse,
        baseUrl: BASE_URLS[account],
        apiKey,
        headers: [{ name: 'X-Pass', value: passOf(account) }],
        allowsUnencrypted: true,
        keepsOpenJobs: true,
      }),
    );
  }

  async function disconnect(account: Account, dropsOpenJobs: boolean): Promise<void> {
    const id = await connectionOf(account);
    if (id === null) return;
    const affected = jobs.filter((job) => job.account === account);
    const allowDrops = () => {
      for (const job of jobs) if (job.account === account) job.mayBeMissing = true;
    };
    if (dropsOpenJobs) allowDrops();
    // Without an answer to its call, a job may be stored before or after the change.
    for (const job of affected) if (!job.isStored) job.mayBeMissing = true;
    const reply = await change(browser.callBackground('disconnect', id, dropsOpenJobs));
    if (reply === null || !hasFailed(reply)) allowDrops();
  }

  async function useAccount(account: Account): Promise<void> {
    const id = await connectionOf(account);
    if (id !== null) await change(browser.callBackground('useConnection', id));
  }

  /** Requests a job for the connection in use. */
  async function request(
    subjectsOf: (account: Account, at: number) => readonly Subject[],
    fields: Partial<NewJob> = {},
  ): Promise<void> {
    const { inUse = null } = (await connectionsItem.read()) ?? {};
    const account = inUse === null ? undefined : accountsOfConnections.get(inUse);
    if (inUse === null || account === undefined) return;
    const subjects = subjectsOf(account, jobs.length);
    if (subjects.length === 0) return;
    const { isPrivate = false } = fields;
    const job: RequestedJob = {
      id: jobIdFor(`${account}-job-${jobs.length}`, { isPrivate }),
      account,
      subjects,
      isPrivate,
      requestedAt: time.elapsed(),
      workerStops: browser.counts.workerStops,
      isStored: false,
      mayBeMissing: false,
    };
    jobs.push(job);
    const starts = browser.counts.browserStarts;
    const call = { id: job.id, subjects, isConfirmed: true, ...fields };
    const reply = await replyOrNull(browser.callBackground('createJob', inUse, call));
    job.isStored = reply !== null && !hasFailed(reply);
    if (isPrivate && starts !== browser.counts.browserStarts) job.mayBeMissing = true;
    const isRefused = reply !== null && hasFailed(reply);
    const isChanging =
      isRefused && ['notConnected', 'changingService'].includes(reply.failure.code);
    if (isRefused && job.account === accountInUse && !isChanging) {
      violations.add(`a job is refused: ${reply.failure.code}`);
    }
  }

  const creationOf = (account: Account, at: number, page: number): Subject => ({
    kind: 'create',
    url: `${pagesOf(account)}/new/${at}-${page}`,
    privacy: 1,
  });

  function editOf(account: Account, index: number, kind: 'update' | 'delete'): Subject[] {
    const rows = serviceOf(account).rows.filter(({ gone, draft }) => !gone && !draft);
    const row = rows[index % Math.max(1, rows.length)];
    if (row === undefined) return [];
    const report = referTo(row.report);
    return kind === 'delete'
      ? [{ kind, report }]
      : [{ kind, report, update: { privacy: row.report.privacy === 0 ? 1 : 0 } }];
  }

  async function callInUse(call: (connectionId: string) => Promise<unknown>): Promise<void> {
    const { inUse = null } = (await connectionsItem.read()) ?? {};
    if (inUse !== null) await replyOrNull(call(inUse));
  }

  async function cancel(index: number): Promise<void> {
    const job = jobs.filter(({ account }) => account === accountInUse).at(-1 - index);
    if (job === undefined) return;
    job.mayBeMissing = true;
    await callInUse((id) => browser.callBackground('updateJob', id, job.id, { kind: 'cancel' }));
  }

  function perform(step: ServiceStep): Promise<void> {
    switch (step.do) {
      case 'create':
        return request((account, at) => [creationOf(account, at, 0)], {
          isPrivate: step.isPrivate,
        });
      case 'create a batch':
        return request(
          (account, at) =>
            Array.from({ length: step.size }, (_, page) => creationOf(account, at, page)),
          { isBatch: true },
        );
      case 'update':
      case 'delete':
        return request((account) => editOf(account, step.index, step.do));
      case 'cancel':
        return cancel(step.index);
      case 'refresh':
        return callInUse((id) => browser.callBackground('listReports', id, RECENT_REPORTS_QUERY));
      case 'read all reports':
        return callInUse((id) => browser.callBackground('readAllReports', id, true));
      case 'press Retry now':
        return callInUse((id) => browser.callBackground('retryNow', id));
      case 'use':
        return useAccount(step.account);
      case 'connect':
        return connect(step.account, step.isAnother);
      case 'disconnect':
        return disconnect(step.account, step.dropsOpenJobs);
      case 'wait':
        return advanceTime(step.seconds * 1000).then(checkStored);
      case 'run microtasks':
        return runMicrotasks(step.count);
      case 'stop the worker':
        browser.stop('worker', step.afterStorageCalls);
        return Promise.resolve();
      case 'restart the browser':
        browser.stop('browser', step.afterStorageCalls);
        return Promise.resolve();
      case 'a service goes down':
        serviceOf(step.account).startOutage(step.seconds, 'breaks off');
        return Promise.resolve();
    }
  }

  /** Expects that the stored items and the history of each connection are about its account alone. */
  async function checkStored(): Promise<void> {
    const items = Object.assign(
      {},
      JSON.parse(await storedText('local')),
      JSON.parse(await storedText('session')),
    ) as Record<string, unknown>;
    for (const [key, value] of Object.entries(items)) {
      const [, id = ''] = /^connection\/([^/]+)\//.exec(key) ?? [];
      const account = accountsOfConnections.get(id);
      if (account !== undefined && !isOnlyAbout(account, JSON.stringify([key, value]))) {
        violations.add(`${key} of the ${account} names another account`);
      }
    }
    for (const { connectionId, results } of await readHistories()) {
      const account = accountsOfConnections.get(connectionId);
      const pages = [...results.values()].map(({ page }) => `https://${page}`);
      if (account !== undefined && !isOnlyAbout(account, pages.join(' '))) {
        violations.add(`the history of the ${account} has pages of another account`);
      }
    }
  }

  /** Uses each connection until its jobs have ended. */
  async function completeJobs(): Promise<void> {
    for (const account of [...ACCOUNTS, ...ACCOUNTS]) {
      void useAccount(account);
      await advanceTime(Number.POSITIVE_INFINITY);
      void callInUse((id) => browser.callBackground('retryNow', id));
      await advanceTime(Number.POSITIVE_INFINITY);
    }
  }

  /** Returns the ids of jobs that need the attention of a person. */
  async function idsNeedingAttention(): Promise<Set<string>> {
    const { connections = [] } = (await connectionsItem.read()) ?? {};
    const queues = await Promise.all(connections.map(({ id }) => queueItem(id).read()));
    const lines = queues.flatMap((queue) => [...(queue?.singles ?? []), ...(queue?.batches ?? [])]);
    return new Set(lines.flatMap(({ id, counts }) => (counts.needsAttention > 0 ? id : [])));
  }

  async function checkJobs(): Promise<void> {
    const needingAttention = await idsNeedingAttention();
    for (const job of jobs) {
      const isCertain = job.isStored && !job.mayBeMissing && !needingAttention.has(job.id);
      for (const subject of job.subjects) checkSubject(job, subject, isCertain);
    }
    for (const account of ACCOUNTS) checkRows(account);
    const waiting = await replyOrNull(browser.callBackground('countWaitingOperations'));
    const open = waiting === null || hasFailed(waiting) ? [] : waiting.value;
    for (const one of open) {
      const account = accountsOfConnections.get(one.connectionId);
      if (one.waiting > 0) violations.add(`${one.waiting} operations of the ${account} never end`);
    }
  }

  function checkSubject({ id, account }: RequestedJob, subject: Subject, isCertain: boolean): void {
    const { rows } = serviceOf(account);
    if (subject.kind === 'create') {
      const count = rows.filter(({ draft }) => draft?.url === subject.url).length;
      if (count > 1) violations.add(`doubled: ${id}`);
      if (count === 0 && isCertain) violations.add(`lost: ${id}`);
      return;
    }
    const row = rows.find(({ report }) => report.id === subject.report.id);
    if (subject.kind === 'delete' && isCertain && row?.gone === null) {
      violations.add(`lost: ${id}`);
    }
  }

  /** Expects that only jobs of an account have created, changed and deleted its reports. */
  function checkRows(account: Account): void {
    const own = jobs.filter((job) => job.account === account).flatMap(({ subjects }) => subjects);
    for (const { report, draft, gone, changes } of serviceOf(account).rows) {
      const isEdited = (kind: 'update' | 'delete') =>
        own.some((subject) => subject.kind === kind && subject.report.id === report.id);
      if (draft !== undefined && !isOnlyAbout(account, draft.url)) {
        violations.add(`the ${account} has a report of another account`);
      }
      if (gone !== null && !isEdited('delete'))
        violations.add(`a report of the ${account} is gone`);
      if (changes.length > 0 && !isEdited('update')) {
        violations.add(`a report of the ${account} has changed`);
      }
    }
  }

  /** Expects that a disconnected connection leaves no items. */
  async function checkDisconnected(): Promise<void> {
    const { connections = [] } = (await connectionsItem.read()) ?? {};
    const text = (await storedText('local')) + (await storedText('session'));
    for (const [, id = '', name = ''] of text.matchAll(/"connection\/([^/"]+)\/([^"]+)":/g)) {
      const isConnected = connections.some((one) => one.id === id);
      if (!isConnected && storedKind(`connection/${id}/${name}`)?.survivesDisconnect !== true) {
        violations.add(`${name} of a disconnected connection stays`);
      }
    }
  }

  for (const account of ACCOUNTS) {
    void connect(account, true);
    await advanceTime(1_000);
  }
  void useAccount('agency');
  await advanceTime(1_000);
  for (const service of services.values()) service.plan(scenario.outcomes);
  for (const step of scenario.steps) {
    const performing = perform(step);
    if (step.do === 'wait' || step.do === 'run microtasks') await performing;
  }
  browser.cancelPlannedStop();
  for (const service of services.values()) service.endOutage();
  browser.wake();
  await advanceTime(Number.POSITIVE_INFINITY);
  await completeJobs();
  await checkStored();
  await checkDisconnected();
  await checkJobs();
  if (openChanges > 0) violations.add('a change of the connection never ends');
  if ((await connectionsWithDatabase()).length > ACCOUNTS.length) {
    violations.add('an account has two histories');
  }
  browser.close();
  return [...violations];
}

async function runMicrotasks(count: number): Promise<void> {
  for (let microtask = 0; microtask < count; microtask += 1) await null;
}
