import { posix, win32 } from 'node:path';
import type { Machine } from './machine';

/** A browser that can be launched. */
export interface FoundChromium {
  /** Absolute path of the program. */
  path: string;
  /** How it was found, for a person to read: `CHROME_PATH`, `installed`, `downloaded`. */
  origin: string;
}

const CHOSEN_BY = ['CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'] as const;

function onPath({ env }: Machine, ...names: string[]): string[] {
  const folders = (env.PATH ?? '').split(posix.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

function inApplications({ env }: Machine, name: string): string[] {
  return ['/', env.HOME ?? '/'].map((root) =>
    posix.join(root, 'Applications', `${name}.app`, 'Contents/MacOS', name),
  );
}

function inProgramFiles({ env }: Machine, ...program: string[]): string[] {
  return [env.LOCALAPPDATA, env.PROGRAMFILES, env['ProgramFiles(x86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => win32.join(folder, ...program));
}

/** Where Chromium, Chrome and Edge usually are, in the order of preference. */
function usualPlaces(machine: Machine): string[] {
  const chrome = machine.systemChrome();
  const knownChrome = chrome === undefined ? [] : [chrome];
  switch (machine.platform) {
    case 'win32':
      return [
        ...inProgramFiles(machine, 'Chromium', 'Application', 'chrome.exe'),
        ...knownChrome,
        ...inProgramFiles(machine, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ];
    case 'darwin':
      return [
        ...inApplications(machine, 'Chromium'),
        ...onPath(machine, 'chromium'),
        ...knownChrome,
        ...inApplications(machine, 'Google Chrome'),
        ...inApplications(machine, 'Microsoft Edge'),
      ];
    default:
      return [
        ...onPath(machine, 'chromium', 'chromium-browser'),
        ...knownChrome,
        ...onPath(machine, 'google-chrome-stable', 'google-chrome'),
        ...onPath(machine, 'microsoft-edge-stable', 'microsoft-edge'),
      ];
  }
}

/**
 * The browser that the person chose by `CHROME_PATH` or `PUPPETEER_EXECUTABLE_PATH`, or else the
 * first installed one that starts. Throws when the chosen one is not there: quietly taking another
 * would be worse.
 */
export async function findInstalledChromium(machine: Machine): Promise<FoundChromium | undefined> {
  for (const variable of CHOSEN_BY) {
    const path = machine.env[variable];
    if (!path) continue;
    if (await machine.isProgram(path)) return { path, origin: variable };
    throw new Error(`${variable} is ${path}, but no program is there. Correct it or unset it.`);
  }
  for (const path of usualPlaces(machine)) {
    if (await machine.starts(path)) return { path, origin: 'installed' };
  }
  return undefined;
}
