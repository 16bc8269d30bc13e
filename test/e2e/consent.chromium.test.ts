import { describe, expect, it } from 'vitest';
import {
  clickAgain,
  clickWithOldTimeStamp,
  doubleClick,
  holdEnter,
} from '../browser/hasty-presses';
import { app, byRole, creation, failures, type Screen, useService } from './app';

const SECRET = 'https://secret.example/?access_token=s3cr3t-v4lu3-0f-s1gn-1n';
const OTHER_KEY = 'other-key-77c1';

useService({ reports: [{ url: SECRET, privacy: 1 }], otherKeys: { [OTHER_KEY]: 8 } });

/** Double-clicks a button and holds Enter on it. Then presses its confirmations too early to count. */
async function pressHastily(page: Screen, name: string, confirmations: readonly string[]) {
  await doubleClick(page, name);
  for (const confirmation of confirmations) await page.shows('button', confirmation);
  const focused = await page.evaluate(() => document.activeElement?.textContent.trim());
  expect(focused).not.toBeOneOf([...confirmations]);
  await page.focus(byRole('button', name));
  const enter = await holdEnter(page);
  for (const confirmation of confirmations) {
    await clickAgain(page, confirmation);
    await clickWithOldTimeStamp(page, confirmation);
    // Moves the focus to the confirmation while the key is down.
    await page.focus(byRole('button', confirmation));
    await holdEnter(page);
  }
  await enter.release();
  await page.nextFrames();
  for (const confirmation of confirmations) await page.shows('button', confirmation);
}

async function addWaitingReport(): Promise<void> {
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await app.worker.createJobs(creation('https://one.example/'));
}

describe('a confirmation before a risky press', () => {
  it('appears after Create report for each risky address', async () => {
    const popup = await app.popup(
      `${app.service.samplePages.good}?access_token=s3cr3t-v4lu3-0f-s1gn`,
    );
    await popup.choose('Public');
    await pressHastily(popup, 'Create report', ['Publish anyway']);
    expect(await popup.untilAlert()).toContain('a sign-in token');
    const url = 'http://192.168.1.20/admin';
    await popup.fill('URL', url);
    await popup.press('Create report');
    expect(await popup.untilAlert()).toContain('the service may not reach it');
    expect(app.requests('POST')).toEqual([]);
    await popup.press('Publish anyway');
    await popup.says('Report created');
    expect(app.service.reports()).toMatchObject([{ url }, { url: SECRET }]);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('gives way to a note after Make it private, until the privacy changes', async () => {
    const popup = await app.popup(
      `${app.service.samplePages.good}?access_token=s3cr3t-v4lu3-0f-s1gn`,
    );
    await popup.choose('Public');
    await popup.press('Create report');
    await popup.press('Make it private');
    await popup.says('Private now. Nothing has been sent yet.');
    await popup.choose('Public');
    await popup.saysNoMore('Private now');
    expect(app.requests('POST')).toEqual([]);
  });

  it('appears after Connect, despite double clicks and held keys', async () => {
    await addWaitingReport();
    const options = await app.options();
    const { baseUrl } = app.service;
    await options.connect({ baseUrl, apiKey: OTHER_KEY });
    await pressHastily(options, 'Connect', ['Keep waiting reports', 'Drop waiting reports']);
    await app.worker.callForConnection('getAccount');
    expect(await app.worker.operations()).toHaveLength(1);
    expect(await app.worker.itemsContaining(OTHER_KEY)).toEqual([]);
  });
});
