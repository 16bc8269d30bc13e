import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSharedState } from '@/components/app/followed-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_MARKS } from '@/lib/history/marks';
import type { DueLine } from '@/lib/report/compare/due';
import { referTo } from '@/lib/report/report-reference';
import { dueItem } from '@/lib/shared-state/shared-items';
import { openAtService } from '../../support/at-service';
import { createDeferredCalls } from '../../support/deferred-calls';
import { fakeBackground } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { drawReports } from '../../support/reports-view';
import { dueOn } from '../../support/sample-backup';
import { reportOn } from '../../support/sample-report';
import { storeConnection } from '../../support/stored-connection';
import { all, itemsOf, one, press, says, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const SHOP = { kind: 'client', name: 'shop.example' } as const;
const REPORTS = [reportOn(2, 'shop.example/beds', 23, 60), reportOn(1, 'shop.example/', 23, 60)];
const CLIENT_LINE: DueLine = { subject: SHOP, ticket: null, pages: 60 };
const LINES: readonly DueLine[] = [
  CLIENT_LINE,
  {
    subject: { kind: 'ticket', id: 't' },
    ticket: { check: 'noindex', client: 'shop.example' },
    pages: 1,
  },
  { subject: { kind: 'starred' }, ticket: null, pages: 31 },
];

/** The change of a mark by *Not now*. */
const BEFORE = dueOn(SHOP, 2);
const CHANGES = [{ before: BEFORE, after: { ...BEFORE, endedAt: null } }];

const publish = (...lines: DueLine[]) =>
  dueItem('a').write({ lines, hasDueMarks: lines.length > 0, inputs: '' });

/** Creates a background whose due pages are those of `REPORTS`. */
function backgroundWithDue() {
  const calls = {
    getDueReports: vi.fn<BackgroundApi['getDueReports']>(async () => ({ value: REPORTS })),
    createJob: vi.fn<BackgroundApi['createJob']>(async () => ({ value: null })),
    changeMarks: vi.fn<BackgroundApi['changeMarks']>(async () => ({
      value: { marks: NO_MARKS, changes: CHANGES },
    })),
  };
  return { ...calls, background: fakeBackground(calls, REPORTS) };
}

/** Returns the line about the client. */
const clientLine = () =>
  waitUntil(
    () =>
      all('listitem').find(({ textContent }) => textContent.includes('Due: 60')) ??
      expect.fail(document.body.innerHTML),
  );

describe.each([
  ['the popup', drawPopup],
  ['All reports', drawReports],
] as const)('%s', (_, drawPage) => {
  it('shows what is due, and how long a re-check takes', async () => {
    await publish(...LINES);
    await drawPage({ reports: REPORTS });
    await one('list', 'Due');
    expect(itemsOf('Due')).toEqual([
      'Due: 60 pages of shop.exampleRe-check (2 minutes)Not now',
      'Due: 1 page with the ticket Noindex (shop.example)Re-check (1 minute)Not now',
      'Due: 31 starred pagesRe-check (2 minutes)Not now',
    ]);
  });

  it('shows three lines at first, and all lines after a press', async () => {
    const clients = ['a', 'b', 'c', 'd', 'e'].map(
      (name): DueLine => ({ ...CLIENT_LINE, subject: { kind: 'client', name } }),
    );
    await publish(...clients);
    await drawPage({ reports: REPORTS });
    await one('button', '2 more due');
    expect(all('button', 'Not now')).toHaveLength(3);
    await press('2 more due');
    await waitUntil(() => expect(all('button', 'Not now')).toHaveLength(5));
    await press('2 more due');
    await waitUntil(() => expect(all('button', 'Not now')).toHaveLength(3));
  });

  it('requests new results of the due pages in one batch', async () => {
    await publish(CLIENT_LINE);
    const { background, ...calls } = backgroundWithDue();
    await drawPage({ background, reports: REPORTS });
    await press('Re-check (2 minutes)');
    await waitUntil(() => expect(calls.createJob).toHaveBeenCalledOnce());
    expect(calls.getDueReports).toHaveBeenCalledWith('a', SHOP);
    expect(calls.createJob).toHaveBeenCalledWith(
      'a',
      expect.objectContaining({
        isBatch: true,
        isPrivate: false,
        subjects: REPORTS.map((report) => ({
          kind: 'update',
          report: referTo(report),
          update: { results: 1 },
        })),
      }),
    );
  });

  it('takes a double click as one press, and sends nothing without a press', async () => {
    await publish(CLIENT_LINE);
    const due = createDeferredCalls<Awaited<ReturnType<BackgroundApi['getDueReports']>>>();
    const { background, ...calls } = backgroundWithDue();
    calls.getDueReports.mockImplementation(due.call);
    await drawPage({ background, reports: REPORTS });
    const button = await one('button', 'Re-check (2 minutes)');
    await settle();
    expect(calls.createJob).not.toHaveBeenCalled();
    button.click();
    button.click();
    await due.untilCount(1);
    expect((await one('button', 'Not now')).getAttribute('aria-disabled')).toBe('true');
    due.answer(0, { value: REPORTS });
    await waitUntil(() => expect(calls.createJob).toHaveBeenCalledOnce());
  });

  it('sends nothing if no page is due any more', async () => {
    await publish(CLIENT_LINE);
    const { background, ...calls } = backgroundWithDue();
    calls.getDueReports.mockResolvedValue({ value: [] });
    await drawPage({ background, reports: REPORTS });
    await press('Re-check (2 minutes)');
    await settle();
    expect(calls.createJob).not.toHaveBeenCalled();
    expect(all('alert')).toEqual([]);
  });

  it('says at the line why a press failed', async () => {
    await publish(CLIENT_LINE);
    const { background, ...calls } = backgroundWithDue();
    calls.createJob.mockResolvedValue({ failure: { code: 'notStored' } });
    await drawPage({ background, reports: REPORTS });
    await press('Re-check (2 minutes)');
    const line = await clientLine();
    await one('alert', undefined, line);
    calls.changeMarks.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    await press('Not now');
    await one('alert', undefined, line);
  });

  it('stores Not now, follows the worker, and shows the line again after Undo', async () => {
    await publish(...LINES);
    const { background, ...calls } = backgroundWithDue();
    calls.changeMarks.mockImplementation(async (_, { kind }) => {
      await publish(...(kind === 'undo' ? LINES : LINES.slice(1)));
      return { value: { marks: NO_MARKS, changes: CHANGES } };
    });
    await drawPage({ background, reports: REPORTS });
    const line = await clientLine();
    const button = await one('button', 'Not now', line);
    button.focus();
    button.click();
    await waitUntil(() => expect(itemsOf('Due')).toHaveLength(2));
    await says('Hidden until tomorrow');
    expect(calls.changeMarks).toHaveBeenCalledWith('a', {
      kind: 'postponeDue',
      subject: SHOP,
    });
    await press('Undo');
    await waitUntil(() => expect(itemsOf('Due')).toHaveLength(3));
    await says('Undone');
    expect(calls.changeMarks).toHaveBeenLastCalledWith('a', { kind: 'undo', changes: CHANGES });
    await publish();
    await waitUntil(() => expect(all('list', 'Due')).toEqual([]));
  });

  it('shows nothing in a private window', async () => {
    await publish(...LINES);
    await drawPage({ reports: REPORTS, isPrivate: true });
    await settle();
    expect(all('list', 'Due')).toEqual([]);
  });
});

it('All reports shows nothing while another connection is in use', async () => {
  await publish(CLIENT_LINE);
  await drawReports({ reports: REPORTS });
  await one('list', 'Due');
  await storeConnection({ id: 'b', baseUrl: 'https://other.example' });
  await waitUntil(() => expect(all('list', 'Due')).toEqual([]));
});

it('two windows follow the worker: Not now and Re-check in one window count in both', async () => {
  const { api, connectionId, openPopup, requests } = await openAtService([
    { url: 'https://shop.example/', created_at: '2020-01-01T08:00:00.000Z' },
    { url: 'https://mill.example/', created_at: '2020-01-01T08:00:00.000Z' },
  ]);
  for (const name of ['shop.example', 'mill.example']) {
    const subject = { kind: 'client', name } as const;
    await api.changeMarks(connectionId, { kind: 'setDue', subject, every: 'week' });
  }
  const { due } = await openSharedState([], () => api.prepare());
  await openPopup();
  await waitUntil(() => expect(due.value).toHaveLength(2));
  await waitUntil(() => expect(itemsOf('Due')).toHaveLength(2));
  const [mill, shop] = (await one('list', 'Due')).children;
  expect(mill?.textContent).toContain('Due: 1 page of mill.example');
  (await one('button', 'Not now', mill)).click();
  await waitUntil(() => expect(due.value).toMatchObject([{ subject: SHOP }]));
  expect(requests('PUT')).toEqual([]);
  (await one('button', 'Re-check (1 minute)', shop)).click();
  await waitUntil(() => expect(due.value).toEqual([]));
  await says('1 result updated');
  expect(requests('PUT')).toHaveLength(1);
  expect(all('list', 'Due')).toEqual([]);
});
