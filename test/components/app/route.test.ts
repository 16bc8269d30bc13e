import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRoutes } from '@/components/app/route';
import type { Route } from '@/lib/browser-ui/reports-request';
import { createTabHistory } from '../../support/tab-history';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function textOf({ view, reportId, compared }: Route): string {
  const name =
    view.name === 'batch'
      ? `batch ${view.id}`
      : view.name === 'list'
        ? ['list', view.client, view.isFixed && 'fixed', view.check].filter(Boolean).join(' ')
        : view.name;
  const sides = compared && [compared.left, compared.right, compared.before].filter(Boolean);
  return [name, reportId && `report ${reportId}`, sides && `comparison of ${sides.join(' and ')}`]
    .filter(Boolean)
    .join(' > ');
}

interface Opening {
  hash?: string;
  route?: Route | null;
  hasOneEntry?: boolean;
}

const options = {
  connectionId: 'a',
  first: null,
  parse: (stored: unknown) => stored as Route,
  hashOf: (kind: string) => kind && `#${kind}`,
};

function openRoutes({ hash = '', route = null, hasOneEntry = false }: Opening = {}) {
  const { tab, entries, go } = createTabHistory('reports.html', hash);
  const routes = createRoutes(tab, { ...options, first: route, hasOneEntry });
  const settle = () => vi.runAllTimersAsync();
  const step = async (steps: number) => {
    await settle();
    go(steps);
    await settle();
  };
  const back = async () => {
    routes.back();
    await settle();
  };
  const hashes = () => entries.map((entry) => entry.hash);
  return { tab, entries, hashes, routes, step, back, settle, name: () => textOf(routes.now.value) };
}

const LIST: Route = { view: { name: 'list' }, reportId: null, compared: null };
const BATCH: Route = { ...LIST, view: { name: 'batch', id: 'b' } };

