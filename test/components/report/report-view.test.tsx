import { beforeEach, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Check } from '@/lib/report/content/checks';
import { Privacy } from '@/lib/report/privacy';
import { connectPage, fakeBackground } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { drawReports } from '../../support/reports-view';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { storeConnection } from '../../support/stored-connection';
import { all, one, press, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

/** Returns new objects at each read. */
const checks = (): Check[] =>
  ['title', 'meta_description'].map((name) => ({
    name,
    isPassed: false,
    importance: 'high',
    value: null,
    reasons: [],
    details: [{ name: 'found', value: { fields: [{ name: 'deep', value: 1 }], more: 0 } }],
  }));

beforeEach(useEnglish);

function areOpen(name: string): boolean[] {
  return [...document.querySelectorAll('details')]
    .filter((fold) => fold.querySelector('summary')?.textContent === name)
    .map(({ open }) => open);
}

function pressFold(name: string, index = 0): void {
  const summaries = [...document.querySelectorAll('summary')];
  summaries.filter(({ textContent }) => textContent === name)[index]?.click();
}

it('an open fold stays open when its report is read again', async () => {
  let privacy: Privacy = Privacy.Private;
  const getReport = async (_: string, { id }: { id: string }) => ({
    value: { ...sampleDetails(id, { privacy }), checks: checks() },
  });
  const { page } = await drawPopup({ background: fakeBackground({ getReport }) });
  page.show(sampleReport('2'));
  await says('Meta description');
  pressFold('More details', 1);
  expect(areOpen('More details')).toEqual([false, true]);
  // Imitates a change in another window, and a read of the list.
  privacy = Privacy.Public;
  await connectPage([sampleReport('2', { privacy }), sampleReport('1')]);
  await says('Public');
  expect(areOpen('More details')).toEqual([false, true]);
});

it('Try again reads the report, and focuses the heading', async () => {
  const getReport = vi
    .fn<BackgroundApi['getReport']>(async (_, { id }) => ({ value: sampleDetails(id) }))
    .mockResolvedValueOnce({ failure: { code: 'unreachable' } });
  const { page } = await drawPopup({ background: fakeBackground({ getReport }) });
  page.show(sampleReport('2'));
  await press('Try again');
  await one('heading', 'Other fields');
  expect(getReport).toHaveBeenCalledTimes(2);
  await waitUntil(() => {
    expect(document.activeElement).toBe(all('heading', 'https://host.example/2')[0]);
  });
});

it('a report beside the list folds its long address, and focuses its heading', async () => {
  const reports = ['2', '1'].map((id) =>
    sampleReport(id, { url: `https://host.example/${id.repeat(200)}` }),
  );
  const { page } = await drawReports({ reports });
  for (const report of reports) {
    (await one('searchbox', 'Search')).focus();
    page.show(report);
    await waitUntil(() => {
      expect(document.activeElement).toBe(all('heading', report.url ?? '')[0]);
    });
    const heading = await one('heading', report.url ?? '');
    expect(heading.classList.contains('is-cut')).toBe(true);
    await press('Show all');
    await one('button', 'Show less');
    expect(heading.classList.contains('is-cut')).toBe(false);
  }
});

it('an open report follows the setting Report link', async () => {
  const { page, actions } = await drawReports({ isPanel: true });
  page.show(sampleReport('2'));
  await press('Open report');
  await storeConnection({ reportLink: 'https://agency.example/{id}' });
  await press('Open report');
  const links = ['https://host.example/reports/2', 'https://agency.example/2'];
  await waitUntil(() => expect(actions.onOpenPage.mock.calls.flat()).toEqual(links));
});

it.each([
  ['has the report link of a policy for its service', 'https://host.example', 'office.example/2'],
  [
    'ignores the report link of a policy for another service',
    'https://other.example',
    'host.example/reports/2',
  ],
])('an open report %s', async (_, baseUrl, link) => {
  const { page, actions, preferences } = await drawPopup();
  const policy = { baseUrl, reportLink: 'https://office.example/{id}' };
  preferences.value = { ...preferences.value, policy };
  page.show(sampleReport('2'));
  await press('Open report');
  expect(actions.onOpenPage.mock.calls.flat()).toEqual([`https://${link}`]);
});

it('an open report keeps the age of its result up to date', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const generatedAt = new Date().toISOString();
  const { page } = await drawPopup({ reports: [sampleReport('2', { generatedAt })] });
  page.show(sampleReport('2', { generatedAt }));
  await says('now');
  vi.advanceTimersByTime(5 * 60_000);
  await says('5m ago');
  vi.useRealTimers();
});

it('Copy report link of an open report confirms the copy in the button', async () => {
  const { page, actions } = await drawPopup();
  page.show(sampleReport('2'));
  await press('Copy report link');
  await one('button', 'Copied ✓');
  expect(actions.onCopy).toHaveBeenCalledWith('https://host.example/reports/2');
});
