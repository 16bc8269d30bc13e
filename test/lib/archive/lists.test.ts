import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { archiveItems } from '@/lib/archive/archive-items';
import { createLists } from '@/lib/archive/lists';
import type { Outcome } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import type { Report, ReportList } from '@/lib/report/report';
import { placeOf } from '@/lib/report/report-page';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { emptyBrowser } from '../../support/empty-browser';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { FAILURES } from '../../support/sample-failures';
import { sampleReport } from '../../support/sample-report';

const ordinary = archiveItems.lists('a');
const inMemory = archiveItems.privateLists('a');
const searched: ReportQuery = { ...RECENT_REPORTS_QUERY, search: 'host' };
const one = sampleReport('1');
const two = sampleReport('2');

/** Lists of a service that answers when it is told to. */
function openLists() {
  const answers = holdAnswers<Outcome<ReportList>>();
  const forgotten = new Set<string>();
  let time = 0;
  const lists = createLists({
    ...{ ordinary, inMemory, now: () => ++time },
    isForgotten: (id) => forgotten.has(id),
    signal: new AbortController().signal,
  });
  const answer = (at: number, ...reports: Report[]) =>
    answers.answer(at, { value: listOf(...reports) });
  /** Reads a list that is answered at once. */
  async function read(query: ReportQuery, reports: Report[], keeping: Keeping = 'disk') {
    const reading = lists.read(answers.call, query, keeping);
    answer(answers.count - 1, ...reports);
    expect(await reading).toEqual({ value: null });
  }
  return { lists, answers, answer, read, forgotten };
}

async function storedIds(item = ordinary): Promise<string[][]> {
  return ((await item.read()) ?? []).map(({ rows }) => rows.map(({ id }) => id));
}

beforeEach(emptyBrowser);

describe('a list that is read', () => {
  it('is stored, the latest first, for each of the last eight queries', async () => {
    const { read } = openLists();
    await read(RECENT_REPORTS_QUERY, [two, one]);
    await read(searched, [one]);
    expect(await storedIds()).toEqual([['1'], ['2', '1']]);
    await read(RECENT_REPORTS_QUERY, [two]);
    expect(await storedIds()).toEqual([['2'], ['1']]);
    for (const search of 'abcdefgh') await read({ ...searched, search }, []);
    expect(await storedIds()).toEqual(Array(8).fill([]));
  });

  it('leaves the stored list as it is when the service fails', async () => {
    const { lists, answers, read } = openLists();
    await read(RECENT_REPORTS_QUERY, [one]);
    const reading = lists.read(answers.call, RECENT_REPORTS_QUERY, 'disk');
    answers.answer(1, { failure: FAILURES.unreachable });
    expect(await reading).toEqual({ failure: FAILURES.unreachable });
    expect(await storedIds()).toEqual([['1']]);
  });

  it('is asked for in other spellings where foreign letters find nothing', async () => {
    const asked: string[] = [];
    const lists = createLists({
      ...{ ordinary, inMemory, now: () => 0, isForgotten: () => false },
      signal: new AbortController().signal,
    });
    const readList = async ({ search }: ReportQuery) => {
      asked.push(search);
      return { value: listOf(...(/ü|%9Fe$|^xn/.test(search) ? [one] : [])) };
    };
    for (const search of ['straße', 'nowhere', 'über', 'größer']) {
      await lists.read(readList, { ...RECENT_REPORTS_QUERY, search }, 'disk');
    }
    expect(asked).toEqual([
      'straße',
      'stra%C3%9Fe',
      'nowhere',
      'über',
      'größer',
      'gr%C3%B6%C3%9Fer',
      'xn--grer-wna1l',
    ]);
    expect(await storedIds()).toEqual([['1'], ['1'], [], ['1']]);
    const stored = (await ordinary.read())?.map(({ query, asked }) => [
      query.search,
      asked?.search,
    ]);
    expect(stored).toEqual([
      ['größer', 'xn--grer-wna1l'],
      ['über', undefined],
      ['nowhere', undefined],
      ['straße', 'stra%C3%9Fe'],
    ]);
  });

  it('is read by id if the service does not sort by date, and the next time at once', async () => {
    const asked: Partial<ReportQuery>[] = [];
    const rows = ['2', '1', '3'].map((day, at) =>
      sampleReport(String(9 - at), { generatedAt: `2026-11-0${day}T10:00:00.000Z` }),
    );
    const lists = createLists({
      ...{ ordinary, inMemory, now: () => 0, isForgotten: () => false },
      signal: new AbortController().signal,
    });
    const readList = async ({ sortBy, sort, perPage }: ReportQuery) => {
      asked.push({ sortBy, sort, perPage });
      return { value: { ...listOf(...rows), next: 2 } };
    };
    const byDate: ReportQuery = { ...searched, sortBy: 'generated_at', sort: 'asc' };
    await lists.read(readList, byDate, 'disk');
    await lists.read(readList, { ...byDate, perPage: 25 }, 'disk');
    const newest = { sortBy: 'id', sort: 'desc', perPage: 100 };
    expect(asked).toEqual([{ sortBy: 'generated_at', sort: 'asc', perPage: 10 }, newest, newest]);
    const stored = (await ordinary.read())?.at(-1);
    expect(stored).toMatchObject({ query: byDate, asked: { ...byDate, ...newest }, next: 2 });
    expect(await storedIds()).toEqual([
      ['9', '8', '7'],
      ['9', '8', '7'],
    ]);
  });

  it('is read only once if the service sorts by date', async () => {
    const { lists, answers, answer } = openLists();
    const reading = lists.read(answers.call, { ...searched, sortBy: 'generated_at' }, 'disk');
    answer(0, sampleReport('7'), sampleReport('9'));
    await reading;
    expect(answers.count).toBe(1);
    expect((await ordinary.read())?.[0]?.asked).toBeNull();
  });

  it('is in memory alone for a search in a private window, and else on the disk', async () => {
    const { read } = openLists();
    await read(searched, [one], 'memory');
    await read(RECENT_REPORTS_QUERY, [two], 'memory');
    expect(await storedIds(inMemory)).toEqual([['1']]);
    expect(await storedIds()).toEqual([['2']]);
  });

  it('is not stored if a later request for the same query was answered first', async () => {
    const { lists, answers, answer } = openLists();
    const earlier = lists.read(answers.call, RECENT_REPORTS_QUERY, 'disk');
    const later = lists.read(answers.call, RECENT_REPORTS_QUERY, 'disk');
    answer(1, two, one);
    await later;
    answer(0, one);
    expect(await earlier).toEqual({ value: null });
    expect(await storedIds()).toEqual([['2', '1']]);
  });

  it('is stored as the places of its reports, without their fields', async () => {
    const { read } = openLists();
    await read(RECENT_REPORTS_QUERY, [one, sampleReport('5', { url: null })]);
    const [list] = (await ordinary.read()) ?? [];
    expect(list?.rows).toEqual([placeOf(one), { id: '5', page: 'id:5' }]);
    expect(JSON.stringify(list)).not.toContain('good');
  });

  it('leaves a list of another version stored, which hides no readable list', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { read } = openLists();
    await read(RECENT_REPORTS_QUERY, [one]);
    const key = 'connection/a/lists';
    const { local } = fakeBrowser.storage;
    const strange = { version: 2, query: 'all' };
    const [stored] = (await ordinary.read()) ?? [];
    await local.set({ [key]: [strange, stored] });
    const other = openLists();
    await other.read(searched, [two]);
    expect(await storedIds()).toEqual([['2'], ['1']]);
    expect((await local.get(key))[key]).toContainEqual(strange);
    expect(warn).toHaveBeenCalledWith(expect.anything(), `local:${key}`);
    await local.set({ [key]: { version: 2 } });
    await openLists().read(searched, [two]);
    expect((await local.get(key))[key]).toEqual({ version: 2 });
    warn.mockRestore();
  });
});

