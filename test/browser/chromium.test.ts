import { describe, expect, it } from 'vitest';
import type { ChromeForTesting } from './chrome-for-testing';
import { findOrInstallChromium } from './chromium';
import type { Machine } from './machine';

/** A machine of the imagination, and what is done to it. */
interface Case {
  /** What is there, and starts. */
  programs?: string[];
  machine?: Partial<Machine>;
  /** What `apt-get install` adds; without it, it fails. */
  aptBrings?: string;
  downloaded?: string[];
  /** What a download adds; without it, it fails. */
  downloadBrings?: string;
}

/** Finds or installs a browser there, and gives it with the commands, downloads and lines. */
async function find({ programs = [], machine, aptBrings, downloaded = [], downloadBrings }: Case) {
  const commands: string[] = [];
  const downloads: boolean[] = [];
  const lines: string[] = [];
  const imagined: Machine = {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: true,
    distributions: async () => ['debian'],
    isProgram: async (path) => programs.includes(path),
    starts: async (path) => programs.includes(path),
    systemChrome: () => undefined,
    run: async (command, args) => {
      commands.push([command, ...args].join(' '));
      if (args[0] !== 'install') return;
      if (aptBrings === undefined) throw new Error('Unable to locate package chromium');
      programs.push(aptBrings);
    },
    ...machine,
  };
  const chrome: ChromeForTesting = {
    list: async () => downloaded,
    download: async (withLibraries) => {
      downloads.push(withLibraries);
      if (downloadBrings === undefined) throw new Error('getaddrinfo ENOTFOUND');
      programs.push(downloadBrings);
      return downloadBrings;
    },
  };
  const { path } = await findOrInstallChromium((line) => lines.push(line), imagined, chrome);
  return { path, commands, downloads, lines };
}

const CHROMIUM = '/usr/local/bin/chromium';
const CHROME = '/opt/google/chrome/chrome';
const ON_WINDOWS = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const windows = { platform: 'win32', env: { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' } };
const ON_MAC = '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium';
const mac = { platform: 'darwin', env: { HOME: '/Users/me' } };
const chosen = { env: { CHROME_PATH: '/opt/mine', PATH: '/usr/bin' } };

describe('a browser that is there', () => {
  it.each<[string, string, string[], object]>([
    ['the one that CHROME_PATH names', '/opt/mine', ['/opt/mine', '/usr/bin/chromium'], chosen],
    ['Chromium before Chrome', CHROMIUM, [CHROME, CHROMIUM], { systemChrome: () => CHROME }],
    ['Edge where there is no other', '/usr/bin/microsoft-edge', ['/usr/bin/microsoft-edge'], {}],
    ['one in the folders for programs on Windows', ON_WINDOWS, [ON_WINDOWS], windows],
    ['one in Applications on macOS', ON_MAC, [ON_MAC], mac],
    ['one that was downloaded before', '/cache/chrome', ['/cache/chrome'], {}],
  ])('is taken: %s', async (_, path, programs, machine) => {
    const found = await find({ programs, machine, downloaded: ['/cache/broken', '/cache/chrome'] });
    expect(found).toMatchObject({ path, commands: [], downloads: [] });
    expect(found.lines).toEqual([expect.stringContaining(`Browser: ${path} (`)]);
  });

  it('is not taken in place of one that CHROME_PATH names and that is not there', async () => {
    await expect(find({ programs: ['/usr/bin/chromium'], machine: chosen })).rejects.toThrow(
      'CHROME_PATH is /opt/mine, but no program is there. Correct it or unset it.',
    );
  });
});

describe('where there is no browser', () => {
  const INSTALL = 'apt-get install -y --no-install-recommends chromium';
  const downloadBrings = '/cache/chrome';

  it("Debian's chromium is installed as root, which is said", async () => {
    const found = await find({ aptBrings: '/usr/bin/chromium', downloadBrings });
    expect(found).toEqual({
      path: '/usr/bin/chromium',
      commands: ['apt-get update', INSTALL],
      downloads: [],
      lines: [
        'No Chromium, Chrome or Edge is installed: installing chromium with apt-get.',
        'Browser: /usr/bin/chromium (installed).',
      ],
    });
  });

  it.each<[string, Partial<Machine>, string[], boolean]>([
    ['when apt-get cannot help', {}, ['apt-get update', INSTALL, 'apt-get update'], true],
    ['without touching the system when not root', { isRoot: false }, [], false],
    [
      'on Ubuntu, whose own package only points to a snap',
      { distributions: async () => ['ubuntu', 'debian'] },
      ['apt-get update'],
      true,
    ],
  ])('Chrome for Testing is downloaded %s', async (_, machine, commands, withLibraries) => {
    const found = await find({ machine, downloadBrings });
    expect(found).toMatchObject({ path: downloadBrings, commands, downloads: [withLibraries] });
  });

  it('one line says what to do when nothing works', async () => {
    await expect(find({})).rejects.toThrow(
      'No Chromium, Chrome or Edge was found, and none could be installed. Install one, or set ' +
        'CHROME_PATH to its program. (Unable to locate package chromium; getaddrinfo ENOTFOUND)',
    );
  });
});
