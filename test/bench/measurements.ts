import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Extension, Page } from 'puppeteer-core';
import { stopWorker } from '../browser/chromium/worker-control';
import { until } from '../browser/condition';
import { byRole, fill, itemsOf, press } from '../browser/roles';
import { listJson } from '../service/report-json';
import { failures } from '../service/served-failure';
import type { Service } from '../service/service';
import { addressesOf, asBatch, asSingleJobs, sendAll } from './calls';
import { BUILD, type Contest, HOST, inPopup, type Measurement } from './contest';
import {
  measureAddressBar,
  measureAllReports,
  measureCold,
  measureList,
  measureNothingNew,
  measureStored,
} from './history';
import { measureBatchReport, measureNextOperation, measureSingle, measureWritten } from './jobs';

/** Adds reports. Every second address contains a z. No other text of a row contains a z. */
function addReports(service: Service, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const path = `${at % 2 ? 'zone' : 'page'}-${at}/an-address-that-fills-the-row-of-a-list`;
    service.add({ url: `https://${HOST}${path}` });
  }
}

/**
 * Measures the time from a click on the toolbar button to ten painted rows, with a stopped worker.
 * @param isCopy whether the popup of the bare extension is a copy of ours without scripts. Otherwise, the
 *   bare popup is empty.
 */
function measureOpening(isCopy: boolean): Measurement {
  return async (contest) => {
    const { service, page, ours, folder } = contest;
    addReports(service, 10);
    // The first popup stores a list. Later popups show this list at once.
    await inPopup(contest, ours, async () => {});
    if (isCopy) await inPopup(contest, ours, (popup) => writeCopy(popup, folder));
    return async (extension) => {
      await stopWorker(page.browser(), extension.id);
      // The process of the worker ends after the worker.
      await pause(1000);
      return inPopup(contest, extension, async (popup, clickedAt) => {
        const rows = (await itemsOf(popup, 'Recent reports')).length;
        const expected = isCopy || extension === ours ? 10 : 0;
        if (rows !== expected) throw new Error(`The popup shows ${rows} rows.`);
        return (await popup.evaluate(largestPaint)) - clickedAt;
      });
    };
  };
}

/** Copies the elements and styles of a popup into the bare popup, without scripts. */
async function writeCopy(popup: Page, folder: string): Promise<void> {
  const markup = await popup.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as Element;
    const fields = copy.querySelectorAll('input');
    // The attributes of the copied fields do not contain the current values.
    document.querySelectorAll('input').forEach(({ value, checked }, at) => {
      fields[at]?.setAttribute('value', value);
      fields[at]?.toggleAttribute('checked', checked);
    });
    for (const one of copy.querySelectorAll('script, [rel="modulepreload"]')) one.remove();
    return copy.outerHTML;
  });
  await cp(join(BUILD, 'assets'), join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'popup.html'), `<!doctype html>${markup}`);
}

