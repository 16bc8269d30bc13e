import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { clickAgain, holdEnter } from '../browser/hasty-presses';
import { closePopup } from '../browser/popup';
import { byRole, press } from '../browser/roles';
import { sleepUntil } from '../endurance/computer-sleep';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import {
  insider,
  openPopup,
  openPopupAgain,
  requestsBy,
  service,
  stage,
  useService,
} from './fixture';
import {
  choose,
  create,
  nextFrames,
  openRow,
  untilAlert,
  untilNothingIsOnItsWay,
  untilReportRead,
  untilRows,
  untilSaid,
} from './popup-reading';
import type { StoredTasks } from './stored';
import { submitMany } from './task-states';

useService({ keepAlive: false });

function isEmpty({ tasks }: StoredTasks): boolean {
  return tasks.length === 0;
}

async function untilNothingIsKept(): Promise<void> {
  await until('nothing is kept', async () => isEmpty(await insider.tasks()), 30_000);
}

/** Clicks twice, as fast as a mouse can. */
async function pressTwice(popup: Page): Promise<void> {
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
      service.behave(behaviour);
      const popup = await openPopup();
      for (const made of [1, 2]) {
        await press(popup, 'Create report');
        await until(`${made} are made`, () => service.reports().length === made);
        await untilSaid(popup, 'Report created · Good');
      }
      await untilNothingIsKept();
      expect(service.reports()).toHaveLength(2);
      expect(requestsBy('POST')).toHaveLength(2);
    },
  );

  it.each(['number', 'uuid'] as const)(
    'are made though the request for the second never arrives, by ids of the kind %s',
    async (id) => {
      service.behave({ shape: { id } });
      const popup = await openPopup();
      expect(await create(popup)).toBe('Report created · Good');
      service.behave([
        { on: { method: 'POST' }, times: 1, fail: failures.cutBeforeWork },
        { shape: { id } },
      ]);
      await press(popup, 'Create report');
      await until('the second request is on the wire', () => requestsBy('POST').length === 2);
      await closePopup(popup);
      await sleepUntil('nothing is kept', isEmpty, stage, service);
      expect(service.reports()).toHaveLength(2);
      expect(requestsBy('POST')).toHaveLength(3);
    },
  );

  it('are made when it is pressed in a new popup while the first is under way, though both answers are lost', async () => {
    const gate = createGate();
    service.behave([
      { on: { method: 'POST' }, times: 1, gate, fail: failures.cutAfterWork },
      { on: { method: 'POST' }, fail: failures.cutAfterWork },
    ]);
    const popup = await openPopup();
    await press(popup, 'Create report');
    await until('the first request is on the wire', () => requestsBy('POST').length === 1);
    await closePopup(popup);
    const again = await openPopupAgain();
    await press(again, 'Create report');
    gate.open();
    await until('the second request is on the wire', () => requestsBy('POST').length === 2);
    await untilNothingIsKept();
    expect(service.reports()).toHaveLength(2);
    expect(requestsBy('POST')).toHaveLength(2);
  });
});

describe('one report of a page', () => {
  it.each([
    ['at once', {}],
    ['late', { delayMs: 500 }],
    ['never, after the work', { fail: failures.cutAfterWork }],
  ])('is made by a double click when the answer comes %s', async (_, behaviour) => {
    service.behave({ on: { method: 'POST' }, ...behaviour });
    const popup = await openPopup();
    await pressTwice(popup);
    await untilSaid(popup, 'Report created');
    await untilNothingIsKept();
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('is made by a double click when the worker is stopped before its answer comes', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.silenceAfterWork });
    const popup = await openPopup();
    await pressTwice(popup);
    await until('the work is done', () => service.reports().length === 1);
    await stage.stopWorker();
    // When the worker has planned to look again, should it be stopped.
    await insider.moveTimesBack(100_000);
    await untilSaid(popup, 'Report created');
    await untilNothingIsKept();
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(1);
  });
});

describe('a popup that is closed in the middle', () => {
  // It may be done before anybody has looked.
  const isMade = () => service.reports().length === 1;
  const isStored = async () => (await insider.tasks()).tasks.length === 1 || isMade();
  const isSearchedFor = () => {
    const sent = service.requests.findIndex(({ method }) => method === 'POST');
    return sent >= 0 && service.requests.length > sent + 1;
  };

  it.each([
    ['at the press', () => true],
    ['when the report is stored', isStored],
    ['when its request is on the wire', () => requestsBy('POST').length === 1],
    ['when the service has made it', isMade],
    ['when it is looked for in the list', isSearchedFor],
  ])('changes nothing: %s', async (moment, hasCome) => {
    service.behave([
      { on: { method: 'POST' }, delayMs: 300, fail: failures.cutAfterWork },
      { delayMs: 300 },
    ]);
    const popup = await openPopup();
    await press(popup, 'Create report');
    await until(moment, hasCome);
    await closePopup(popup);
    await until('the report is there', isMade);
    await untilNothingIsKept();
    service.behave(null);
    const again = await openPopupAgain();
    await untilSaid(again, service.samplePages.good);
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(1);
  });
});

describe('the second half of a double click', () => {
  it('is no press of what has come to stand under the pointer', async () => {
    await submitMany(['https://one.example/', 'https://two.example/'], failures.invalid);
    const popup = await openPopup();
    await untilSaid(popup, '2 reports need attention');
    await press(popup, 'Discard');
    await untilSaid(popup, '1 report needs attention');
    await clickAgain(popup, 'Discard');
    service.add({ url: 'https://three.example/' });
    await press(popup, 'Refresh');
    await untilRows(popup, (rows) => rows.length === 1);
    expect((await insider.tasks()).tasks).toHaveLength(1);
    await openRow(popup, 'three.example');
    await clickAgain(popup, 'Delete report');
    await nextFrames(popup);
    await popup.locator(byRole('heading', 'https://three.example/')).wait();
    await press(popup, 'Delete report');
    await untilSaid(popup, 'Undo');
  });
});

describe('a key that is held', () => {
  it.each(['Update results', 'Save changes'])('presses %s once', async (name) => {
    service.add({ url: 'https://held.example/', privacy: 1 });
    service.behave({ on: { method: 'PUT' }, fail: failures.forbidden });
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 1);
    await openRow(popup, 'held.example');
    await untilReportRead(popup);
    await choose(popup, 'Public');
    await popup.focus(byRole('button', name));
    const enter = await holdEnter(popup);
    await untilAlert(popup);
    // Those that come after the answer.
    await (await holdEnter(popup)).release();
    await enter.release();
    await press(popup, 'Copy URL');
    await untilSaid(popup, 'URL copied');
    expect(requestsBy('PUT')).toHaveLength(1);
  });

  it("opens a row's menu, and chooses nothing there", async () => {
    service.add({ url: 'https://held.example/' });
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 1);
    await popup.focus(byRole('button', 'More'));
    const enter = await holdEnter(popup);
    await enter.release();
    await nextFrames(popup);
    await popup.locator(byRole('menuitem', 'Open')).wait();
  });
});
