import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageHistory } from '@/lib/history/page-history';
import { trendOf } from '@/lib/report/compare/page-change';
import type { ListReply } from '@/lib/shared-state/loaded-list';
import { connectPage, fakeBackground } from '../support/page-view';
import { drawPopupOf } from '../support/popup-view';
import { drawReportsOf } from '../support/reports-view';
import { replyOf } from '../support/sample-list';
import { sampleDetails } from '../support/sample-report';
import { draw, useEnglish } from '../support/view';
import { waitUntil } from '../support/wait-until';
import { type ClientHistory, smallHistories } from './client-histories';
import { marksOf, valuesOf } from './extension-values';
import {
  type BriefTruth,
  briefOf,
  clientKind,
  dayOf,
  type FixedTruth,
  intendedOn,
  labelOf,
  oldestBases,
  type PagesTruth,
  type PageTruth,
  type ProblemTruth,
  returnedOn,
  stillFailing,
  type TicketStatus,
  ticketsOf,
  truthOf,
  uncompared,
} from './plain-truth';
import { checkHistories, HISTORIES, TIMEOUT } from './runs';
import {
  dayInYear,
  daysInYear,
  numberIn,
  openTemplates,
  type Templates,
  Unrecognised,
} from './texts';

/** The share of histories whose views are checked. A view takes a hundred times as long as its values. */
const SHARE = 1 / 50;

let templates: Templates;

beforeAll(async () => {
  templates = await openTemplates();
});
beforeEach(useEnglish);
afterEach(() => void vi.useRealTimers());

/**
 * Checks the views of a few histories. All reports are read. A history has at most 72 pages, because a table
 * draws only its first hundred rows at once.
 */
function checkViews(check: (history: ClientHistory) => Promise<void>): Promise<void> {
  return checkHistories(
    async (history) => {
      vi.useFakeTimers({ now: history.now, toFake: ['Date'] });
      // Removes the views and routes of the previous history.
      draw(null);
      globalThis.history.replaceState(null, '', '#');
      await check({ ...history, read: history.reports.length });
    },
    HISTORIES * SHARE,
    smallHistories,
  );
}

/** Creates a fake background that returns the data of a history. */
function backgroundOf(history: ClientHistory) {
  const { reports, reportsOf, resultsOf, mutesOf } = valuesOf(history);
  const marks = marksOf(history);
  const list = (): ListReply => ({
    ...replyOf(),
    reports: [...reports],
    total: reports.length,
    next: null,
    requestedAt: Date.now(),
  });
  const background = fakeBackground(
    {
      listReports: async () => ({ value: list() }),
      getTrends: async (_, references, since) => ({
        value: references.map((reference) =>
          trendOf(
            reference,
            resultsOf(reference.page),
            since,
            history.now,
            mutesOf(reference.page),
          ),
        ),
      }),
      getPages: async (_, keys) => ({
        value: keys.map((key): PageHistory => {
          return { reports: [...reportsOf(key)], results: [...resultsOf(key)] };
        }),
      }),
      getMarks: async () => ({ value: { ...marks, starred: [], mutesVersion: 1 } }),
      getMutes: async (_, keys) => ({ value: structuredClone(keys.map(mutesOf)) }),
      getReport: async (_, { id }) => ({
        value: {
          ...sampleDetails(
            id,
            reports.find((report) => report.id === id),
          ),
        },
      }),
    },
    reports,
  );
  return { background, reports };
}

async function openReports(history: ClientHistory) {
  const { background, reports } = backgroundOf(history);
  const connection = await connectPage(reports);
  const { page } = await drawReportsOf({ background, connection, comparedSince: history.since });
  await waitUntil(() => expect(page.table.value.overview.isKnown.value).toBe(true));
  return page;
}

const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
const allIn = (selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll(selector),
];

