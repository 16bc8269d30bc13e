import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { app, byRole, changedExtension, useService } from './app';
import { untilRows } from './reports-screen';

const extensionDir = changedExtension((folder) => {
  const path = join(folder, 'manifest.json');
  const { side_panel, sidebar_action, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  const permissions = manifest.permissions.filter((name: string) => name !== 'sidePanel');
  writeFileSync(path, JSON.stringify({ ...manifest, permissions }));
});

useService({ reports: [{ url: 'https://trails.example/huts' }], extensionDir });

// pixiebrix-extension#9260
it('All reports has no button for the side panel in a browser without side panels', async () => {
  const page = await app.reports();
  await untilRows(page, 1);
  await page.shows('button', 'Settings');
  expect(await page.$(byRole('button', 'Open side panel'))).toBeNull();
});
