import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_COUNTS } from '@/lib/jobs/job';
import { openAtService } from '../../support/at-service';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { creation, sampleBackoff, sampleLine, update } from '../../support/sample-job';
import { all, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

it('the failure of the list is shown only once during a backoff', async () => {
  const failure = { code: 'unreachable' } as const;
  const background = fakeBackground({ listReports: async () => ({ failure }) });
  const { page } = await drawReports({ background });
  const reason = "Couldn't reach the service";
  const alerts = () => all('alert').filter(({ textContent }) => textContent?.includes(reason));
  await one('table', 'Reports');
  page.refresh();
  await waitUntil(() => expect(alerts()).toHaveLength(1));
  await publishQueue({
    backoff: sampleBackoff(failure),
    singles: [sampleLine('a', creation())],
    all: { create: 1, update: 0, delete: 0, needsAttention: 0 },
  });
  await says('Retry now');
  await waitUntil(() => expect(alerts()).toHaveLength(0));
});

it('a failed list says since when requests fail, even between two backoffs', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-02T13:00:00.000Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const failure = { code: 'unreachable' } as const;
  const listReports = vi.fn<BackgroundApi['listReports']>(async () => ({ failure }));
  await drawReports({ background: fakeBackground({ listReports }) });
  await says("Couldn't reach the service");
  await publishQueue({ backoff: sampleBackoff(failure) });
  await says(/Requests have failed since 12:00\sPM\./);
  listReports.mockReturnValue(new Promise(() => {}));
  await publishQueue();
  await waitUntil(() => expect(listReports).toHaveBeenCalledTimes(2));
  await says(/Requests have failed since 12:00\sPM\./);
});

it('Report many pages opens the field for addresses', async () => {
  await drawReports();
  await one('table', 'Reports');
  await press('Report many pages');
  await one('textbox', 'Addresses');
});

it('All reports shows one notice while the history cannot be stored', async () => {
  await drawReports();
  await publishQueue({ historyState: 'failing' });
  const text = "Your browser can't store earlier results";
  await says(text);
  expect(document.body.textContent?.split(text)).toHaveLength(2);
  await publishQueue({ historyState: 'stored' });
  await saysNoMore(text);
});

it('Dismiss removes the line of a created report, and the line of a copied text', async () => {
  const extension = await openAtService([{ url: 'https://clinic.example/' }]);
  const { page } = await extension.openReports();
  await one('table', 'Reports');
  await extension.createAll('https://one.example/');
  await says(/Report created · Good \d+one\.example\//);
  await press('Dismiss');
  await saysNoMore('Report created');
  page.notices.announce('Proof copied');
  await says('Proof copied');
  await press('Dismiss');
  await saysNoMore('Proof copied');
});

it('a notice offers Undo, and disappears after the press', async () => {
  const { page } = await drawReports();
  await one('table', 'Reports');
  const onUndo = vi.fn();
  page.notices.announce('Mill was taken apart.', { onUndo });
  await press('Undo');
  await saysNoMore('Mill was taken apart.');
  expect(onUndo).toHaveBeenCalledOnce();
  page.notices.announce('Proof copied');
  await says('Proof copied');
  expect(all('button', 'Undo')).toEqual([]);
});

it('Dismiss removes a batch of updates that has ended', async () => {
  const updateJob = vi.fn<BackgroundApi['updateJob']>(async () => ({ value: true }));
  await drawReports({ background: fakeBackground({ updateJob }) });
  const batch = sampleLine('b', update({ results: 1 }), { isBatch: true, size: 2 });
  await publishQueue({ batches: [batch] });
  await says('Updating results: 0 of 2');
  expect(all('button', 'Dismiss')).toEqual([]);
  await publishQueue({ batches: [{ ...batch, counts: { ...NO_COUNTS, done: 2 } }] });
  await says('2 results updated');
  await press('Dismiss');
  expect(updateJob).toHaveBeenCalledExactlyOnceWith('a', 'b', { kind: 'remove' });
});

it('the page has the title All reports', async () => {
  await drawReports();
  await one('heading', 'All reports host.example');
  expect(document.title).toBe('All reports');
});

it('All reports has one sentence about a browser without history', async () => {
  await publishQueue({ historyState: 'unavailable' });
  await drawReports();
  await says('Your browser never remembers history');
  await saysNoMore("Your browser can't store earlier results");
});