describe('extension pages', () => {
  it('show correct numbers and dates in the table of clients', TIMEOUT, () =>
    checkViews(async (history) => {
      await openReports(history);
      const { clients } = truthOf(history);
      const groups = () => allIn('.clients tbody');
      await waitUntil(() => expect(groups().length).toBeGreaterThan(0));
      const rows = () =>
        allIn('.clients tbody tr').filter((row) => row.querySelector('.client-name'));
      await waitUntil(() => expect(rows().length).toBe(clients.size));
      const kinds = groups().flatMap((group) => {
        const names = allIn('.client-name button', group).map(textOf);
        expect(textOf(group.querySelector('.client-group small'))).toBe(String(names.length));
        return names.map((name) => `${kindNamed(group)} ${name}`);
      });
      expect(kinds.sort()).toEqual(
        [...clients].map(([name, truth]) => `${clientKind(truth)} ${name}`).sort(),
      );
      for (const row of rows()) {
        const truth = clients.get(textOf(row.querySelector('.client-name button')));
        if (truth === undefined) throw new Error(textOf(row));
        expectClientRow(row, truth, history.now);
      }
    }),
  );

  it('show correct numbers and dates in What is wrong and Fixed', TIMEOUT, () =>
    checkViews(async (history) => {
      await openReports(history);
      const { all } = truthOf(history);
      const items = () => allIn('[aria-labelledby=wrong-heading] > .part > ol > li');
      await waitUntil(() =>
        expect(document.querySelector('section[aria-labelledby=wrong-heading]')).not.toBeNull(),
      );
      if (!all.pages.some(({ areChecksCompared }) => areChecksCompared)) {
        expectCurrent(items(), all, (one) =>
          [
            ...ticketNotes(one.check, one.pages, history),
            one.importance,
            clientsText(one.pages),
          ].join(' · '),
        );
        return;
      }
      const fresh = all.problems.filter((problem) => problem.fresh.length > 0);
      const important = fresh.filter(({ importance }) => importance === 'high');
      // Three lines of two problems, or two such lines and the line of the other new problems.
      const isListed = important.length === fresh.length && fresh.length <= 6;
      const listed = items().length;
      expect(listed).toBe(isListed ? fresh.length : Math.min(4, important.length));
      expectLines(
        items(),
        important.map((problem) => [
          labelOf(problem.check),
          problem.fresh.length,
          [
            ...ticketNotes(problem.check, problem.fresh, history),
            clientsText(problem.fresh),
            ...othersText(problem),
          ].join(' · '),
        ]),
        true,
      );
      const names = items().map((item) => textOf(item.querySelector('b')));
      const also = fresh.filter(({ check }) => !names.includes(labelOf(check)));
      const alsoText = textOf(
        document.querySelector('[aria-labelledby=wrong-heading] > .part > p'),
      );
      expectAlso(alsoText, also, all);
      await expectFixed(all, 3, ({ pages }) => clientsText(pages));
    }),
  );

  it('show correct numbers and dates in the view of a client', TIMEOUT, () =>
    checkViews(async (history) => {
      const page = await openReports(history);
      for (const [client, truth] of truthOf(history).clients) {
        page.routes.goTo({ name: 'list', client });
        await waitUntil(() => {
          expect(textOf(document.querySelector('#client-heading bdi'))).toBe(client);
          expect(document.querySelector('.findings')).not.toBeNull();
        });
        expectClientHeader(truth);
        const noteOf = ({ check, importance }: ProblemTruth) =>
          [...ticketNotes(check, truth.pages, history), importance].join(' · ');
        if (!truth.pages.some(({ areChecksCompared }) => areChecksCompared)) {
          const items = allIn('[aria-labelledby=wrong-heading] > .part > ol > li');
          expectCurrent(items, truth, noteOf);
          continue;
        }
        const fresh = truth.problems.filter((problem) => problem.fresh.length > 0);
        expectLines(
          allIn('[aria-labelledby=new-heading] > .part > ol > li'),
          fresh.map((one) => [
            labelOf(one.check),
            one.fresh.length,
            [noteOf(one), ...othersText(one), ...notComparedText(one)].join(' · '),
          ]),
        );
        expectOld('remaining', stillFailing(truth), (one) => one.failedBefore.length, noteOf);
        expectOld('uncompared', uncompared(truth), (one) => one.pages.length, noteOf);
        await expectFixed(truth, 5, ({ importance }) => importance);
      }
    }),
  );

  it('show correct numbers in the lists of intended findings', TIMEOUT, () =>
    checkViews(async (history) => {
      const page = await openReports(history);
      const { clients } = truthOf(history);
      for (const client of [undefined, ...clients.keys()]) {
        page.routes.goTo({ name: 'list', ...(client && { client }) });
        const heading = () => textOf(document.querySelector('#client-heading bdi'));
        await waitUntil(() => expect(heading()).toBe(client ?? ''));
        const expected = [...clients]
          .filter(([name]) => name === (client ?? name))
          .flatMap(([name, { pages }]) =>
            [...intendedOn(pages)].map(([check, count]) => [client ? '' : name, check, count]),
          )
          .map(([name, check, count]) => `${name} ${labelOf(`${check}`)} ${count}`)
          .sort();
        await waitUntil(() => expect(intendedToggle()?.count ?? 0).toBe(expected.length));
        if (expected.length === 0) continue;
        intendedToggle()?.button.click();
        await waitUntil(() => expect(intendedLines(client !== undefined).sort()).toEqual(expected));
      }
    }),
  );

  it('show correct numbers and dates in the view of a problem and its tickets', TIMEOUT, () =>
    checkViews(async (history) => {
      const page = await openReports(history);
      const [{ check } = { check: 'title' }] = history.tickets;
      const { all, clients } = truthOf(history);
      for (const [client, truth] of [[undefined, all] as const, ...clients]) {
        page.routes.goTo({ name: 'list', check, ...(client && { client }) });
        const problem = truth.problems.find((one) => one.check === check);
        const heading = () => textOf(document.querySelector('#problem-heading'));
        await waitUntil(() => expect(heading()).toContain(client ?? labelOf(check)));
        const [title = ''] = heading().split(' · ');
        const found = templates.readCounted(
          'wrong.failsOn',
          title.replace(/ (high|medium|low)$/, ''),
        );
        expect(found).toEqual({ 1: String(problem?.pages.length ?? 0), 2: labelOf(check) });
        await waitUntil(() => expectTickets(history, client ?? null, truth.pages));
        await expectProblemRows(problem?.pages ?? [], check, history);
      }
    }),
  );

  it('show correct numbers in the view of a fixed problem', TIMEOUT, () =>
    checkViews(async (history) => {
      const page = await openReports(history);
      const { fixed } = truthOf(history).all;
      for (const check of new Set(fixed.map((one) => one.check))) {
        page.routes.goTo({ name: 'list', check, isFixed: true });
        const own = fixed.filter((one) => one.check === check);
        const pages = own.reduce((sum, one) => sum + one.pages.length, 0);
        await waitUntil(() => {
          const text = textOf(document.querySelector('#problem-heading'));
          const title = text.replace(/ (high|medium|low)$/, '');
          const found = templates.readCounted('wrong.fixedOn', title);
          expect(found).toEqual({ 1: String(pages), 2: labelOf(check) });
        });
      }
    }),
  );

  it('show correct numbers and dates in This page and its report', TIMEOUT, () =>
    checkViews(async (history) => {
      const addresses = new Map(history.reports.map(({ page, address }) => [page, address]));
      for (const [page, url] of [...addresses].slice(0, 3)) {
        const { background, reports } = backgroundOf(history);
        const connection = await connectPage(reports);
        const tab = { id: 1, url, isPrivate: false };
        const popup = await drawPopupOf({ background, connection, tab });
        popup.preferences.value = { ...popup.preferences.value, comparedSince: history.since };
        const truth = briefOf(page, history);
        await waitUntil(() =>
          expect(document.querySelector('.this-page .page-brief')).not.toBeNull(),
        );
        await waitUntil(() => expectThisPage(truth, history));
        if (truth === null) continue;
        document.querySelector<HTMLElement>('.this-page .opens')?.click();
        await waitUntil(() => expect(document.querySelector('.report .facts')).not.toBeNull());
        await waitUntil(() => expectWhatChanged(truth, history));
      }
    }),
  );
});

