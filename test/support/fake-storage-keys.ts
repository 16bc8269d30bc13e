import { fakeBrowser } from 'wxt/testing/fake-browser';

// The fake browser has no `getKeys`.
for (const area of ['local', 'session'] as const) {
  const storage = fakeBrowser.storage[area];
  Object.assign(storage, { getKeys: async () => Object.keys(await storage.get(null)) });
}
