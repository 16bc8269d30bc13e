import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { i18n } from '#i18n';
import { sheetDocument } from '@/components/export/client-sheet';
import {
  clientFacts,
  clientSummary,
  fileHead,
  letterDocument,
} from '@/components/export/client-summary';
import { documentText } from '@/components/export/document';
import { proofDocument } from '@/components/export/proof';
import { failingPages, ticketDocument, ticketTable } from '@/components/export/ticket';
import { UNFILTERED } from '@/components/table/overview-state';
import { direction, type Words } from '@/components/text/language';
import {
  isLanguage,
  LANGUAGE_NAMES,
  type Language,
  loadedWords,
  loadWords,
} from '@/components/text/languages';
import { pageRow, problemsOf } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { judgedPages } from '@/lib/report/compare/tickets';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import { resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownTrend } from '../../support/known-trends';
import { useMessages } from '../../support/messages';
import { reportOn } from '../../support/sample-report';

const NOW = new Date(2026, 10, 26, 15);
const LANGUAGES = Object.keys(LANGUAGE_NAMES).filter(isLanguage);

beforeEach(() => void vi.setSystemTime(NOW));
afterEach(() => void vi.useRealTimers());

const report = (id: number, path: string, ...rest: [number, number | null, ...string[]]) =>
  reportOn(id, `trails.example/${path}`, ...rest);

/** Pages that are worse, better, the same, measured first, or without a result. */
const REPORTS: Report[] = [
  report(20, 'booking', 26, 27, 'noindex:missing', 'title:length+missing', 'load_time:too_slow'),
  ...Array.from({ length: 11 }, (_, index) =>
    report(30 + index, `huts/${index}`, 25, 60, 'noindex:missing', 'dom_size'),
  ),
  report(19, 'fixed', 25, 90),
  report(18, 'none', 26, null),
  report(9, 'fixed', 19, 70, 'noindex:missing'),
  report(8, 'booking', 19, 52, 'load_time'),
  report(7, 'huts/1', 19, 60),
];

const MUTE: PageMute = {
  id: 'm',
  check: 'dom_size',
  at: '2026-11-20T10:00:00.000Z',
  note: '',
  errors: null,
  host: null,
};

const ROWS = pagesOf(REPORTS).map((page) =>
  pageRow(
    page,
    knownTrend(page.report, { reports: REPORTS, since: 'week', now: NOW, mutes: [MUTE] }),
    [MUTE],
  ),
);

const linkOf = ({ id }: Report) => `https://service.example/${id}`;
const [NOINDEX] = problemsOf(ROWS).high.filter(({ name }) => name === 'noindex');
const TICKET = {
  check: 'noindex',
  client: 'trails.example',
  at: '2026-11-20T10:00:00.000Z',
  pages: ['fixed', 'booking', 'huts/2'].map((path) => ({
    report: { ...referTo(report(1, path, 19, 70, 'noindex:missing')), id: '1' },
    found: null,
  })),
};
const JUDGED =
  judgedPages(
    TICKET,
    (key) =>
      REPORTS.filter((one) => referTo(one).page === key)
        .flatMap(resultOf)
        .toReversed(),
    () => NO_MUTES,
  ) ?? [];

const CLOSED = { ...TICKET, id: 't', closedAt: '2026-11-25T10:00:00.000Z', pages: [] };

/** A check with numbers, a unit, a limit, a date and a list. */
const checkOf = ({ id }: Report) => ({
  name: Number(id) % 2 === 0 ? 'load_time' : 'title',
  isPassed: false,
  importance: 'high',
  value: Number(id) % 2 === 0 ? 3.45 : 'A title that is too long',
  reasons: [
    {
      name: Number(id) % 2 === 0 ? 'too_slow' : 'length',
      value: { fields: [{ name: 'max', value: 2 }], more: 0 },
    },
  ],
  details: [],
});

/** Returns all documents of a client in one language. */
function documentsIn(words: Words) {
  const facts = {
    all: ROWS,
    listed: ROWS.slice(0, 12),
    listedBy: {
      ...UNFILTERED,
      change: 'worse',
      rating: 'bad',
      check: 'noindex',
      search: 'huts',
      isOfBatch: false,
      hasExceptions: true,
      isSelected: false,
    } as const,
    partRead: { read: 1_300, total: 2_600 },
    age: {
      completeAt: '2026-11-25T18:40:00.000Z',
      unfinished: { isOn: true, read: 1_300, total: 2_600 },
      partRead: null,
    },
    linkOf,
    failingAgain: () => [{ ticket: CLOSED, pages: 2 }],
  };
  const [client] = clientFacts({ ...facts, age: null });
  const [storedClient] = clientFacts(facts);
  if (client === undefined || storedClient === undefined || NOINDEX === undefined) {
    throw new Error('no client or problem');
  }
  const current = clientSummary(client, words);
  const stored = clientSummary(storedClient, words);
  const pages = failingPages(NOINDEX, ROWS);
  const ticketFacts = { notes: [], failingAgain: facts.failingAgain(), checkOf, linkOf };
  const proofFacts = {
    clientOf: () => 'trails.example',
    reportOf: ({ report: { page } }: { report: { page: string } }) =>
      REPORTS.find((one) => referTo(one).page === page) ?? null,
    checkOf,
    unreadIds: new Set<string>(),
    linkOf,
  };
  return {
    letter: letterDocument(current, words),
    letterOfStoredRows: letterDocument(stored, words),
    sheet: sheetDocument(client, false, NOW, words),
    fileHead: fileHead([stored], words),
    ticket: ticketDocument(NOINDEX, pages, ticketFacts, words),
    ticketFile: ticketTable(NOINDEX, pages, ticketFacts, words),
    proof: proofDocument(TICKET, JUDGED, proofFacts, words),
  };
}

function letterIn(words: Words): string {
  return documentText(documentsIn(words).letter, words);
}

/** Loads a language beside another one on screen. A message on screen throws from then on. */
async function wordsWithoutScreen(language: Language): Promise<Words> {
  await useMessages(language === 'en' ? 'de' : 'en');
  const words = await loadWords(language);
  fakeBrowser.i18n.getMessage = (key: string) => {
    throw new Error(`the message ${key} on screen`);
  };
  return words;
}

describe.each(LANGUAGES)('documents in %s', (language) => {
  it('are the same as in a browser of this language, and use no message on screen', async () => {
    await useMessages(language.replace('-', '_'));
    const expected = documentsIn(i18n);
    const words = await wordsWithoutScreen(language);
    expect(documentsIn(words)).toEqual(expected);
    expect(documentText(documentsIn(words).letter, words)).not.toMatch(/\$\d|undefined|\bnull\b/);
  });

  it('have the direction of the language', async () => {
    const words = await wordsWithoutScreen(language);
    expect(direction(words)).toBe(language === 'ar' ? 'rtl' : 'ltr');
  });
});

it.each<[Language, string[]]>([
  ['de', ['19.–26.11.2026', '12 Seiten, 2 neu', '27 https://trails.example/booking']],
  ['pl', ['19–26 lis 2026', '12 stron, nowe: 2']],
  ['ja', ['2026/11/19～2026/11/26']],
  ['pt-BR', ['19/11/2026']],
])('a letter in %s has dates and plural forms of the language', async (language, texts) => {
  const letter = letterIn(await wordsWithoutScreen(language));
  for (const text of texts) expect(letter).toContain(text);
});

it('the language on screen needs no second copy of its texts', async () => {
  await useMessages('de');
  expect(loadedWords('de')).toBe(i18n);
  expect(await loadWords('de')).toBe(i18n);
});
