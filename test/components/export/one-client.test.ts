import { signal } from '@preact/signals';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { createCommands } from '@/components/app/page-commands';
import { documentCsv } from '@/components/export/document';
import { documentXlsx } from '@/components/export/document-xlsx';
import { createExports } from '@/components/export/exports';
import { createTable } from '@/components/table/table-state';
import { clientName } from '@/lib/report/compare/client-names';
import { clientsOf } from '@/lib/report/compare/clients';
import { judgedPages, type Ticket } from '@/lib/report/compare/tickets';
import { NO_MUTES } from '@/lib/report/mutes';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownTrend } from '../../support/known-trends';
import { useMessages } from '../../support/messages';
import { NO_MARKS } from '../../support/no-marks';
import { openPlace } from '../../support/open-place';
import { replaceGlobal } from '../../support/replace-global';
import { reportOn, sampleDetails } from '../../support/sample-report';
import { settle, waitUntil } from '../../support/wait-until';

const NOW = new Date(2026, 10, 26, 15);
const CHECKS = ['noindex', 'title', 'load_time'];

beforeEach(async () => {
  replaceGlobal('navigator', { language: 'en-US' });
  await useMessages('en');
});

/** Results of pages of one to six clients. Each address and link contains the client's name. */
const histories = fc.array(
  fc.record({
    client: fc.nat({ max: 5 }).map((number) => `client-${number}.example`),
    page: fc.nat({ max: 3 }),
    day: fc.constantFrom(5, 12, 19, 23, 26),
    score: fc.nat({ max: 100 }),
    failed: fc.subarray(CHECKS),
    isPublic: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

function reportsOf(history: History): Report[] {
  return history.map(({ client, page, day, score, failed, isPublic }, id) => ({
    ...reportOn(id, `${client}/${page}`, day, score, ...failed),
    privacy: isPublic ? 0 : 1,
  }));
}

const linkOf = ({ id, project }: Report) => `https://service.example/${project}/${id}`;

async function openExports(reports: readonly Report[]) {
  const { place, lookAt } = openPlace();
  const table = createTable({
    reports: signal(reports),
    awaitsRows: signal(false),
    isReading: signal(false),
    since: signal('week' as const),
    source: signal('a'),
    place,
    deleted: signal([]),
    ...NO_MARKS,
    historyOf: () => undefined,
    readTrends: async (requested, since) =>
      requested.map((one) => knownTrend(one, { reports, since, now: NOW })),
    afterPaint: (work) => work(),
    compareSince() {},
    createBatch: async () => ({ value: null }),
    reportAgain() {},
  });
  const texts: string[] = [];
  const tickets: Omit<Ticket, 'id' | 'at'>[] = [];
  const exports = createExports({
    commands: createCommands(signal(new Set())),
    table: signal(table),
    clientNames: NO_MARKS.clientNames,
    isOfBatch: () => false,
    storedAge: () => null,
    isServiceDown: () => false,
    partRead: signal(null),
    readClients: async () => ({ value: { all: [], partRead: null } }),
    get: async (report) => ({ value: { ...sampleDetails(report.id), ...report } }),
    findingsOf: () => [],
    readFindings: async () => {},
    linkOf,
    mutesOf: () => NO_MUTES,
    reportOf: ({ report, result }) =>
      reports.find(({ id }) => id === result?.reportId) ??
      reports.find((one) => referTo(one).page === report.page) ??
      null,
    failingAgain: () => [],
    languages: { wordsFor: () => i18n, load: async () => {} },
    onSummariesCopied() {},
    onTicketCopied: async (ticket) => void tickets.push(ticket),
    save: (document) => void texts.push(documentCsv(document)),
    saveWorkbook: async (document) => void texts.push(xmlOf(documentXlsx(document))),
    copyLater: async (text) => void texts.push(await text),
    now: () => new Date(),
    print: () =>
      void texts.push(...exports.onPaper(true).map(({ document }) => JSON.stringify(document))),
    announce() {},
  });
  await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
  return { table, lookAt, exports, texts, tickets };
}

/** Returns names and contents of all parts of an XLSX file. */
function xmlOf(file: Uint8Array): string {
  const parts = Object.entries(unzipSync(file));
  return parts.map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`).join('\n');
}

function resultsOf(reports: readonly Report[]) {
  return (page: string): PastResult[] =>
    reports.filter((report) => referTo(report).page === page).flatMap(resultOf);
}

it('the texts and files of a client contain no name, page or link of another client', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.constantFrom(...CHECKS), async (history, check) => {
      const reports = reportsOf(history);
      const { table, lookAt, exports, texts, tickets } = await openExports(reports);
      for (const client of clientsOf(table.overview.rows.value)) {
        lookAt(null, check);
        texts.length = 0;
        exports.copySummary(client);
        exports.print(client);
        exports.save(client);
        exports.saveWorkbook(client);
        exports.copyWorst(client);
        exports.copyTicket(client.name);
        await settle();
        expect(texts.length).toBeGreaterThanOrEqual(4);
        for (const ticket of tickets.splice(0)) {
          expect(ticket.client).toBe(client.name);
          const pages = judgedPages({ ...ticket, check }, resultsOf(reports), () => NO_MUTES);
          await exports.copyProof({ ...ticket, at: NOW.toISOString() }, pages ?? []);
        }
        const others = new Set(reports.map(clientName));
        others.delete(client.name);
        for (const text of texts) {
          expect(text).toContain(client.name);
          for (const other of others) expect(text).not.toContain(other);
        }
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);
