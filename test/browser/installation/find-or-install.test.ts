import { describe, expect, it } from 'vitest';
import type { BrowserName } from '../running-extension';
import type { Downloads } from './downloads';
import { findOrInstall } from './find-or-install';
import type { Machine, Program } from './machine';

/** A machine of the imagination, and what is done to it. */
interface Case {
  /** What is there, and starts. */
  programs?: string[];
  /** What is said of some of them; of the others, a version that is new enough. */
  said?: Record<string, Partial<Program>>;
  machine?: Partial<Machine>;
  /** What `apt-get install` adds; without it, it fails. */
  aptBrings?: string;
  downloaded?: string[];
  /** What a download adds; without it, it fails. */
  downloadBrings?: string;
}

/** Finds or installs a browser there, and gives it with the commands, downloads and lines. */
async function find(
  name: BrowserName,
  { programs = [], said = {}, machine, aptBrings, downloaded = [], downloadBrings }: Case,
) {
  const commands: string[] = [];
  const fetched: string[] = [];
  const lines: string[] = [];
  const imagined: Machine = {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: true,
    distributions: async () => ['debian'],
    isProgram: async (path) => programs.includes(path),
    examine: async (path) =>
      programs.includes(path) ? { version: 200, isSnap: false, ...said[path] } : undefined,
    systemChrome: () => undefined,
    run: async (command, args) => {
      commands.push([command, ...args].join(' '));
      if (args[0] !== 'install') return;
      if (aptBrings === undefined) throw new Error('Unable to locate package');
      programs.push(aptBrings);
    },
    ...machine,
  };
  const downloads: Downloads = {
    list: async (browser) => downloaded.filter((path) => path.includes(browser)),
    download: async (browser, withLibraries) => {
      fetched.push(withLibraries ? `${browser} with libraries` : browser);
      if (downloadBrings === undefined) throw new Error('getaddrinfo ENOTFOUND');
      programs.push(downloadBrings);
      return downloadBrings;
    },
  };
  const { path } = await findOrInstall(name, (line) => lines.push(line), imagined, downloads);
  return { path, commands, fetched, lines };
}