/** Runs in the popup. Returns the time of the largest paint. Rejects if this was not the first paint. */
function largestPaint(): Promise<number> {
  return new Promise((resolve, reject) => {
    new PerformanceObserver((list) => {
      const [first] = performance.getEntriesByName('first-contentful-paint');
      const last = list.getEntries().at(-1);
      if (first?.startTime !== last?.startTime) reject(new Error('There was a paint before.'));
      else resolve(performance.timeOrigin + (last?.startTime ?? 0));
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/** Measures the time from a press of Create report to the arrival of the POST, with a running worker. */
const measureCreate: Measurement = async (contest) => (extension, run) =>
  inPopup(contest, extension, async (popup) => {
    if (extension === contest.ours) await fill(popup, 'URL', `https://${HOST}new-${run}`);
    const { requests } = contest.service;
    const countBefore = requests.length;
    const click = await popup.evaluateHandle(() => ({
      event: new Promise<Event>((resolve) => addEventListener('click', resolve, true)),
    }));
    await press(popup, 'Create report');
    const pressedAt = await click.evaluate(
      async ({ event }) => performance.timeOrigin + (await event).timeStamp,
    );
    const post = await until('a POST arrives after Create report', () =>
      requests.slice(countBefore).find(({ method }) => method === 'POST'),
    );
    return post.arrivedAt - pressedAt;
  });

/**
 * Measures the time from a key in Search to the paint of matching rows.
 * @param stored number of stored reports
 */
function measureTyping(stored: number): Measurement {
  return async (contest) => {
    const { service, ours } = contest;
    addReports(service, stored);
    const on = { method: 'GET', path: '/api/v1/reports' };
    const headers = { 'content-type': 'application/json' };
    const page = { reports: service.reports(), total: stored, perPage: stored, page: 1 };
    const shape = { list: 'array', checks: false } as const;
    const body = JSON.stringify(listJson(page, new URLSearchParams(), service.baseUrl, shape));
    service.behave({ on, fail: { kind: 'answer', status: 200, headers, body } });
    // The worker stores the newest hundred reports. The popup selects its rows from these reports.
    const order = { sortBy: 'id', sort: 'desc', perPage: 100 };
    const query = { search: '', project: '', result: null, ...order };
    await sendAll(contest, ours, [{ call: 'listReports', args: [contest.connectionId, query] }]);
    // Failed lists do not replace the stored rows.
    service.behave({ on, fail: failures.serverError });
    return (extension) =>
      inPopup(contest, extension, async (popup) => {
        await popup.focus(byRole('searchbox', 'Search'));
        const key = await popup.evaluateHandle(timeNextKey, HOST, 'z');
        await popup.keyboard.press('z');
        const time = await key.evaluate(({ painted }) => painted);
        // Clears the search, which the next popup would restore. The popup sends its request after a pause.
        await popup.keyboard.press('Backspace');
        await pause(600);
        return time;
      });
  };
}

/**
 * Runs in the popup. Returns the milliseconds from the next key to the end of the frame in which all rows
 * match.
 */
function timeNextKey(host: string, text: string): { painted: Promise<number> } {
  const input = new Promise<Event>((resolve) => addEventListener('input', resolve, true));
  const untilMatch = async ({ timeStamp }: Event) => {
    for (;;) {
      // A task that a frame queues runs after the layout and paint of the frame.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const time = performance.now() - timeStamp;
      const items = [...document.querySelectorAll('li')].map((item) => item.textContent ?? '');
      const rows = items.filter((item) => item.includes(host));
      if (rows.length > 0 && rows.every((row) => row.includes(text))) return time;
      if (time > 5000) throw new Error(`After the key ${text}, no rows match.`);
    }
  };
  return { painted: input.then(untilMatch) };
}

/** Creates reports by our jobs or by the bare loop. Returns the milliseconds for each report. */
async function submit(
  contest: Contest,
  extension: Extension,
  name: string,
  count: number,
  messagesOf = asSingleJobs,
) {
  const countBefore = contest.service.reports().length;
  const urls = addressesOf(name, count);
  const messages = extension === contest.ours ? messagesOf(contest, urls) : [{ urls }];
  const startedAt = performance.now();
  await sendAll(contest, extension, messages);
  const createdCount = () => contest.service.reports().length - countBefore;
  await until(
    'all reports are created',
    () => createdCount() >= count && contest.service.openRequests() === 0,
    600_000,
  );
  const time = performance.now() - startedAt;
  const created = createdCount();
  if (created !== count) throw new Error(`${created} of ${count} reports were created.`);
  return time / count;
}

/** Measures 1,000 creations at a service that needs 50 ms for each, divided among the runs. */
const measureThousand: Measurement = async (contest, runs) => {
  contest.service.behave({ on: { method: 'POST' }, delayMs: 50 });
  return (extension, run) => submit(contest, extension, `run-${run}`, Math.ceil(1000 / runs));
};

/** Measures 1,000 creations in batches, divided among the runs. */
const measureBatch: Measurement = async (contest, runs) => {
  contest.service.behave({ on: { method: 'POST' }, delayMs: 50 });
  const count = Math.ceil(1000 / runs);
  return (extension, run) => submit(contest, extension, `batch-${run}`, count, asBatch);
};

/** Measures the first twenty creations of a batch with 10,000 waiting operations, compared with 10. */
const measureInBatch: Measurement = async (contest) => async (extension, run) => {
  const { ours, service } = contest;
  const waiting = extension === ours ? 10_000 : 10;
  const urls = addressesOf(`in-batch-${run}-${waiting}`, waiting + 22);
  const countBefore = service.requests.length;
  const posts = () => service.requests.slice(countBefore).filter(({ method }) => method === 'POST');
  // During two slow requests, the browser writes the batch before the first measured creation.
  service.behave({ on: { method: 'POST' }, times: 2, delayMs: 3000 });
  await sendAll(contest, ours, asBatch(contest, urls));
  await until('22 requests have arrived', () => posts().length >= 22, 60_000);
  const [first = 0, ...others] = posts()
    .slice(2, 22)
    .map(({ arrivedAt }) => arrivedAt);
  const args = [contest.connectionId, urls[0], { kind: 'cancel' }];
  await sendAll(contest, ours, [{ call: 'updateJob', args }]);
  await until('no request is open', () => service.openRequests() === 0);
  return ((others.at(-1) ?? 0) - first) / others.length;
};

/** Measures the first twenty creations in a queue with 1,000 waiting jobs, compared with 10. */
const measureWaiting: Measurement = async (contest) => async (extension, run) => {
  const { ours, service } = contest;
  const waiting = extension === ours ? 1000 : 10;
  const countBefore = service.requests.length;
  // Two slow requests block the queue until all jobs are stored.
  service.behave({ on: { method: 'POST' }, times: 2, delayMs: 500 + 10 * waiting });
  await submit(contest, ours, `run-${run}-${waiting}`, waiting + 22);
  const posts = service.requests.slice(countBefore).filter(({ method }) => method === 'POST');
  const [first = 0, ...others] = posts.slice(2, 22).map(({ arrivedAt }) => arrivedAt);
  return ((others.at(-1) ?? 0) - first) / others.length;
};

type Figure = [
  part: string,
  /** A name without a unit names a time in milliseconds. */
  name: string,
  /** Empty if the figure is compared with earlier builds only. */
  comparedWith: string,
  measurement: Measurement,
  /** The largest ratio of our time to the compared time. */
  target?: number | undefined,
  mostRuns?: number,
];

/** All measurements. `npm run bench -- --before` finds a measurement of another build by its name. */
export const FIGURES: Figure[] = [
  ['opening', 'Toolbar click to ten rows painted', 'empty popup', measureOpening(false), 1.3],
  ['opening', 'Toolbar click to ten rows painted', 'copy without scripts', measureOpening(true), 1],
  ['create', 'Create report to POST', 'worker that fetches', measureCreate],
  ['typing', 'Key in Search to rows, 10 stored', 'field that echoes', measureTyping(10)],
  ['typing', 'Key in Search to rows, 1,000 stored', 'field that echoes', measureTyping(1000)],
  ['thousand', 'Each of 1,000 submissions', 'loop, two in flight', measureThousand, 1.2],
  ['waiting', 'A submission, 1,000 waiting', '10 waiting', measureWaiting, 1.3],
  ['batch', 'Each of 1,000 of batches', 'loop, two in flight', measureBatch, 1.2],
  [
    'history',
    'All reports, read anew, to their numbers',
    'loop of 20 lists',
    measureAllReports,
    1.5,
  ],
  ['history', 'All reports, nothing new, to their numbers', 'one list', measureNothingNew],
  ['stored', 'All reports, 2,000 not stored, to all numbers', '', measureCold, undefined, 1],
  ['stored', 'All reports, 2,000 stored, to all numbers', '', measureStored('numbers')],
  [
    'stored',
    'All reports, 2,000 stored, service down, to all numbers',
    '',
    measureStored('numbers', true),
  ],
  ['stored', 'All reports, 2,000 stored, to all rows', '', measureStored('rows')],
  ['history', 'A list of a hundred, 10,000 known', 'none known', measureList, 1.1],
  ['address-bar', 'The slowest key in the address bar, 20,000 known', '', measureAddressBar],
  ['in-batch', 'A report of a batch, 10,000 waiting', '10 waiting', measureInBatch, 1.5],
  ['jobs', 'A single report, from its call to its end', '', measureSingle],
  ['jobs', 'A step of a batch, 10,000 queued', '', measureInBatch],
  ['jobs', 'A report of a batch, its page closed', '', measureBatchReport(false)],
  ['jobs', 'A report of a batch, its page open', '', measureBatchReport(true)],
  ['jobs', 'Choice of the next operation, 1,000 unverified', '', measureNextOperation],
  ['jobs', 'Written for 1,000 reports of a batch (kB)', '', measureWritten, undefined, 6],
];
