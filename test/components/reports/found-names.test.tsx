import { beforeEach, describe, expect, it } from 'vitest';
import { reportOn } from '../../support/sample-report';
import { SIX_CLIENTS } from '../../support/six-clients';
import { all, itemsOf, one, press, pressKey, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

const find = (text: string) => type('Search', text, 'searchbox');

const expectFound = (list: string, items: readonly string[]) =>
  waitUntil(() => expect(itemsOf(list)).toEqual(items));

describe('the search of All reports', () => {
  it('finds clients by a part of their names', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    await find('LU');
    await expectFound('Clients found', ['lumen.example 2 pages']);
    await expectFound('Problems found', []);
    // The table of clients has the same button.
    document.querySelector<HTMLElement>('[aria-label="Clients found"] button')?.click();
    await one('heading', 'lumen.example 2 pages');
    await expectFound('Clients found', []);
  });

  it('finds problems by their names', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    await find('robots');
    await expectFound('Problems found', ['Robots.txt on 2 pages']);
    await press('Robots.txt', 'button');
    await one('heading', 'Robots.txt, 2 pages high');
  });

  it('finds the problems of an open client, and other clients', async () => {
    const { page } = await drawWeekComparison(SIX_CLIENTS);
    page.routes.goTo({ name: 'list', client: 'nordlicht.example' });
    await one('heading', 'nordlicht.example 2 pages');
    await find('e');
    await waitUntil(() => expect(itemsOf('Clients found')).toHaveLength(5));
    await find('title');
    await expectFound('Problems found', ['Title on 2 pages']);
    const list = await one('list', 'Problems found');
    all('button', 'Title', list)[0]?.click();
    await one('heading', 'Title, 2 pages high · nordlicht.example');
  });

  it('lists at most six clients, and counts the others', async () => {
    await drawWeekComparison(
      Array.from({ length: 8 }, (_, at) => reportOn(at + 1, `shop-${at}.example/`, 26, 50)),
    );
    await find('shop');
    await waitUntil(() => expect(itemsOf('Clients found')).toHaveLength(6));
    expect(document.querySelector('.found-names')?.textContent).toMatch(/and 2 more$/);
  });

  it('moves the focus by arrow keys from the field to the names and the table', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    await find('b');
    await expectFound('Clients found', ['bergblick.example 3 pages']);
    await expectFound('Problems found', ['Robots.txt on 2 pages']);
    const field = await one('searchbox', 'Search');
    const [client] = all('button', undefined, await one('list', 'Clients found'));
    const [problem] = all('button', undefined, await one('list', 'Problems found'));
    field.focus();
    for (const [name, element] of [
      ['ArrowDown', client],
      ['ArrowDown', problem],
      ['ArrowUp', client],
      ['ArrowUp', field],
    ] as const) {
      pressKey(name);
      expect(document.activeElement).toBe(element);
    }
    problem?.focus();
    pressKey('ArrowDown');
    expect(document.activeElement).toBe(document.querySelector('.table-row .row'));
    problem?.focus();
    pressKey('Escape');
    await waitUntil(() => expect(field).toHaveProperty('value', ''));
    expect(document.activeElement).toBe(field);
  });
});
