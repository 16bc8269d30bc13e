import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedExtension } from './app';

/** Returns a copy of the extension that has only one language, which every browser then uses. */
export function extensionIn(locale: string): string {
  return changedExtension((folder) => {
    const file = join(folder, 'manifest.json');
    const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), default_locale: locale };
    writeFileSync(file, JSON.stringify(manifest));
    if (locale !== 'en') rmSync(join(folder, '_locales/en'), { recursive: true });
  });
}
