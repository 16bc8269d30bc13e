import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { clickAgain, doubleClick, holdEnter } from '../browser/hasty-presses';
import { sleepUntil } from '../endurance/computer-sleep';
import { createGate } from '../service/gate';
import { app, bareAddress, byRole, failures, until, useService } from './app';
import type { StoredTasks } from './stored';
import { submitMany } from './task-states';

useService({ keepAlive: false });

const isEmpty = ({ tasks }: StoredTasks) => tasks.length === 0;

/** Waits until nothing is kept, by when so many reports are made of as many requests. */
async function expectMade(count: number): Promise<void> {
  await sleepUntil('nothing is kept', isEmpty, app.stage, app.service);
  expect(app.service.reports()).toHaveLength(count);
  expect(app.requests('POST')).toHaveLength(count);
}

it('two reports of the same page are made by a press in a new popup during the first, though both answers are lost', async () => {
  const gate = createGate();
  app.service.behave([
    { on: { method: 'POST' }, times: 1, gate, fail: failures.cutAfterWork },
    { on: { method: 'POST' }, fail: failures.cutAfterWork },
  ]);
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the first request is on the wire', () => app.requests('POST').length === 1);
  await popup.leave();
  const again = await app.popupAgain();
  await again.press('Create report');
  await again.press('Create another');
  gate.open();
  const isSent = () => app.requests('POST').length === 2;
  await sleepUntil('the second request is on the wire', isSent, app.stage, app.service);
  await expectMade(2);
});

describe('a double click makes a single report, and asks nothing', () => {
  const asksNothing = async (popup: Page) =>
    expect(await popup.$(byRole('button', 'Create another'))).toBeNull();

  it('even if the answer is slow, and a late second click comes after it', async () => {
    app.service.behave({ on: { method: 'POST' }, delayMs: 500 });
    const popup = await app.popup();
    await doubleClick(popup, 'Create report');
    await asksNothing(popup);
    await popup.says('Report created');
    await clickAgain(popup, 'Create report');
    await asksNothing(popup);
    // What a wish would have sent is on the wire before the list is asked for again.
    await popup.press('Refresh');
    await popup.says('List updated');
    await expectMade(1);
  });

  it('even if its answer is lost and the popup closes meanwhile', async () => {
    app.service.behave([
      { on: { method: 'POST' }, delayMs: 300, fail: failures.cutAfterWork },
      { delayMs: 300 },
    ]);
    const popup = await app.popup();
    await doubleClick(popup, 'Create report');
    await until('its request is on the wire', () => app.requests('POST').length === 1);
    await asksNothing(popup);
    await popup.leave();
    await until('the report is there', () => app.service.reports().length === 1);
    await expectMade(1);
    app.service.behave(null);
    const again = await app.popupAgain();
    await again.says(bareAddress(app.service.samplePages.good));
    await again.queueEnds();
    expect(app.requests('POST')).toHaveLength(1);
  });
});

describe('the second half of a double click', () => {
  it('does not press a button that has moved under the pointer', async () => {
    await submitMany(['https://one.example/', 'https://two.example/'], failures.invalid);
    const popup = await app.popup();
    const lines = () => popup.items('Activity');
    await until('both need a person', async () => (await lines()).length === 2);
    await popup.press('Discard');
    await until('one is left', async () => (await lines()).length === 1);
    await clickAgain(popup, 'Discard');
    app.service.add({ url: 'https://three.example/' });
    await popup.press('Refresh');
    await popup.rows((rows) => rows.length === 1);
    expect((await app.worker.tasks()).tasks).toHaveLength(1);
    await popup.row('three.example').open();
    await clickAgain(popup, 'Update results');
    await popup.nextFrames();
    expect(app.requests('PUT')).toEqual([]);
    await popup.locator(byRole('heading', 'three.example/')).wait();
    await popup.pressMore('Delete report');
    await popup.says('Undo');
  });
});

it('a second press while the first report is not made asks first, until the first is made', async () => {
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the first request is on the wire', () => app.requests('POST').length === 1);
  await popup.press('Create report');
  await popup.says('Already waiting');
  gate.open();
  await popup.says('Report created');
  expect(await popup.$(byRole('button', 'Create another'))).toBeNull();
  await expectMade(1);
});

describe('a key that is held', () => {
  it('on Create report makes a single report, and asks nothing', async () => {
    const popup = await app.popup();
    await popup.focus(byRole('button', 'Create report'));
    const enter = await holdEnter(popup);
    await popup.says('Report created');
    await (await holdEnter(popup)).release();
    await enter.release();
    await popup.nextFrames();
    expect(await popup.$(byRole('button', 'Create another'))).toBeNull();
    await expectMade(1);
  });

  it("opens a row's menu without choosing an item, and presses a button of a report once", async () => {
    app.service.add({ url: 'https://held.example/', privacy: 1 });
    app.service.behave({ on: { method: 'PUT' }, fail: failures.forbidden });
    const popup = await app.popupWithRows(1);
    await popup.focus(byRole('button', 'More'));
    await (await holdEnter(popup)).release();
    await popup.nextFrames();
    await popup.locator(byRole('menuitem', 'Details')).wait();
    await popup.pressItem('Details');
    await popup.isRead();
    await popup.choose('Public');
    for (const [count, name] of ['Update results', 'Save changes'].entries()) {
      await popup.focus(byRole('button', name));
      const enter = await holdEnter(popup);
      await until('it is refused', () => app.requests('PUT')[count]?.status === 403);
      await popup.alert();
      // Those that come after the answer.
      await (await holdEnter(popup)).release();
      await enter.release();
      await popup.pressMore('Copy URL');
      await popup.says('URL copied');
      expect(app.requests('PUT')).toHaveLength(count + 1);
    }
  });
});