/** Returns the button that shows the intended findings, with its number; null if absent. */
function intendedToggle(): { button: HTMLElement; count: number } | null {
  for (const button of document.querySelectorAll<HTMLElement>('button.toggle')) {
    const text = textOf(button);
    const found =
      templates.read('intended.all', text) ?? templates.readCounted('intended.count', text);
    if (found !== null) return { button, count: Number(found[1]) };
  }
  return null;
}

/** Returns "alpen.example Title 2" for each line of the list of intended findings. */
function intendedLines(isOfClient: boolean): string[] {
  const list = `ol[aria-label="${templates.textOf('intended.label')}"] > li`;
  return allIn(list).map((item) => {
    const pages = Number.parseInt(textOf(item.querySelector('b + span')), 10);
    const [client] = textOf(item.querySelector('small')).split(' · ');
    return `${isOfClient ? '' : client} ${textOf(item.querySelector('b'))} ${pages}`;
  });
}

function kindNamed(group: Element): ClientKind {
  const name = textOf(document.getElementById(group.getAttribute('aria-labelledby') ?? ''));
  const kind = (['worse', 'better', 'same', 'notComparable'] as const).find(
    (one) => templates.textOf(GROUP_NAMES[one]) === name,
  );
  if (kind === undefined) throw new Unrecognised(name);
  return kind;
}

