import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { MarksChange } from '@/lib/history/marks';
import type { MarksUndo } from '@/lib/history/marks-undo';
import { resultUpdates } from '@/lib/jobs/result-updates';
import type { DueSubject } from '@/lib/report/compare/due';
import type { Ticket } from '@/lib/report/compare/tickets';
import type { Report, ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { dueItem } from '@/lib/shared-state/shared-items';
import { useDatabases } from '../../support/databases';
import { createDeferredCalls } from '../../support/deferred-calls';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { reportOn, sampleDetails } from '../../support/sample-report';
import { createTestBackground } from '../../support/test-background';
import { settle, waitUntil } from '../../support/wait-until';

const MONDAY = new Date(2026, 10, 23, 10);
const NEXT_SUNDAY = new Date(2026, 10, 29, 23, 59);
const NEXT_MONDAY = new Date(2026, 10, 30, 0, 0);

const SHOP = { kind: 'client', name: 'shop.example' } as const;
const STARRED = { kind: 'starred' } as const;

/** The results of Monday, November 23. */
const REPORTS = [
  reportOn(3, 'mill.example/', 23, 60),
  reportOn(2, 'shop.example/beds', 23, 60),
  reportOn(1, 'shop.example/sofas', 23, 60),
];
const [MILL, BEDS, SOFAS] = REPORTS as [Report, Report, Report];

const TICKET: Ticket = {
  id: 't',
  client: 'shop.example',
  check: 'noindex',
  at: MONDAY.toISOString(),
  pages: [{ report: referTo(BEDS), found: null }],
};

const weekly = (subject: DueSubject): MarksChange => ({ kind: 'setDue', subject, every: 'week' });

function withResultOn(report: Report, day: number): Report {
  return { ...report, generatedAt: new Date(2026, 10, day, 9).toISOString() };
}

/** Connects a service. The clock shows Monday, November 23, 2026, 10:00. */
async function startBackground() {
  const client = createFakeClient();
  const clock = { time: MONDAY.getTime() };
  const wakeAt = vi.fn((_: number | null) => {});
  const create = () =>
    createTestBackground({ clientFor: () => client, now: () => clock.time, wakeAt });
  let background = create();

  async function list(...reports: Report[]): Promise<void> {
    client.list.mockImplementation(async () => ({ value: listOf(...reports) }));
    clock.time += 1;
    await background.api.listReports('a', RECENT_REPORTS_QUERY);
  }

  async function setClock(date: Date): Promise<void> {
    clock.time = date.getTime();
    await background.resume();
  }

  /** Returns the published lines as texts, such as "shop.example 2". */
  async function lines(): Promise<string[]> {
    const { lines: published = [] } = (await dueItem('a').read()) ?? {};
    return published.map(({ subject, ticket, pages }) => {
      const name = subject.kind === 'client' ? subject.name : (ticket?.check ?? subject.kind);
      return `${name} ${pages}`;
    });
  }

  client.list.mockImplementation(async () => ({ value: listOf(...REPORTS) }));
  await background.api.connect({
    connectionId: null,
    baseUrl: 'https://host.example',
    apiKey: 'typed-key',
    allowsUnencrypted: false,
  });
  await list(...REPORTS);
  return {
    client,
    clock,
    wakeAt,
    list,
    setClock,
    api: () => background.api,
    until: (...expected: string[]) =>
      waitUntil(async () => expect(await lines()).toEqual(expected)),
    lines,
    async change(...changes: (MarksChange | MarksUndo)[]): Promise<void> {
      for (const change of changes) {
        const result = await background.api.changeMarks('a', change);
        expect(hasFailed(result)).toBe(false);
      }
    },
    async dueIds(subject: DueSubject): Promise<string[]> {
      const result = await background.api.getDueReports('a', subject);
      if (hasFailed(result)) return expect.fail(result.failure.code);
      return result.value.map(({ id }) => id);
    },
    async requestResults(...reports: Report[]): Promise<void> {
      const job = { id: crypto.randomUUID(), isBatch: true, subjects: resultUpdates(reports) };
      expect(await background.api.createJob('a', job)).toEqual({ value: null });
    },
    /** Starts another worker in the same browser. */
    async restartWorker(): Promise<void> {
      background = create();
      await background.resume();
    },
    async restartBrowser(): Promise<void> {
      await fakeBrowser.storage.session.clear();
      background = create();
      await background.resume();
    },
  };
}

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('lines about due pages', () => {
  it('are published from midnight of the due day, without a request', async () => {
    const { change, client, until, lines, setClock, wakeAt } = await startBackground();
    await change(weekly(SHOP));
    await waitUntil(() =>
      expect(wakeAt).toHaveBeenLastCalledWith(new Date(2026, 10, 24).getTime()),
    );
    expect(await lines()).toEqual([]);
    const sent = client.list.mock.calls.length;
    await setClock(NEXT_SUNDAY);
    await settle();
    expect(await lines()).toEqual([]);
    expect(wakeAt).toHaveBeenLastCalledWith(NEXT_MONDAY.getTime());
    await setClock(NEXT_MONDAY);
    await until('shop.example 2');
    expect(client.list).toHaveBeenCalledTimes(sent);
    expect(client.update).not.toHaveBeenCalled();
  });

  it('are published after a restart of the browser, and of the worker', async () => {
    const { change, until, clock, restartBrowser, restartWorker, lines } = await startBackground();
    await change(weekly(SHOP));
    clock.time = NEXT_MONDAY.getTime();
    await restartBrowser();
    await until('shop.example 2');
    await restartWorker();
    await settle();
    expect(await lines()).toEqual(['shop.example 2']);
    clock.time = new Date(2026, 11, 7).getTime();
    await change({ kind: 'postponeDue', subject: SHOP });
    await until();
    clock.time = new Date(2026, 11, 8).getTime();
    await restartWorker();
    await until('shop.example 2');
  });

  it('leave out pages that have a result since the due day, also a result of a colleague', async () => {
    const { change, until, setClock, list, dueIds } = await startBackground();
    await change(weekly(SHOP));
    await setClock(NEXT_MONDAY);
    await until('shop.example 2');
    await list(MILL, withResultOn(BEDS, 30), SOFAS);
    await until('shop.example 1');
    expect(await dueIds(SHOP)).toEqual(['1']);
    // A newer report of the same page.
    await list({ ...withResultOn(SOFAS, 30), id: '4' }, MILL, withResultOn(BEDS, 30), SOFAS);
    await until();
    expect(await dueIds(SHOP)).toEqual([]);
  });

  it('leave out pages whose results are requested, until these requests have ended', async () => {
    const { change, until, setClock, client, dueIds, requestResults } = await startBackground();
    await change(weekly(SHOP));
    await setClock(NEXT_MONDAY);
    await until('shop.example 2');
    const updates = createDeferredCalls<Result<ReportDetails>>();
    client.update.mockImplementation(updates.call);
    await requestResults(BEDS, SOFAS);
    await until();
    expect(await dueIds(SHOP)).toEqual([]);
    await updates.untilCount(2);
    updates.answer(0, { value: { ...sampleDetails('2'), ...withResultOn(BEDS, 30) } });
    updates.answer(1, {
      failure: FAILURES['409'],
    });
    await until('shop.example 1');
    expect(await dueIds(SHOP)).toEqual(['1']);
  });

  it('leave out a page whose request is in flight in a paused job', async () => {
    const { change, until, setClock, client, api, dueIds } = await startBackground();
    await change(weekly(SHOP));
    await setClock(NEXT_MONDAY);
    await until('shop.example 2');
    const updates = createDeferredCalls<Result<ReportDetails>>();
    client.update.mockImplementation(updates.call);
    const job = { id: 'u', isBatch: true, subjects: resultUpdates([BEDS]) };
    await api().createJob('a', job);
    await updates.untilCount(1);
    await until('shop.example 1');
    await api().updateJob('a', 'u', { kind: 'pause' });
    await settle();
    await until('shop.example 1');
    expect(await dueIds(SHOP)).toEqual(['1']);
  });

  it('leave out the pages of open jobs after a restart of the worker', async () => {
    const { change, until, setClock, client, restartWorker, dueIds, requestResults } =
      await startBackground();
    await change(weekly(SHOP));
    await setClock(NEXT_MONDAY);
    await until('shop.example 2');
    client.update.mockImplementation(createDeferredCalls<Result<ReportDetails>>().call);
    await requestResults(BEDS);
    await until('shop.example 1');
    restartWorker();
    expect(await dueIds(SHOP)).toEqual(['1']);
  });

  it('lead to the same report of a page as All reports', async () => {
    const { change, setClock, list, dueIds, until } = await startBackground();
    await change(weekly(SHOP));
    const awaited = ['5', '4'].map((id) => reportOn(id, 'shop.example/chairs', 23, null));
    const sofas = ['7', '1'].map((id) => ({ ...SOFAS, id }));
    await list(...sofas.slice(0, 1), ...awaited, MILL, BEDS, ...sofas.slice(1));
    await setClock(NEXT_MONDAY);
    await until('shop.example 3');
    expect(await dueIds(SHOP)).toEqual(['7', '5', '2']);
  });

  it('leave out deleted pages', async () => {
    const { change, until, setClock, api, clock } = await startBackground();
    await change(weekly(SHOP));
    await setClock(NEXT_MONDAY);
    await until('shop.example 2');
    await api().createJob('a', { id: 'd', subjects: [{ kind: 'delete', report: referTo(BEDS) }] });
    await setClock(new Date(clock.time + 10_000));
    await until('shop.example 1');
  });

  it('name the starred pages, and a ticket until the ticket is closed', async () => {
    const { change, until, setClock } = await startBackground();
    await change(
      { kind: 'star', page: referTo(MILL).page },
      { kind: 'star', page: referTo(SOFAS).page },
      weekly(STARRED),
      { kind: 'addTicket', ticket: TICKET },
      weekly({ kind: 'ticket', id: 't' }),
    );
    await setClock(NEXT_MONDAY);
    await until('starred 2', 'noindex 1');
    await change({ kind: 'closeTicket', id: 't' });
    await until('starred 2');
    await change({ kind: 'unstar', page: referTo(MILL).page });
    await until('starred 1');
  });

  it('name a ticket with the current name of its client', async () => {
    const { change, setClock } = await startBackground();
    await change({ kind: 'addTicket', ticket: TICKET }, weekly({ kind: 'ticket', id: 't' }), {
      kind: 'joinClients',
      name: 'Group',
      clients: ['shop.example', 'mill.example'],
    });
    await setClock(NEXT_MONDAY);
    await waitUntil(async () =>
      expect(await dueItem('a').read()).toMatchObject({
        lines: [{ ticket: { check: 'noindex', client: 'Group' }, pages: 1 }],
      }),
    );
  });

  it('name a joined client until the client is taken apart', async () => {
    const { change, until, setClock, api } = await startBackground();
    const clients = ['shop.example', 'mill.example'];
    await change(weekly(SHOP), { kind: 'joinClients', name: 'Group', clients });
    await setClock(NEXT_MONDAY);
    await until('Group 3');
    const apart = await api().changeMarks('a', { kind: 'takeApart', name: 'Group' });
    await until();
    if (hasFailed(apart)) expect.fail(apart.failure.code);
    await change({ kind: 'undo', changes: apart.value.changes });
    await until('Group 3');
    expect(await api().getDueReports('a', SHOP)).toEqual({ value: [] });
  });

  it('are published again on the day after Not now, and after the clock was set back', async () => {
    const { change, until, setClock } = await startBackground();
    await change(weekly(SHOP));
    await setClock(new Date(2026, 10, 30, 9));
    await until('shop.example 2');
    await change({ kind: 'postponeDue', subject: SHOP });
    await until();
    await setClock(new Date(2026, 11, 1));
    await until('shop.example 2');
    await change({ kind: 'postponeDue', subject: SHOP });
    await until();
    await setClock(new Date(2026, 10, 30, 9));
    await until('shop.example 2');
    // Now the last due day is before Monday, November 23, and all results are from this Monday.
    await setClock(new Date(2026, 10, 22, 9));
    await until();
  });

  it('are published for the connection in use only', async () => {
    const { change, until, setClock, api } = await startBackground();
    await change(weekly(SHOP));
    await setClock(NEXT_MONDAY);
    await until('shop.example 2');
    await api().connect({
      connectionId: null,
      baseUrl: 'https://other.example',
      apiKey: 'typed-key',
      allowsUnencrypted: false,
    });
    expect(await api().getDueReports('a', SHOP)).toMatchObject({
      failure: { code: 'notConnected' },
    });
    expect(await api().getDueReports('b', SHOP)).toEqual({ value: [] });
    expect(await dueItem('b').read()).toBeUndefined();
  });
});

it('the worker plans no wake-up at midnight if the subject of the due mark is gone', async () => {
  const { change, setClock, wakeAt } = await startBackground();
  await change(
    weekly({ kind: 'client', name: 'gone.example' }),
    weekly({ kind: 'ticket', id: 'gone' }),
  );
  await setClock(NEXT_MONDAY);
  await settle();
  expect(await dueItem('a').read()).toBeUndefined();
  expect(wakeAt).not.toHaveBeenCalledWith(new Date(2026, 11, 1).getTime());
});

it('the worker publishes nothing and plans no wake-up at midnight without a due mark', async () => {
  const { setClock, wakeAt } = await startBackground();
  await setClock(NEXT_MONDAY);
  await settle();
  expect(await dueItem('a').read()).toBeUndefined();
  expect(wakeAt).not.toHaveBeenCalledWith(new Date(2026, 11, 1).getTime());
});

it('the worker does not read other marks without a due mark', async () => {
  const { change, setClock } = await startBackground();
  await change(weekly(SHOP), { kind: 'endDue', subject: SHOP });
  await settle();
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await setClock(NEXT_MONDAY);
  await settle();
  const stores = read.mock.contexts as IDBObjectStore[];
  const rangesOfMarks = read.mock.calls.flatMap(([range], at) =>
    stores[at]?.name === 'marks' ? [range] : [],
  );
  expect(rangesOfMarks.length).toBeGreaterThan(0);
  expect(rangesOfMarks).not.toContain(undefined);
});
