import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listedReports } from '@/lib/report/stored-list';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Submission } from '@/lib/submission/submission';
import { fakeDigest } from '../support/fake-digest';
import { BASE_URL } from '../support/test-background';
import { connectedStore, FIRST_CONNECTION } from './beginning';
import { createDeleter } from './deleter';
import { type History, type Step, URLS } from './history';
import { createModelBrowser, type ModelBrowser } from './model-browser';
import {
  createModelService,
  type MadeReport,
  type ModelService,
  type ReportRequest,
} from './model-service';
import { type Asked, createPerson } from './person';
import { createVirtualTime, quiescence } from './virtual-time';
import { createWatch, type Watch } from './watch';

/** How a history ended. */
export interface End {
  /** What the person asked for, in order. */
  asked: readonly Asked[];
  /** What is still stored. */
  left: readonly Submission[];
  /** The ids of all submissions that were ever stored for the connection that stands. */
  stored: ReadonlySet<string>;
  /** The same for any connection. */
  storedEver: ReadonlySet<string>;
  made: readonly MadeReport[];
  /** The requests for reports, and from when on another's report can pass for theirs. */
  requests: readonly ReportRequest[];
  /** What was sent, in order. */
  posts: readonly ReportDraft[];
  /** What was stored as sent, in order: the worker may have ended before it went out. */
  storedAsSent: readonly Submission[];
  /** All that was written of submissions to what outlasts the browser. */
  disk: string;
  /** The ids of every list that the first connection had cached until the first rest, in order. */
  cachedLists: readonly (readonly string[])[];
  /** The ids of what the service then had. */
  listed: readonly string[];
  /** What must never happen at any time, and did. */
  wrong: readonly string[];
}

/** More than happens in any history that comes to its rest. */
const MOST_EVENTS = 2000;
const MOST_WAKES_AT_ONCE = 25;
const IDLE_MS = 30_000;

/**
 * Lives through a history, and on until nothing more happens by itself.
 * @param changeService stands between the worker and the service
 */
