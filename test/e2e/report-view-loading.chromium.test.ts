import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { app, bareAddress, changedExtension, useService } from './app';

const URL_OPENED = 'https://museum.example/visit';

const extensionDir = changedExtension((folder) => {
  const chunks = join(folder, 'chunks');
  const [part = 'none'] = readdirSync(chunks).filter((name) => name.startsWith('report-view-'));
  rmSync(join(chunks, part));
});
useService({ reports: [{ url: URL_OPENED }], extensionDir });

it('a report whose view cannot be loaded says so, and Back works', async () => {
  const popup = await app.popupWithRows(1);
  await popup.row(URL_OPENED).open();
  await popup.shows('heading', bareAddress(URL_OPENED));
  // Nothing is said before the view has failed to load, and that stays.
  await popup.nextFrames();
  expect(await popup.alert()).toContain("This report couldn't be opened.");
  await popup.press('Back');
  await popup.rows((rows) => rows.length === 1);
  expect(await popup.names('alert')).toEqual([]);
});
