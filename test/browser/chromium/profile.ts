import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ExtensionSettings {
  path?: string;
  creation_flags?: number;
  incognito?: boolean;
}

/**
 * The flag in `creation_flags` of an extension that was installed by the debugging protocol. Chromium
 * removes an extension with this flag at the next start.
 */
const REMOVED_AT_START = 0x8000;

/**
 * Keeps an extension, with its permissions and alarms, at the next start of Chromium. The browser must not
 * be running. On Windows and macOS, Chromium may reject the changed file, and remove the extension.
 * @returns the id of the extension; undefined for a new profile
 */
export function keepExtension(
  userDataDir: string,
  extensionDir: string,
): Promise<string | undefined> {
  return changeExtension(userDataDir, extensionDir, (settings) => {
    settings.creation_flags = (settings.creation_flags ?? 0) & ~REMOVED_AT_START;
  });
}

/**
 * Turns on *Allow in Incognito* in a profile. The browser must not be running. On chrome://extensions, the
 * same action removes an extension that was installed by the debugging protocol.
 * @throws if the profile has no extension from `extensionDir`
 */
export async function allowInPrivateWindows(
  userDataDir: string,
  extensionDir: string,
): Promise<void> {
  const id = await changeExtension(userDataDir, extensionDir, (settings) => {
    settings.incognito = true;
  });
  if (id === undefined) throw new Error(`No extension from ${extensionDir} was in this profile.`);
}

async function changeExtension(
  userDataDir: string,
  extensionDir: string,
  change: (settings: ExtensionSettings) => void,
): Promise<string | undefined> {
  const file = join(userDataDir, 'Default', 'Preferences');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const preferences = JSON.parse(text);
  const all: Record<string, ExtensionSettings> = preferences.extensions?.settings ?? {};
  const [id, settings] = Object.entries(all).find(([, { path }]) => path === extensionDir) ?? [];
  if (!settings) return undefined;
  change(settings);
  // Without developer mode, Chromium disables unpacked extensions.
  preferences.extensions.ui = { ...preferences.extensions.ui, developer_mode: true };
  await writeFile(file, JSON.stringify(preferences));
  return id;
}
