import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, fill } from '../browser/roles';
import { failures } from '../service/served-failure';
import {
  deleteElsewhere,
  insider,
  openPopup,
  openWithRows,
  requestsBy,
  service,
  stage,
  useService,
} from './fixture';
import { enterInAddressBar, typeInAddressBar, untilSuggested } from './omnibox';
import {
  choose,
  empty,
  expand,
  openRow,
  select,
  untilReportRead,
  untilRows,
  untilSaid,
  untilUnsaid,
} from './popup-reading';
import { submitMany } from './task-states';
import { untilPopupTab } from './worker-events';

const SECRET = 'https://secret.example/?access_token=s3cr3t-v4lu3-0f-s1gn-1n';

useService({
  keepAlive: false,
  reports: [
    ...Array.from({ length: 10 }, (_, number) => ({ url: `https://page-${number}.example/` })),
    { url: SECRET, privacy: 1 },
    { url: 'https://last.example/', result: 'bad' },
  ],
});

/** Presses a button by keyboard. */
async function pressKey(popup: Page, name: string): Promise<void> {
  const button = await popup.locator(byRole('button', name)).waitHandle();
  await button.focus();
  await popup.keyboard.press('Enter');
}

/** Waits until the focus is on what has this text or label. */
async function untilFocused(popup: Page, name: string): Promise<void> {
  let focused = '';
  const isFocused = async () => {
    focused = await popup.evaluate(() => {
      const { tagName, ariaLabel, textContent, id } = document.activeElement as HTMLElement;
      const label = document.querySelector(`label[for="${id}"]`)?.textContent;
      return tagName === 'BODY' ? 'body' : (ariaLabel ?? label ?? textContent);
    });
    return focused.includes(name);
  };
  await until(`${name} has the focus`, isFocused, 10_000).catch(() => expect(focused).toBe(name));
}

describe('the focus goes on after', () => {
  it('Back from a report that was handed over to a tab', async () => {
    await typeInAddressBar('page-5');
    const { content } = await untilSuggested('page-5');
    await enterInAddressBar(content);
    const tab = await untilPopupTab();
    await tab.locator(byRole('heading', 'https://page-5.example/')).wait();
    await pressKey(tab, 'Back');
    await untilFocused(tab, 'https://page-5.example/');
  });

  it('Back from a report that the list has lost meanwhile', async () => {
    const popup = await openWithRows(10);
    await openRow(popup, 'page-5');
    await deleteElsewhere('https://page-5.example/');
    await insider.ask(
      'list',
      { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 },
      false,
    );
    await pressKey(popup, 'Back');
    await untilRows(popup, (rows) => !rows.join().includes('page-5'));
    await untilFocused(popup, 'Recent reports');
  });

  it('Show more, where the other rows follow, though an older one is known', async () => {
    const popup = await openWithRows(10);
    await fill(popup, 'Search', 'page-0', 'searchbox');
    await untilRows(popup, (rows) => rows.length === 1);
    await empty(popup, 'Search', 'searchbox');
    await untilRows(popup, (rows) => rows.length === 10);
    await popup.locator(byRole('button', 'Show more')).wait();
    await pressKey(popup, 'Show more');
    await untilRows(popup, (rows) => rows.length === 12);
    await untilFocused(popup, 'https://page-2.example/');
  });

  it.each(['Disconnect', 'Disconnect anyway'])('%s on the options page', async (answer) => {
    const asks = answer === 'Disconnect anyway';
    if (asks) await submitMany(['https://one.example/'], failures.tooManyRequests);
    const options = await stage.openOptions();
    await pressKey(options, 'Disconnect');
    if (asks) await pressKey(options, answer);
    await options.locator('::-p-text(Disconnected.)').wait();
    await untilFocused(options, 'Report service');
  });

  it('Clear filters, to the first of them', async () => {
    const popup = await openWithRows(10);
    await select(popup, 'Result', 'Bad');
    await untilRows(popup, (rows) => rows.length === 1);
    await pressKey(popup, 'Clear filters');
    await until('the first has it', () =>
      popup.evaluate(() =>
        document.activeElement?.closest('label')?.textContent?.startsWith('Result'),
      ),
    );
  });

  it.each(['Make it private', 'Publish anyway'])('%s', async (answer) => {
    const popup = await openPopup(`${service.samplePages.good}?access_token=s3cr3t-v4lu3-0f-s1gn`);
    await choose(popup, 'Public');
    await pressKey(popup, 'Create report');
    await pressKey(popup, answer);
    await untilFocused(popup, 'Create report');
    await openRow(popup, SECRET);
    await untilReportRead(popup);
    await choose(popup, 'Public');
    await pressKey(popup, 'Save changes');
    await pressKey(popup, answer);
    await untilFocused(popup, 'Save changes');
    const sent = answer === 'Publish anyway' ? 1 : 0;
    await until('what was agreed to is sent', () => requestsBy('PUT').length === sent);
  });

  it('Save changes of a report that was deleted elsewhere', async () => {
    const popup = await openWithRows(10);
    await openRow(popup, SECRET);
    await untilReportRead(popup);
    await deleteElsewhere(SECRET);
    await choose(popup, 'Password');
    await popup.keyboard.press('Tab');
    await popup.keyboard.type('word');
    await pressKey(popup, 'Save changes');
    await untilSaid(popup, 'This report is no longer on the service.');
    await untilFocused(popup, SECRET);
  });

  it('Discard and Edit of reports that were refused, and Cancel of one that waits', async () => {
    const urls = ['https://one.example/', 'https://two.example/', 'https://three.example/'];
    await submitMany(urls, failures.invalid);
    const popup = await openPopup();
    await untilSaid(popup, '3 reports need attention');
    await pressKey(popup, 'Discard');
    await untilSaid(popup, '2 reports need attention');
    await untilFocused(popup, 'Queue details');
    await pressKey(popup, 'Edit');
    await untilFocused(popup, 'URL');
    await untilSaid(popup, '1 report needs attention');
    service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await pressKey(popup, 'Send again');
    await untilSaid(popup, 'retrying at');
    await untilFocused(popup, 'Queue details');
    // They have just closed by themselves, and a press in the same moment means that.
    await until('it can be cancelled', async () => {
      await expand(popup, 'Queue details');
      return (await popup.$(byRole('button', 'Cancel'))) !== null;
    });
    await pressKey(popup, 'Cancel');
    await untilUnsaid(popup, 'retrying at');
    await untilFocused(popup, 'Recent reports');
  });
});
