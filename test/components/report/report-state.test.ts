import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { referTo } from '@/lib/report/report-reference';
import { openNoReport, openReport } from '../../support/open-report';
import { deletion } from '../../support/sample-job';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { settle, waitUntil } from '../../support/wait-until';

const report = sampleReport('1');
const published = { privacy: Privacy.Public };
const newResult = { result: 'bad', generatedAt: '2026-11-02T12:00:06.000Z' } as const;

async function openBeforeAnswer() {
  const context = openNoReport();
  await context.show(report);
  return context;
}

describe('an opened report', () => {
  it('is shown at once with the data of the list, then with the answer of the service', async () => {
    const { opened, stored, answer, getReport } = await openBeforeAnswer();
    const view = { earlier: null, failure: null, isGone: false };
    expect(opened.open.value).toEqual({ ...view, report, isReading: true });
    expect(getReport).toHaveBeenCalledExactlyOnceWith(stored.connectionId, referTo(report));
    const details = sampleDetails('1', { result: 'bad', privacy: Privacy.Public });
    await answer(0, { value: details });
    expect(opened.open.value).toEqual({ ...view, report: details, isReading: false });
  });

  it('keeps the data of the list when the read fails, and has the failure', async () => {
    const { opened, gets } = await openBeforeAnswer();
    gets.reject(0);
    await waitUntil(() => expect(opened.open.value?.isReading).toBe(false));
    const failure = { code: 'interrupted' };
    expect(opened.open.value).toMatchObject({ report, isReading: false, failure, isGone: false });
  });

  it.each<Failure>([
    { code: 'webServerAnswer', status: 404 },
    { code: 'goneUnconfirmed', isListed: false, message: null },
  ])('is not gone after the failure %j', async (failure) => {
    const { opened, answer } = await openBeforeAnswer();
    await answer(0, { failure });
    expect(opened.open.value).toMatchObject({ report, failure, isGone: false });
  });

  it('is read again when Try again is pressed after a failed read', async () => {
    const { opened, gets, answer } = await openBeforeAnswer();
    await answer(0, { failure: { code: 'unreachable' } });
    opened.readAgain();
    expect(opened.open.value).toMatchObject({ isReading: true, failure: null });
    gets.answer(1, { value: sampleDetails('1') });
    const read = { report: sampleDetails('1'), isReading: false, failure: null };
    await waitUntil(() => expect(opened.open.value).toMatchObject(read));
  });

  it('keeps a privacy that was chosen while the report was read', async () => {
    const { opened, answer } = await openBeforeAnswer();
    opened.toggleFields();
    opened.choosePrivacy(Privacy.Public);
    await answer(0, { value: sampleDetails('1') });
    expect(opened.change.value).toEqual(published);
  });

  it('is neither opened again nor replaced by a late answer', async () => {
    const { opened, show, close, answer } = await openBeforeAnswer();
    close();
    await answer(0, { value: sampleDetails('1') });
    expect(opened.open.value).toBeNull();
    await show(report);
    await show(sampleReport('2'));
    await answer(2, { value: sampleDetails('2') });
    await answer(1, { failure: { code: 'gone', what: 'report', message: null } });
    expect(opened.open.value).toMatchObject({ report: sampleDetails('2'), failure: null });
  });
});

describe('an open report that is changed in another window', () => {
  it.each([
    ['is read again', 'another privacy', [sampleReport('2'), sampleReport('1', published)], 2],
    ['is read again', 'other results', [sampleReport('1', newResult)], 2],
    [
      'is not read again',
      'a change of another report only',
      [sampleReport('2', published), report],
      1,
    ],
    [
      'is not read again',
      'no privacy and no result',
      [sampleReport('1', { privacy: null, result: null })],
      1,
    ],
    ['is not read again', 'other reports only', [sampleReport('2')], 1],
  ])('%s if the list shows %s', async (_outcome, _change, rows, reads) => {
    const { list, getReport } = await openReport();
    list(...rows);
    await settle();
    expect(getReport).toHaveBeenCalledTimes(reads);
  });

  it('keeps the privacy that was chosen in this window', async () => {
    const { opened, list, gets, shown } = await openReport();
    opened.toggleFields();
    opened.choosePrivacy(Privacy.Password);
    list(sampleReport('1', published));
    await gets.untilCount(2);
    gets.answer(1, { value: sampleDetails('1', published) });
    await waitUntil(() => expect(shown()).toMatchObject({ report: published }));
    expect(opened.privacy.value).toBe(Privacy.Password);
  });

  it('is not read again for a lasting difference between list and report', async () => {
    const { list, show, answer, gets, getReport } = openNoReport();
    const listedReport = sampleReport('1', published);
    list(listedReport);
    await show(listedReport);
    await answer(0, { value: sampleDetails('1') });
    list(listedReport);
    await gets.untilCount(2);
    await answer(1, { value: sampleDetails('1') });
    list(sampleReport('2'), listedReport);
    await settle();
    expect(getReport).toHaveBeenCalledTimes(2);
  });
});

it('an open report closes only at its own deletion', async () => {
  const { stored, shown } = await openReport();
  await stored.storeJob('a', deletion(sampleReport('2')));
  expect(shown()).toMatchObject({ report: { id: '1' } });
  await stored.storeJob('b', deletion());
  expect(shown()).toBeNull();
});

it('a report whose deletion was undone elsewhere opens only at the next press', async () => {
  const { stored, shown, show } = await openReport();
  await stored.storeJob('a', deletion());
  expect(shown()).toBeNull();
  await stored.cancel('a');
  expect(shown()).toBeNull();
  await show(sampleReport('1'));
  expect(shown()).toMatchObject({ report: { id: '1' } });
});
