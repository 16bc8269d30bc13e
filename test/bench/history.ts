import { setTimeout as pause } from 'node:timers/promises';
import { evaluateInExtension } from '../browser/chromium/extension-origin';
import { WITHOUT_PAUSES } from '../browser/chromium/without-pauses';
import { stopWorker, workerEvaluate } from '../browser/chromium/worker-control';
import { until } from '../browser/condition';
import { failures } from '../service/served-failure';
import type { Service } from '../service/service';
import { type Contest, HOST, type Measurement } from './contest';

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<{ answer: { value: unknown } }> };
};

/** Not in TypeScript's own types: developer.mozilla.org/docs/Web/API/LayoutShift. */
interface Shift {
  value: number;
}

/** Number of reports of the service. */
const REPORTS = 2_000;
/** Time in which Chromium sorts new rows, in milliseconds. */
const SORTING_MS = 10_000;
const LIST_PATH = '/api/v1/reports';
const QUERY = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 100 };

function addReports(service: Service, count: number): void {
  for (let page = 0; page < count; page += 1) service.add({ url: `https://${HOST}page-${page}` });
}

/** Returns the milliseconds until *All reports* shows its numbers. Skips the pauses between lists. */
async function openAllReports(contest: Contest): Promise<number> {
  await workerEvaluate(contest.page.browser(), contest.ours.id, WITHOUT_PAUSES);
  return timeAllReports(contest, haveNumbers);
}

/** Opens *All reports*, and returns the milliseconds until a function is true in the page. */
async function timeAllReports({ page, ours }: Contest, isReady: () => boolean): Promise<number> {
  const reports = await page.browser().newPage();
  await reports.evaluateOnNewDocument(recordTasks);
  const start = performance.now();
  await reports.goto(`chrome-extension://${ours.id}/reports.html`);
  await reports.waitForFunction(isReady, { polling: 'raf', timeout: 120_000 });
  const time = performance.now() - start;
  const { longest, shift } = await reports.evaluate(recordedTasks);
  if (longest > 100) console.warn(`A task of the page took ${Math.round(longest)} ms.`);
  if (shift > 0) console.warn(`The layout of the page shifted by ${shift}.`);
  await reports.close();
  return time;
}

