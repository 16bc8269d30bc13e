import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import {
  deleteElsewhere,
  insider,
  openPopup,
  openPopupAgain,
  requestsBy,
  service,
  stage,
  useService,
} from './fixture';
import { create, mainText, select, untilRows, untilSaid, untilUnsaid } from './popup-reading';
import { disconnect } from './scene';

const SENTENCE = 'This page has two new reports.';
const TWICE = { on: { method: 'POST' }, times: 1, isRepeated: true } as const;
const EARLIER = { url: 'https://earlier.example/' };

function hasButton(popup: Page, name: string): Promise<boolean> {
  return popup.$(byRole('button', name)).then((button) => button !== null);
}

/** Opens the popup and creates a report that is made twice, and waits until the popup says so. */
async function createTwice(): Promise<Page> {
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length > 0);
  service.behave(TWICE);
  await create(popup);
  await untilSaid(popup, SENTENCE);
  return popup;
}

/** The ids of the service's reports of the page in front, the oldest first. */
function idsOfPage(): number[] {
  const { good } = service.samplePages;
  const ids = service.reports().flatMap(({ id, url }) => (url === good ? id : []));
  return ids.toReversed();
}

function untilOneIsLeft(): Promise<boolean> {
  return until('one is left', () => idsOfPage().length === 1, 30_000);
}

describe('a POST that the browser repeats', () => {
  useService({ reports: [EARLIER] });

  it('makes two reports of one press, of which Delete duplicate leaves the answered one', async () => {
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 1);
    // The connection was used for the list, and is kept.
    service.behave({ on: { method: 'POST' }, times: 1, fail: failures.cutAfterWork });
    expect(await create(popup)).toContain('Report created · Good');
    expect(requestsBy('POST').map(({ status }) => status)).toEqual([null, 201]);
    await untilSaid(popup, SENTENCE);
    const [unanswered, answered] = idsOfPage();
    await untilSaid(popup, `Duplicate: report ${unanswered}`);
    await press(popup, 'Delete duplicate');
    await untilUnsaid(popup, SENTENCE);
    await until('Undo has the focus', () =>
      popup.evaluate(() => document.activeElement?.textContent === 'Undo'),
    );
    await untilOneIsLeft();
    expect(requestsBy('DELETE').map(({ path }) => path)).toEqual([`/api/v1/reports/${unanswered}`]);
    expect(idsOfPage()).toEqual([answered]);
    await untilUnsaid(popup, 'Undo');
    expect(await mainText(popup)).not.toContain(SENTENCE);
  });
});

describe('a page with two new reports', () => {
  useService({ reports: [EARLIER] });

  it('is told of in every popup, by its address, until the notice is dismissed', async () => {
    const popup = await createTwice();
    await closePopup(popup);
    await stage.stopWorker();
    const elsewhere = await openPopup(service.samplePages.bad);
    await untilSaid(elsewhere, SENTENCE);
    expect(
      await elsewhere.$eval('.duplicate', (notice) => (notice as HTMLElement).innerText),
    ).toContain(service.samplePages.good);
    await press(elsewhere, 'Dismiss');
    await untilUnsaid(elsewhere, SENTENCE);
    await press(elsewhere, 'Refresh');
    await untilSaid(elsewhere, 'List updated');
    expect(await mainText(elsewhere)).not.toContain(SENTENCE);
    expect(idsOfPage()).toHaveLength(2);
  });

  it('is told of again when the deletion is undone', async () => {
    const popup = await createTwice();
    await press(popup, 'Delete duplicate');
    await press(popup, 'Undo');
    await untilSaid(popup, SENTENCE);
    expect(requestsBy('DELETE')).toEqual([]);
  });

  it('is told of no more when one of them was deleted elsewhere', async () => {
    const popup = await createTwice();
    await deleteElsewhere(service.samplePages.good);
    await press(popup, 'Refresh');
    await untilUnsaid(popup, SENTENCE);
  });

  it('is found although the list that is shown leaves it out', async () => {
    service.add({ url: 'https://bad.example/', result: 'bad' });
    const popup = await openPopup();
    await select(popup, 'Result', 'Bad');
    await untilRows(popup, (rows) => rows.length === 1);
    service.behave(TWICE);
    await create(popup);
    await untilSaid(popup, SENTENCE);
  });

  it('is forgotten with the connection', async () => {
    await createTwice();
    await disconnect(stage);
    expect(await insider.placesOf(service.samplePages.good)).toEqual([]);
  });

  it('is no surprise where the person has asked for both', async () => {
    const popup = await openPopup();
    await create(popup);
    await create(popup);
    await untilRows(popup, (rows) => rows.length === 3);
    const again = await openPopupAgain();
    await press(again, 'Refresh');
    await untilSaid(again, 'List updated');
    expect(await mainText(again)).not.toContain(SENTENCE);
  });
});

describe('two new reports of which no answer names one', () => {
  useService({ reports: [EARLIER], keepAlive: false });

  it('are told of without a button to delete any', async () => {
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 1);
    service.behave({ ...TWICE, fail: failures.cutAfterWork });
    await press(popup, 'Create report');
    await untilSaid(popup, SENTENCE);
    expect(idsOfPage()).toHaveLength(2);
    expect(await hasButton(popup, 'Delete duplicate')).toBe(false);
    expect(await hasButton(popup, 'Dismiss')).toBe(true);
  });
});
