import { beforeEach, describe, expect, it } from 'vitest';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { emptyBrowser } from '../../../support/empty-browser';
import { openList } from '../../../support/open-list';
import { storedList } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

beforeEach(emptyBrowser);

function open(pageUrl?: string, project = '', ...seen: string[]) {
  const reports = seen.map((name, id) => sampleReport(`${id}`, { project: name }));
  const opened = openList({
    stored: [{ ...storedList(), reports }],
    query: { ...RECENT_REPORTS_QUERY, project },
    ...(pageUrl !== undefined && { pageUrl }),
  });
  const asked = () => opened.ask.mock.calls.map(([query]) => query.project);
  return { ...opened, filter: opened.list.project, asked };
}

describe('the toggle This site', () => {
  const url = 'https://www.museum.example/visit';

  it("asks for reports of the page's host, and when pressed again for the former project", async () => {
    const { filter, list, asked, queryItem } = open(url, 'Shop');
    expect(filter.isSite.value).toBe(false);
    filter.toggleSite();
    expect([filter.isSite.value, filter.text.value]).toEqual([true, 'museum.example']);
    list.change({ result: 'bad' });
    await expect.poll(() => queryItem.read()).toMatchObject({ project: 'Shop', result: 'bad' });
    filter.toggleSite();
    expect([filter.isSite.value, filter.text.value]).toEqual([false, 'Shop']);
    expect(asked()).toEqual(['museum.example', 'museum.example', 'Shop']);
    await expect.poll(() => queryItem.read()).toMatchObject({ project: 'Shop' });
  });

  it('is off once a project is chosen, which is remembered', async () => {
    const { filter, queryItem } = open(url, 'Shop', 'Blog');
    filter.toggleSite();
    filter.enter('Blog');
    expect(filter.isSite.value).toBe(false);
    await expect.poll(() => queryItem.read()).toMatchObject({ project: 'Blog' });
    filter.toggleSite();
    filter.toggleSite();
    expect(filter.text.value).toBe('Blog');
  });

  it.each(['clearFilters', 'searchOnce'] as const)('is off after %s', (verb) => {
    const { filter, list } = open(url, 'Shop');
    filter.toggleSite();
    list[verb]('');
    expect([filter.isSite.value, filter.text.value]).toEqual([false, '']);
  });

  it.each<[string | undefined, string[], string | null]>([
    [undefined, [], null],
    [url, [], 'museum.example'],
    ['http://shop.example:8080/a', [], 'shop.example'],
    ['http://shop.example:8080/a', ['shop.example:8080'], 'shop.example:8080'],
    ['https://bücher.example/', [], 'xn--bcher-kva.example'],
  ])(
    'for the page %j, with the known projects %j, stands for the project %j',
    (pageUrl, seen, site) => {
      expect(open(pageUrl, '', ...seen).filter.site.value).toBe(site);
    },
  );
});

describe('the project filter', () => {
  const seen = ['Harbour Museum', 'xn--mller-strae-46a18a.example', 'example-shoes.com'];

  it.each([
    [' harbour museum ', 'Harbour Museum'],
    ['müller-straße.example', 'xn--mller-strae-46a18a.example'],
    ['https://www.Müller-Straße.example/über-uns', 'xn--mller-strae-46a18a.example'],
    ['www.example-shoes.com', 'example-shoes.com'],
    ['https://www.unseen.example:8080/a?b', 'unseen.example:8080'],
    ['Unseen.Example', 'Unseen.Example'],
    ['Mill Lane No. 7', 'Mill Lane No. 7'],
    ['nobody', 'nobody'],
  ])('typed as %j asks the service for %j', (typed, name) => {
    const { filter, asked } = open(undefined, '', ...seen);
    filter.enter(typed);
    filter.apply();
    expect(asked().at(-1)).toBe(name);
  });

  it('asks at once when a known project is typed exactly as shown', () => {
    const { filter, asked } = open(undefined, '', ...seen);
    for (const typed of ['müller', 'müller-straße.example', '']) filter.enter(typed);
    expect(asked()).toEqual(['xn--mller-strae-46a18a.example', '']);
  });

  it('shows and suggests a project by its readable name', () => {
    const { filter } = open(undefined, 'xn--mller-strae-46a18a.example', ...seen);
    expect(filter.text.value).toBe('müller-straße.example');
    expect(filter.offered.value).toEqual([]);
    filter.enter('https://www.bücher');
    expect(filter.offered.value).toEqual([]);
    filter.enter('https://müller-str');
    expect(filter.offered.value).toEqual(['xn--mller-strae-46a18a.example']);
  });
});