/** Runs in the page before its own scripts. Records the longest task, and shifts after the first frame. */
function recordTasks(): void {
  const recorded = { longest: 0, shift: 0 };
  Object.assign(globalThis, { recorded });
  new PerformanceObserver((list) => {
    const times = list.getEntries().map(({ duration }) => duration);
    recorded.longest = Math.max(recorded.longest, ...times);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) recorded.shift += (entry as unknown as Shift).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Whether the client has the numbers of all its reports. Runs in the page. */
function haveNumbers(): boolean {
  const client = document.querySelector('.clients')?.textContent ?? '';
  return client.includes('2,000') && document.querySelector('.no-number') === null;
}

/** Whether the document has a row for each report. Runs in the page. */
function haveRows(): boolean {
  return document.querySelectorAll('.table-row').length >= 2_000;
}

/** Returns the duration of the longest task in milliseconds, and the sum of shifts. Runs in the page. */
async function recordedTasks(): Promise<{ longest: number; shift: number }> {
  return (globalThis as unknown as { recorded: { longest: number; shift: number } }).recorded;
}

/** Reads lists of 100 reports, one after another. Returns milliseconds. Runs in the bare extension. */
async function readLists(url: string, apiKey: string, count: number): Promise<number> {
  const start = performance.now();
  const headers = { accept: 'application/json', authorization: `Bearer ${apiKey}` };
  for (let page = 1; page <= count; page += 1) {
    const query = `sort_by=id&sort=desc&per_page=100${page > 1 ? `&page=${page}` : ''}`;
    await (await fetch(`${url}?${query}`, { headers })).json();
  }
  return performance.now() - start;
}

function loop({ page, bare, service }: Contest, count: number): Promise<number> {
  const { baseUrl, apiKey } = service;
  const url = baseUrl + LIST_PATH;
  return evaluateInExtension(page.browser(), bare.id, readLists, url, apiKey, count);
}

/** Measures the first reading of all reports, compared with a loop of lists. */
export const measureAllReports: Measurement = async (contest) => {
  const { service, page, ours, connectionId } = contest;
  addReports(service, REPORTS);
  return async (extension) => {
    if (extension !== ours) return loop(contest, REPORTS / 100);
    await evaluateInExtension(page.browser(), ours.id, forgetReading, connectionId);
    return openAllReports(contest);
  };
};

/**
 * Measures the opening of *All reports* if the last complete reading is older than a day. The new reading
 * has its usual pauses.
 * @param isReady whether the time ends with all numbers or with all rows
 * @param isDown whether the service does not answer
 */
export function measureStored(isReady: 'numbers' | 'rows', isDown = false): Measurement {
  return async (contest) => {
    const { service, page, ours, connectionId } = contest;
    addReports(service, REPORTS);
    await openAllReports(contest);
    if (isDown) service.behave({ fail: failures.cutBeforeWork });
    return async () => {
      await evaluateInExtension(page.browser(), ours.id, ageReading, connectionId);
      return timeAllReports(contest, isReady === 'numbers' ? haveNumbers : haveRows);
    };
  };
}

/** Measures *All reports* without stored reports, with the usual pauses of the reading. */
export const measureCold: Measurement = async (contest) => {
  const { service, page, ours, connectionId } = contest;
  addReports(service, REPORTS);
  return async () => {
    await evaluateInExtension(page.browser(), ours.id, forgetReading, connectionId);
    await evaluateInExtension(page.browser(), ours.id, emptyHistory, connectionId, true);
    return timeAllReports(contest, haveNumbers);
  };
};

/** Runs in the extension. Makes the last complete reading two days older. */
async function ageReading(connectionId: string): Promise<void> {
  const asPromise = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await asPromise(indexedDB.open(`history/${connectionId}`));
  const store = database.transaction('meta', 'readwrite').objectStore('meta');
  const reading = await asPromise(store.get('reading'));
  const readAt = new Date(Date.parse(reading.readAt) - 2 * 86_400_000).toISOString();
  await asPromise(store.put({ ...reading, readAt }, 'reading'));
  database.close();
}

/** Runs in the extension. Removes the last complete reading from the history. */
function forgetReading(connectionId: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`history/${connectionId}`);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction('meta', 'readwrite');
      transaction.objectStore('meta').delete('reading');
      transaction.oncomplete = (event) => {
        database.close();
        resolve(event.type);
      };
      transaction.onerror = reject;
    };
  });
}

/** Measures *All reports* if nothing has changed after the last reading. */
export const measureNothingNew: Measurement = async (contest) => {
  const { service, ours } = contest;
  addReports(service, REPORTS);
  await openAllReports(contest);
  return async (extension) => {
    if (extension !== ours) return loop(contest, 1);
    const before = service.requests.length;
    const time = await openAllReports(contest);
    const count = service.requests.length - before;
    if (count > 2) throw new Error(`There were ${count} requests.`);
    return time;
  };
};

/** Runs in the extension. Adds copies of the first report to the history. */
async function fillHistory(connectionId: string, count: number): Promise<void> {
  const asPromise = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await asPromise(indexedDB.open(`history/${connectionId}`));
  const [sample] = await asPromise(database.transaction('reports').objectStore('reports').getAll());
  for (let first = 0; first < count; first += 5_000) {
    const transaction = database.transaction('reports', 'readwrite');
    const store = transaction.objectStore('reports');
    for (let at = first; at < Math.min(count, first + 5_000); at += 1) {
      const id = `old-${at}`;
      const page =
        at % 2 === 0
          ? `trip-${at % 40}.example/${encodeURI('東京/ホテル一覧')}/${at}`
          : `shop-${at % 40}.example/red-boots-sale/item-${at}?color=red&size=${at % 97}`;
      const words = page.split(/\W+/);
      const age = sample.age + at;
      store.put({ ...sample, id, page, age, words, report: { ...sample.report, id, url: page } });
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = reject;
    });
  }
  database.close();
}

