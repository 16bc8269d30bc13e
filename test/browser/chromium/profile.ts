import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The fields of an extension in a profile's Preferences file that are used here. */
interface ExtensionSettings {
  path?: string;
  creation_flags?: number;
  incognito?: boolean;
}

/**
 * Flag of an extension that the debugging protocol installed. Chromium removes the extension at its next
 * start.
 */
const UNTIL_RESTART = 0x8000;

/**
 * Makes the next start with a profile an ordinary restart. An extension that was installed from
 * `extensionDir` keeps its permissions and alarms, and gets `runtime.onStartup`. Otherwise Chromium would
 * remove it, and a new installation has only its storage.
 *
 * The browser must not be running. Returns the id of the extension, or undefined for a new profile. On
 * Windows and macOS, Chromium may reject the changed file and remove the extension.
 */
export function keepExtension(
  userDataDir: string,
  extensionDir: string,
): Promise<string | undefined> {
  return changeExtension(userDataDir, extensionDir, (settings) => {
    settings.creation_flags = (settings.creation_flags ?? 0) & ~UNTIL_RESTART;
  });
}

/**
 * Turns on "Allow in Incognito". On chrome://extensions, the same action would end an extension that the
 * debugging protocol installed. The browser must not be running. Rejects if the profile has no such
 * extension.
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
