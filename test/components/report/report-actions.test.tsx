import { beforeEach, describe, expect, it } from 'vitest';
import { usualChecks } from '../../service/served-checks';
import { failures } from '../../service/served-failure';
import { openAtService } from '../../support/at-service';
import { drawPopup } from '../../support/popup-view';
import { drawReports } from '../../support/reports-view';
import { sampleReport } from '../../support/sample-report';
import {
  all,
  expectFocus,
  itemsOf,
  one,
  openReport,
  press,
  pressInMenu,
  pressKey,
  row,
  says,
  saysNoMore,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const PAGE = 'https://trails.example/huts/lakeside';
const BUTTONS = ['Open report', 'Copy report link', 'Update results', 'More'];
const MENU_ITEMS = ['Report again', 'Copy URL', 'Copy as text', 'Open page', 'Delete report'];
const DAY = 24 * 60 * 60_000;

beforeEach(useEnglish);

const isoDaysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

async function readMenuItems(): Promise<string[]> {
  await press('More');
  await one('menu');
  return all('menuitem').map(({ textContent }) => textContent ?? '');
}

async function readActions(): Promise<[buttons: string[], items: string[]]> {
  const buttons = [...document.querySelectorAll('.report-buttons > button')];
  const items = await readMenuItems();
  pressKey('Escape');
  return [buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent), items];
}

const partClasses = () =>
  [...document.querySelectorAll('.report > *')].map(({ className }) => className);

async function expectStatus(text: string): Promise<void> {
  await waitUntil(() =>
    expect(all('status').map(({ textContent }) => textContent)).toContain(text),
  );
}

describe('an open report', () => {
  it('has the same parts and actions in popup and table', async () => {
    const extension = await openAtService([{ url: PAGE, score: 44, privacy: 0 }]);
    extension.service.behave({ shape: { content: { results: usualChecks() } } });
    await extension.openPopup();
    await openReport(PAGE.slice(8));
    await says('16 failed: 6 high, 5 medium, 5 low · 20 passed');
    const primary = [...document.querySelectorAll('.report .primary')];
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Open report']);
    expect(await readActions()).toEqual([BUTTONS, MENU_ITEMS]);
    const text = document.querySelector('main')?.textContent ?? '';
    expect(text.match(/16 failed/g)).toHaveLength(1);
    expect(text).not.toContain('issues');
    const inPopup = partClasses();

    await extension.openReports();
    await waitUntil(() => document.querySelector<HTMLElement>('.table-row .row')?.click());
    await says('16 failed: 6 high, 5 medium, 5 low · 20 passed');
    expect(partClasses()).toEqual(inPopup);
    // A report on a separate page also has Print.
    expect(await readActions()).toEqual([BUTTONS, MENU_ITEMS.toSpliced(4, 0, 'Print')]);
  });

  it('opens the form for many pages when Report again is pressed in the table', async () => {
    await drawReports({ reports: [sampleReport('1', { url: PAGE })] });
    await waitUntil(() => expect(document.querySelector('.table-row .row')).not.toBeNull());
    document.querySelector<HTMLElement>('.table-row .row')?.click();
    await one('button', 'Update results');
    await pressInMenu('Report again');
    await one('button', 'Create 1 report');
  });

  it.each([
    ['popup', () => drawPopup({ reports: [sampleReport('1', { url: PAGE, privacy: 0 })] })],
    [
      'side panel',
      () =>
        drawReports({
          reports: [sampleReport('1', { url: PAGE, privacy: 0 })],
          isPanel: true,
          isNarrow: true,
        }),
    ],
  ])('fills the form of the %s after Report again', async (_, drawPage) => {
    const { background } = await drawPage();
    await openReport(PAGE.slice(8));
    await pressInMenu('Report again');
    await expectFocus('Create report');
    expect(await one('textbox', 'URL')).toHaveProperty('value', PAGE);
    expect(await one('radio', 'Public')).toHaveProperty('checked', true);
    await press('Create report');
    const subject = expect.objectContaining({ kind: 'create', url: PAGE, privacy: 0 });
    const job = expect.objectContaining({ subjects: [subject] });
    await waitUntil(() => expect(background.createJob).toHaveBeenCalledWith('a', job));
  });
});