type ClientKind = ReturnType<typeof clientKind>;

const GROUP_NAMES = {
  worse: 'overview.worse',
  better: 'overview.better',
  same: 'clients.noChange',
  notComparable: 'clients.notComparable',
};

function expectClientRow(row: Element, truth: PagesTruth, now: Date): void {
  const small = textOf(row.querySelector('.client-name small'));
  const [, bases] = /(compared with .+)$/.exec(small) ?? [];
  expect(textOf(row.querySelector('.client-pages'))).toBe(String(truth.pages.length));
  const compared = bases === undefined ? null : templates.read('page.comparedWith', bases);
  const days = oldestBases(truth.pages);
  const expected = days.length === 0 ? null : [days[0], days.at(-1)];
  expect(compared && daysInYear(compared[1] ?? '', now)).toEqual(expected);
  expectAverage(row.querySelector('.client-average'), truth);
  expectMoves(row.querySelector('.client-moves'), truth);
  const fresh = truth.problems.filter((problem) => problem.fresh.length > 0);
  const problem = textOf(row.querySelector('.client-problem'));
  const fixed = textOf(row.querySelector('.client-fixed'));
  if (!truth.pages.some(({ areChecksCompared }) => areChecksCompared)) {
    expect(fixed).toBe('–');
    const current = problem.split(' · ').at(-1) ?? '';
    const counts = truth.problems.map((one) => ({ ...one, count: one.pages.length }));
    if (counts.length > 0) expectFirstOf(current, counts);
    return;
  }
  if (fresh.length === 0) expect(problem).toBe(templates.textOf('clients.nothingNew'));
  else {
    const counts = fresh.map((one) => ({ ...one, count: one.fresh.length }));
    expectFirstOf(problem.replace(' new', ''), counts);
  }
  if (truth.fixed.length === 0) expect(fixed).toBe('');
  else {
    const counts = truth.fixed.map((one) => ({ ...one, count: one.pages.length }));
    expectFirstOf(fixed, counts);
  }
}

