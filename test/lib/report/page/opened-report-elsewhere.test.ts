import { describe, expect, it } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import { Privacy } from '@/lib/report/privacy';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { openNothing, openOne } from '../../../support/open-report';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const published = { privacy: Privacy.Public };
const dueAt = '2026-11-02T12:00:06.000Z';

/** The report 1 open and read, from a list that shows it. */
async function openListed() {
  const place = openNothing();
  place.listed.value = [sampleReport('2'), sampleReport('1')];
  const showing = place.opened.show(sampleReport('1'));
  place.gets.answer(0, { value: sampleDetails('1') });
  await showing;
  return place;
}

describe('an open report that is changed in another window', () => {
  it.each([
    ['its privacy', published],
    ['its results', { result: 'bad', generatedAt: dueAt } as const],
  ])('is read again once the list shows it: %s', async (_, fields) => {
    const { opened, listed, gets, get } = await openListed();
    listed.value = [sampleReport('2'), sampleReport('1', fields)];
    expect(get).toHaveBeenCalledTimes(2);
    gets.answer(1, { value: sampleDetails('1', fields) });
    await quiescence();
    const { report, privacy, activity } = opened.open.value ?? {};
    expect(report).toEqual(sampleDetails('1', fields));
    expect([privacy, activity]).toEqual([report?.privacy, null]);
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

  it('is read once where it was opened from elsewhere than the list', async () => {
    const { opened, listed, get } = openNothing();
    listed.value = [sampleReport('1', published)];
    void opened.show(sampleReport('1'));
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('is not read again for what was saved here', async () => {
    const { opened, listed, updates, get } = await openListed();
    opened.choosePrivacy(Privacy.Public);
    const saving = opened.save();
    listed.value = [sampleReport('1', published)];
    updates.answer(0, { value: sampleDetails('1', published) });
    await saving;
    expect(get).toHaveBeenCalledTimes(1);
    expect(opened.open.value?.activity).toBe('saved');
  });

  it('is read again after a read here that was on its way', async () => {
    const place = openNothing();
    place.listed.value = [sampleReport('1')];
    const showing = place.opened.show(sampleReport('1'));
    place.listed.value = [sampleReport('1', published)];
    expect(place.get).toHaveBeenCalledTimes(1);
    place.gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(place.get).toHaveBeenCalledTimes(2);
  });

  it('is read once where its new result has come', async () => {
    const { listed, awaited, get } = await openListed();
    const report = sampleReport('1');
    const poll: ResultPoll = {
      ...{ report, attempts: 1, nextAt: dueAt, failure: null, isPrivateWindow: false },
    };
    awaited.value = [poll];
    listed.value = [sampleReport('1', { result: 'bad', generatedAt: dueAt })];
    awaited.value = [];
    expect(get).toHaveBeenCalledTimes(2);
  });
});

describe('an open report that is deleted in another window', () => {
  const facts = { report: sampleReport('1'), dueAt, isPrivateWindow: false };

  it.each<Deletion>([
    { ...facts, state: 'waiting' },
    { ...facts, state: 'sending' },
  ])('gives way to the list, which tells of it: $state', async (deletion) => {
    const { opened, deletions } = await openOne();
    deletions.value = [deletion];
    expect(opened.open.value).toBeNull();
  });

  it.each<Deletion>([
    { ...facts, state: 'failed', failure: { code: 'offline' } },
    { ...facts, report: sampleReport('2'), state: 'waiting' },
  ])('stays where it is still there: %j', async (deletion) => {
    const { opened, deletions } = await openOne();
    deletions.value = [deletion];
    expect(opened.open.value?.report.id).toBe('1');
  });
});
