import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, fill, namesOf, press } from '../browser/roles';
import { requestsBy } from './fixture';
import { openReport, openWatched, useHostileService } from './hostile-answers';
import { choose, untilAlert, untilSaid } from './popup-reading';

useHostileService();

/** What Copy URL has copied: headless browsers keep their clipboard to themselves. */
function copiedBy(popup: Page, act: () => Promise<void>): Promise<string> {
  return popup
    .evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset.copied = text;
      };
    })
    .then(act)
    .then(() =>
      until('it is copied', () => popup.evaluate(() => document.body.dataset.copied ?? false)),
    );
}

const report = (url: string) => JSON.stringify({ id: 1, url, privacy: 1, more: 'read' });

describe("a report's address", () => {
  it('is copied as the browser reads it, without line breaks and control characters', async () => {
    const url = 'https://a.example/x\n\u0007 y';
    const { popup } = await openReport(url, report(url));
    expect(await copiedBy(popup, () => press(popup, 'Copy URL'))).toBe(
      'https://a.example/x%07%20y',
    );
  });

  it('is opened neither from its view nor from the list where it has a user name', async () => {
    const url = 'https://bank.example@evil.example/';
    const { popup } = await openReport(url, report(url));
    expect(await namesOf(popup, 'button')).not.toContain('Open page');
    await press(popup, 'Back');
    await press(popup, 'More');
    await popup.locator(byRole('menuitem', 'Copy URL')).wait();
    expect(await namesOf(popup, 'menuitem')).not.toContain('Open page');
  });

  it.each([
    ['without a scheme', 'host.example/reset?token=9f8a7b6c5d4e3f2a', 'a sign-in token'],
    ['that is too long', `https://host.example/${'a'.repeat(10_000)}`, "can't be checked"],
    ['that is none', 'a page', "can't be checked"],
  ])('is published after a question where it is one %s', async (_, url, said) => {
    const { popup } = await openReport('https://listed.example/', report(url));
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    expect(await untilAlert(popup)).toContain(said);
    expect(requestsBy('PUT')).toEqual([]);
    await press(popup, 'Publish anyway');
    await until('it is published', () => requestsBy('PUT').length === 1);
  });
});

describe('an address that is too long', () => {
  it('is not sent, and no part of it', async () => {
    const { popup } = await openWatched();
    const url = `https://a.example/?${'x'.repeat(8_000)}`;
    await fill(popup, 'URL', url);
    await press(popup, 'Create report');
    await untilSaid(popup, 'This address is too long.');
    expect(requestsBy('POST')).toEqual([]);
    expect(await popup.$eval('#url', (field) => (field as HTMLInputElement).value)).toBe(url);
  });
});