describe('createRoutes', () => {
  it.each<[string, Route | null, string, string]>([
    ['', null, 'list', ''],
    ['#many', null, 'many', '#many'],
    ['#a-lost-token', null, 'list', ''],
    ['#a-token', LIST, 'list', ''],
    ['#a-token', BATCH, 'batch b', '#batch'],
    ['#a-token', { ...BATCH, reportId: '7' }, 'batch b > report 7', '#report'],
    [
      '#a-token',
      { ...LIST, view: { name: 'list', client: 'Café & Bar' } },
      'list Café & Bar',
      '#client',
    ],
    [
      '#a-token',
      { ...LIST, view: { name: 'list', client: 'host.example', check: 'title', isFixed: true } },
      'list host.example fixed title',
      '#problem',
    ],
    [
      '#a-token',
      { ...LIST, compared: { left: '7', right: '8', before: null } },
      'list > comparison of 7 and 8',
      '#comparison',
    ],
  ])(
    'opens a tab at %j with its route, and keeps only the kind of view in the address',
    (hash, route, expected, remainingHash) => {
      const { routes, name, hashes } = openRoutes({ hash, route });
      expect([name(), hashes()]).toEqual([expected, [remainingHash]]);
      expect(routes.canGoBack.value).toBe(expected !== 'list');
    },
  );

  it('goes back and forward step by step, with the buttons of the page and of the browser', async () => {
    const { routes, step, back, name } = openRoutes();
    routes.goTo({ name: 'batch', id: 'b' });
    routes.open('1');
    routes.compare({ left: '1', right: '2', before: null });
    expect(name()).toBe('batch b > report 1 > comparison of 1 and 2');
    await back();
    expect(name()).toBe('batch b > report 1');
    await step(-1);
    expect(name()).toBe('batch b');
    await step(2);
    expect(name()).toBe('batch b > report 1 > comparison of 1 and 2');
    routes.back();
    routes.back();
    await back();
    expect(name()).toBe('list');
    await back();
    expect(name()).toBe('list');
  });

  it('writes changes in quick succession in their order', async () => {
    const { routes, hashes, step, settle, name } = openRoutes();
    routes.goTo({ name: 'many' });
    routes.goTo({ name: 'many' });
    routes.back();
    routes.goTo({ name: 'batch', id: 'b' });
    await settle();
    expect([name(), hashes()]).toEqual(['batch b', ['', '#batch']]);
    await step(-1);
    expect(name()).toBe('list');
  });

  it('goes back to the list from the first route of a tab', async () => {
    const { routes, hashes, back, name } = openRoutes({ route: BATCH });
    routes.open('1');
    await back();
    expect(name()).toBe('batch b');
    await back();
    expect([name(), routes.canGoBack.value]).toEqual(['list', false]);
    expect(hashes()[0]).toBe('');
  });

  it('keeps the route and the earlier entries after a reload', async () => {
    const { tab, routes, step, settle } = openRoutes();
    routes.goTo({ name: 'many' });
    routes.goTo({ name: 'batch', id: 'b' }, true);
    routes.open('1');
    routes.open('2');
    await settle();
    const reloaded = createRoutes(tab, options);
    expect(textOf(reloaded.now.value)).toBe('batch b > report 2');
    await step(-2);
    expect([textOf(reloaded.now.value), tab.location.hash]).toEqual(['list', '']);
  });

  it('opens the list when the entry belongs to another connection', async () => {
    const { tab, routes, settle } = openRoutes();
    routes.goTo({ name: 'batch', id: 'b' });
    await settle();
    expect(textOf(createRoutes(tab, { ...options, connectionId: 'other' }).now.value)).toBe('list');
  });

  it.each([
    ['', null, null, false],
    ['#many', null, null, false],
    ['#a-lost-token', null, null, true],
    ['#report', null, null, true],
    ['#a-token', BATCH, null, false],
    ['#report', null, { connectionId: 'a', depth: 0, route: BATCH }, false],
  ])(
    'reports whether the view is unknown, at %j with the route %j and the state %j',
    (...given) => {
      const [hash, first, state, isLost] = given;
      const { tab } = createTabHistory('reports.html', hash);
      if (state) tab.history.replaceState(state, '', `/reports.html${hash}`);
      expect(createRoutes(tab, { ...options, first }).isLost).toBe(isLost);
    },
  );

  it('ignores a stored route of an earlier version', () => {
    const { tab } = createTabHistory('reports.html');
    tab.history.replaceState({ connectionId: 'a', depth: 2, route: BATCH }, '', '/reports.html');
    const { now } = createRoutes(tab, { ...options, parse: () => null });
    expect(textOf(now.value)).toBe('list');
  });

  it('replaces the only entry of a window without a Back button', async () => {
    const { routes, entries, back, settle, name } = openRoutes({ hasOneEntry: true });
    routes.open('1');
    await settle();
    expect([name(), entries]).toMatchObject(['list > report 1', { length: 1 }]);
    await back();
    expect([name(), entries]).toMatchObject(['list', { length: 1 }]);
  });

  it('goes back one step at the deletion of an open report', async () => {
    const { routes, settle, name } = openRoutes();
    routes.goTo({ name: 'batch', id: 'b' });
    routes.open('1');
    await settle();
    routes.back();
    routes.leave('1');
    await settle();
    expect(name()).toBe('batch b');
  });

  it('writes hosts, checks and ids only into history.state', async () => {
    const { routes, entries, settle } = openRoutes();
    routes.goTo({ name: 'list', client: 'host.example', check: 'title' });
    routes.open('4711');
    routes.compare({ left: '4711', right: '4712', before: null });
    await settle();
    expect(entries.map(({ hash }) => hash)).toEqual(['', '#problem', '#report', '#comparison']);
    expect(entries.at(-1)?.state).toEqual({
      connectionId: 'a',
      depth: 3,
      route: {
        view: { name: 'list', client: 'host.example', check: 'title' },
        reportId: '4711',
        compared: { left: '4711', right: '4712', before: null },
      },
    });
  });
});
