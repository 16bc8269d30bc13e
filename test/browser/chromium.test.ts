import { describe, expect, it } from 'vitest';
import type { ChromeForTesting } from './chrome-for-testing';
import { findOrInstallChromium } from './chromium';
import type { Machine } from './machine';

/** A machine of the imagination: `programs` are there, and `apt-get install` adds `aptBrings`. */
function machineWith(
  programs: string[],
  { aptBrings, ...rest }: Partial<Machine> & { aptBrings?: string } = {},
) {
  const commands: string[] = [];
  const machine: Machine = {
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
    ...rest,
  };
  return { machine, commands };
}

function chromeWith(programs: string[], { downloaded = [] as string[], brings = '' } = {}) {
  const downloads: boolean[] = [];
  const chrome: ChromeForTesting = {
    list: async () => downloaded,
    download: async (withLibraries) => {
      downloads.push(withLibraries);
      if (!brings) throw new Error('getaddrinfo ENOTFOUND');
      programs.push(brings);
      return brings;
    },
  };
  return { chrome, downloads };
}

const INSTALL = 'apt-get install -y --no-install-recommends chromium';

describe('finding a browser', () => {
  it('takes the one that CHROME_PATH names before all others', async () => {
    const programs = ['/opt/mine', '/usr/bin/chromium'];
    const { machine } = machineWith(programs, {
      env: { CHROME_PATH: '/opt/mine', PATH: '/usr/bin' },
    });
    const lines: string[] = [];
    const found = await findOrInstallChromium(
      (line) => lines.push(line),
      machine,
      chromeWith([]).chrome,
    );
    expect(found).toEqual({ path: '/opt/mine' });
    expect(lines).toEqual(['Browser: /opt/mine (CHROME_PATH).']);
  });

  it('says so when CHROME_PATH names nothing, and takes no other', async () => {
    const { machine } = machineWith(['/usr/bin/chromium'], {
      env: { CHROME_PATH: '/opt/gone', PATH: '/usr/bin' },
    });
    await expect(findOrInstallChromium(() => {}, machine, chromeWith([]).chrome)).rejects.toThrow(
      'CHROME_PATH is /opt/gone, but no program is there. Correct it or unset it.',
    );
  });

  it('prefers Chromium to Chrome, and Chrome to Edge', async () => {
    const chromium = '/usr/local/bin/chromium';
    const chrome = '/opt/google/chrome/chrome';
    const edge = '/usr/bin/microsoft-edge';
    const found = async (programs: string[]) => {
      const { machine } = machineWith(programs, { systemChrome: () => chrome });
      return (await findOrInstallChromium(() => {}, machine, chromeWith([]).chrome)).path;
    };
    expect(await found([edge, chrome, chromium])).toBe(chromium);
    expect(await found([edge, chrome])).toBe(chrome);
    expect(await found([edge])).toBe(edge);
  });

  it('looks in the folders for programs on Windows and in Applications on macOS', async () => {
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const windows = machineWith([edge], {
      platform: 'win32',
      env: { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' },
    });
    const mine = '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium';
    const mac = machineWith([mine], { platform: 'darwin', env: { HOME: '/Users/me' } });
    const { chrome } = chromeWith([]);
    expect(await findOrInstallChromium(() => {}, windows.machine, chrome)).toEqual({ path: edge });
    expect(await findOrInstallChromium(() => {}, mac.machine, chrome)).toEqual({ path: mine });
  });

  it('passes over a program that does not start', async () => {
    const programs = ['/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
    const { machine } = machineWith(programs, {
      starts: async (path) => path === '/usr/bin/google-chrome',
    });
    const found = await findOrInstallChromium(() => {}, machine, chromeWith([]).chrome);
    expect(found.path).toBe('/usr/bin/google-chrome');
  });

  it('takes one that was downloaded before rather than installing another', async () => {
    const programs = ['/cache/chrome'];
    const { machine, commands } = machineWith(programs);
    const { chrome } = chromeWith(programs, { downloaded: ['/cache/broken', '/cache/chrome'] });
    const found = await findOrInstallChromium(() => {}, machine, chrome);
    expect(found.path).toBe('/cache/chrome');
    expect(commands).toEqual([]);
  });
});

describe('installing a browser where there is none', () => {
  it("installs Debian's chromium as root, and says so", async () => {
    const programs: string[] = [];
    const { machine, commands } = machineWith(programs, { aptBrings: '/usr/bin/chromium' });
    const { chrome, downloads } = chromeWith(programs, { brings: '/cache/chrome' });
    const lines: string[] = [];
    const found = await findOrInstallChromium((line) => lines.push(line), machine, chrome);
    expect(found.path).toBe('/usr/bin/chromium');
    expect(commands).toEqual(['apt-get update', INSTALL]);
    expect(downloads).toEqual([]);
    expect(lines).toEqual([
      'No Chromium, Chrome or Edge is installed: installing chromium with apt-get.',
      'Browser: /usr/bin/chromium (installed).',
    ]);
  });

  it('downloads Chrome for Testing when apt-get cannot help', async () => {
    const programs: string[] = [];
    const { machine } = machineWith(programs);
    const { chrome, downloads } = chromeWith(programs, { brings: '/cache/chrome' });
    const lines: string[] = [];
    const found = await findOrInstallChromium((line) => lines.push(line), machine, chrome);
    expect(found.path).toBe('/cache/chrome');
    expect(downloads).toEqual([true]);
    expect(lines[1]).toBe('That did not work: Unable to locate package chromium.');
  });

  it('downloads without touching the system when not root', async () => {
    const programs: string[] = [];
    const { machine, commands } = machineWith(programs, { isRoot: false });
    const { chrome, downloads } = chromeWith(programs, { brings: '/cache/chrome' });
    expect((await findOrInstallChromium(() => {}, machine, chrome)).path).toBe('/cache/chrome');
    expect(commands).toEqual([]);
    expect(downloads).toEqual([false]);
  });

  it("leaves Ubuntu's chromium package alone, which only points to a snap", async () => {
    const programs: string[] = [];
    const { machine, commands } = machineWith(programs, {
      distributions: async () => ['ubuntu', 'debian'],
      aptBrings: '/usr/bin/chromium-browser',
    });
    const { chrome, downloads } = chromeWith(programs, { brings: '/cache/chrome' });
    expect((await findOrInstallChromium(() => {}, machine, chrome)).path).toBe('/cache/chrome');
    expect(commands).toEqual(['apt-get update']);
    expect(downloads).toEqual([true]);
  });

  it('says in one line what to do when nothing works', async () => {
    const { machine } = machineWith([]);
    await expect(findOrInstallChromium(() => {}, machine, chromeWith([]).chrome)).rejects.toThrow(
      'No Chromium, Chrome or Edge was found, and none could be installed. Install one, or set ' +
        'CHROME_PATH to its program. (Unable to locate package chromium; getaddrinfo ENOTFOUND)',
    );
  });
});
