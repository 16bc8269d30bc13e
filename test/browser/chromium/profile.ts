import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What of an extension in a profile's Preferences file is used here. */
interface ExtensionSettings {
  path?: string;
  creation_flags?: number;
  incognito?: boolean;
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
export function keepExtension(
  userDataDir: string,
  extensionDir: string,
): Promise<string | undefined> {
  return changeExtension(userDataDir, extensionDir, (settings) => {
    settings.creation_flags = (settings.creation_flags ?? 0) & ~UNTIL_RESTART;
  });
}

/**
 * Does what a person does on chrome://extensions under "Allow in Incognito"; done there by a test,
 * it ends an extension that came by the debugging protocol. The browser must not be running, and
 * must have run with the extension. Rejects when there is none.
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
  // An unpacked extension is switched off without it.
  preferences.extensions.ui = { ...preferences.extensions.ui, developer_mode: true };
  await writeFile(file, JSON.stringify(preferences));
  return id;
}
