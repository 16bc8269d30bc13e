import { describe, expect, it } from 'vitest';
import type { Failure } from '../service/served-failure';
import { app, creation, failures, until, useService } from './app';
import { jsonText } from './hostile-answers';
import { longestPause } from './responsiveness';

useService({ sampleReports: true });

const LIST = { method: 'GET', path: '/api/v1/reports' };
/** Well below what is taken for frozen on an ordinary machine; tests run on slow and busy ones. */
const LONGEST_PAUSE_MS = 4000;
/** Browsers let an extension keep 10 MiB. */
const MOST_BYTES = 8_000_000;

function words(status: number, letters: number): Failure {
  return jsonText(status, JSON.stringify({ message: 'x'.repeat(letters) }));
}

function wordsOnFields(count: number): Failure {
  const fields = Array.from({ length: count }, (_, at) => [`field${at}`, 'x'.repeat(470)]);
  return jsonText(422, JSON.stringify({ message: 'No.', errors: Object.fromEntries(fields) }));
}

const rows = Array.from({ length: 100_000 }, (_, id) => `{"id":${id}}`);
const query = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 100 };

const TOO_LARGE = /^The service's response is too large\. Choose a smaller Per page/;
const SAYS = /^The service [^.]+\.[^:]* The service says: x{500}(?!x)/;

describe('a list that is answered with', () => {
  it.each<[string, Failure, RegExp]>([
    ['30 MB', failures.hugeBody, TOO_LARGE],
    ['a body without end', failures.endlessBody, TOO_LARGE],
    ['4.9 MB of words about a mistake', words(422, 4_900_000), SAYS],
    ['4.9 MB of words about a fault', words(500, 4_900_000), SAYS],
    [
      '6 MB of words about a mistake',
      words(422, 6_000_000),
      /^The service didn't accept this\. Try again, or ask the operator\. Results from/,
    ],
    [
      '6 MB of words about a fault',
      words(500, 6_000_000),
      /^The service is unavailable .500.\. Try again in a few minutes\. Results from/,
    ],
  ])('%s is a failure in a sentence, and all goes on as before', async (_, fail, sentence) => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    const before = await app.worker.bytesStored();
    app.service.behave({ on: LIST, fail });
    const pause = await longestPause(popup, async () => {
      const failing = popup.announcementAfter(() => popup.press('Refresh'));
      expect(await app.worker.ask('account')).toMatchObject({ value: {} });
      expect((await failing).alert).toMatch(sentence);
    });
    expect(pause).toBeLessThan(LONGEST_PAUSE_MS);
    expect(await app.worker.isRunning()).toBe(true);
    expect(Math.abs((await app.worker.bytesStored()) - before)).toBeLessThan(10_000);
    app.service.behave(null);
    expect(await app.worker.ask('list', query)).toMatchObject({ value: {} });
  });

  it('a body that stops half way holds up nobody else', async () => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    app.service.behave({ on: LIST, fail: failures.stalledBody });
    const asked = app.service.requests.length;
    const pause = await longestPause(popup, async () => {
      await popup.press('Refresh');
      await until('the list is asked for', () => app.service.requests.length > asked);
      expect(await app.worker.ask('account')).toMatchObject({ value: {} });
    });
    expect(pause).toBeLessThan(LONGEST_PAUSE_MS);
  });

  it('100,000 rows shows the first of them', async () => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    app.service.behave({ on: LIST, fail: jsonText(200, `[${rows}]`) });
    const pause = await longestPause(popup, async () => {
      await popup.press('Refresh');
      await popup.rows((shown) => shown.length === 500);
    });
    expect(pause).toBeLessThan(LONGEST_PAUSE_MS);
    expect(await popup.$eval('main', (main) => main.innerText)).toContain('500 of 100,000');
    expect(await app.worker.bytesStored()).toBeLessThan(200_000);
  });
});

describe('a creation that is answered with', () => {
  it.each<[string, Failure, string]>([
    ['30 MB', failures.hugeBody, 'response is too large'],
    ['a body without end', failures.endlessBody, 'response is too large'],
    ['4.9 MB of words', words(422, 4_900_000), "didn't accept this"],
    ['4.9 MB of words about 10,000 fields', wordsOnFields(10_000), "didn't accept this"],
  ])('%s is a failure, of which little is kept', async (_, fail, sentence) => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    const before = await app.worker.bytesStored();
    app.service.behave({ on: { method: 'POST' }, fail });
    expect(await popup.create()).toContain(sentence);
    expect((await app.worker.bytesStored()) - before).toBeLessThan(10_000);
  });
});

describe('the store', () => {
  /** A page of reports that nobody has seen before, each as large as it can be. */
  function freshReports(first: number) {
    return Array.from({ length: 100 }, (_, index) => {
      const url = `https://host.example/${first + index}/`.padEnd(10_000, index % 2 ? '<' : 'x');
      return { id: first + index, url, project: '<'.repeat(300) };
    });
  }

  it('is not filled by a service that makes up reports and accounts', async () => {
    const fields = Array.from({ length: 400 }, (_, index) => [`field${index}`, '<'.repeat(9999)]);
    app.service.behave({
      on: { path: '/api/v1/account' },
      fail: jsonText(200, JSON.stringify(Object.fromEntries(fields))),
    });
    expect(await app.worker.ask('account')).toMatchObject({ value: {} });
    for (let first = 0; first < 2000; first += 100) {
      app.service.behave({ on: LIST, fail: jsonText(200, JSON.stringify(freshReports(first))) });
      expect(await app.worker.ask('list', query)).toMatchObject({ value: {} });
      expect(await app.worker.bytesStored()).toBeLessThan(MOST_BYTES);
    }
    app.service.behave(null);
    await app.worker.add(creation('https://shop.example/'));
    await until('it is made', () => app.service.reports()[0]?.url === 'https://shop.example/');
  });

  it('is not filled by what a service says of created reports', async () => {
    for (let id = 1; id <= 5; id += 1) {
      const report = { id, url: `https://host.example/${id}/`.padEnd(2_000_000, 'x') };
      app.service.behave({ on: { method: 'POST' }, fail: jsonText(201, JSON.stringify(report)) });
      await app.worker.add(creation(`https://shop.example/${id}`));
      await until('it is done', async () => (await app.worker.tasks()).tasks.length === 0);
    }
    expect(await app.worker.bytesStored()).toBeLessThan(MOST_BYTES / 2);
  });
});