/** Expects the first six problems, for pages that cannot be compared. */
function expectCurrent(
  items: readonly Element[],
  { problems }: PagesTruth,
  noteOf: (problem: ProblemTruth) => string,
): void {
  expect(items.length).toBe(Math.min(6, problems.length));
  const lines = problems.map((one): Line => [labelOf(one.check), one.pages.length, noteOf(one)]);
  expectLines(items, lines, true);
}

/** Expects "Noindex, 14 pages and 2 more". */
function expectFirstOf(text: string, all: readonly { check: string; count: number }[]): void {
  const [first = '', more = ''] = text.split(/ (?=and \d+ more$)/);
  const found = templates.readCounted('wrong.failsOn', first);
  const checks = all.map(({ check, count }) => `${labelOf(check)} ${count}`);
  expect(checks).toContain(`${found?.[2]} ${found?.[1]}`);
  const further = more === '' ? 0 : numberIn(templates.read('clients.andMore', more)?.[1]);
  expect(further).toBe(all.length - 1);
}

/** Expects "74 → 69" and how many pages were measured again. */
function expectAverage(cell: ParentNode | null, truth: PagesTruth): void {
  const { averageThen, averageNow, measuredAgain, scored } = truth;
  const small = textOf(cell?.querySelector('small[title]'));
  const again = small === '' ? null : templates.readCounted('summary.measuredAgain', small);
  const isPart = measuredAgain > 0 && measuredAgain < scored;
  expect(again).toEqual(isPart ? { 1: String(scored), 2: String(measuredAgain) } : null);
  const bold = cell?.querySelector('b');
  expect(textOf(bold)).toBe(averageNow === null ? '–' : String(averageNow));
  const before = bold?.previousSibling?.textContent ?? '';
  const [, then] =
    new RegExp(`(\\d+)\\s${templates.textOf('summary.arrow')}\\s$`).exec(before) ?? [];
  expect(then === undefined ? null : Number(then)).toBe(averageThen);
}

function expectMoves(cell: ParentNode | null, { kinds }: PagesTruth): void {
  for (const kind of ['worse', 'better'] as const) {
    const part = cell?.querySelector(kind === 'worse' ? '.is-fall' : '.is-rise');
    if (kinds[kind] === 0) expect(part ?? null).toBeNull();
    else {
      const sign = kind === 'worse' ? '▼' : '▲';
      expect(textOf(part?.querySelector('[aria-hidden]'))).toBe(`${sign}${kinds[kind]}`);
      const words = templates.readCounted(
        `summary.${kind}`,
        textOf(part?.querySelector('.visually-hidden')),
      );
      expect(words?.[1]).toBe(String(kinds[kind]));
    }
  }
}

type Line = [name: string, pages: number, note: string];

/** Expects lines with a check, its number of pages and a note, in any order. */
function expectLines(items: readonly Element[], expected: readonly Line[], isPart = false): void {
  const lines = items.map((item): Line => {
    const pages = templates.readCounted('reports.pages', textOf(item.querySelector('span')));
    if (pages === null) throw new Unrecognised(textOf(item));
    return [
      textOf(item.querySelector('b')),
      numberIn(pages[1]),
      textOf(item.querySelector('small')),
    ];
  });
  const keys = (all: readonly Line[]) => all.map((line) => line.join(' | ')).sort();
  if (isPart) expect(keys(expected)).toEqual(expect.arrayContaining(keys(lines)));
  else expect(keys(lines)).toEqual(keys(expected));
}

