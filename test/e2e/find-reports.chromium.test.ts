import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, byRole, failures, inChromium, type Screen, until, useService } from './app';

useService({ sampleReports: true });

function lastList() {
  return app.service.requests.findLast(
    ({ method, path }) => method === 'GET' && path === '/api/v1/reports',
  );
}

function parameters(): Record<string, string> {
  return Object.fromEntries(lastList()?.query ?? []);
}

/** Name and description of the button that shows the filters. */
async function filtersButton(popup: Screen) {
  const session = await popup.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const found = nodes.find(
    ({ name, role }) => role?.value === 'button' && name?.value === 'Filters',
  );
  return { name: found?.name?.value, description: found?.description?.value ?? '' };
}

describe('finding reports', () => {
  inChromium('WebDriver BiDi tells no descriptions')(
    'says of the filters how many are on; search, order and page size are none',
    async () => {
      const popup = await app.popup();
      await popup.fill('Search', 'a', 'searchbox');
      await popup.pick('Sort by', 'URL');
      await popup.pick('Per page', '25');
      expect(await filtersButton(popup)).toEqual({ name: 'Filters', description: '' });
      await popup.pick('Result', 'Good');
      expect(await filtersButton(popup)).toEqual({ name: 'Filters', description: '1 filter on' });
      await popup.fill('Project', 'museum.example');
      expect(await filtersButton(popup)).toEqual({ name: 'Filters', description: '2 filters on' });
      await popup.press('Clear filters');
      expect(await filtersButton(popup)).toEqual({ name: 'Filters', description: '' });
    },
  );

  it('shows more of them at a press, up to 100, and then says what else helps', async () => {
    for (let number = 0; number < 100; number += 1)
      app.service.add({ url: 'https://more.example/' });
    const popup = await app.popup();
    for (const count of [25, 50, 100]) {
      await popup.press('Show more');
      await popup.rows((rows) => rows.length === count);
    }
    await popup.says('Search or filter to see more.');
    expect(await popup.$(byRole('button', 'Show more'))).toBeNull();
  });

  it('searches by URL on the service, once the typing pauses', async () => {
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 10);
    const lists = app.service.requests.length;
    await popup.locator(byRole('searchbox', 'Search')).click();
    await popup.keyboard.type('clinic', { delay: 10 });
    await popup.rows(
      (rows) => rows.length > 0 && rows.every((row) => row.includes('clinic.example')),
    );
    await until('the service was asked', () => parameters().search === 'clinic');
    expect(parameters()).toEqual({
      search: 'clinic',
      search_by: 'url',
      sort_by: 'id',
      sort: 'desc',
      per_page: '10',
    });
    // The refresh on opening may be among them, but not a request for every letter.
    expect(app.service.requests.length - lists).toBeLessThan('clinic'.length);
  });

  it('filters, sorts and sizes the list on the service', async () => {
    const popup = await app.popup();
    await popup.pick('Result', 'Bad');
    await popup.rows((rows) => rows.length > 0 && rows.every((row) => row.includes('Bad')));
    await popup.pick('Sort by', 'URL');
    await popup.pick('Order', 'Ascending');
    await popup.pick('Per page', '25');
    await until('the service was asked for it all', () => parameters().per_page === '25');
    expect(parameters()).toEqual({ result: 'bad', sort_by: 'url', sort: 'asc', per_page: '25' });
  });

  it('filters by a project that it suggests', async () => {
    const popup = await app.popup();
    await popup.expand('Filters');
    await popup.press('museum.example');
    await until('the service was asked', () => parameters().project === 'museum.example');
    await popup.rows((rows) => rows.every((row) => row.includes('museum.example')));
  });

  it('suggests eight of many projects, those that go with what is typed', async () => {
    for (let number = 10; number < 40; number += 1) {
      app.service.add({ url: `https://many.example/${number}`, project: `Project ${number}` });
    }
    const popup = await app.popup();
    await popup.pick('Per page', '100');
    await popup.rows((rows) => rows.length === 54);
    const suggested = () => popup.items('Projects');
    expect(await suggested()).toHaveLength(8);
    await popup.locator(byRole('textbox', 'Project')).click();
    await popup.keyboard.type('ject 3');
    await until('they go with it', async () => (await suggested())[0] === 'Project 30');
    expect(await suggested()).toHaveLength(8);
    await popup.keyboard.press('Tab');
    await popup.keyboard.press('Tab');
    await popup.keyboard.press('Enter');
    await popup.rows((rows) => rows.length === 1 && rows[0]?.includes('/31') === true);
    const focused = () =>
      popup.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);
    expect(await focused()).toBe('Project 31');
    expect(await suggested()).toEqual([]);
  });

  it('remembers what was asked for, and takes the filters off again', async () => {
    const popup = await app.popup();
    await popup.fill('Search', 'trails', 'searchbox');
    await popup.pick('Result', 'Good');
    await popup.rows((rows) => rows.every((row) => row.includes('trails.example')));
    await until(
      'it was asked',
      () => parameters().search === 'trails' && lastList()?.status === 200,
    );
    await popup.leave();

    const again = await app.popupAgain();
    expect(await again.value('Search', 'searchbox')).toBe('trails');
    // A filter that is on is not hidden.
    expect(await again.value('Result', 'combobox')).toBe('good');
    await again.rows(
      (rows) => rows.length > 0 && rows.every((row) => row.includes('trails.example')),
    );
    const filtered = await again.items('Recent reports');
    await again.press('Clear filters');
    await again.rows((rows) => rows.length > filtered.length);
    expect(await again.value('Search', 'searchbox')).toBe('trails');
    await again.clear('Search', 'searchbox');
    await again.rows((rows) => rows.length === 10);
    await again.press('Show more');
    await again.rows((rows) => rows.length === 24);
  });

  it('shows the matching rows that it has until the answer comes, and says so', async () => {
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 10);
    app.service.behave({ fail: failures.silence });
    await popup.fill('Search', 'museum', 'searchbox');
    await popup.rows((rows) => rows.length === 2);
    await popup.says('Showing saved results…');
  });

  it('never lets a late answer overwrite a newer one', async () => {
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 10);
    const gate = createGate();
    app.service.behave({ on: { method: 'GET', path: '/api/v1/reports' }, times: 1, gate });
    await popup.fill('Search', 'museum', 'searchbox');
    await until('the first search is on its way', () => parameters().search === 'museum');
    await popup.fill('Search', 'clinic', 'searchbox');
    for (const text of ['clinic', 'museum']) {
      await until(`${text} is answered`, () =>
        app.service.requests.some(
          ({ search, status }) => search.includes(`search=${text}`) && status === 200,
        ),
      );
      gate.open();
    }
    await popup.press('Refresh');
    await popup.says('List updated');
    const rows = await popup.items('Recent reports');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.includes('clinic.example'))).toEqual([]);
  });

  it('works from the keyboard: slash, arrows, Enter, Escape', async () => {
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 10);
    await popup.focus('body');
    await popup.keyboard.press('/');
    const focused = () =>
      popup.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName);
    expect(await popup.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    await popup.keyboard.press('ArrowDown');
    await popup.keyboard.press('ArrowDown');
    const second = await focused();
    expect(second).toContain('museum.example/exhibitions');
    await popup.keyboard.press('Enter');
    await popup.locator(byRole('heading', 'https://museum.example/exhibitions/paper-boats')).wait();
    await popup.keyboard.press('Escape');
    await popup.locator(byRole('button', 'Create report')).wait();
    expect(await focused()).toBe(second);
  });
});
