import { describe, expect, it } from 'vitest';
import { clickAgain, holdEnter } from '../browser/hasty-presses';
import { sleepUntil } from '../endurance/computer-sleep';
import { createGate } from '../service/gate';
import { app, byRole, failures, type Screen, until, useService } from './app';
import type { StoredTasks } from './stored';
import { submitMany } from './task-states';

useService({ keepAlive: false });

function isEmpty({ tasks }: StoredTasks): boolean {
  return tasks.length === 0;
}

async function untilNothingIsKept(): Promise<void> {
  await until('nothing is kept', async () => isEmpty(await app.worker.tasks()), 30_000);
}

/** Clicks twice, as fast as a mouse can. */
async function pressTwice(popup: Screen): Promise<void> {
  const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
  const { x, y } = await button.clickablePoint();
  await popup.mouse.click(x, y, { count: 2 });
}

describe('two reports of one page', () => {
  it.each([
    ['every answer comes', null],
    ['every answer is lost', { on: { method: 'POST' }, fail: failures.cutAfterWork }],
  ])(
    'are made when Create report is pressed again after the first, and %s',
    async (_, behaviour) => {
      app.service.behave(behaviour);
      const popup = await app.popup();
      for (const made of [1, 2]) {
        await popup.press('Create report');
        await until(`${made} are made`, () => app.service.reports().length === made);
        await popup.says('Report created · Good');
      }
      await untilNothingIsKept();
      expect(app.service.reports()).toHaveLength(2);
      expect(app.requests('POST')).toHaveLength(2);
    },
  );

  it.each(['number', 'uuid'] as const)(
    'are made though the request for the second never arrives, by ids of the kind %s',
    async (id) => {
      app.service.behave({ shape: { id } });
      const popup = await app.popup();
      expect(await popup.create()).toBe('Report created · Good');
      app.service.behave([
        { on: { method: 'POST' }, times: 1, fail: failures.cutBeforeWork },
        { shape: { id } },
      ]);
      await popup.press('Create report');
      await until('the second request is on the wire', () => app.requests('POST').length === 2);
      await popup.leave();
      await sleepUntil('nothing is kept', isEmpty, app.stage, app.service);
      expect(app.service.reports()).toHaveLength(2);
      expect(app.requests('POST')).toHaveLength(3);
    },
  );

  it('are made when it is pressed in a new popup while the first is under way, though both answers are lost', async () => {
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
    gate.open();
    await until('the second request is on the wire', () => app.requests('POST').length === 2);
    await untilNothingIsKept();
    expect(app.service.reports()).toHaveLength(2);
    expect(app.requests('POST')).toHaveLength(2);
  });
});

describe('one report of a page', () => {
  it.each([
    ['at once', {}],
    ['late', { delayMs: 500 }],
    ['never, after the work', { fail: failures.cutAfterWork }],
  ])('is made by a double click when the answer comes %s', async (_, behaviour) => {
    app.service.behave({ on: { method: 'POST' }, ...behaviour });
    const popup = await app.popup();
    await pressTwice(popup);
    await popup.says('Report created');
    await untilNothingIsKept();
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('is made by a double click when the worker is stopped before its answer comes', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.silenceAfterWork });
    const popup = await app.popup();
    await pressTwice(popup);
    await until('the work is done', () => app.service.reports().length === 1);
    await app.worker.stop();
    // When the worker has planned to look again, should it be stopped.
    await app.worker.moveTimesBack(100_000);
    await popup.says('Report created');
    await untilNothingIsKept();
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });
});

describe('a popup that is closed in the middle', () => {
  // It may be done before anybody has looked.
  const isMade = () => app.service.reports().length === 1;
  const isStored = async () => (await app.worker.tasks()).tasks.length === 1 || isMade();
  const isSearchedFor = () => {
    const sent = app.service.requests.findIndex(({ method }) => method === 'POST');
    return sent >= 0 && app.service.requests.length > sent + 1;
  };

  it.each([
    ['at the press', () => true],
    ['when the report is stored', isStored],
    ['when its request is on the wire', () => app.requests('POST').length === 1],
    ['when the service has made it', isMade],
    ['when it is looked for in the list', isSearchedFor],
  ])('changes nothing: %s', async (moment, hasCome) => {
    app.service.behave([
      { on: { method: 'POST' }, delayMs: 300, fail: failures.cutAfterWork },
      { delayMs: 300 },
    ]);
    const popup = await app.popup();
    await popup.press('Create report');
    await until(moment, hasCome);
    await popup.leave();
    await until('the report is there', isMade);
    await untilNothingIsKept();
    app.service.behave(null);
    const again = await app.popupAgain();
    await again.says(app.service.samplePages.good);
    await again.queueEnds();
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });
});

describe('the second half of a double click', () => {
  it('is no press of what has come to stand under the pointer', async () => {
    await submitMany(['https://one.example/', 'https://two.example/'], failures.invalid);
    const popup = await app.popup();
    await popup.says('2 reports need attention');
    await popup.press('Discard');
    await popup.says('1 report needs attention');
    await clickAgain(popup, 'Discard');
    app.service.add({ url: 'https://three.example/' });
    await popup.press('Refresh');
    await popup.rows((rows) => rows.length === 1);
    expect((await app.worker.tasks()).tasks).toHaveLength(1);
    await popup.row('three.example').open();
    await clickAgain(popup, 'Delete report');
    await popup.nextFrames();
    await popup.locator(byRole('heading', 'https://three.example/')).wait();
    await popup.press('Delete report');
    await popup.says('Undo');
  });
});

describe('a key that is held', () => {
  it.each(['Update results', 'Save changes'])('presses %s once', async (name) => {
    app.service.add({ url: 'https://held.example/', privacy: 1 });
    app.service.behave({ on: { method: 'PUT' }, fail: failures.forbidden });
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 1);
    await popup.row('held.example').open();
    await popup.isRead();
    await popup.choose('Public');
    await popup.focus(byRole('button', name));
    const enter = await holdEnter(popup);
    await popup.alert();
    // Those that come after the answer.
    await (await holdEnter(popup)).release();
    await enter.release();
    await popup.press('Copy URL');
    await popup.says('URL copied');
    expect(app.requests('PUT')).toHaveLength(1);
  });

  it("opens a row's menu, and chooses nothing there", async () => {
    app.service.add({ url: 'https://held.example/' });
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 1);
    await popup.focus(byRole('button', 'More'));
    const enter = await holdEnter(popup);
    await enter.release();
    await popup.nextFrames();
    await popup.locator(byRole('menuitem', 'Open')).wait();
  });
});