/** Returns "zahnarzt.example 7, nordlicht.example 4"; for a single client, only its name. */
function clientsText(pages: readonly PageTruth[]): string {
  const counts = new Map<string, number>();
  for (const { client } of pages) counts.set(client, (counts.get(client) ?? 0) + 1);
  const [only] = counts.keys();
  if (counts.size === 1) return only ?? '';
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** Expects the first lines of a list of problems that are not new on any page. */
function expectOld(
  id: string,
  problems: readonly ProblemTruth[],
  pagesOf: (problem: ProblemTruth) => number,
  noteOf: (problem: ProblemTruth) => string,
): void {
  const lines = allIn(`[aria-labelledby=${id}-heading] > .part > ol > li`);
  expect(lines.length).toBe(Math.min(5, problems.length));
  expectLines(
    lines,
    problems.map((one): Line => {
      const others = [...firstMeasuredText(one), ...notComparedText(one)];
      return [labelOf(one.check), pagesOf(one), [noteOf(one), ...others].join(' · ')];
    }),
    true,
  );
}

function firstMeasuredText({ firstMeasured }: ProblemTruth): string[] {
  return firstMeasured.length > 0 ? [`${firstMeasured.length} first measured`] : [];
}

function notComparedText({ notCompared }: ProblemTruth): string[] {
  return notCompared.length > 0 ? [`${notCompared.length} not compared`] : [];
}

function othersText(problem: ProblemTruth): string[] {
  const before = problem.failedBefore.length;
  return [
    ...(before > 0 ? [`${before} more ${before === 1 ? 'was' : 'were'} failing already`] : []),
    ...firstMeasuredText(problem),
  ];
}

function expectAlso(text: string, also: readonly ProblemTruth[], all: PagesTruth): void {
  if (!all.problems.some(({ fresh }) => fresh.length > 0)) {
    expect(text).toBe(templates.textOf('clients.nothingNew'));
    return;
  }
  const list = also.map(
    ({ check, importance, fresh: { length } }) =>
      `${labelOf(check)} (${length} page${length === 1 ? '' : 's'}, ${importance})`,
  );
  const [, named = ''] = /^Also new: (.+)$/.exec(text) ?? [];
  const items = named === '' ? [] : named.split(/(?<=\)), /);
  expect(items.sort()).toEqual(list.sort());
}

/** @param maxSeen number of checks before a press on *All* */
async function expectFixed(
  { fixed, pages }: PagesTruth,
  maxSeen: number,
  noteOf: (fixed: FixedTruth) => string,
): Promise<void> {
  const section = await waitUntil(
    () =>
      document.querySelector('section[aria-labelledby=fixed-heading]') ?? expect.fail('no section'),
  );
  if (fixed.length > maxSeen) {
    const button = await waitUntil(() => {
      const found = section.querySelector<HTMLElement>('button[aria-expanded]');
      return found ?? expect.fail('no button');
    });
    const checks = new Set(fixed.map(({ check }) => check));
    expect(templates.readCounted('wrong.all', textOf(button))?.[1]).toBe(String(checks.size));
    // The list of the previous client may still be open.
    if (button.getAttribute('aria-expanded') === 'false') button.click();
  }
  const items = () => allIn('ol > li', section);
  await waitUntil(() => expect(items().length).toBe(fixed.length));
  const now = new Date();
  expectLines(
    items(),
    fixed.map((one) => {
      const { between } = one;
      const dates =
        between && `found ${dayText(between.found, now)}, fixed ${dayText(between.fixed, now)}`;
      return [
        labelOf(one.check),
        one.pages.length,
        [dates, noteOf(one)].filter(Boolean).join(' · '),
      ];
    }),
  );
  if (!pages.some(({ areChecksCompared }) => areChecksCompared)) {
    expect(textOf(section.querySelector(':scope > .quiet'))).toBe('–');
  }
}

