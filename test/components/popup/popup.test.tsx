import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Popup } from '@/components/popup/popup';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_MARKS } from '@/lib/history/marks';
import { pageHistory } from '@/lib/history/page-history';
import { EMPTY_QUEUE } from '@/lib/jobs/queue';
import type { Day } from '@/lib/report/compare/local-day';
import { resultOf } from '@/lib/report/past-result';
import { Privacy } from '@/lib/report/privacy';
import { connectPage, fakeBackground, publishQueue } from '../../support/page-view';
import { ACTIVE_TAB_URL, drawPopup } from '../../support/popup-view';
import { creation, finishedCreation, refused, sampleLine } from '../../support/sample-job';
import { replyOf } from '../../support/sample-list';
import { reportOn, sampleReport } from '../../support/sample-report';
import { sampleServices } from '../../support/sample-services';
import { all, draw, itemsOf, one, press, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

it('Create report requests a report of the page in front, private by default', async () => {
  const { background } = await drawPopup();
  await press('Create report');
  const subject = { kind: 'create', url: ACTIVE_TAB_URL, privacy: 1 };
  const job = expect.objectContaining({ subjects: [expect.objectContaining(subject)] });
  await waitUntil(() => expect(background.createJob).toHaveBeenCalledWith('a', job));
});

it('a pressed row opens its report, and Back returns to the list', async () => {
  await drawPopup();
  const list = await one('list', 'Recent reports');
  const [first] = all('listitem', undefined, list);
  expect(all('listitem', undefined, list)).toHaveLength(2);
  all('button', undefined, first)[0]?.click();
  await one('heading', 'https://host.example/2');
  await press('Back');
  await one('list', 'Recent reports');
});

it('Copy report link confirms the copy in its button and in a line', async () => {
  const { actions } = await drawPopup();
  const report = sampleReport('3', { url: ACTIVE_TAB_URL });
  await publishQueue({
    recentOperations: [finishedCreation('job', report, { endedAt: Date.now() })],
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press('Copy report link');
  const button = await one('button', 'Copied ✓');
  expect(actions.onCopy).toHaveBeenCalledExactlyOnceWith('https://host.example/reports/3');
  const lines = await one('list', 'Activity');
  expect(lines.textContent).toContain('host.example/: Only your account can open it (private).');
  expect(lines.textContent).not.toContain('Link copied');
  expect(all('status').map(({ textContent }) => textContent)).toContain(
    'Link copied: host.example/. Only your account can open it (private).',
  );
  vi.advanceTimersByTime(2_000);
  await waitUntil(() => expect(button.textContent).toBe('Copy report link'));
  vi.useRealTimers();
});

it('a notice leaves after six seconds, unless it has the focus', async () => {
  const { page } = await drawPopup();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines = () => itemsOf('Activity');
  page.notices.announce('Copied', { password: 'word' });
  await waitUntil(() => expect(lines()).toEqual(['CopiedCopy password']));
  (await one('button', 'Copy password')).focus();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines()).toEqual(['CopiedCopy password']);
  (await one('button', 'Create report')).focus();
  vi.advanceTimersByTime(6_000);
  await waitUntil(() => expect(lines()).toEqual([]));
});

it('Copy report link keeps its label if the copy failed', async () => {
  const { actions } = await drawPopup();
  const report = sampleReport('3', { url: ACTIVE_TAB_URL });
  await publishQueue({
    recentOperations: [finishedCreation('job', report, { endedAt: Date.now() })],
  });
  actions.onCopy.mockRejectedValueOnce(new Error('not allowed'));
  await press('Copy report link');
  await says("Couldn't copy");
  await one('button', 'Copy report link');
});

it('a reopened popup has one line with the link of a report that was just created', async () => {
  const report = sampleReport('3', { url: ACTIVE_TAB_URL, score: 87 });
  const recentOperations = [finishedCreation('job', report, { endedAt: Date.now() - 9 * 60_000 })];
  const { actions } = await drawPopup({ recentOperations });
  const lines = all('listitem', undefined, await one('list', 'Activity'));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.textContent).toMatch(/^Report created · Good 87/);
  // *This page* below shows the same result.
  const hidden = lines[0]?.querySelector('.visually-hidden');
  expect(hidden?.textContent).toBe(' · Good 87');
  await press('Open report');
  expect(actions.onOpenPage).toHaveBeenCalledExactlyOnceWith('https://host.example/reports/3');
});

it('This page does not say “No report” before a list of the service', async () => {
  const none = pageHistory([], []);
  const background = fakeBackground({
    getPages: async (_, keys) => ({ value: keys.map(() => none) }),
  });
  const { page } = await drawPopup({ background });
  await waitUntil(() => expect(page.historyOf('host.example')).toEqual(none));
  expect(document.querySelector('.this-page')?.textContent).toBe('This page Look on the service');
  await connectPage(undefined, { requestedAt: Date.now() });
  await says('This page No report yet');
  await connectPage(undefined, { requestedAt: Date.now() + 1, total: 980, next: 2 });
  await says('This page No report among the newest 2');
  const report = sampleReport('3', { url: ACTIVE_TAB_URL, score: 87 });
  await publishQueue({
    recentOperations: [finishedCreation('c', report, { endedAt: Date.now() + 2 })],
  });
  await says('This pageGood 87');
});

it('This page names the day of its result and the day of the base', async () => {
  const resultOn = (id: number, day: number, score: number) =>
    reportOn(id, 'host.example/', [day, 8], score);
  vi.setSystemTime(new Date(2026, 10, 29, 12));
  const history = pageHistory([resultOn(2, 22, 80)], resultOf(resultOn(1, 15, 75)));
  const background = fakeBackground({
    getPages: async (_, keys) => ({ value: keys.map(() => history) }),
  });
  const { page } = await drawPopup({ background });
  await says('Measured Nov 22');
  await says('compared with Nov 15');
  expect(document.querySelector('.this-page')?.textContent).not.toContain('since');
  const [report] = history.reports;
  expect(report && page.baseOf(report)?.generatedAt).toBe(resultOn(1, 15, 75).generatedAt);
  vi.useRealTimers();
});

it('the popup requests reports of the page in front only when Look on the service is pressed', async () => {
  const none = pageHistory([], []);
  let pages = none;
  const listReports = vi.fn<BackgroundApi['listReports']>(async () => {
    pages = pageHistory([sampleReport('3', { url: ACTIVE_TAB_URL, score: 87 })], []);
    return { value: replyOf('3') };
  });
  const background = fakeBackground({
    getPages: async (_, keys) => ({ value: keys.map(() => pages) }),
    listReports,
  });
  await drawPopup({ background });
  const calls = () => listReports.mock.calls.filter(([, query]) => query.search !== '');
  await one('button', 'Look on the service');
  expect(calls()).toEqual([]);
  await press('Look on the service');
  await says('This pageGood 87');
  expect(calls().map(([, query]) => query.search)).toEqual(['host.example']);
});

it.each<[string, Day[], string]>([
  ['the day of the last summary of its client', ['2026-11-10'], 'compared with Nov 5'],
  ['the previous result if its client has no summary', [], 'compared with Nov 20'],
])('This page is compared with %s', async (_, days, compared) => {
  vi.setSystemTime(new Date(2026, 10, 26, 12));
  onTestFinished(() => void vi.useRealTimers());
  const reports = [26, 20, 5].map((day) => reportOn(day, 'host.example/', day, 60 + day));
  const background = fakeBackground({
    getPages: async (_id, keys) => ({ value: keys.map(() => pageHistory(reports, [])) }),
    getMarks: async () => ({
      value: { ...NO_MARKS, summaries: [{ client: 'host.example', days }] },
    }),
  });
  await drawPopup({ background, comparedSince: 'summary' });
  await says(compared);
});

it('a single alert announces any number of refused reports', async () => {
  const url = (page: number) => `https://host.example/page/${page}`;
  const singles = Array.from({ length: 20 }, (_, page) =>
    sampleLine(`${page}`, refused(creation({ url: url(page) }), { code: 'unreachable' })),
  );
  await drawPopup();
  await publishQueue({ singles, all: { ...EMPTY_QUEUE.all, needsAttention: 20 } });
  const alerts = await waitUntil(() => {
    const withText = all('alert').filter(({ textContent }) => textContent !== '');
    expect(withText).not.toHaveLength(0);
    return withText;
  });
  expect(alerts.map(({ textContent }) => textContent)).toEqual(['20 reports need attention']);
  await says("host.example/page/0 wasn't reported");
});

it('one line counts worse and better clients, and leads to All reports', async () => {
  vi.setSystemTime(new Date(2026, 10, 26, 12));
  onTestFinished(() => void vi.useRealTimers());
  const news = {
    worse: 3,
    better: 1,
    since: new Date(2026, 10, 20).toISOString(),
  };
  const background = fakeBackground({ getNews: async () => ({ value: news }) });
  const { onShowAll } = await drawPopup({ background });
  await says('Since Nov 20: 3 clients worse, 1 better');
  await press('Since Nov 20: 3 clients worse, 1 better');
  expect(onShowAll).toHaveBeenCalledOnce();
});

it('a link beside the heading of the list leads to All reports', async () => {
  const { onShowAll } = await drawPopup();
  const list = await one('region', 'Recent reports');
  const [link] = all('button', 'All reports', list);
  expect(link?.textContent).toBe('All reports');
  expect(all('button', 'All reports')).toEqual([link]);
  link?.click();
  expect(onShowAll).toHaveBeenCalledOnce();
});

it.each([
  [false, 1],
  [true, 0],
])(
  'an open report in a window with isPrivate %s offers %d buttons Star',
  async (isPrivate, count) => {
    const { background } = await drawPopup({ isPrivate });
    const list = await one('list', 'Recent reports');
    all('button', undefined, list)[0]?.click();
    await one('heading', 'https://host.example/2');
    // The button More is drawn together with Star.
    await one('button', 'More');
    await waitUntil(() => expect(all('button', 'Star')).toHaveLength(count));
    // Mutes also apply in private windows.
    expect(background.getMarks).toHaveBeenCalledOnce();
  },
);

it.each([
  [Privacy.Private, ['base URL and an API key', 'private by default', 'Nothing is sent before']],
  [Privacy.Public, ['base URL and an API key', 'Nothing is sent before you connect']],
])(
  'a popup without a connection explains its purpose and the first steps with the default privacy %j',
  async (defaultPrivacy, texts) => {
    const onOpenSettings = vi.fn();
    draw(
      <Popup
        page={null}
        services={sampleServices().services}
        defaultPrivacy={defaultPrivacy}
        selectedTabs={[]}
        canShowExtensionPages
        onOpenSettings={onOpenSettings}
        onReportMany={() => {}}
        onShowAll={() => {}}
      />,
    );
    const header = await one('banner');
    expect(header.textContent).toContain(
      'Create SEO reports of the current page on your own report service.',
    );
    const main = await one('main');
    const lines = all('listitem', undefined, main).map(({ textContent }) => textContent);
    expect(lines).toEqual(texts.map((text) => expect.stringContaining(text)));
    await press('Connect a service');
    expect(onOpenSettings).toHaveBeenCalledOnce();
  },
);
