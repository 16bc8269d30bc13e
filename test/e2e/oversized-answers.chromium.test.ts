import { describe, expect, it } from 'vitest';
import type { Failure } from '../service/served-failure';
import { app, failures, until, useService } from './app';
import { jsonText } from './hostile-answers';

useService({ sampleReports: true });

const LIST = { method: 'GET', path: '/api/v1/reports' };

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
    ['4.9 MB of words about a fault', words(500, 4_900_000), SAYS],
    [
      '6 MB of words about a fault',
      words(500, 6_000_000),
      /^The service is unavailable .500.\. Try again in a few minutes\. Results from/,
    ],
  ])('%s is a failure in a sentence, and all goes on as before', async (_, fail, sentence) => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    app.service.behave({ on: LIST, fail });
    const failing = popup.announcementAfter(() => popup.press('Refresh'));
    expect(await app.worker.ask('account')).toMatchObject({ value: {} });
    expect((await failing).alert).toMatch(sentence);
    expect(await app.worker.isRunning()).toBe(true);
    app.service.behave(null);
    expect(await app.worker.ask('list', query)).toMatchObject({ value: {} });
  });

  it('a body that stops half way holds up nobody else', async () => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    app.service.behave({ on: LIST, fail: failures.stalledBody });
    const asked = app.service.requests.length;
    await popup.press('Refresh');
    await until('the list is asked for', () => app.service.requests.length > asked);
    expect(await app.worker.ask('account')).toMatchObject({ value: {} });
  });

  it('100,000 rows shows the first of them', async () => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    app.service.behave({ on: LIST, fail: jsonText(200, `[${rows}]`) });
    await popup.press('Refresh');
    await popup.rows((shown) => shown.length === 500);
    expect(await popup.$eval('main', (main) => main.innerText)).toContain('500 of 100,000');
  });
});

describe('a creation that is answered with', () => {
  it.each<[string, Failure, string]>([
    ['30 MB', failures.hugeBody, 'response is too large'],
    ['4.9 MB of words about 10,000 fields', wordsOnFields(10_000), "didn't accept this"],
  ])('%s is a failure, of which little is kept', async (_, fail, sentence) => {
    const popup = await app.popup();
    await popup.rows((shown) => shown.length > 0);
    app.service.behave({ on: { method: 'POST' }, fail });
    expect(await popup.create()).toContain(sentence);
    // Ten thousand times as much was said.
    expect(JSON.stringify(await app.worker.stored()).length).toBeLessThan(20_000);
  });
});
