import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { isUnsaved } from '@/lib/page/report-view-state';
import type { UnsavedPrivacies } from '@/lib/page/unsaved-choices';
import { Privacy } from '@/lib/report/privacy';
import { closedGate } from '../../support/memory-tasks';
import {
  awaitedOf,
  keptPrivacies,
  openNothing,
  openReport,
  unsavedItem,
} from '../../support/open-report';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const report = sampleReport('1');
const published = { privacy: Privacy.Public };
const renewed = { result: 'bad', generatedAt: '2026-11-02T12:00:06.000Z' } as const;

/** A place in which the report 1 has just been opened. */
function openUnread() {
  const place = openNothing();
  return { ...place, showing: place.opened.show(report) };
}

describe('an opened report', () => {
  it('is there at once as the list had it, then as the service gives it', async () => {
    const { opened, gets, get, showing } = openUnread();
    const view = {
      failure: null,
      password: '',
      savedPassword: '',
      lacksPassword: false,
      isLeftOver: false,
    };
    expect(opened.open.value).toEqual({ ...view, report, activity: 'reading', privacy: 1 });
    expect(get).toHaveBeenCalledExactlyOnceWith(report);
    const details = sampleDetails('1', { result: 'bad', privacy: Privacy.Public });
    gets.answer(0, { value: details });
    await showing;
    expect(opened.open.value).toEqual({ ...view, report: details, activity: null, privacy: 0 });
    expect(opened.change.value).toBeNull();
  });

  it('stays as the list had it when reading it fails, with the reason', async () => {
    const { opened, gets, showing } = openUnread();
    gets.reject(0);
    await showing;
    const failure = { code: 'interrupted' };
    expect(opened.open.value).toMatchObject({ report, activity: null, failure });
  });

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
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value).toBeNull();
    const first = opened.show(report);
    const second = opened.show(sampleReport('2'));
    gets.answer(2, { value: sampleDetails('2') });
    await second;
    gets.answer(1, { failure: { code: 'gone', what: 'report', message: null } });
    await first;
    expect(opened.open.value).toMatchObject({ report: sampleDetails('2'), failure: null });
  });
});

