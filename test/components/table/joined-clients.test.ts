import { signal } from '@preact/signals';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createOverview } from '@/components/table/overview-state';
import { createClientNames, type JoinedClient } from '@/lib/report/compare/client-names';
import type { Day } from '@/lib/report/compare/local-day';
import type { PageSince, Since } from '@/lib/report/compare/page-change';
import { knownTrend } from '../../support/known-trends';
import { NO_MARKS } from '../../support/no-marks';
import { openPlace } from '../../support/open-place';
import { NOW, SIX_CLIENTS } from '../../support/six-clients';
import { waitUntil } from '../../support/wait-until';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

const MOUNTAINS: JoinedClient = {
  name: 'Mountains',
  clients: ['bergblick.example', 'alpen.example'],
};

async function openTable(chosenSince: Since = 'week', days: Record<string, Day> = {}) {
  const clientNames = signal(createClientNames([]));
  const { place, lookAt } = openPlace();
  const requested: PageSince[] = [];
  const overview = createOverview({
    ...NO_MARKS,
    clientNames,
    lastSummaries: signal(new Map(Object.entries(days))),
    reports: signal(SIX_CLIENTS),
    awaitsRows: signal(false),
    since: signal<Since>(chosenSince),
    source: signal('a'),
    place,
    deleted: signal([]),
    compareSince() {},
    async readTrends(reports, since) {
      requested.push(...reports.map(() => since));
      return reports.map((one) => knownTrend(one, { reports: SIX_CLIENTS, since, now: NOW }));
    },
    afterPaint: (work) => work(),
  });
  await waitUntil(() => expect(overview.isKnown.value).toBe(true));
  const names = () => overview.clients.value.all.map(({ name }) => name);
  function join(now: JoinedClient[], apart: JoinedClient[] = []): void {
    clientNames.value = createClientNames(now, apart);
  }
  return { overview, lookAt, names, join, requested };
}

it('a joined client has one row with the numbers of all its pages', async () => {
  const { overview, names, join } = await openTable();
  const rowOf = (wanted: string) => overview.clients.value.all.find(({ name }) => name === wanted);
  const counts = ['bergblick.example', 'alpen.example'].map((name) => rowOf(name)?.pages.length);
  expect(counts).toEqual([3, 1]);
  join([MOUNTAINS]);
  expect(names()).toHaveLength(5);
  const row = rowOf('Mountains');
  expect(row?.hosts.toSorted()).toEqual(['alpen.example', 'bergblick.example']);
  // The scores are 66, 60, 64 and 58; a week ago, 60, 70, 74 and 60.
  expect(row?.overview).toMatchObject({ pages: 4, average: 62, development: { before: 66 } });
  expect(row?.kind).toBe('worse');
  join([], [MOUNTAINS]);
  expect(names()).toHaveLength(6);
});

it('problems name the joined client', async () => {
  const { overview, join } = await openTable();
  join([{ name: 'South', clients: ['alpen.example', 'nordlicht.example'] }]);
  const { important, all } = overview.findings.value;
  const noindex = important.find(({ name }) => name === 'noindex');
  expect(noindex?.clients.map(({ name, pages }) => [name, pages.length])).toEqual([['South', 2]]);
  expect(all.map(({ name }) => name)).toContain('noindex');
});

it.each<[string, string, JoinedClient[], JoinedClient[], string, number]>([
  ['a part of a joined client', 'alpen.example', [MOUNTAINS], [], 'Mountains', 4],
  ['a joined client', 'Mountains', [MOUNTAINS], [], 'Mountains', 4],
  ['a joined client that was taken apart', 'Mountains', [], [MOUNTAINS], 'bergblick.example', 3],
  [
    'a client with the name of a joined client that was taken apart',
    'zahnarzt.example',
    [],
    [{ name: 'zahnarzt.example', clients: ['alpen.example', 'lumen.example'] }],
    'zahnarzt.example',
    2,
  ],
  ['an unknown client', 'Unknown', [MOUNTAINS], [], 'Unknown', 0],
])('the route to %s shows the client that contains its host', async (_, ...row) => {
  const [client, joined, apart, shown, pages] = row;
  const { overview, lookAt, join } = await openTable();
  join(joined, apart);
  lookAt(client);
  expect(overview.client.value).toBe(shown);
  expect(overview.rows.value).toHaveLength(pages);
  expect(overview.view.value.client).toBe(shown);
});

it('all pages of a joined client are compared with the day of its last summary', async () => {
  const { requested, join, overview } = await openTable('summary', {
    'bergblick.example': '2026-11-20',
    Mountains: '2026-11-10',
  });
  expect(requested.filter((since) => since === '2026-11-20')).toHaveLength(3);
  requested.length = 0;
  join([MOUNTAINS]);
  await waitUntil(() =>
    expect(requested.filter((since) => since === '2026-11-10')).toHaveLength(4),
  );
  expect(overview.lastSummaryOf('Mountains')).toBe('2026-11-10');
});
