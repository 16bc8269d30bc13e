import { describe, expect, it, vi } from 'vitest';
import { descriptionOf } from '@/lib/browser/omnibox-line';
import type { TabPlace } from '@/lib/browser/tabs';
import type { Report } from '@/lib/report/report';
import { createAddressBar } from '@/lib/surface/address-bar';
import type { Handover } from '@/lib/surface/handover';
import { contentOf, matching } from '@/lib/surface/suggestion';
import { sampleReport } from '../../support/sample-report';

const hostile = 'https://a.example/?a=1&b=<url>"\'\u202e\u0000\n\ud800\uffff';

describe('the line of a suggestion', () => {
  it.each([true, false])(
    'has no characters that turn or break the line, with markup: %s',
    (hasMarkup) => {
      const line = descriptionOf({ content: '', label: 'Good', address: hostile }, hasMarkup);
      expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\uffff]/u);
      expect(line.isWellFormed()).toBe(true);
    },
  );

  it('is escaped for a browser that reads markup, and plain otherwise', () => {
    const markup = descriptionOf({ content: '', label: 'Good', address: hostile }, true);
    expect(markup).toMatch(/^Good · <url>([^<>"'&]|&#\d+;)*<\/url>$/);
    const plain = descriptionOf({ content: '', label: 'Bad', address: 'https://a/?x&y' }, false);
    expect(plain).toBe('Bad · https://a/?x&y');
  });

  it('is short, however long its address', () => {
    const address = `https://a.example/${'x'.repeat(1_000_000)}`;
    const line = descriptionOf({ content: '', label: 'Good', address }, true);
    expect(line.length).toBeLessThan(300);
  });
});

it('the text for a report in the address bar is a single line that no other report has', () => {
  const [one = '', other] = ['7', '8'].map((id) => contentOf(sampleReport(id, { url: hostile })));
  expect(one).not.toBe(other);
  expect(one).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  expect(contentOf(sampleReport('7', { url: null }))).toBe('#7');
});

it('the text for a report in the address bar is its readable address with its id', () => {
  const url = 'https://xn--bcher-kva.example/stra%C3%9Fe';
  expect(contentOf(sampleReport('7', { url }))).toBe('https://bücher.example/straße #7');
});

it('a report is found in the address bar by its address as it is typed', () => {
  const known = [sampleReport('7', { url: 'xn--bcher-kva.example/stra%C3%9Fe' })];
  for (const typed of ['www.bücher.example', 'https://bücher.example/straße']) {
    expect(matching(known, typed)).toEqual(known);
  }
});

it.each([
  [' HOST ', ['12', '11', '10', '9', '8', '7']],
  ['elsewhere', []],
  // A single character would go with nearly all of them.
  ['h', []],
])('the text %j is answered by the newest matching reports: %j', (typed, ids) => {
  const known = Array.from({ length: 12 }, (_, at) => sampleReport(`${at + 1}`));
  expect(matching(known, typed).map(({ id }) => id)).toEqual(ids);
});

describe('the address bar', () => {
  const stored = sampleReport('1');

  function start() {
    const knownReports = vi.fn(async (): Promise<readonly Report[] | null> => [stored]);
    const openHandover = vi.fn(
      async (_handover: Handover, _place: TabPlace, _tabId?: number) => {},
    );
    const bar = createAddressBar({
      ...{ knownReports, openHandover, openOptions: async () => {} },
      describe: ({ url }) => ({ label: 'Good', address: url ?? '' }),
      tabInFront: async () => ({ id: 7, keeping: 'memory' }),
    });
    return { bar, knownReports, openHandover, suggest: vi.fn() };
  }

  it('suggests nothing for a text that has changed since', async () => {
    const { bar, suggest } = start();
    const later = vi.fn();
    await Promise.all([bar.change('host', suggest), bar.change('host.example', later)]);
    expect(suggest).not.toHaveBeenCalled();
    const suggestion = { content: contentOf(stored), label: 'Good', address: stored.url };
    expect(later).toHaveBeenCalledExactlyOnceWith([suggestion]);
  });

  it('reads the store again after an input was cancelled', async () => {
    const { bar, knownReports, suggest } = start();
    await bar.change('host', suggest);
    bar.cancel();
    knownReports.mockResolvedValue([]);
    await bar.change('host', suggest);
    expect(suggest).toHaveBeenCalledOnce();
  });

  it('opens a search from a private window in a new tab', async () => {
    const { bar, openHandover } = start();
    await bar.enter(' shoes ', 'currentTab');
    const handover = { kind: 'search', search: 'shoes', keeping: 'memory' };
    expect(openHandover).toHaveBeenCalledExactlyOnceWith(handover, 'newForegroundTab', 7);
  });
});