/** Reads a list, and returns the milliseconds until its rows are in the history. Runs in the extension. */
async function readChangedList(connectionId: string, query: object): Promise<number> {
  const callWorker = (call: string, ...args: unknown[]) =>
    chrome.runtime.sendMessage({ call, args: [connectionId, ...args] });
  const start = performance.now();
  await callWorker('listReports', query);
  // The worker answers this call only when the rows are in the history.
  await callWorker('getReportsById', ['1']);
  return performance.now() - start;
}

/** Runs in the extension. Removes all reports from the history, or only the reports of the service. */
async function emptyHistory(connectionId: string, isComplete: boolean): Promise<void> {
  const request = indexedDB.open(`history/${connectionId}`);
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  const transaction = request.result.transaction('reports', 'readwrite');
  const store = transaction.objectStore('reports');
  if (isComplete) store.clear();
  else store.delete(IDBKeyRange.bound('0', '9999'));
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  request.result.close();
}

/** Measures a list of a hundred reports with 10,000 reports in the history, compared with none. */
export const measureList: Measurement = async (contest) => {
  const { service, page, ours, connectionId } = contest;
  const browser = page.browser();
  addReports(service, 100);
  const read = () => evaluateInExtension(browser, ours.id, readChangedList, connectionId, QUERY);
  await read();
  return async (extension) => {
    const isFull = extension === ours;
    if (isFull) await evaluateInExtension(browser, ours.id, fillHistory, connectionId, 10_000);
    await evaluateInExtension(browser, ours.id, emptyHistory, connectionId, !isFull);
    return read();
  };
};

/** Runs in the extension. Makes the next worker index the words of all rows, as after an update. */
async function forgetWords(connectionId: string): Promise<void> {
  const opening = indexedDB.open(`history/${connectionId}`);
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const transaction = opening.result.transaction('meta', 'readwrite');
  transaction.objectStore('meta').put({ after: null }, 'indexing');
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
}

/** Runs in the extension. Returns whether the words of all rows are indexed. */
async function areWordsIndexed(connectionId: string): Promise<boolean> {
  const opening = indexedDB.open(`history/${connectionId}`);
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const reading = opening.result.transaction('meta').objectStore('meta').getKey('indexing');
  await new Promise((resolve) => {
    reading.onsuccess = resolve;
  });
  opening.result.close();
  return reading.result === undefined;
}

/** Words that many addresses of `fillHistory` have, rare words, and words of no address. */
const TYPED =
  `sh|shop|shop-7.example|red boots sale|item-1|item-19999|color red size 96|東京|東京ホテル|
  東京ホテル一覧|ホテル一覧 7|大阪|red boots 大阪|elsewhere`.split('|');

/**
 * Measures the time from a key in the address bar to the suggestions, with 20,000 reports in the
 * history. Each run returns the time of the slowest of some texts.
 */
export const measureAddressBar: Measurement = async (contest) => {
  const { service, page, ours, connectionId } = contest;
  const browser = page.browser();
  addReports(service, 100);
  const wake = () => evaluateInExtension(browser, ours.id, readChangedList, connectionId, QUERY);
  await wake();
  await evaluateInExtension(browser, ours.id, fillHistory, connectionId, 20_000);
  await evaluateInExtension(browser, ours.id, forgetWords, connectionId);
  await stopWorker(browser, ours.id);
  await wake();
  const areIndexed = () => evaluateInExtension(browser, ours.id, areWordsIndexed, connectionId);
  await until('the words are indexed', areIndexed, 120_000);
  // Chromium sorts new rows in the background. The database of a person is already sorted.
  await pause(SORTING_MS);
  const typeAndWait = (text: string) => `new Promise((resolve) => {
    const start = performance.now();
    const suggest = () => resolve(performance.now() - start);
    chrome.omnibox.onInputChanged.dispatch(${JSON.stringify(text)}, suggest);
  })`;
  return async () => {
    await wake();
    const times: number[] = [];
    for (const text of TYPED) {
      const expression = typeAndWait(text.trim());
      const suggest = () => workerEvaluate(browser, ours.id, expression);
      const time = Number(await until('the address bar has suggestions', suggest));
      if (time > 50) console.warn(`The text "${text.trim()}" took ${Math.round(time)} ms.`);
      times.push(time);
    }
    return Math.max(...times);
  };
};
