import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, press } from '../browser/roles';
import { stopWorker } from '../browser/worker';
import { sleepUntil } from '../endurance/computer-sleep';
import { type Desk, type KeptQueue, openDesk } from '../endurance/desk';
import { failures } from '../service/failure';
import { type Service, startService } from '../service/service';
import { create, untilNothingIsOnItsWay, untilSaid } from './popup-reading';
import { closePages, connectAtOnce } from './scene';
import { type Stage, startStage } from './stage';

let stage: Stage;
let service: Service;
let desk: Desk;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  // Browsers repeat a request themselves when a connection that they use again is cut.
  service = await startService({ sampleReports: false, keepAlive: false });
  await connectAtOnce(stage, service);
  desk = await openDesk(stage);
});
afterEach(async () => {
  await closePages(stage);
  await service.close();
});

function creations(): number {
  return service.requests.filter(({ method }) => method === 'POST').length;
}

function isEmpty({ submissions }: KeptQueue): boolean {
  return submissions.length === 0;
}

async function untilNothingIsKept(): Promise<void> {
  await until('nothing is kept', async () => isEmpty(await desk.kept()), 30_000);
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
      const { popup } = await stage.openPopupOn(service.samplePages.good);
      for (const made of [1, 2]) {
        expect(await create(popup)).toBe('The report was created: Good.');
        expect(service.reports()).toHaveLength(made);
      }
      await untilNothingIsKept();
      expect(service.reports()).toHaveLength(2);
      expect(creations()).toBe(2);
    },
  );

  it.each(['number', 'uuid'] as const)(
    'are made though the request for the second never arrives, by ids of the kind %s',
    async (id) => {
      service.behave({ shape: { id } });
      const { popup } = await stage.openPopupOn(service.samplePages.good);
      expect(await create(popup)).toBe('The report was created: Good.');
      service.behave([
        { on: { method: 'POST' }, times: 1, fail: failures.cutBeforeWork },
        { shape: { id } },
      ]);
      await press(popup, 'Create report');
      await until('the second request is on the wire', () => creations() === 2);
      await closePopup(popup);
      await sleepUntil('nothing is kept', isEmpty, stage, service);
      expect(service.reports()).toHaveLength(2);
      expect(creations()).toBe(3);
    },
  );

  it('are made when it is pressed in a new popup while the first is under way, though both answers are lost', async () => {
    service.behave({ on: { method: 'POST' }, delayMs: 1000, fail: failures.cutAfterWork });
    const { popup, page } = await stage.openPopupOn(service.samplePages.good);
    await press(popup, 'Create report');
    await until('the first request is on the wire', () => creations() === 1);
    await closePopup(popup);
    const again = await stage.openPopupAgain(page);
    await press(again, 'Create report');
    await until('the second request is on the wire', () => creations() === 2, 30_000);
    await untilNothingIsKept();
    expect(service.reports()).toHaveLength(2);
    expect(creations()).toBe(2);
  });
});

describe('one report of a page', () => {
  it.each([
    ['at once', {}],
    ['late', { delayMs: 500 }],
    ['never, after the work', { fail: failures.cutAfterWork }],
  ])('is made by a double click when the answer comes %s', async (_, behaviour) => {
    service.behave({ on: { method: 'POST' }, ...behaviour });
    const { popup } = await stage.openPopupOn(service.samplePages.good);
    await pressTwice(popup);
    await untilSaid(popup, 'The report was created');
    await untilNothingIsKept();
    expect(service.reports()).toHaveLength(1);
    expect(creations()).toBe(1);
  });

  it('is made by a double click when the worker is stopped before its answer comes', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.silenceAfterWork });
    const { popup } = await stage.openPopupOn(service.samplePages.good);
    await pressTwice(popup);
    await until('the work is done', () => service.reports().length === 1);
    // The form asks again under the same id.
    await stopWorker(stage.browser, stage.extensionId);
    await untilSaid(popup, 'The report was created');
    await untilNothingIsKept();
    expect(service.reports()).toHaveLength(1);
    expect(creations()).toBe(1);
  });
});

describe('a popup that is closed in the middle', () => {
  // It may be done before anybody has looked.
  const isMade = () => service.reports().length === 1;
  const isStored = async () => (await desk.kept()).submissions.length === 1 || isMade();
  const isSearchedFor = () => {
    const sent = service.requests.findIndex(({ method }) => method === 'POST');
    return sent >= 0 && service.requests.length > sent + 1;
  };

  it.each([
    ['at the press', () => true],
    ['when the report is stored', isStored],
    ['when its request is on the wire', () => creations() === 1],
    ['when the service has made it', isMade],
    ['when it is looked for in the list', isSearchedFor],
  ])('changes nothing: %s', async (moment, hasCome) => {
    service.behave([
      { on: { method: 'POST' }, delayMs: 300, fail: failures.cutAfterWork },
      { delayMs: 300 },
    ]);
    const { popup, page } = await stage.openPopupOn(service.samplePages.good);
    await press(popup, 'Create report');
    await until(moment, hasCome);
    await closePopup(popup);
    await until('the report is there', isMade);
    await untilNothingIsKept();
    service.behave(null);
    const again = await stage.openPopupAgain(page);
    await untilSaid(again, service.samplePages.good);
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toHaveLength(1);
    expect(creations()).toBe(1);
  });
});
