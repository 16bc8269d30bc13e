import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentOf } from '@/lib/address-bar/suggestion';
import { createAddressBar, type ReportLookup } from '@/lib/address-bar/worker/address-bar';
import type { Handover, TabPlace } from '@/lib/handover/handover';
import { sampleReport } from '../../../support/sample-report';

const stored = sampleReport('1');
const remote = sampleReport('2');

function start() {
  const lookup = {
    known: vi.fn<ReportLookup['known']>(async () => [stored]),
    find: vi.fn<ReportLookup['find']>(async () => [remote]),
    get: vi.fn<ReportLookup['get']>(async () => null),
  };
  const handOver = vi.fn(async (_handover: Handover, _place: TabPlace, _tabId?: number) => {});
  const openOptions = vi.fn(async () => {});
  const tabInFront = vi.fn(async () => ({ id: 7, isPrivate: false }));
  const bar = createAddressBar({
    ...{ lookup, handOver, openOptions, tabInFront },
    describe: ({ url }) => ({ label: 'Good', address: url ?? '' }),
  });
  const suggest = vi.fn();
  /** The contents of all that was suggested, time after time. */
  const suggested = () =>
    suggest.mock.calls.map(([all]) => all.map((one: { content: string }) => one.content));
  return { bar, lookup, handOver, openOptions, tabInFront, suggest, suggested };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what is typed in the address bar', () => {
  it('finds what is stored at once, and what the service has after a pause', async () => {
    const { bar, lookup, suggest, suggested } = start();
    const changing = bar.change('host', suggest);
    await vi.advanceTimersByTimeAsync(200);
    expect(suggested()).toEqual([[contentOf(stored)]]);
    expect(lookup.find).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);
    await changing;
    expect(lookup.find.mock.calls.map(([{ search }]) => search)).toEqual(['host']);
    expect(suggested()).toEqual([[contentOf(stored)], [contentOf(remote)]]);
  });

  it('asks nothing for a single character, nor without a connection', async () => {
    const { bar, lookup, suggest } = start();
    await Promise.all([bar.change('h', suggest), vi.runAllTimersAsync()]);
    lookup.known.mockResolvedValue(null);
    await Promise.all([bar.change('host', suggest), vi.runAllTimersAsync()]);
    expect(lookup.find).not.toHaveBeenCalled();
    expect(suggest).not.toHaveBeenCalled();
  });

  it('asks once for what is typed quickly', async () => {
    const { bar, lookup, suggest } = start();
    for (const text of ['ho', 'hos', 'host']) {
      void bar.change(text, suggest);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.runAllTimersAsync();
    expect(lookup.find.mock.calls.map(([{ search }]) => search)).toEqual(['host']);
    expect(lookup.known).toHaveBeenCalledOnce();
  });

  it('is never answered by a late answer to an earlier text', async () => {
    const { bar, lookup, suggest } = start();
    let answer = (_: (typeof remote)[]) => {};
    lookup.find.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    void bar.change('ho', suggest);
    await vi.advanceTimersByTimeAsync(250);
    const later = vi.fn();
    void bar.change('host', later);
    expect(lookup.find.mock.lastCall?.[1].aborted).toBe(true);
    await vi.runAllTimersAsync();
    suggest.mockClear();
    answer([remote]);
    await vi.runAllTimersAsync();
    expect(suggest).not.toHaveBeenCalled();
    expect(later).toHaveBeenCalled();
  });

  it('is given up when the person leaves', async () => {
    const { bar, lookup, suggest } = start();
    void bar.change('host', suggest);
    bar.cancel();
    await vi.runAllTimersAsync();
    expect(lookup.find).not.toHaveBeenCalled();
  });

  it('keeps what is stored where the service does not answer', async () => {
    const { bar, lookup, suggest, suggested } = start();
    lookup.find.mockResolvedValue(null);
    await Promise.all([bar.change('host', suggest), vi.runAllTimersAsync()]);
    expect(suggested()).toEqual([[contentOf(stored)]]);
  });
});

describe('Enter', () => {
  it('opens the report that was offered, where the person wants it', async () => {
    const { bar, handOver, suggest, lookup } = start();
    await Promise.all([bar.change('host', suggest), vi.runAllTimersAsync()]);
    await bar.enter(contentOf(remote), 'newBackgroundTab');
    const handover = { kind: 'report', report: remote, isPrivate: false };
    expect(handOver.mock.calls).toEqual([[handover, 'newBackgroundTab', 7]]);
    expect(lookup.get).not.toHaveBeenCalled();
  });

  it('opens it in a worker that has offered nothing', async () => {
    const { bar, handOver, lookup } = start();
    await bar.enter(contentOf(stored), 'currentTab');
    expect(handOver.mock.lastCall?.[0]).toMatchObject({ kind: 'report', report: { id: '1' } });
    lookup.get.mockResolvedValue(remote);
    await bar.enter(contentOf(remote), 'currentTab');
    expect(lookup.get.mock.calls).toEqual([['2']]);
    expect(handOver.mock.lastCall?.[0]).toMatchObject({ kind: 'report', report: { id: '2' } });
  });

  it.each(['#2', 'shoes #2', 'https://elsewhere.example/ #2', '#..', '#../account'])(
    'searches for %j, which only looks like a suggestion',
    async (typed) => {
      const { bar, handOver, lookup } = start();
      lookup.get.mockResolvedValue(remote);
      await bar.enter(typed, 'currentTab');
      expect(handOver.mock.lastCall?.[0]).toMatchObject({ kind: 'search' });
      expect(lookup.get.mock.calls.flat()).not.toContain('..');
    },
  );

  it('searches for other words', async () => {
    const { bar, handOver } = start();
    await bar.enter(' shoes ', 'currentTab');
    const handover = { kind: 'search', search: 'shoes', isPrivate: false };
    expect(handOver.mock.calls).toEqual([[handover, 'currentTab', 7]]);
  });

  it('stays with its tab where another comes to the front before the service has answered', async () => {
    const { bar, handOver, lookup, tabInFront } = start();
    lookup.get.mockImplementation(async () => {
      tabInFront.mockResolvedValue({ id: 8, isPrivate: true });
      return remote;
    });
    await bar.enter(contentOf(remote), 'currentTab');
    const handover = { kind: 'report', report: remote, isPrivate: false };
    expect(handOver.mock.calls).toEqual([[handover, 'currentTab', 7]]);
  });

  it('opens a tab of its own for a private window', async () => {
    const { bar, handOver, tabInFront } = start();
    tabInFront.mockResolvedValue({ id: 7, isPrivate: true });
    await bar.enter('shoes', 'currentTab');
    expect(handOver.mock.lastCall).toMatchObject([{ isPrivate: true }, 'newForegroundTab', 7]);
  });

  it('opens the options where no service is connected', async () => {
    const { bar, handOver, lookup, openOptions } = start();
    lookup.known.mockResolvedValue(null);
    await bar.enter('shoes', 'currentTab');
    expect(openOptions).toHaveBeenCalledOnce();
    expect(handOver).not.toHaveBeenCalled();
  });
});
