import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { PageMutes } from '@/components/app/page-mutes';
import { createOverview } from '@/components/table/overview-state';
import type { ClientRow } from '@/lib/report/compare/clients';
import { NO_MUTES } from '@/lib/report/mutes';
import { resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownTrend } from '../../support/known-trends';
import { NO_MARKS } from '../../support/no-marks';
import { openPlace } from '../../support/open-place';
import { sampleReport } from '../../support/sample-report';
import { NOW, SIX_CLIENTS, UPDATED } from '../../support/six-clients';
import { waitUntil } from '../../support/wait-until';

/** Creates the numbers of a table. Only the rows of these clients are read completely. */
function openTable(readClients: readonly string[], mutes: PageMutes = NO_MARKS.mutes) {
  const awaitsRows = signal(true);
  const countsRows = signal(false);
  const reports = signal(SIX_CLIENTS);
  const read = signal(readClients);
  const requestedReports: Report[] = [];
  const { place, lookAt } = openPlace();
  const overview = createOverview({
    reports,
    awaitsRows,
    countsRows,
    since: signal('week'),
    source: signal('a'),
    place,
    deleted: signal([]),
    ...NO_MARKS,
    mutes,
    isClientRead: (client) => read.value.includes(client),
    compareSince() {},
    async readTrends(requested, since) {
      requestedReports.push(...requested);
      return requested.map((one) => {
        const past = referTo(one).page === referTo(UPDATED).page ? resultOf(UPDATED) : [];
        return knownTrend(one, { reports: reports.value, past, since, now: NOW });
      });
    },
    afterPaint: (work) => work(),
  });
  const clients = () =>
    overview.clients.value.all.map(({ name, overview: numbers }) => [
      name.replace('.example', ''),
      numbers && `${numbers.development?.before} → ${numbers.development?.now}`,
    ]);
  return { overview, lookAt, awaitsRows, countsRows, read, reports, requestedReports, clients };
}

it('clients have numbers while further rows are read', async () => {
  const { overview, countsRows, requestedReports, clients } = openTable([]);
  expect(clients().map(([, numbers]) => numbers)).toEqual(Array(6).fill(null));
  countsRows.value = true;
  await waitUntil(() => expect(overview.isKnown.value).toBe(true));
  await waitUntil(() =>
    expect(clients()).toEqual([
      ['bergblick', '68 → 63'],
      ['nordlicht', '50 → 40'],
      ['alpen', '60 → 58'],
      ['fahrrad', '69 → 67'],
      ['zahnarzt', '44 → 47'],
      ['lumen', '60 → 60'],
    ]),
  );
  // No page is requested twice.
  expect(new Set(requestedReports).size).toBe(requestedReports.length);
});

it('a trend that is read during the reading is read again after its end', async () => {
  const { overview, countsRows, awaitsRows, reports, clients } = openTable([]);
  const all = reports.value;
  // The newest result of each page is read first.
  const pages = all.map((one) => referTo(one).page);
  reports.value = all.filter((_, at) => pages.indexOf(pages[at] ?? '') === at);
  countsRows.value = true;
  await waitUntil(() => expect(overview.isKnown.value).toBe(true));
  reports.value = all;
  awaitsRows.value = false;
  expect(overview.isComplete(null)).toBe(false);
  await waitUntil(() => expect(overview.isComplete(null)).toBe(true));
  await waitUntil(() => expect(clients()[0]).toEqual(['bergblick', '68 → 63']));
});

it('a new page does not change the numbers until its trend is read', async () => {
  const { overview, countsRows, reports, clients } = openTable([]);
  countsRows.value = true;
  await waitUntil(() => expect(overview.isKnown.value).toBe(true));
  const before = clients();
  reports.value = [sampleReport('99'), ...SIX_CLIENTS];
  expect([overview.isKnown.value, clients()]).toEqual([true, before]);
  await waitUntil(() => expect(clients()).toHaveLength(7));
});

