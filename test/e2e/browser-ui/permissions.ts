import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Screen } from '../../browser/screen';
import { changedExtension } from '../app';

/**
 * Returns the built extension with all optional permissions granted. A headless browser shows no
 * dialog for them.
 */
export function allowedExtension(): string {
  return changedExtension((folder) => {
    const file = join(folder, 'manifest.json');
    const { optional_permissions, permissions, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    const allowed = { ...rest, permissions: [...permissions, ...optional_permissions] };
    writeFileSync(file, JSON.stringify(allowed));
  });
}

/**
 * Replaces the permission dialog, which a headless browser never answers, by an immediate answer.
 */
export async function answerDialog(page: Screen, answer: boolean): Promise<void> {
  await page.evaluate((isAllowed) => {
    const allowed = new Set<string>();
    const { chrome, browser } = globalThis as unknown as Record<string, { permissions: object }>;
    for (const api of [chrome, browser]) {
      if (!api) continue;
      Object.assign(api.permissions, {
        async request({ permissions }: { permissions: string[] }) {
          for (const name of permissions) if (isAllowed) allowed.add(name);
          // The browser requires a press.
          return isAllowed && navigator.userActivation.isActive;
        },
        contains: async ({ permissions = [] }: { permissions?: string[] }) =>
          permissions.every((name) => allowed.has(name)),
        remove: async ({ permissions }: { permissions: string[] }) =>
          permissions.every((name) => allowed.delete(name)),
      });
    }
  }, answer);
}
