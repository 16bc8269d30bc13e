import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';

/** Loads the module in a browser with the given commands API, or without one. */
async function load(commands?: object) {
  vi.resetModules();
  Object.assign(fakeBrowser, { commands });
  return import('@/lib/browser/commands');
}

afterEach(() => {
  Reflect.deleteProperty(fakeBrowser, 'commands');
  fakeBrowser.reset();
});

it('a browser without commands has an empty list, and starts without a failure', async () => {
  const { listCommands, onCommand } = await load();
  expect(await listCommands()).toEqual([]);
  expect(() => onCommand('report-page', () => {})).not.toThrow();
});

it('a command gets its tab; the tab counts as private if its window is unknown', async () => {
  const listeners: ((name: string, tab?: object) => Promise<void>)[] = [];
  const { onCommand } = await load({
    onCommand: { addListener: (one: never) => listeners.push(one) },
  });
  const run = vi.fn();
  onCommand('report-page', run);
  const url = 'https://host.example/';
  await listeners[0]?.('other', { id: 1, url, incognito: false });
  await listeners[0]?.('report-page', { id: 1, url, incognito: false });
  fakeBrowser.tabs.query = vi.fn(async () => [{ id: 2 }]) as never;
  await listeners[0]?.('report-page');
  expect(run.mock.calls).toEqual([
    [{ id: 1, url, isPinned: false, isLoading: false, isPrivate: false }],
    [{ id: 2, url: undefined, isPinned: false, isLoading: false, isPrivate: true }],
  ]);
});
