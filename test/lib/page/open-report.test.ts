import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { awaitedOf, openNothing, openOne } from '../../support/open-report';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const gone: Failure = { code: 'gone', what: 'report', message: null };
const published = { privacy: Privacy.Public };
const later = '2026-11-02T12:00:06.000Z';

/** A place in which the report 1 has just been opened. */
function openUnread() {
  const place = openNothing();
  return { ...place, showing: place.opened.show(sampleReport('1')) };
}

/** The report 1 open and read, from a list that shows it. */
async function openListed() {
  const place = openNothing();
  place.listed.value = [sampleReport('2'), sampleReport('1')];
  const showing = place.opened.show(sampleReport('1'));
  place.gets.answer(0, { value: sampleDetails('1') });
  await showing;
  return place;
}

describe('an opened report', () => {
  it('is there at once as the list had it, then as the service gives it', async () => {
    const { opened, gets, get, showing } = openUnread();
    const view = {
      ...{ report: sampleReport('1'), activity: 'reading', failure: null, privacy: 1 },
      ...{ password: '', lacksPassword: false },
    };
    expect(opened.open.value).toEqual(view);
    expect(get).toHaveBeenCalledExactlyOnceWith(sampleReport('1'));
    const details = sampleDetails('1', { result: 'bad', privacy: Privacy.Public });
    gets.answer(0, { value: details });
    await showing;
    expect(opened.open.value).toEqual({ ...view, report: details, activity: null, privacy: 0 });
    expect(opened.change.value).toBeNull();
  });

  it.each<Failure>([gone, { code: 'interrupted' }])(
    'stays as the list had it when reading it fails, with the reason %j',
    async (failure) => {
      const { opened, gets, showing } = openUnread();
      if (failure.code === 'interrupted') gets.reject(0);
      else gets.answer(0, { failure });
      await showing;
      const report = sampleReport('1');
      expect(opened.open.value).toMatchObject({ report, activity: null, failure });
    },
  );

  it('keeps the privacy that was chosen while it was read', async () => {
    const { opened, gets, showing } = openUnread();
    opened.choosePrivacy(Privacy.Public);
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.change.value).toEqual(published);
  });

  it('is not opened again, nor replaced, by an answer that comes late', async () => {
    const { opened, gets, showing } = openUnread();
    opened.close();
    const second = opened.show(sampleReport('2'));
    gets.answer(0, { failure: gone });
    await showing;
    gets.answer(1, { value: sampleDetails('2') });
    await second;
    expect(opened.open.value).toMatchObject({ report: sampleDetails('2'), failure: null });
    opened.close();
    await quiescence();
    expect(opened.open.value).toBeNull();
  });
});

describe('a report whose new result is awaited', () => {
  it.each(['after', 'before'])(
    'is read again once it has come, awaited %s opening, and said to be updated',
    async (when) => {
      const { opened, wait, gets, get } = openNothing();
      if (when === 'before') wait(awaitedOf(sampleReport('1')));
      const showing = opened.show(sampleReport('1'));
      gets.answer(0, { value: sampleDetails('1') });
      await showing;
      wait(awaitedOf(sampleReport('1'), { attempts: 2 }));
      expect(get).toHaveBeenCalledTimes(1);
      wait();
      gets.answer(1, { value: sampleDetails('1', { result: 'bad' }) });
      await quiescence();
      const report = sampleDetails('1', { result: 'bad' });
      expect(opened.open.value).toMatchObject({ report, activity: 'asked' });
    },
  );

  it('is not read again for the result of another, nor once it was closed', async () => {
    const { opened, wait, get } = await openOne();
    wait(awaitedOf(sampleReport('2')));
    wait(awaitedOf(sampleReport('1')));
    opened.close();
    wait();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('says that none came until it is opened again', async () => {
    const { opened, wait, results, listed } = await openOne();
    listed.value = [sampleReport('1')];
    wait(awaitedOf(sampleReport('1')));
    wait();
    expect(results.stateOf('1')).toBe('givenUp');
    opened.close();
    expect(results.stateOf('1')).toBe('givenUp');
    void opened.show(sampleReport('1'));
    expect(results.stateOf('1')).toBeNull();
  });
});

describe('an open report that is changed in another window', () => {
  it.each([
    ['its privacy', published],
    ['its results', { result: 'bad', generatedAt: later } as const],
  ])('is read again once the list shows it: %s', async (_, fields) => {
    const { opened, listed, gets } = await openListed();
    listed.value = [sampleReport('2'), sampleReport('1', fields)];
    gets.answer(1, { value: sampleDetails('1', fields) });
    await quiescence();
    expect(opened.open.value).toMatchObject({ report: fields, activity: null });
    expect(opened.change.value).toBeNull();
  });

  it('keeps the privacy that was chosen here', async () => {
    const { opened, listed, gets } = await openListed();
    opened.choosePrivacy(Privacy.Password);
    listed.value = [sampleReport('1', published)];
    gets.answer(1, { value: sampleDetails('1', published) });
    await quiescence();
    expect(opened.open.value).toMatchObject({ report: published, privacy: Privacy.Password });
  });

  it.each([
    ['another report', [sampleReport('2', published), sampleReport('1')]],
    ['what the list does not say', [sampleReport('1', { privacy: null, result: null })]],
    ['a list without it', [sampleReport('2')]],
  ])('is not read again for %s', async (_, rows) => {
    const { listed, get } = await openListed();
    listed.value = rows;
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('is not read again for what a list has always said otherwise', async () => {
    const place = openNothing();
    place.listed.value = [sampleReport('1', published)];
    const showing = place.opened.show(sampleReport('1', published));
    place.gets.answer(0, { value: sampleDetails('1') });
    await showing;
    place.listed.value = [sampleReport('2'), sampleReport('1', published)];
    expect(place.get).toHaveBeenCalledTimes(1);
  });

  it('is read once where its new result has come', async () => {
    const { listed, wait, get } = await openListed();
    wait(awaitedOf(sampleReport('1')));
    listed.value = [sampleReport('1', { result: 'bad', generatedAt: later })];
    wait();
    expect(get).toHaveBeenCalledTimes(2);
  });
});

it('an open report that is deleted gives way to the list, and another does not', async () => {
  const { opened, tasks } = await openOne();
  tasks.show({ deleting: ['2'] });
  expect(opened.open.value?.report.id).toBe('1');
  tasks.show({ deleting: ['1'] });
  expect(opened.open.value).toBeNull();
});
