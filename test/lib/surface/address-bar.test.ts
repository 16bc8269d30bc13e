import { describe, expect, it, vi } from 'vitest';
import type { TabPlace } from '@/lib/browser/tabs';
import type { Report } from '@/lib/report/report';
import { createAddressBar } from '@/lib/surface/address-bar';
import type { Handover } from '@/lib/surface/handover';
import { contentOf } from '@/lib/surface/suggestion';
import { sampleReport } from '../../support/sample-report';

const stored = sampleReport('1');

function start() {
  const knownReports = vi.fn(async (): Promise<readonly Report[] | null> => [stored]);
  const handOver = vi.fn(async (_handover: Handover, _place: TabPlace, _tabId?: number) => {});
  const openOptions = vi.fn(async () => {});
  const tabInFront = vi.fn(async () => ({ id: 7, isPrivate: false }));
  const bar = createAddressBar({
    ...{ knownReports, handOver, openOptions, tabInFront },
    describe: ({ url }) => ({ label: 'Good', address: url ?? '' }),
  });
  const suggest = vi.fn();
  return { bar, knownReports, handOver, openOptions, tabInFront, suggest };
}

describe('what is typed in the address bar', () => {
  it('finds what is stored', async () => {
    const { bar, suggest } = start();
    await bar.change('host', suggest);
    expect(suggest.mock.calls).toEqual([
      [[{ content: contentOf(stored), label: 'Good', address: stored.url }]],
    ]);
  });

  it.each(['h', 'elsewhere'])('suggests nothing for %s', async (text) => {
    const { bar, suggest } = start();
    await bar.change(text, suggest);
    expect(suggest).not.toHaveBeenCalled();
  });

  it('is not answered by what goes with an earlier text', async () => {
    const { bar, suggest } = start();
    const later = vi.fn();
    await Promise.all([bar.change('host', suggest), bar.change('host.example', later)]);
    expect(suggest).not.toHaveBeenCalled();
    expect(later).toHaveBeenCalledOnce();
  });

  it('reads the store anew once the person has left', async () => {
    const { bar, knownReports, suggest } = start();
    await bar.change('host', suggest);
    bar.cancel();
    knownReports.mockResolvedValue([]);
    await bar.change('host', suggest);
    expect(suggest).toHaveBeenCalledOnce();
  });
});

describe('Enter in the address bar', () => {
  it('opens the report of a suggestion', async () => {
    const { bar, handOver } = start();
    await bar.enter(contentOf(stored), 'currentTab');
    const handover = { kind: 'report', report: stored, isPrivate: false };
    expect(handOver).toHaveBeenCalledExactlyOnceWith(handover, 'currentTab', 7);
  });

  it('searches the popup’s list for anything else', async () => {
    const { bar, handOver } = start();
    await bar.enter(' shoes ', 'newBackgroundTab');
    const handover = { kind: 'search', search: 'shoes', isPrivate: false };
    expect(handOver).toHaveBeenCalledExactlyOnceWith(handover, 'newBackgroundTab', 7);
  });

  it('opens a tab of its own for a private window', async () => {
    const { bar, handOver, tabInFront } = start();
    tabInFront.mockResolvedValue({ id: 7, isPrivate: true });
    await bar.enter('shoes', 'currentTab');
    expect(handOver.mock.lastCall?.[1]).toBe('newForegroundTab');
  });

  it('leads to the options where no service is connected', async () => {
    const { bar, knownReports, handOver, openOptions } = start();
    knownReports.mockResolvedValue(null);
    await expect(bar.isConnected()).resolves.toBe(false);
    await bar.enter('shoes', 'currentTab');
    expect(openOptions).toHaveBeenCalledOnce();
    expect(handOver).not.toHaveBeenCalled();
  });
});
