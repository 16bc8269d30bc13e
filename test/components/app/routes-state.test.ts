import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRoutes, type Route } from '@/components/app/routes-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser's history of one tab, whose steps back take a while. */
function createHistory(hash: string) {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let at = 0;
  const listeners: (() => void)[] = [];
  const entryOf = (state: unknown, url: string) => ({
    state: structuredClone(state),
    hash: url.replace(/^[^#]*/, ''),
  });
  const go = (steps: number) => {
    setTimeout(() => {
      at += steps;
      for (const listener of listeners) listener();
    }, 1);
  };
  const tab = {
    history: {
      get state() {
        return entries[at]?.state ?? null;
      },
      pushState(state: unknown, _: string, url: string) {
        at += 1;
        entries.splice(at, entries.length, entryOf(state, url));
      },
      replaceState(state: unknown, _: string, url: string) {
        entries[at] = entryOf(state, url);
      },
      go,
      back: () => go(-1),
    },
    location: {
      pathname: '/reports.html',
      get hash() {
        return entries[at]?.hash ?? '';
      },
    },
    addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
  };
  return { tab: tab as unknown as Window, entries };
}

/** A route in a word. */
function named({ view, reportId, compared }: Route): string {
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

function open(hash = '') {
  const { tab, entries } = createHistory(hash);
  const routes = createRoutes(tab, 'a');
  const settle = () => vi.runAllTimersAsync();
  /** Presses the browser's own button. */
  const step = async (steps: number) => {
    await settle();
    tab.history.go(steps);
    await settle();
  };
  const back = async () => {
    routes.back();
    await settle();
  };
  const hashes = () => entries.map((entry) => entry.hash);
  return { tab, entries, hashes, routes, step, back, settle, name: () => named(routes.now.value) };
}

describe('the routes of the page of all reports', () => {
  it.each([
    ['', 'list'],
    ['#site=host.example', 'list'],
    ['#report=7', 'list > report 7'],
    ['#client=host.example', 'list host.example'],
    ['#failing=title&report=7', 'list title > report 7'],
    ['#client=Caf%C3%A9%20%26%20Bar&fixed=title', 'list Café & Bar fixed title'],
    ['#many', 'many'],
    ['#many&tabs=1,2', 'many'],
    ['#batch=b', 'batch b'],
    ['#batch=b&report=7', 'batch b > report 7'],
    ['#compare=7,8', 'list > comparison of 7 and 8'],
    [
      '#report=7&compare=7,7,2026-11-01T08:00:00.000Z',
      'list > report 7 > comparison of 7 and 7 and 2026-11-01T08:00:00.000Z',
    ],
  ])('begin where the address says: %s', (hash, expected) => {
    const { routes, name } = open(hash);
    expect([name(), routes.canGoBack.value]).toEqual([expected, expected !== 'list']);
  });

  it('lead back one by one, in the page as in the browser, and forward again', async () => {
    const { routes, step, back, name } = open();
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

  it('are written in turn, however quickly they follow each other', async () => {
    const { routes, hashes, step, settle, name } = open();
    routes.goTo({ name: 'many' });
    routes.goTo({ name: 'many' });
    routes.back();
    routes.goTo({ name: 'batch', id: 'b' });
    await settle();
    expect([name(), hashes()]).toEqual(['batch b', ['', '#batch=b']]);
    await step(-1);
    expect(name()).toBe('list');
  });

  it('lead to the list from where the page was opened, which the browser then forgets', async () => {
    const { routes, hashes, back, name } = open('#batch=b');
    routes.open('1');
    await back();
    expect(name()).toBe('batch b');
    await back();
    expect([name(), routes.canGoBack.value]).toEqual(['list', false]);
    expect(hashes()[0]).toBe('');
  });

  it('are the same after a reload, with the way back, unless the connection is another', async () => {
    const { tab, routes, step, settle } = open('#site=host.example');
    routes.goTo({ name: 'many' });
    routes.goTo({ name: 'batch', id: 'b' }, true);
    routes.open('1');
    routes.open('2');
    await settle();
    const again = createRoutes(tab, 'a');
    expect(named(again.now.value)).toBe('batch b > report 2');
    expect(named(createRoutes(tab, 'other').now.value)).toBe('batch b');
    await step(-2);
    expect([named(again.now.value), tab.location.hash]).toEqual(['list', '#site=host.example']);
  });

  it('lead back once from a report that was deleted by a press that went back itself', async () => {
    const { routes, settle, name } = open();
    routes.goTo({ name: 'batch', id: 'b' });
    routes.open('1');
    await settle();
    routes.back();
    routes.leave('1');
    await settle();
    expect(name()).toBe('batch b');
  });

  it('leave ids alone in the browser’s history', async () => {
    const { routes, entries, settle } = open();
    routes.open('1');
    await settle();
    expect(entries[1]).toEqual({ state: { connectionId: 'a', depth: 1 }, hash: '#report=1' });
  });
});