export async function play(
  history: History,
  changeService = (service: ModelService) => service,
): Promise<End> {
  const time = createVirtualTime();
  const store = await connectedStore(history.service);
  const service = changeService(createModelService(time, history));
  const submissions = () => store.submissions(store.connection.stored?.id ?? '');
  let hasStoreFailed = false;
  const watch: Watch = createWatch(submissions, () => hasStoreFailed);
  const browser: ModelBrowser = createModelBrowser(time, store, service, watch.request, () => {
    person.dropAll(submissions().stored.filter(({ isPrivateWindow }) => isPrivateWindow));
    deleter.browserClosed();
    void store.forgetMemory();
  });
  const person = createPerson(browser, (id) => submissions().stored.find((one) => one.id === id));
  const deleter = createDeleter(browser, store, time, watch.note, () => hasStoreFailed);
  let events = 0;
  let isClockSet = false;
  let apiKeys = 0;

  const isOpen = () => submissions().stored.some(isStillOpen);

  /** Goes on for so long, or until nothing happens any more. */
  async function pass(milliseconds: number): Promise<void> {
    let isOver = false;
    if (milliseconds !== Number.POSITIVE_INFINITY) {
      time.after(milliseconds, () => {
        isOver = true;
      });
    }
    await quiescence();
    while (!isOver && time.untilNext() !== null) {
      if (history.stopsIdle && (time.untilNext() ?? 0) >= IDLE_MS) browser.stopIdle();
      await time.step();
      events += 1;
      if (events > MOST_EVENTS) return watch.note('it never comes to its rest');
      if (browser.wakesAtOnce > MOST_WAKES_AT_ONCE) return watch.note('it wakes up all the time');
    }
  }

  function setClock(seconds: number): void {
    // One jump at a time is what the searches for an unanswered report are made for.
    if (isClockSet && isOpen()) return;
    isClockSet = true;
    time.setClock(seconds * 1000);
    browser.setAlarmAgain();
  }

  async function connect(): Promise<void> {
    apiKeys += 1;
    const request = { baseUrl: BASE_URL, apiKey: `key-${apiKeys}`, allowsUnencrypted: false };
    await browser.ask(({ api }) => api.connect(request)).catch(() => {});
  }

  async function live(step: Step): Promise<void> {
    if (!isOpen()) isClockSet = false;
    switch (step.do) {
      case 'wait':
        return pass(step.seconds * 1000);
      case 'go on':
        for (let tick = 0; tick < step.ticks; tick += 1) await null;
        return;
      case 'kill the worker':
      case 'restart the browser':
        return browser.stop(step.do === 'restart the browser', step.afterCalls);
      case 'wake':
        return browser.wake();
      case 'go offline':
      case 'go online':
        return browser.setOnline(step.do === 'go online');
      case 'somebody else reports':
        return service.serveAnother(
          { url: URLS[step.url] ?? '', privacy: step.privacy },
          step.isPending,
        );
      case 'set the clock':
        // Not in the middle of what takes no time, where one time would be planned by two clocks.
        await quiescence();
        return setClock(step.seconds);
      case 'the service goes down':
        return service.goDown(step.seconds * 1000);
      case 'the store fails':
        hasStoreFailed = true;
        return browser.failWrites(step.writes);
      case 'delete':
      case 'undo':
        return deleter.do(step);
      case 'change the key':
        void connect();
        return;
      case 'disconnect':
      case 'disconnect anyway':
        person.giveUpAll();
        void deleter.disconnect(step.do === 'disconnect anyway').then(connect);
        return;
      default:
        person.do(step);
    }
  }

  async function cachedList(): Promise<readonly Report[]> {
    const id = store.connection.stored?.id ?? '';
    const lists = await Promise.all([store.lists(id).read(), store.lists(id, 'session').read()]);
    return listedReports(lists.find((some) => some !== undefined) ?? []);
  }

  /** Whether the disk knows a report as one of private windows. */
  async function isPrivate({ id }: Report): Promise<boolean> {
    const record = store.privateHashes(store.connection.stored?.id ?? '').stored;
    return record?.hashes.includes(await fakeDigest(`${record.salt} ${id}`)) ?? false;
  }

  /** Refreshes until the service answers, which is when the cached list has to be the service's. */
  async function refreshToTheEnd(): Promise<void> {
    if (store.connection.stored === undefined) return;
    service.goDown(0);
    // Until what was made at the last moment is listed, too.
    await pass(history.service.lag * 1000 + 1);
    for (let left = history.lists.length; left >= 0; left -= 1) {
      const answers: Outcome<null>[] = [];
      void browser
        .ask(({ api }) => api.list(RECENT_REPORTS_QUERY))
        .then((one) => answers.push(one));
      await pass(Number.POSITIVE_INFINITY);
      const [answer] = answers;
      if (answer === undefined) return watch.note('a refresh never ends');
      if (hasFailed(answer)) continue;
      const listed = service.listed(RECENT_REPORTS_QUERY);
      const hidden = await Promise.all(listed.map(isPrivate));
      const there = listed.filter((_, index) => !hidden[index]);
      const isSame = JSON.stringify(await cachedList()) === JSON.stringify(there);
      if (!isSame) watch.note('another list is cached than is there');
      return;
    }
    watch.note('no refresh succeeds');
  }

  for (const step of history.steps) await live(step);
  browser.setOnline(true);
  browser.failWrites(0);
  await pass(Number.POSITIVE_INFINITY);
  const cachedLists = store
    .lists(FIRST_CONNECTION)
    .written.map((lists) => listedReports(lists).map(({ id }) => id));
  const listed = service.listed(RECENT_REPORTS_QUERY).map(({ id }) => id);
  // What a failing store could not be told, only the next start makes good.
  if (!hasStoreFailed) watch.rest(person.asked, submissions().stored);
  browser.stop(true, 0);
  await pass(Number.POSITIVE_INFINITY);
  watch.rest(person.asked, submissions().stored);
  if (person.refreshesOpen > 0) watch.note('a refresh never ends');
  await refreshToTheEnd();
  return {
    asked: person.asked,
    left: submissions().stored,
    stored: new Set(submissions().written.map(({ id }) => id)),
    storedEver: new Set(
      store
        .connectionIds()
        .flatMap((id) => store.submissions(id).written)
        .map(({ id }) => id),
    ),
    made: service.made,
    requests: service.requests,
    disk: JSON.stringify([
      submissions().written.filter(({ isPrivateWindow }) => !isPrivateWindow),
      submissions().view.written,
    ]),
    posts: watch.posts,
    storedAsSent: submissions().written.filter(({ state }) => state === 'sending'),
    cachedLists,
    listed,
    wrong: [...watch.wrong, ...deleter.findings(service.gone)],
  };
}

function isStillOpen({ state }: Submission): boolean {
  return state === 'waiting' || state === 'sending' || state === 'checking';
}
