import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, failures, type Screen, until, useService } from './app';

useService({ sampleReports: true });

function lastList() {
  return app.service.requests.findLast(
    ({ method, path }) => method === 'GET' && path === '/api/v1/reports',
  );
}

function parameters(): Record<string, string> {
  return Object.fromEntries(lastList()?.query ?? []);
}

/** The description of the button that shows the filters. */
async function filtersOn(popup: Screen): Promise<string> {
  const session = await popup.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const found = nodes.find(
    ({ name, role }) => role?.value === 'button' && name?.value === 'Filters',
  );
  return found?.description?.value ?? '';
}

/** Waits until there are rows and each of them contains a text. */
function rowsOf(popup: Screen, text: string): Promise<string[]> {
  return popup.rows((rows) => rows.length > 0 && rows.every((row) => row.includes(text)));
}

describe('the recent reports', () => {
  it('are painted from the store while the service hangs and the worker is stopped', async () => {
    app.service.behave({ fail: failures.silence });
    await app.worker.stop();
    const popup = await app.popup();
    const rows = await popup.rows((all) => all.length === 10);
    expect(rows[0]).toMatch(/^museum\.example\/visit .*Good .*Private/);
    expect(rows[1]).toMatch(/Good .*Public/);
    await until('the service was asked', () => app.service.requests.at(-1)?.status === null);
    expect(await popup.items('Recent reports')).toEqual(rows);
    // The name of their service is read apart from the product's.
    await popup.shows('heading', `SEO Reports ${new URL(app.service.baseUrl).host}`);
  });

  it('are refreshed when the popup opens, and stay with their age if the service fails', async () => {
    app.service.add({ url: 'https://brand-new.example/' });
    const popup = await app.popup();
    await popup.rows((rows) => rows[0]?.includes('brand-new.example/') === true);
    await popup.leave();

    app.service.behave({ fail: failures.unavailable });
    const again = await app.popupAgain();
    const alert = await again.alert();
    expect(alert).toMatch(/is unavailable \(503\)\. Try again after .+\. Results from .+\./);
    expect(alert).toContain('The service says: Down for maintenance.');
    expect(await again.items('Recent reports')).toHaveLength(10);
    app.service.behave(null);
    await again.press('Refresh');
    await until('the failure is gone', async () => (await again.announcements()).alert === '');
  });
});

describe('finding reports', () => {
  it('says that it is loading while no row is known, and can clear a search without matches', async () => {
    const popup = await app.popupWithRows(10);
    const gate = createGate();
    app.service.behave({ on: { method: 'GET' }, gate });
    await popup.fill('Search', 'no-such-page', 'searchbox');
    await popup.says('Loading…');
    gate.open();
    await popup.says('No matching reports');
    await popup.press('Clear search');
    await popup.rows((rows) => rows.length === 10);
    await popup.hasFocus('Search');
  });

  it('filters, sorts and sizes the list on the service, and counts the filters', async () => {
    const popup = await app.popup();
    await popup.pick('Sort by', 'URL');
    await popup.pick('Order', 'Ascending');
    await popup.pick('Per page', '25');
    // Order and page size are none.
    expect(await filtersOn(popup)).toBe('');
    await popup.pick('Result', 'Bad');
    expect(await filtersOn(popup)).toBe('1 filter on');
    await rowsOf(popup, 'Bad');
    await until('the service was asked for it all', () => parameters().result === 'bad');
    expect(parameters()).toEqual({ result: 'bad', sort_by: 'url', sort: 'asc', per_page: '25' });
    await popup.fill('Project', 'museum.example');
    expect(await filtersOn(popup)).toBe('2 filters on');
    await popup.press('Clear filters');
    expect(await filtersOn(popup)).toBe('');
  });

  it('offers the projects of its rows, and asks for the one that is entered', async () => {
    for (const number of [1, 2, 2]) {
      app.service.add({ url: `https://many.example/${number}`, project: `Project ${number}` });
    }
    const popup = await app.popup();
    await popup.rows((rows) => rows[0]?.includes('many.example/2') === true);
    await popup.expand('Filters');
    const offered = await popup.$$eval('datalist option', (all) => all.map((one) => one.value));
    expect(offered.filter((name) => name.startsWith('Project'))).toEqual([
      'Project 1',
      'Project 2',
    ]);
    await popup.fill('Project', 'Project 1');
    await popup.rows((rows) => rows.length === 1 && rows[0]?.includes('/1') === true);
    // Its rows show which match while the typing pauses.
    await until('the service is asked', () => parameters().project === 'Project 1');
  });

  it('remembers search and filters, and can clear the filters', async () => {
    const popup = await app.popup();
    await popup.fill('Search', 'trails', 'searchbox');
    await popup.pick('Result', 'Good');
    await until('it was asked', () => parameters().result === 'good' && lastList()?.status === 200);
    await popup.leave();

    const again = await app.popupAgain();
    expect(await again.value('Search', 'searchbox')).toBe('trails');
    // A filter that is on is not hidden.
    expect(await again.value('Result', 'combobox')).toBe('good');
    const filtered = await rowsOf(again, 'trails.example');
    await again.press('Clear filters');
    await again.rows((rows) => rows.length > filtered.length);
    expect(await again.value('Search', 'searchbox')).toBe('trails');
    await again.clear('Search', 'searchbox');
    await again.rows((rows) => rows.length === 10);
  });

  it('searches on the service, shows known matches meanwhile, and ignores a late answer', async () => {
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 10);
    const gate = createGate();
    app.service.behave({ on: { method: 'GET', path: '/api/v1/reports' }, gate });
    await popup.fill('Search', 'museum', 'searchbox');
    await until('the first search is on its way', () => parameters().search === 'museum');
    expect(parameters()).toMatchObject({ search_by: 'url', sort_by: 'id', per_page: '10' });
    await popup.rows((rows) => rows.length === 2);
    await popup.says('Showing saved results…');
    app.service.behave(null);
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
    await rowsOf(popup, 'clinic.example');
  });

  it('works from the keyboard: slash, arrows, Enter, Escape', async () => {
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 10);
    await popup.focus('body');
    await popup.keyboard.press('/');
    await popup.hasFocus('Search');
    await popup.keyboard.press('ArrowDown');
    await popup.keyboard.press('ArrowDown');
    await popup.hasFocus('museum.example/exhibitions');
    await popup.keyboard.press('Enter');
    await popup.shows('heading', 'museum.example/exhibitions/paper-boats');
    await popup.keyboard.press('Escape');
    await popup.shows('button', 'Create report');
    await popup.hasFocus('museum.example/exhibitions');
    await popup.fill('Search', 'clinic', 'searchbox');
    await rowsOf(popup, 'clinic.example');
    // An input method takes this key.
    await popup.$eval('input[type=search]', (field) => {
      const composing = { key: 'Escape', bubbles: true, isComposing: true };
      field.dispatchEvent(new KeyboardEvent('keydown', composing));
    });
    expect(await popup.value('Search', 'searchbox')).toBe('clinic');
    await popup.keyboard.press('ArrowDown');
    await popup.keyboard.press('Escape');
    await popup.hasFocus('Search');
    await popup.rows((rows) => rows.length === 10);
  });
});