it('a client or the table is complete when its rows and trends are read', async () => {
  const { overview, awaitsRows, countsRows, read } = openTable([]);
  const complete = () =>
    ['alpen.example', 'zahnarzt.example', null].map((name) => overview.isComplete(name));
  read.value = ['alpen.example'];
  expect(complete()).toEqual([false, false, false]);
  countsRows.value = true;
  await waitUntil(() => expect(complete()).toEqual([true, false, false]));
  awaitsRows.value = false;
  await waitUntil(() => expect(complete()).toEqual([true, true, true]));
});

it('a page whose mutes cannot be read has numbers, and makes its client incomplete', async () => {
  const isFailing = (page: string) => isMuteReadFailing.value && page.startsWith('alpen');
  const isMuteReadFailing = signal(true);
  const { overview, awaitsRows, countsRows, clients } = openTable([], {
    of: () => NO_MUTES,
    statusOf: (page) => (isFailing(page) ? 'failed' : 'ready'),
  });
  awaitsRows.value = false;
  countsRows.value = true;
  await waitUntil(() => expect(clients()).toContainEqual(['alpen', '60 → 58']));
  const complete = () =>
    ['alpen.example', 'zahnarzt.example', null].map((name) => overview.isComplete(name));
  await waitUntil(() => expect(complete()).toEqual([false, true, false]));
  isMuteReadFailing.value = false;
  expect(complete()).toEqual([true, true, true]);
});

it('during a reading, numbers change, but clients stay in their groups', async () => {
  const { overview, awaitsRows, countsRows, reports } = openTable([]);
  countsRows.value = true;
  await waitUntil(() => expect(overview.isKnown.value).toBe(true));
  const groups = () =>
    overview.clients.value.groups?.map(({ kind, clients }) => [kind, clients.map(nameAndKind)]);
  const nameAndKind = ({ name, kind }: ClientRow) => `${name.replace('.example', '')} ${kind}`;
  const worse = ['bergblick worse', 'nordlicht worse', 'alpen worse', 'fahrrad worse'];
  const before = [
    ['worse', worse],
    ['better', ['zahnarzt better']],
    ['same', ['lumen same']],
  ];
  expect(groups()).toEqual(before);
  const checks = () => overview.findings.value.important.map(({ name, pages }) => [name, pages]);
  const checksBefore = checks();
  reports.value = SIX_CLIENTS.map((report) =>
    report.project === 'zahnarzt.example' ? { ...report, score: 10 } : report,
  );
  await waitUntil(() => expect(groups()?.[1]).toEqual(['better', ['zahnarzt worse']]));
  expect([groups()?.[0], checks()]).toEqual([before[0], checksBefore]);
  awaitsRows.value = false;
  expect(groups()?.map(([kind, names]) => [kind, names?.length])).toEqual([
    ['worse', 5],
    ['same', 1],
  ]);
});

it('a chosen client changes the numbers, and a filter changes only the rows', async () => {
  const { overview, lookAt, countsRows } = openTable([]);
  countsRows.value = true;
  await waitUntil(() => expect(overview.isKnown.value).toBe(true));
  const numbers = () => {
    const { development, kinds } = overview.overview.value;
    const { important, fixed } = overview.findings.value;
    const names = [...important, ...fixed].map(({ name, pages }) => `${name} ${pages}`);
    return [development?.before, development?.now, kinds.worse, ...names];
  };
  const ids = () => overview.shown.value.map(({ report: { id } }) => id);
  overview.toggle('change', 'better');
  expect(ids()).toEqual(['97', '90']);
  lookAt('bergblick.example');
  const numbersOfClient = [68, 63, 2, 'robots 2', 'meta_description 1', 'title 1'];
  expect([overview.isFiltered.value, ids(), numbers()]).toEqual([
    false,
    ['90', '89', '88'],
    numbersOfClient,
  ]);
  overview.toggle('change', 'better');
  overview.toggle('rating', 'decent');
  expect([ids(), numbers()]).toEqual([['90'], numbersOfClient]);
  expect(overview.counts.value).toMatchObject({ better: 1, worse: 2, decent: 1 });
  expect(overview.clients.value.all).toHaveLength(6);
  lookAt(null);
  // Sums of 11 pages with two results: 678 before, 644 now.
  expect(numbers().slice(0, 5)).toEqual([59, 56, 6, 'noindex 2', 'robots 2']);
  lookAt('nobody.example');
  expect(ids()).toEqual([]);
});
