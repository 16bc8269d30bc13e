import { describe, expect, it } from 'vitest';
import { clickAgain, doubleClick, holdEnter } from '../browser/hasty-presses';
import { app, byRole, failures, type Screen, until, useService } from './app';
import { submitMany } from './states/job-states';

useService({ keepAlive: false });

async function expectNoConfirmation(popup: Screen): Promise<void> {
  expect(await popup.$(byRole('button', 'Create another'))).toBeNull();
}

function expectOneReport(): void {
  expect(app.service.reports()).toHaveLength(1);
  expect(app.requests('POST')).toHaveLength(1);
}

it('a double click creates one report without a confirmation, even if the answer is slow', async () => {
  app.service.behave({ on: { method: 'POST' }, delayMs: 500 });
  const popup = await app.popup();
  await doubleClick(popup, 'Create report');
  await expectNoConfirmation(popup);
  await popup.says('Report created');
  // Imitates a late second click.
  await clickAgain(popup, 'Create report');
  await expectNoConfirmation(popup);
  // A second request would arrive before the list is read again.
  await popup.press('Refresh');
  await popup.says('List updated');
  expectOneReport();
});

it('the second click of a double click does not press a button that has moved under the pointer', async () => {
  await submitMany(['https://one.example/', 'https://two.example/'], failures.invalid);
  const popup = await app.popup();
  const lines = () => popup.items('Activity');
  await until('both reports need attention', async () => (await lines()).length === 2);
  await popup.press('Discard');
  await until('one line is left', async () => (await lines()).length === 1);
  await clickAgain(popup, 'Discard');
  app.service.add({ url: 'https://three.example/' });
  await popup.press('Refresh');
  await popup.untilRows((rows) => rows.length === 1);
  expect(await app.worker.operations()).toHaveLength(1);
  await popup.row('three.example').open();
  await clickAgain(popup, 'Update results');
  await popup.nextFrames();
  expect(app.requests('PUT')).toEqual([]);
  await popup.find(byRole('heading', 'three.example/'));
  await popup.pressInMenu('Delete report');
  await popup.says('Undo');
});

describe('a held key', () => {
  it('creates one report on Create report, without a confirmation', async () => {
    const popup = await app.popup();
    await popup.focus(byRole('button', 'Create report'));
    const enter = await holdEnter(popup);
    await popup.says('Report created');
    await (await holdEnter(popup)).release();
    await enter.release();
    await popup.nextFrames();
    await expectNoConfirmation(popup);
    expectOneReport();
  });

  it('opens the menu of a row without choosing an item, and presses a button of a report once', async () => {
    app.service.add({ url: 'https://held.example/', privacy: 1 });
    app.service.behave({ on: { method: 'PUT' }, fail: failures.forbidden });
    const popup = await app.popupWithRows(1);
    await popup.focus(byRole('button', 'More'));
    await (await holdEnter(popup)).release();
    await popup.nextFrames();
    await popup.find(byRole('menuitem', 'Details'));
    await popup.pressMenuItem('Details');
    await popup.untilReportIsRead();
    await popup.choose('Public');
    for (const [count, name] of ['Update results', 'Save changes'].entries()) {
      await popup.focus(byRole('button', name));
      const enter = await holdEnter(popup);
      await until('the change is refused', () => app.requests('PUT')[count]?.status === 403);
      await popup.untilAlert();
      // Imitates key repetitions after the answer.
      await (await holdEnter(popup)).release();
      await enter.release();
      await popup.pressInMenu('Copy URL');
      await popup.says('URL copied');
      expect(app.requests('PUT')).toHaveLength(count + 1);
    }
  });
});
