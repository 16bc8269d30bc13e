import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { app, useService } from './app';
import { BUILT_EXTENSIONS } from './stage';

const URL_OPENED = 'https://museum.example/visit';

/** The extension without the part that shows a report. */
const broken = mkdtempSync(join(tmpdir(), 'extension-'));
cpSync(BUILT_EXTENSIONS[inject('browserName')], broken, { recursive: true });
const parts = readdirSync(join(broken, 'chunks')).filter((name) => name.startsWith('report-view-'));
for (const part of parts) rmSync(join(broken, 'chunks', part));

afterAll(() => rmSync(broken, { recursive: true, force: true }));
useService({ reports: [{ url: URL_OPENED }], launch: { extensionDir: broken } });

it('says so where the view of a report cannot be loaded, and goes back', async () => {
  expect(parts).toHaveLength(1);
  const popup = await app.popupWithRows(1);
  await popup.row(URL_OPENED).open();
  await popup.says("This report couldn't be opened.");
  await popup.shows('heading', URL_OPENED);
  await popup.press('Back');
  await popup.rows((rows) => rows.length === 1);
  expect(await popup.names('alert')).toEqual([]);
});