describe('the report link', () => {
  it('can be copied and opened after the creation, with a note about its privacy', async () => {
    const extension = await openAtService();
    const { actions } = await extension.openPopup();
    await press('Create report');
    await says('Report created');
    const copy = await one('button', 'Copy report link');
    copy.focus();
    copy.click();
    await expectStatus('Link copied: host.example/. Only your account can open it (private).');
    expect(document.activeElement).toBe(copy);
    await press('Open report');
    const link = `${extension.service.baseUrl}/reports/1`;
    expect([actions.onCopy.mock.calls, actions.onOpenPage.mock.calls]).toEqual([
      [[link]],
      [[link]],
    ]);
  });

  it('is in the row menu and in the report, with a note about its current privacy', async () => {
    const extension = await openAtService([{ url: 'https://one.example/', privacy: 0 }]);
    await extension.openPopup();
    await row('one.example');
    await pressInMenu('Copy report link');
    await expectStatus('Link copied: one.example/. Anyone can open it (public).');
    await press('More');
    await one('menuitem', 'Copy report link');
    await extension.update('1', { privacy: 1 });
    await waitUntil(async () =>
      expect((await row('one.example')).textContent).toContain('Private'),
    );
    await press('Copy report link', 'menuitem');
    await expectStatus('Link copied: one.example/. Only your account can open it (private).');
    await openReport('one.example');
    await pressInMenu('Copy as text');
    await expectStatus(
      'Report copied as text: one.example/. Only your account can open its link (private).',
    );
  });

  it('has the button Copy password beside it only if this popup knows the password', async () => {
    const linkCopied = (page: string) => `Link copied: ${page}. The password isn't included.`;
    const extension = await openAtService([{ url: 'https://one.example/', privacy: 0 }]);
    const { actions } = await extension.openPopup();
    await press('Password', 'radio');
    await type('Report password', 'first one');
    await press('Create report');
    await says('Report created');
    await press('Copy report link');
    await expectStatus(linkCopied('host.example/'));
    const button = await copyPasswordOfLine();
    await expectStatus('Password copied');
    expect(document.activeElement).toBe(button);
    expect(actions.onCopy.mock.lastCall).toEqual(['first one']);

    await openReport('one.example');
    await press('Change…');
    await press('Password', 'radio');
    await type('Report password', 'second one');
    await press('Save changes');
    await expectStatus('Changes saved · one.example/');
    await press('Copy report link');
    await expectStatus(linkCopied('one.example/'));
    await copyPasswordOfLine();
    await waitUntil(() => expect(actions.onCopy.mock.lastCall).toEqual(['second one']));

    await extension.openPopup();
    (await row('one.example')).parentElement?.querySelector<HTMLElement>('.row + button')?.click();
    await press('Copy report link', 'menuitem');
    await expectStatus(linkCopied('one.example/'));
    expect(all('button', 'Copy password')).toEqual([]);
  });

  it('follows the setting, and is not offered if the setting is empty', async () => {
    const extension = await openAtService([{ url: 'https://one.example/', privacy: 0 }]);
    const { actions } = await extension.openPopup();
    await row('one.example');
    const reportLink = `${extension.service.baseUrl}/reports/{id}?from=extension`;
    await extension.api.setReportLink(extension.connectionId, reportLink);
    await pressInMenu('Open report');
    expect(actions.onOpenPage).toHaveBeenCalledExactlyOnceWith(reportLink.replace('{id}', '1'));
    await extension.api.setReportLink(extension.connectionId, '');
    expect(await readMenuItems()).not.toContain('Copy report link');
    pressKey('Escape');
    await openReport('one.example');
    expect(all('button', 'Open report')).toEqual([]);
    // No other button becomes the main one.
    expect(document.querySelector('.report .primary')).toBeNull();
  });
});

/** Presses Copy password in the last line of the queue. */
async function copyPasswordOfLine(): Promise<HTMLElement> {
  const button = await waitUntil(() => {
    const found = document.querySelector<HTMLElement>('.line:last-child .verbs button');
    if (found?.textContent !== 'Copy password') expect.fail(document.body.innerHTML);
    return found;
  });
  button.focus();
  button.click();
  return button;
}

describe('an update of the results', () => {
  it('shows the date of the checks if no new checks can be read', async () => {
    const generated_at = isoDaysAgo(30);
    const extension = await openAtService([
      { url: PAGE, score: 60, generated_at, failing: ['title'] },
    ]);
    await extension.openPopup();
    await openReport(PAGE.slice(8));
    await says('Too long');
    extension.service.setFailing(PAGE, ['sitemap']);
    extension.service.behave([
      { on: { method: 'GET', path: /\/reports\/\d+$/ }, fail: failures.tooManyRequests },
      { on: { method: 'PUT' }, shape: { checks: false } },
    ]);
    await press('Update results');
    await says('Results updated');
    expect(all('button', 'Open')).toEqual([]);
    await says('Checks of ');
    await says('Too many requests.');
    const failedTexts = () => itemsOf('Checks').join();
    expect(failedTexts()).toContain('Failed Title');
    extension.service.behave(null);
    await press('Try again');
    await saysNoMore('Checks of ');
    await waitUntil(() => expect(failedTexts()).toContain('Failed Sitemap'));
    expect(failedTexts()).not.toContain('Failed Title');
  });

  it('needs confirmation for an older report of a page, and offers a new report', async () => {
    const extension = await openAtService([
      { url: PAGE, score: 60, generated_at: isoDaysAgo(400) },
      { url: PAGE, score: 81, generated_at: isoDaysAgo(9) },
    ]);
    await extension.openPopup();
    await openReport('Decent 60');
    await press('Update results');
    await says(
      /replaces the result of .* in this older report, whose link will then show the new result\./,
    );
    const answers = [...document.querySelectorAll('.ask button')];
    expect(answers.map(({ textContent }) => textContent)).toEqual([
      ...['Report again', 'Update anyway', 'Cancel'],
    ]);
    const cancel = await one('button', 'Cancel');
    cancel.focus();
    cancel.click();
    await expectFocus('Open report');
    await press('Update results');
    await press('Report again');
    await expectFocus('Create report');
    expect(await one('textbox', 'URL')).toHaveProperty('value', PAGE);
    expect(extension.requests('PUT')).toEqual([]);
  });
});

it('an unsaved password is forgotten when its report closes', async () => {
  await drawPopup();
  await openReport('host.example/2');
  await press('Change…');
  await press('Password', 'radio');
  await press('Make a strong password');
  expect(await one('textbox', 'Report password')).not.toHaveProperty('value', '');
  await press('Back');
  await openReport('host.example/2');
  expect(all('radio')).toHaveLength(0);
  await press('Change…');
  expect(await one('radio', 'Private')).toHaveProperty('checked', true);
  await press('Password', 'radio');
  expect(await one('textbox', 'Report password')).toHaveProperty('value', '');
});