describe('a report whose new result is awaited', () => {
  it.each([true, false])(
    'is read again once it has come, and said to be updated; awaited before opening: %s',
    async (isBefore) => {
      const { opened, wait, gets, get } = openNothing();
      if (isBefore) wait(awaitedOf(report));
      const showing = opened.show(report);
      gets.answer(0, { value: sampleDetails('1') });
      await showing;
      wait(awaitedOf(report, { attempts: 2 }));
      expect(get).toHaveBeenCalledTimes(1);
      wait();
      gets.answer(1, { value: sampleDetails('1', renewed) });
      const now = { report: sampleDetails('1', renewed), activity: 'asked' };
      await expect.poll(() => opened.open.value).toMatchObject(now);
    },
  );

  it('is not read again for the result of another, nor once it was closed', async () => {
    const { opened, wait, get } = await openReport();
    wait(awaitedOf(sampleReport('2')));
    wait(awaitedOf(report));
    opened.close();
    wait();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('is read once, though the list shows the result as well', async () => {
    const { listed, wait, get } = await openReport();
    wait(awaitedOf(report));
    listed.value = [sampleReport('1', renewed)];
    wait();
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('says that none came until it is opened again', async () => {
    const { opened, wait, results } = await openReport();
    wait(awaitedOf(report));
    wait();
    opened.close();
    expect(results.stateOf('1')).toBe('givenUp');
    void opened.show(report);
    expect(results.stateOf('1')).toBeNull();
  });
});

describe('an open report that is changed in another window', () => {
  it.each([
    ['its privacy', [sampleReport('2'), sampleReport('1', published)], 2],
    ['its results', [sampleReport('1', renewed)], 2],
    ['another report', [sampleReport('2', published), report], 1],
    ['what the list does not say', [sampleReport('1', { privacy: null, result: null })], 1],
    ['a list without it', [sampleReport('2')], 1],
  ])('is read again where the list shows a change of it: %s', async (_, rows, reads) => {
    const { listed, get } = await openReport();
    listed.value = rows;
    expect(get).toHaveBeenCalledTimes(reads);
  });

  it('keeps the privacy that was chosen here', async () => {
    const { opened, listed, gets, shown } = await openReport();
    opened.choosePrivacy(Privacy.Password);
    listed.value = [sampleReport('1', published)];
    gets.answer(1, { value: sampleDetails('1', published) });
    const now = { report: published, privacy: Privacy.Password, activity: null };
    await expect.poll(shown).toMatchObject(now);
  });

  it('is not read again for what a list has always said otherwise', async () => {
    const { opened, listed, gets, get } = openNothing();
    listed.value = [sampleReport('1', published)];
    const showing = opened.show(sampleReport('1', published));
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    listed.value = [sampleReport('2'), sampleReport('1', published)];
    expect(get).toHaveBeenCalledTimes(1);
  });
});

it('an open report that is deleted gives way to the list, and another does not', async () => {
  const { tasks, shown } = await openReport();
  tasks.show({ deleting: ['2'] });
  expect(shown()).toMatchObject({ report: { id: '1' } });
  tasks.show({ deleting: ['2', '1'] });
  expect(shown()).toBeNull();
});

describe('a privacy that was chosen and not saved', () => {
  beforeEach(() => fakeBrowser.reset());

  const inStore = (privacy: Privacy): UnsavedPrivacies => [{ reportId: '1', privacy }];

  it.each([Privacy.Public, Privacy.Password])(
    'stands there again in the next popup, without a password: %s',
    async (privacy) => {
      const stores = vi.spyOn(fakeBrowser.storage.session, 'set');
      const { opened } = await openReport();
      opened.choosePrivacy(privacy);
      opened.enterPassword('hunter2');
      expect(await keptPrivacies()).toEqual(inStore(privacy));
      expect(JSON.stringify(stores.mock.calls)).not.toMatch(/hunter2|password/i);
      const next = openNothing(await keptPrivacies()).opened;
      void next.show(sampleReport('2'));
      expect(next.open.value).toMatchObject({ privacy: Privacy.Private, isLeftOver: false });
      void next.show(report);
      expect(next.open.value).toMatchObject({ privacy, password: '', isLeftOver: true });
      expect(next.change.value).toEqual({ privacy });
      expect(await keptPrivacies()).toEqual(inStore(privacy));
    },
  );

  it('is kept no longer once it is on its way, and again where it is refused', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Public));
    await opened.save();
    expect(await keptPrivacies()).toBeUndefined();
    tasks.refuse('new-1', { code: 'notAllowed', message: null });
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Public));
    await opened.save();
    tasks.end('new-2', 'done', sampleReport('1', published));
    expect(await keptPrivacies()).toBeUndefined();
  });

  it.each([
    ['it is chosen', (privacy: Privacy) => sampleDetails('1', { privacy }), Privacy.Private],
    ['the service has another by now', () => sampleDetails('1', published), Privacy.Public],
  ])("is kept no longer once it is the report's own: %s", async (_, detailsOf, chosen) => {
    await unsavedItem.write(inStore(Privacy.Public));
    const { opened, gets } = openNothing(await keptPrivacies());
    const showing = opened.show(report);
    opened.choosePrivacy(chosen);
    gets.answer(0, { value: detailsOf(chosen) });
    await showing;
    expect(await keptPrivacies()).toBeUndefined();
  });

  it('is kept where it is that of the report, for a new password that is not', async () => {
    const protectedReport = sampleReport('1', { privacy: Privacy.Password });
    const { opened } = await openReport({ privacy: Privacy.Password });
    opened.enterPassword('hunter2');
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Password));
    const next = openNothing(await keptPrivacies()).opened;
    void next.show(protectedReport);
    const isSaid = () => next.open.value && isUnsaved(next.open.value, next.change.value);
    expect([next.change.value, isSaid()]).toEqual([null, true]);
    next.choosePrivacy(Privacy.Password);
    expect(isSaid()).toBe(false);
    const last = openNothing(await keptPrivacies()).opened;
    void last.show(protectedReport);
    expect(last.open.value).toMatchObject({ isLeftOver: false });
  });

  it('outlasts another that waits to be saved', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    tasks.setGate(closedGate({ code: 'offline' }));
    opened.choosePrivacy(Privacy.Private);
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Private));
    opened.close();
    void opened.show(report);
    const stillChosen = { privacy: Privacy.Private, isLeftOver: true, activity: 'waiting' };
    expect(opened.open.value).toMatchObject(stillChosen);
    expect(opened.change.value).toEqual({ privacy: Privacy.Private });
  });

  it('outlasts a wait for new results', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    await opened.updateResults();
    tasks.setGate(closedGate({ code: 'offline' }));
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Public));
    opened.close();
    void opened.show(report);
    const stillChosen = { privacy: Privacy.Public, isLeftOver: true, activity: 'updateWaiting' };
    expect(opened.open.value).toMatchObject(stillChosen);
    await opened.save();
    expect(await keptPrivacies()).toBeUndefined();
  });

  it('is said to be not saved once new results were asked for', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    expect(opened.open.value).toMatchObject({ isLeftOver: false });
    await opened.updateResults();
    tasks.end('new-1', 'done', null);
    const stillChosen = { privacy: Privacy.Public, isLeftOver: true, activity: 'asked' };
    expect(opened.open.value).toMatchObject(stillChosen);
    opened.choosePrivacy(Privacy.Private);
    await opened.updateResults();
    tasks.end('new-2', 'done', null);
    expect(opened.open.value).toMatchObject({ isLeftOver: false });
  });

  it('is one of the 20 that were chosen last', async () => {
    const { opened } = openNothing();
    for (let id = 1; id <= 22; id += 1) {
      void opened.show(sampleReport(String(id)));
      opened.choosePrivacy(Privacy.Public);
    }
    const ids = (await keptPrivacies())?.map(({ reportId }) => reportId);
    expect(ids).toHaveLength(20);
    expect([ids?.[0], ids?.at(-1)]).toEqual(['22', '3']);
  });
});
