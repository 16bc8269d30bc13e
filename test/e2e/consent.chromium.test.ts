import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { clickAgain, clickFromBefore, doubleClick, holdEnter } from '../browser/hasty-presses';
import { connectThroughOptions } from '../browser/options-page';
import { byRole, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { insider, openPopup, requestsBy, service, stage, useService } from './fixture';
import { creation } from './insider';
import {
  choose,
  nextFrames,
  openRow,
  untilReportRead,
  untilRows,
  untilSaid,
} from './popup-reading';

const SECRET = 'https://secret.example/?access_token=s3cr3t-v4lu3-0f-s1gn-1n';
const OTHER_KEY = 'other-key-77c1';

useService({ reports: [{ url: SECRET, privacy: 1 }], otherKeys: { [OTHER_KEY]: 8 } });

/** What the focus is on. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent?.trim());
}

/**
 * Presses a button in every hasty way, and then the button that asks for consent in every way that
 * is none: that one stays and takes no focus.
 */
async function pressHastily(page: Page, name: string, consents: readonly string[]) {
  await doubleClick(page, name);
  for (const consent of consents) await page.locator(byRole('button', consent)).wait();
  expect(await focused(page)).not.toBeOneOf([...consents]);
  await page.focus(byRole('button', name));
  const enter = await holdEnter(page);
  for (const consent of consents) {
    await clickAgain(page, consent);
    await clickFromBefore(page, consent);
    // The key is held until the focus has come here.
    await page.focus(byRole('button', consent));
    await holdEnter(page);
  }
  await enter.release();
  await nextFrames(page);
  for (const consent of consents) await page.locator(byRole('button', consent)).wait();
}

async function leaveReports(): Promise<void> {
  service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await insider.add(creation('https://one.example/'));
}

describe('consent is a press of its own', () => {
  it('on Create report', async () => {
    const popup = await openPopup(`${service.samplePages.good}?access_token=s3cr3t-v4lu3-0f-s1gn`);
    await choose(popup, 'Public');
    await pressHastily(popup, 'Create report', ['Publish anyway']);
    expect(requestsBy('POST')).toEqual([]);
    await press(popup, 'Publish anyway');
    await untilSaid(popup, 'Report created');
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('on Save changes', async () => {
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 1);
    await openRow(popup, 'secret.example');
    await untilReportRead(popup);
    await choose(popup, 'Public');
    await pressHastily(popup, 'Save changes', ['Publish anyway']);
    expect(requestsBy('PUT')).toEqual([]);
    await press(popup, 'Publish anyway');
    await untilSaid(popup, 'Changes saved');
    expect(requestsBy('PUT')).toHaveLength(1);
  });

  it('on Disconnect', async () => {
    await leaveReports();
    const options = await stage.openOptions();
    await pressHastily(options, 'Disconnect', ['Disconnect anyway']);
    await insider.ask('account');
    expect((await insider.tasks()).tasks).toHaveLength(1);
    await press(options, 'Disconnect anyway');
    await untilSaid(options, 'Disconnected.');
    expect(await insider.stored()).toEqual({});
  });

  it('on Connect', async () => {
    await leaveReports();
    const options = await stage.openOptions();
    const { baseUrl } = service;
    await connectThroughOptions(options, { baseUrl, apiKey: OTHER_KEY });
    await pressHastily(options, 'Connect', ['Keep waiting reports', 'Drop waiting reports']);
    await insider.ask('account');
    expect((await insider.tasks()).tasks).toHaveLength(1);
    expect(await insider.placesOf(OTHER_KEY)).toEqual([]);
  });
});