/** Returns "Nov 24", with the year if it is not the current year. */
function dayText(day: string, now: Date): string {
  const [year, month, date] = day.split('-').map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  return year === now.getFullYear() ? `${name} ${date}` : `${name} ${date}, ${year}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns "handed over Nov 23" and "2 failing again, ticket closed Nov 26", if the tickets of these pages say so. */
function ticketNotes(check: string, pages: readonly PageTruth[], history: ClientHistory): string[] {
  const clients = pages.map(({ client }) => client);
  const newest = ticketsOf(history).find(
    ({ client, ticket }) =>
      ticket.closedAt === null && ticket.check === check && clients.includes(client),
  );
  const [returned] = returnedOn(check, pages, history);
  const day = (iso: string) => dayText(iso, history.now);
  return [
    ...(newest ? [`handed over ${day(dayOf(newest.ticket.at))}`] : []),
    ...(returned
      ? [`${returned.pages} failing again, ticket closed ${day(returned.closedAt)}`]
      : []),
  ];
}

function expectClientHeader(truth: PagesTruth): void {
  const pages = templates.readCounted(
    'reports.pages',
    textOf(document.querySelector('#client-heading small')),
  );
  expect(pages?.[1]).toBe(String(truth.pages.length));
  const numbers = document.querySelector('.client-header .measure');
  const scored = templates.readCounted(
    'summary.averageOfPages',
    textOf(numbers?.querySelector('small')),
  );
  expect(scored?.[1]).toBe(String(truth.scored));
  expectAverage(numbers, truth);
  expectMoves(numbers, truth);
}

function expectTickets(
  history: ClientHistory,
  client: string | null,
  pages: readonly PageTruth[],
): void {
  const tickets = ticketsOf(history).filter(
    (one) => one.ticket.closedAt === null && (client === null || one.client === client),
  );
  const texts = allIn('.ticket > p').map(textOf);
  const isReturned = (text: string) =>
    templates.readCounted('handedOver.closedFailing', text) !== null;
  expectReturnedLines(texts.filter(isReturned), pages, history);
  const lines = texts.filter((text) => !isReturned(text)).map((text) => text.split(' · '));
  const statuses = ['fixed', 'failingAgain', 'failing', 'unmeasured', 'muted', 'gone'] as const;
  const expected = tickets.map(({ ticket, pages: all }) => {
    const count = (status: TicketStatus) => all.filter((page) => page.status === status).length;
    return [dayOf(ticket.at), all.length, ...statuses.map(count)].join();
  });
  const found = lines.map(([copied = '', size = '', parts = '']) => {
    const at = templates.read('handedOver.at', copied);
    const counts = new Map<string, number>();
    for (const part of parts.split(', ')) {
      const status = statuses.find((one) => templates.read(`handedOver.${one}`, part) !== null);
      if (status === undefined) throw new Unrecognised(part);
      counts.set(status, numberIn(templates.read(`handedOver.${status}`, part)?.[1]));
    }
    const count = numberIn(templates.readCounted('reports.pages', size)?.[1]);
    const day = dayInYear(at?.[1], history.now);
    return [day, count, ...statuses.map((status) => counts.get(status) ?? 0)].join();
  });
  expect(found.sort()).toEqual(expected.sort());
}

function expectReturnedLines(
  texts: readonly string[],
  pages: readonly PageTruth[],
  history: ClientHistory,
): void {
  const [{ check } = { check: '' }] = history.tickets;
  const lines = texts.map((text) => {
    const found = templates.readCounted('handedOver.closedFailing', text);
    const days = [found?.[2], found?.[3]].map((day) => dayInYear(day, history.now));
    return [...days, numberIn(found?.[1])].join();
  });
  const expected = returnedOn(check, pages, history).map(({ at, closedAt, pages: count }) =>
    [at, closedAt, count].join(),
  );
  expect(lines.sort()).toEqual(expected.sort());
}

async function expectProblemRows(
  pages: readonly PageTruth[],
  check: string,
  history: ClientHistory,
): Promise<void> {
  const dated = pages.filter(({ failures }) => failures.some((one) => one.check === check));
  const rows = () =>
    allIn('.table-row').filter((row) => textOf(row.querySelector('.cell-since')) !== '');
  await waitUntil(() => expect(rows().length).toBe(dated.length));
  for (const row of rows()) {
    const name = textOf(row.querySelector('button.row bdi'));
    const page = pages.find((one) => one.page === name);
    const failure = page?.failures.find((one) => one.check === check);
    if (page === undefined || failure === undefined) throw new Error(name);
    const { since, passed } = failure;
    const isNew = page.appeared.includes(check);
    const text = textOf(row.querySelector('.cell-since')).replace(/^new | new$/, '');
    const dates = templates.read('failing.passedOn', text);
    const earlier = templates.read('reports.orBefore', text);
    const tag = textOf(row.querySelector('.cell-since .tag'));
    expect(tag).toBe(isNew ? templates.textOf('reports.new') : '');
    if (passed === null) expect(dayInYear(earlier?.[1], history.now)).toBe(dayOf(since));
    else {
      expect(dayInYear(dates?.[1], history.now)).toBe(dayOf(since));
      expect(dayInYear(dates?.[2], history.now)).toBe(dayOf(passed));
    }
  }
}

function expectThisPage(truth: BriefTruth | null, { now }: ClientHistory): void {
  const place = document.querySelector('.this-page');
  const time = textOf(place?.querySelector('time'));
  const texts = allIn('.page-brief > span:not([class*=privacy])', place ?? document).map(textOf);
  if (truth === null) {
    expect(time).toBe('');
    return;
  }
  const measured = templates.read('page.measured', time);
  expect(dayInYear(measured?.[1], now)).toBe(dayOf(truth.result.at));
  const compared = texts.find((text) => text.includes('compared with '));
  if (truth.base === null) {
    expect(compared).toBeUndefined();
    return;
  }
  const [, day] = /compared with (.+)$/.exec(compared ?? '') ?? [];
  expect(dayInYear(day, now)).toBe(dayOf(truth.base.at));
  expectDifference(place?.querySelector('.page-brief .difference') ?? null, truth.difference ?? 0);
}

/** Expects "▼22" with the words "22 lower than before"; without a difference, expects no element. */
function expectDifference(element: Element | null, difference: number): void {
  if (difference === 0) {
    expect(element).toBeNull();
    return;
  }
  const points = String(Math.abs(difference));
  const isRise = difference > 0;
  const text = textOf(element?.querySelector('[aria-hidden]'));
  expect(text).toBe(`${isRise ? '▲' : '▼'}${points}`);
  const words = textOf(element?.querySelector('.visually-hidden'));
  expect(templates.read(isRise ? 'reports.rise' : 'reports.fall', words)?.[1]).toBe(points);
}

function expectWhatChanged(truth: BriefTruth, { now }: ClientHistory): void {
  const place = document.querySelector('.what-changed');
  const { base, result } = truth;
  if (base === null) {
    expect(place).toBeNull();
    return;
  }
  const since = templates.read('past.since', textOf(place?.querySelector('b')));
  expect(dayInYear(since?.[1], now)).toBe(dayOf(base.at));
  const areScores = base.score !== null && result.score !== null;
  const wordOf = ({ score, rating }: typeof result) =>
    areScores ? String(score) : templates.textOf(`rating.${rating}`);
  expect([since?.[2], since?.[3]]).toEqual([wordOf(base), wordOf(result)]);
  const lists = allIn('.changed-checks > div', place ?? document).map((list) => [
    textOf(list.querySelector('dt')),
    textOf(list.querySelector('dd')).split(', ').sort(),
  ]);
  const expected = [
    [templates.textOf('past.appeared'), truth.appeared.map(labelOf).sort()],
    [templates.textOf('past.fixed'), truth.fixed.map(labelOf).sort()],
    [templates.textOf('intended.label'), truth.appearedMuted.map(labelOf).sort()],
  ].filter(([, checks]) => (checks?.length ?? 0) > 0);
  expect(lists).toEqual(expected);
}
