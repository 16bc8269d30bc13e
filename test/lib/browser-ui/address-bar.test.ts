import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAddressBar } from '@/lib/browser-ui/address-bar';
import type { OpenPopupWith } from '@/lib/browser-ui/popup-request';
import { connectionInUse } from '@/lib/connection/connection-register';
import type { Report } from '@/lib/report/report';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { storeConnection } from '../../support/stored-connection';
import { openHistory } from '../../support/stored-history';

const hostile = 'https://a.example/?a=1&b=<url>"\'\u202e\u0000\n';

async function startSearch(...known: Report[]) {
  const openPopupWith = vi.fn<OpenPopupWith>(async () => {});
  const history = openHistory('a');
  await history.add(known);
  const bar = createAddressBar({
    connection: connectionInUse,
    searchReports: history.search,
    findReport: async (id) => (await history.reports([id]))[0] ?? null,
    describe: ({ url }) => `Good · ${url}`,
    activeTab: async () => ({ id: 7, isPrivate: true }),
    openPopupWith,
  });
  return { ...bar, openPopupWith };
}

beforeEach(async () => {
  emptyBrowser();
  useDatabases();
  await storeConnection();
});

describe('the address bar', () => {
  it.each([
    [' HOST ', ['12', '11', '10', '9', '8', '7']],
    ['elsewhere', []],
    // A single character would match nearly all reports.
    ['h', []],
  ])('suggests for the text %j the newest matching reports: %j', async (typed, ids) => {
    const known = Array.from({ length: 12 }, (_, at) => sampleReport(`${at + 1}`));
    const { suggestionsFor } = await startSearch(...known);
    const suggestions = await suggestionsFor(typed);
    expect(suggestions.map(({ content }) => content.split('#')[1])).toEqual(ids);
  });

  it('finds a report by its typed address, and suggests its readable address', async () => {
    const url = 'xn--bcher-kva.example/stra%C3%9Fe';
    const { suggestionsFor } = await startSearch(sampleReport('7', { url }));
    for (const typed of ['www.bücher.example', 'https://bücher.example/straße']) {
      expect(await suggestionsFor(typed)).toMatchObject([{ content: 'bücher.example/straße #7' }]);
    }
  });

  it('finds a report by a single Chinese character, which is a word, but not by a single kana', async () => {
    const { suggestionsFor } = await startSearch(
      // A search at Rakuten that a public shopping app opens.
      sampleReport('7', { url: 'https://search.rakuten.co.jp/search/mall/%E5%8D%B5/' }),
      // Tests of w3lib, canonicalize_url.
      sampleReport('8', { url: 'http://xn--p8j9a0d9c9a.xn--q9jyb4c/?query=%E3%82%B5' }),
    );
    expect(await suggestionsFor('卵')).toHaveLength(1);
    expect(await suggestionsFor('サ')).toEqual([]);
  });

  it('suggests a short line of visible characters for any address', async () => {
    const url = `${hostile}${'x'.repeat(100_000)}`;
    const { suggestionsFor } = await startSearch(
      sampleReport('7', { url }),
      sampleReport('8', { url }),
    );
    const [one, other] = await suggestionsFor('a.example');
    expect(one?.content).not.toBe(other?.content);
    for (const line of Object.values(one ?? {})) {
      expect(line).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]{1,510}$/u);
    }
  });

  it('opens the report of a chosen suggestion', async () => {
    const report = sampleReport('7', { url: hostile });
    const { suggestionsFor, enter, openPopupWith } = await startSearch(report, sampleReport('8'));
    const [chosen] = await suggestionsFor('a.example');
    await enter(chosen?.content ?? '', 'currentTab');
    expect(openPopupWith.mock.lastCall?.[0]).toEqual({
      connectionId: 'a',
      kind: 'report',
      report,
      isPrivate: true,
    });
  });

  it.each(['shoes #7', 'host.example/7 #8', '#7'])(
    'searches for a text that is not a suggestion, even if it ends like a suggestion: %j',
    async (text) => {
      const { enter, openPopupWith } = await startSearch(sampleReport('7'));
      await enter(text, 'currentTab');
      expect(openPopupWith.mock.lastCall?.[0]).toEqual({
        connectionId: 'a',
        kind: 'search',
        search: text,
      });
    },
  );

  it('opens a search in a new tab if the search was typed in a private window', async () => {
    const { enter, openPopupWith } = await startSearch(sampleReport('1'));
    await enter(' shoes ', 'currentTab');
    const request = { connectionId: 'a', kind: 'search', search: 'shoes' };
    expect(openPopupWith).toHaveBeenCalledExactlyOnceWith(request, 'newForegroundTab', 7);
  });
});
