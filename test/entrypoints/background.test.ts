import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { saveConnection } from '@/lib/background/connection-store';
import { viewItem } from '@/lib/front/view';
import { FORM, formItems } from '@/lib/storage/form';
import { taskItems } from '@/lib/task/store/task-items';
import { emptyBrowser } from '../support/empty-browser';

/** The browser's events that the background reacts to. Most of them start it. */
const EVENTS = `alarms.onAlarm commands.onCommand contextMenus.onClicked notifications.onClicked
  omnibox.onInputChanged omnibox.onInputEntered omnibox.onInputStarted
  permissions.onAdded permissions.onRemoved runtime.onInstalled runtime.onMessage runtime.onStartup
  tabs.onActivated tabs.onUpdated`.split(/\s+/);

/** Gives the browser these events, each of which notes whether somebody listens. */
function watchEvents(heard: Set<string>): void {
  for (const name of EVENTS) {
    const [area = '', event = ''] = name.split('.');
    const api = Reflect.get(fakeBrowser, area) as object | undefined;
    const watched = {
      addListener: () => heard.add(name),
      removeListener: () => heard.delete(name),
      hasListener: () => heard.has(name),
    };
    Reflect.set(fakeBrowser, area, { ...api, [event]: watched });
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('the background listens to every event before its script has ended', async () => {
  emptyBrowser();
  vi.stubGlobal('addEventListener', () => {});
  const heard = new Set<string>();
  watchEvents(heard);
  const { default: background } = await import('@/entrypoints/background');
  background.main();
  expect([...heard].sort()).toEqual(EVENTS);
});

it('the background tries the service at once when the network is back', async () => {
  emptyBrowser();
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, run: () => void) => listeners.set(name, run));
  watchEvents(new Set());
  await Promise.all([formItems.local.write(FORM), formItems.session.write(FORM)]);
  await saveConnection({ id: 'a', baseUrl: 'https://host.example' }, 'a-key');
  const until = new Date(Date.now() + 600_000).toISOString();
  const failure = { code: 'offline' } as const;
  const gate = { failure, until, count: 8, isTold: false, hasRead: false, taskIds: [] };
  await taskItems.gate('a').write(gate);
  const { default: background } = await import('@/entrypoints/background');
  background.main();
  await expect.poll(viewItem.read).toMatchObject({ gate: { until } });
  listeners.get('online')?.();
  await expect.poll(async () => (await viewItem.read())?.gate?.until).not.toBe(until);
});
