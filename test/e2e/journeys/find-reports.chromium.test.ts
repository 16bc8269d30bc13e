import { expect, it } from 'vitest';
import { createGate } from '../../service/gate';
import { app, failures, type Screen, until, useService } from '../app';

useService({ sampleReports: true });

function parameters(): Record<string, string> {
  const list = app.service.requests.findLast(
    ({ method, path }) => method === 'GET' && path === '/api/v1/reports',
  );
  return Object.fromEntries(list?.query ?? []);
}

async function filterDescription(popup: Screen): Promise<string> {
  const session = await popup.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const found = nodes.find(
    ({ name, role }) => role?.value === 'button' && name?.value === 'Filters',
  );
  return found?.description?.value ?? '';
}

function untilAllRowsContain(popup: Screen, text: string): Promise<string[]> {
  return popup.untilRows((rows) => rows.length > 0 && rows.every((row) => row.includes(text)));
}

it('recent reports are shown from storage with a stopped worker and a silent service', async () => {
  app.service.behave({ fail: failures.silence });
  await app.worker.stop();
  const popup = await app.popup();
  const rows = await popup.untilRows((all) => all.length === 10);
  expect(rows[0]).toMatch(/^museum\.example\/visit .*Good .*Private/);
  expect(rows[1]).toMatch(/Good .*Public/);
  await until('the service has a request', () => app.service.requests.at(-1)?.status === null);
  expect(await popup.items('Recent reports')).toEqual(rows);
  // A space separates the two names, so that screen readers say two words.
  await popup.shows('heading', `SEO Reports ${new URL(app.service.baseUrl).host}`);
});

it('recent reports and their age stay visible if the service fails, until Refresh', async () => {
  app.service.add({ url: 'https://brand-new.example/' });
  app.service.behave({ fail: failures.unavailable });
  const popup = await app.popup();
  const alert = await popup.untilAlert();
  expect(alert).toMatch(
    /is unavailable \(503\)\. Try again after .+\. The service says: Service Unavailable This list is from .+\./,
  );
  expect(await popup.items('Recent reports')).toHaveLength(10);
  app.service.behave(null);
  await popup.press('Refresh');
  await popup.untilRows((rows) => rows[0]?.includes('brand-new.example/') === true);
  await until('the alert is gone', async () => (await popup.announcements()).alert === '');
});

it('the service filters, sorts and limits the list, and the next popup remembers the choices', async () => {
  app.service.add({ url: 'https://museum.example/bad', project: 'Harbour', result: 'bad' });
  const popup = await app.popup();
  await popup.untilRows((rows) => rows[0]?.includes('museum.example/bad') === true);
  await popup.chooseFilter('Sort by', 'URL');
  await popup.chooseFilter('Order', 'Ascending');
  await popup.chooseFilter('Per page', '25');
  // Order and page size do not count as filters.
  expect(await filterDescription(popup)).toBe('');
  await popup.chooseFilter('Result', 'Bad');
  expect(await filterDescription(popup)).toBe('1 filter on');
  const offered = () => popup.$$eval('datalist option', (all) => all.map((one) => one.value));
  const harbours = async () => (await offered()).filter((name) => name === 'Harbour');
  await until('the project is offered once', async () => (await harbours()).length === 1);
  await popup.fill('Project', 'Harbour');
  expect(await filterDescription(popup)).toBe('2 filters on');
  await popup.untilRows((rows) => rows.length === 1);
  await popup.fill('Search', 'museum', 'searchbox');
  await until('the search is requested', () => parameters().search === 'museum');
  expect(parameters()).toMatchObject({ sort_by: 'url', sort: 'asc', per_page: '25' });
  expect(parameters()).toMatchObject({ result: 'bad', project: 'Harbour', search_by: 'url' });
  await popup.closeAfterWrites();

  const again = await app.popupAgain();
  expect(await again.value('Search', 'searchbox')).toBe('museum');
  // The popup shows the filters if one is active.
  expect(await again.value('Result', 'combobox')).toBe('bad');
  await again.press('Clear filters');
  await again.expectFocus('All');
  await again.untilRows((rows) => rows.length > 1);
  expect(await again.value('Search', 'searchbox')).toBe('museum');
});

it('the list can be used by keyboard: slash, arrows, Enter, Escape', async () => {
  const popup = await app.popup();
  await popup.untilRows((rows) => rows.length === 10);
  await popup.focus('body');
  await popup.keyboard.press('/');
  await popup.expectFocus('Search');
  await popup.keyboard.press('ArrowDown');
  await popup.keyboard.press('ArrowDown');
  await popup.expectFocus('museum.example/exhibitions');
  await popup.keyboard.press('Enter');
  await popup.shows('heading', 'museum.example/exhibitions/paper-boats');
  await popup.keyboard.press('Escape');
  await popup.shows('button', 'Create report');
  await popup.expectFocus('museum.example/exhibitions');
  const gate = createGate();
  app.service.behave({ on: { method: 'GET' }, gate });
  await popup.fill('Search', 'no-such-page', 'searchbox');
  await popup.says('Loading…');
  gate.open();
  await popup.says('No matching reports');
  await popup.press('Clear search');
  await popup.expectFocus('Search');
  await popup.untilRows((rows) => rows.length === 10);
  await popup.fill('Search', 'clinic', 'searchbox');
  await untilAllRowsContain(popup, 'clinic.example');
  // An input method handles this key.
  await popup.$eval('input[type=search]', (field) => {
    const composing = { key: 'Escape', bubbles: true, isComposing: true };
    field.dispatchEvent(new KeyboardEvent('keydown', composing));
  });
  expect(await popup.value('Search', 'searchbox')).toBe('clinic');
  await popup.keyboard.press('ArrowDown');
  await popup.keyboard.press('Escape');
  await popup.expectFocus('Search');
  await popup.untilRows((rows) => rows.length === 10);
});
