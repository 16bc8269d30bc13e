import { expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { saveConnection } from '@/lib/background/connection-store';
import { backoffItem } from '@/lib/jobs/jobs-storage';
import { queueItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { emptyBrowser } from '../support/empty-browser';
import { replaceGlobal } from '../support/replace-global';
import { creation, sampleBackoff, sampleJob } from '../support/sample-job';
import { sampleConnection } from '../support/stored-connection';
import { waitUntil } from '../support/wait-until';

/** The browser events to which the background adds a listener. */
const EVENTS = `alarms.onAlarm commands.onCommand contextMenus.onClicked notifications.onClicked
  omnibox.onInputChanged omnibox.onInputEntered omnibox.onInputStarted
  permissions.onAdded permissions.onRemoved runtime.onInstalled runtime.onMessage runtime.onStartup
  tabs.onActivated tabs.onUpdated`.split(/\s+/);

/** Adds all `EVENTS` to the fake browser. `listened` gets the names of the events with a listener. */
function watchEvents(listened: Set<string>): void {
  for (const name of EVENTS) {
    const [area = '', event = ''] = name.split('.');
    // Loaded modules refer to the object of the area, so the object must stay the same.
    const api: object = Reflect.get(fakeBrowser, area) ?? {};
    const watched = {
      addListener: () => listened.add(name),
      removeListener: () => listened.delete(name),
      hasListener: () => listened.has(name),
    };
    Reflect.set(fakeBrowser, area, Object.assign(api, { [event]: watched }));
  }
}

it('the background adds a listener for every event before its script ends', async () => {
  emptyBrowser();
  replaceGlobal('addEventListener', () => {});
  const listened = new Set<string>();
  watchEvents(listened);
  const { default: background } = await import('@/entrypoints/background');
  background.main();
  expect([...listened].sort()).toEqual(EVENTS);
});

it('the background sends a request at once when the network is back', async () => {
  emptyBrowser();
  const listeners = new Map<string, () => void>();
  replaceGlobal('addEventListener', (name: string, run: () => void) => listeners.set(name, run));
  watchEvents(new Set());
  await schemaVersionItems.local.write(SCHEMA_VERSION);
  await schemaVersionItems.session.write(SCHEMA_VERSION);
  const credentials = { baseUrl: 'https://host.example', apiKey: 'a-key' };
  // This background still publishes its state after the test. Later tests use the id `a`.
  await saveConnection(sampleConnection({ id: 'at-once' }), credentials, true);
  const until = new Date(Date.now() + 600_000).toISOString();
  await backoffItem('at-once').write(sampleBackoff({ code: 'offline' }, { until, count: 8 }));
  await fakeBrowser.storage.local.set({
    'connection/at-once/job/new': sampleJob('new', [creation()]),
    'connection/at-once/operations/new-0': [creation()],
  });
  const { default: background } = await import('@/entrypoints/background');
  background.main();
  await waitUntil(async () =>
    expect(await queueItem('at-once').read()).toMatchObject({ backoff: { until } }),
  );
  listeners.get('online')?.();
  await waitUntil(async () =>
    expect(await queueItem('at-once').read()).not.toMatchObject({ backoff: { until } }),
  );
});
