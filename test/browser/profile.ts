import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What of a profile's Preferences file is used here. */
interface Preferences {
  extensions?: {
    settings?: Record<string, { path?: string; creation_flags?: number }>;
    ui?: { developer_mode?: boolean };
  };
}

/** Mark of an extension that came by the debugging protocol: Chromium forgets it when it starts. */
const UNTIL_RESTART = 0x8000;

/**
 * Makes a restart in a profile what it is for people: an extension that was installed from
 * `extensionDir` before stays, with its permissions and alarms, and hears `runtime.onStartup`. Left
 * alone, Chromium would drop it, and installing it again keeps its storage only.
 *
 * The browser must not be running. Gives the ID of the extension that will be there, or undefined
 * for a new profile. On Windows and macOS Chromium may not believe a file that others have changed,
 * and drop the extension all the same.
 */
export async function keepExtension(
  userDataDir: string,
  extensionDir: string,
): Promise<string | undefined> {
  const file = join(userDataDir, 'Default', 'Preferences');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const preferences: Preferences = JSON.parse(text);
  const { extensions } = preferences;
  const [id, settings] =
    Object.entries(extensions?.settings ?? {}).find(([, { path }]) => path === extensionDir) ?? [];
  if (!extensions || !settings) return undefined;
  settings.creation_flags = (settings.creation_flags ?? 0) & ~UNTIL_RESTART;
  // An unpacked extension is switched off without it.
  extensions.ui = { ...extensions.ui, developer_mode: true };
  await writeFile(file, JSON.stringify(preferences));
  return id;
}