describe('a report that is created, deleted or moved', () => {
  it('is added, dropped or moved in each stored list that it matches', async () => {
    const { lists, read } = openLists();
    await read(RECENT_REPORTS_QUERY, [one]);
    await read({ ...searched, search: 'elsewhere' }, []);
    await lists.add(two);
    expect(await storedIds()).toEqual([[], ['2', '1']]);
    await lists.drop('1');
    expect(await storedIds()).toEqual([[], ['2']]);
    const moved = sampleReport('2', { url: 'https://moved.example/' });
    await expect(lists.move([moved, one])).resolves.toEqual([placeOf(two)]);
    expect((await ordinary.read())?.[1]?.rows).toEqual([placeOf(moved)]);
  });

  it('while a list is on its way is merged into the answer', async () => {
    const { lists, answers, answer, forgotten } = openLists();
    const reading = lists.read(answers.call, RECENT_REPORTS_QUERY, 'disk');
    await lists.add(two);
    forgotten.add('1');
    await lists.drop('1');
    answer(0, sampleReport('9'), one);
    await reading;
    expect(answers.count).toBe(1);
    expect(await ordinary.read()).toMatchObject([{ rows: [{ id: '2' }, { id: '9' }], total: 2 }]);
  });

  it.each<[string, Partial<ReportQuery>, number | null, [ids: string[], total: number | null]]>([
    ['comes first in a list of the newest', {}, 1, [['2', '1'], 2]],
    ['is left out of a list in another order', { sortBy: 'url' }, 1, [['1'], 2]],
    ['is not in a list that it does not match', { search: 'other' }, 1, [['1'], 1]],
    ['leaves an unknown total unknown', {}, null, [['2', '1'], null]],
  ])('when created %s', async (_, fields, total, expected) => {
    const { lists, answers } = openLists();
    const reading = lists.read(answers.call, { ...RECENT_REPORTS_QUERY, ...fields }, 'disk');
    answers.answer(0, { value: { ...listOf(one), total } });
    await reading;
    await lists.add(two);
    const [list] = (await ordinary.read()) ?? [];
    expect([list?.rows.map(({ id }) => id), list?.total]).toEqual(expected);
  });
});
