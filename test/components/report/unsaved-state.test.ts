import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { isUnsaved } from '@/components/report/open-report';
import type { UnsavedPrivacies } from '@/components/report/unsaved-state';
import { Privacy } from '@/lib/report/privacy';
import { keptPrivacies, openNothing, openReport, unsavedItem } from '../../support/open-report';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { closedGate } from '../../support/sample-task';

const report = sampleReport('1');
const published = { privacy: Privacy.Public };

describe('a privacy that was chosen and not saved', () => {
  beforeEach(() => fakeBrowser.reset());

  const inStore = (privacy: Privacy): UnsavedPrivacies => [{ reportId: '1', privacy }];

  it.each([Privacy.Public, Privacy.Password])(
    'is shown again in the next popup, without its password: %s',
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

  it('leaves the store when it is saved, and returns there when the change is refused', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Public));
    await opened.save();
    expect(await keptPrivacies()).toBeUndefined();
    await tasks.refuse('new-1', { code: 'notAllowed', message: null });
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Public));
    await opened.save();
    await tasks.end('new-2', 'done', sampleReport('1', published));
    expect(await keptPrivacies()).toBeUndefined();
  });

  it.each([
    [
      'the former privacy is chosen again',
      (privacy: Privacy) => sampleDetails('1', { privacy }),
      Privacy.Private,
    ],
    [
      'the service has the chosen privacy by now',
      () => sampleDetails('1', published),
      Privacy.Public,
    ],
  ])('leaves the store when the report has this privacy: %s', async (_, detailsOf, chosen) => {
    await unsavedItem.write(inStore(Privacy.Public));
    const { opened, gets } = openNothing(await keptPrivacies());
    const showing = opened.show(report);
    opened.choosePrivacy(chosen);
    gets.answer(0, { value: detailsOf(chosen) });
    await showing;
    expect(await keptPrivacies()).toBeUndefined();
  });

  it('is kept for a new password, although the report already has this privacy', async () => {
    const protectedReport = sampleReport('1', { privacy: Privacy.Password });
    const { opened } = await openReport({ privacy: Privacy.Password });
    opened.enterPassword('hunter2');
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Password));
    const next = openNothing(await keptPrivacies()).opened;
    void next.show(protectedReport);
    const isSaid = () => next.open.value && isUnsaved(next.open.value, next.change.value, false);
    expect([next.change.value, isSaid()]).toEqual([null, true]);
    next.choosePrivacy(Privacy.Password);
    expect(isSaid()).toBe(false);
    const last = openNothing(await keptPrivacies()).opened;
    void last.show(protectedReport);
    expect(last.open.value).toMatchObject({ isLeftOver: false });
  });

  it('outlasts an earlier change of privacy that waits to be sent', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    await tasks.setGate(closedGate({ code: 'offline' }));
    opened.choosePrivacy(Privacy.Private);
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Private));
    opened.close();
    void opened.show(report);
    const stillChosen = { privacy: Privacy.Private, isLeftOver: true };
    expect(opened.open.value).toMatchObject(stillChosen);
    expect(opened.change.value).toEqual({ privacy: Privacy.Private });
  });

  it('outlasts an update of the results that waits', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    await opened.updateResults();
    await tasks.setGate(closedGate({ code: 'offline' }));
    expect(await keptPrivacies()).toEqual(inStore(Privacy.Public));
    opened.close();
    void opened.show(report);
    const stillChosen = { privacy: Privacy.Public, isLeftOver: true };
    expect(opened.open.value).toMatchObject(stillChosen);
    await opened.save();
    expect(await keptPrivacies()).toBeUndefined();
  });

  it('is said to be not saved once new results were asked for', async () => {
    const { opened, tasks } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    expect(opened.open.value).toMatchObject({ isLeftOver: false });
    await opened.updateResults();
    await tasks.end('new-1', 'done', null);
    const stillChosen = { privacy: Privacy.Public, isLeftOver: true };
    expect(opened.open.value).toMatchObject(stillChosen);
    opened.choosePrivacy(Privacy.Private);
    await opened.updateResults();
    await tasks.end('new-2', 'done', null);
    expect(opened.open.value).toMatchObject({ isLeftOver: false });
  });

  it('is kept for the 20 reports for which it was chosen last', async () => {
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

it('what was entered is called not saved if it is left over, or if another change waits', async () => {
  const { opened } = await openReport();
  const view = opened.open.value;
  if (view === null) throw new Error('No report is open');
  const change = { privacy: Privacy.Public } as const;
  expect([
    isUnsaved(view, change, false),
    isUnsaved(view, change, true),
    isUnsaved({ ...view, isLeftOver: true }, change, false),
    isUnsaved({ ...view, isLeftOver: true }, null, false),
  ]).toEqual([false, true, true, false]);
});
