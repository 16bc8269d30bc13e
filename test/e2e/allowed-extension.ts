import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { BUILT_EXTENSIONS } from './stage';

/**
 * The built extension with its optional permissions allowed from the start, since a headless browser
 * shows no dialog for them. It goes after the tests of the file.
 */
export function allowedExtension(): string {
  const folder = mkdtempSync(join(tmpdir(), 'allowed-'));
  cpSync(BUILT_EXTENSIONS.chromium, folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const { optional_permissions, permissions, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  const allowed = { ...manifest, permissions: [...permissions, ...optional_permissions] };
  writeFileSync(file, JSON.stringify(allowed));
  // Hooks after tests run in reverse: the browser is closed by then.
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