const CHROMIUM = '/usr/local/bin/chromium';
const CHROME = '/opt/google/chrome/chrome';
const FIREFOX = '/usr/bin/firefox';
const ESR = '/usr/bin/firefox-esr';
const EDGE_ON_WINDOWS = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const FIREFOX_ON_WINDOWS = 'C:\\Program Files\\Mozilla Firefox\\firefox.exe';
const windows: Partial<Machine> = {
  platform: 'win32',
  env: { PROGRAMFILES: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' },
};
const CHROMIUM_ON_MAC = '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium';
const FIREFOX_ON_MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';
const mac: Partial<Machine> = { platform: 'darwin', env: { HOME: '/Users/me' } };
const chosen: Partial<Machine> = {
  env: { CHROME_PATH: '/opt/mine', FIREFOX_PATH: '/opt/my-fox', PATH: '/usr/bin' },
};
const downloaded = ['/cache/chrome/broken', '/cache/chrome/2', '/cache/firefox/2'];

describe('a browser that is there', () => {
  it.each<[BrowserName, string, string, string[], Partial<Machine>]>([
    ['chromium', 'CHROME_PATH names', '/opt/mine', ['/opt/mine', '/usr/bin/chromium'], chosen],
    ['chromium', 'is before Chrome', CHROMIUM, [CHROME, CHROMIUM], { systemChrome: () => CHROME }],
    ['chromium', 'is Edge', '/usr/bin/microsoft-edge', ['/usr/bin/microsoft-edge'], {}],
    ['chromium', 'is among Windows programs', EDGE_ON_WINDOWS, [EDGE_ON_WINDOWS], windows],
    ['chromium', 'is an app of macOS', CHROMIUM_ON_MAC, [CHROMIUM_ON_MAC], mac],
    ['chromium', 'was downloaded before', '/cache/chrome/2', ['/cache/chrome/2'], {}],
    ['firefox', 'FIREFOX_PATH names', '/opt/my-fox', ['/opt/my-fox', FIREFOX], chosen],
    ['firefox', 'is before firefox-esr', FIREFOX, [ESR, FIREFOX], {}],
    ['firefox', 'is firefox-esr', ESR, [ESR], {}],
    ['firefox', 'is among Windows programs', FIREFOX_ON_WINDOWS, [FIREFOX_ON_WINDOWS], windows],
    ['firefox', 'is an app of macOS', FIREFOX_ON_MAC, [FIREFOX_ON_MAC], mac],
    ['firefox', 'was downloaded before', '/cache/firefox/2', ['/cache/firefox/2'], {}],
  ])('is taken: the %s that %s', async (name, _, path, programs, machine) => {
    const found = await find(name, { programs, machine, downloaded });
    expect(found).toMatchObject({ path, commands: [], fetched: [] });
    expect(found.lines).toEqual([expect.stringContaining(`Browser: ${path} (`)]);
  });

  it.each<[BrowserName, string, string]>([
    ['chromium', 'CHROME_PATH', '/opt/mine'],
    ['firefox', 'FIREFOX_PATH', '/opt/my-fox'],
  ])('is not taken in place of a %s that %s names', async (name, variable, path) => {
    const others = ['/usr/bin/chromium', FIREFOX];
    await expect(find(name, { programs: others, machine: chosen })).rejects.toThrow(
      `${variable} is ${path}, but no program is there. Correct it or unset it.`,
    );
    const old = { programs: [...others, path], said: { [path]: { version: 99 } } };
    await expect(find(name, { ...old, machine: chosen })).rejects.toThrow(
      new RegExp(`^${variable} is ${path}, which is version 99, and 1\\d\\d or later is needed\\.`),
    );
  });

  it('is passed over where it is too old for the extension, which is said', async () => {
    const said = { [FIREFOX]: { version: 141 }, [ESR]: { version: 142 } };
    const found = await find('firefox', { programs: [FIREFOX, ESR], said });
    expect(found.path).toBe(ESR);
    expect(found.lines).toEqual([
      `Not used: ${FIREFOX} is version 141, and 142 or later is needed.`,
      `Browser: ${ESR} (installed).`,
    ]);
  });

  it('is passed over where it is a snap of Firefox, whose profiles nobody else can write', async () => {
    const isSnap = { isSnap: true };
    const firefoxes = { programs: [FIREFOX, ESR], said: { [FIREFOX]: isSnap } };
    expect((await find('firefox', firefoxes)).path).toBe(ESR);
    const chromiums = { programs: [CHROMIUM], said: { [CHROMIUM]: isSnap } };
    expect((await find('chromium', chromiums)).path).toBe(CHROMIUM);
  });

  it('is taken where its version cannot be asked', async () => {
    const said = { [FIREFOX]: { version: undefined } };
    expect((await find('firefox', { programs: [FIREFOX, ESR], said })).path).toBe(FIREFOX);
  });
});

describe.each([
  {
    name: 'chromium' as const,
    names: 'Chromium, Chrome or Edge 126',
    variable: 'CHROME_PATH',
    debian: 'chromium',
    brought: '/usr/bin/chromium',
    downloaded: 'chrome',
    // Its download names them by itself.
    libraries: [],
  },
  {
    name: 'firefox' as const,
    names: 'Firefox 142',
    variable: 'FIREFOX_PATH',
    debian: 'firefox-esr',
    brought: ESR,
    downloaded: 'firefox',
    libraries: [expect.stringMatching(/^apt-get satisfy -y .*xz-utils, libgtk-3-0/)],
  },
])(
  'where there is no $name',
  ({ name, names, variable, debian, brought, downloaded, libraries }) => {
    const installed = `apt-get install -y --no-install-recommends ${debian}`;
    const downloadBrings = `/cache/${downloaded}`;

    it("Debian's package is installed as root, which is said", async () => {
      const found = await find(name, { aptBrings: brought, downloadBrings });
      expect(found).toEqual({
        path: brought,
        commands: ['apt-get update', installed],
        fetched: [],
        lines: [
          `No ${names} or later is installed: installing ${debian} with apt-get.`,
          `Browser: ${brought} (installed).`,
        ],
      });
    });

    it('one is downloaded with its libraries when apt-get cannot help', async () => {
      const found = await find(name, { downloadBrings });
      expect(found).toMatchObject({
        path: downloadBrings,
        commands: ['apt-get update', installed, 'apt-get update', ...libraries],
        fetched: [`${downloaded} with libraries`],
      });
    });

    it('one is downloaded on Ubuntu, whose own package only points to a snap', async () => {
      const machine = { distributions: async () => ['ubuntu', 'debian'] };
      const found = await find(name, { machine, downloadBrings });
      expect(found).toMatchObject({
        path: downloadBrings,
        commands: ['apt-get update', ...libraries],
        fetched: [`${downloaded} with libraries`],
      });
    });

    it('one is downloaded without touching the system when not root', async () => {
      const found = await find(name, { machine: { isRoot: false }, downloadBrings });
      expect(found).toMatchObject({ path: downloadBrings, commands: [], fetched: [downloaded] });
    });

    it('one line says what to do when nothing works', async () => {
      await expect(find(name, {})).rejects.toThrow(
        `No ${names} or later was found, and none could be installed. Install one, or set ` +
          `${variable} to its program. (Unable to locate package; getaddrinfo ENOTFOUND)`,
      );
    });
  },
);
