import { execFile } from 'node:child_process';
import { access, constants, readFile, realpath } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  Browser,
  BrowserTag,
  detectBrowserPlatform,
  getInstalledBrowsers,
  install,
  resolveBuildId,
} from '@puppeteer/browsers';
import type { BrowserName } from './running-extension';

/** The folder of the program in a macOS application. */
const MAC = 'Contents/MacOS';

export const chromium = {
  title: 'Chromium, Chrome or Edge',
  /** The oldest major version that the extension's manifest allows. */
  oldest: 144,
  variable: 'CHROME_PATH',
  /** File names of the program, preferred names first. */
  programs: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    `Chromium.app/${MAC}/Chromium`,
    `Google Chrome.app/${MAC}/Google Chrome`,
    `Microsoft Edge.app/${MAC}/Microsoft Edge`,
    'Chromium/Application/chrome.exe',
    'Google/Chrome/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ],
  worksAsSnap: true,
  debianPackage: 'chromium',
  puppeteerBrowser: Browser.CHROME as Browser,
  /** Debian packages that the download needs. For Chrome, `install` finds its packages. */
  libraries: '',
};

export const firefox: typeof chromium = {
  title: 'Firefox',
  oldest: 147,
  variable: 'FIREFOX_PATH',
  programs: ['firefox', 'firefox-esr', `Firefox.app/${MAC}/firefox`, 'Mozilla Firefox/firefox.exe'],
  // A snap has its own folder for temporary files, so Firefox cannot find the profile of Puppeteer.
  worksAsSnap: false,
  debianPackage: 'firefox-esr',
  puppeteerBrowser: Browser.FIREFOX,
  libraries: 'xz-utils, libgtk-3-0t64 | libgtk-3-0, libasound2t64 | libasound2, libx11-xcb1',
};

type BrowserKind = typeof chromium;

const foundPrograms = new Map<BrowserName, string>();

/**
 * Returns the path of a browser. Searches in this order: `CHROME_PATH` or `FIREFOX_PATH`, an installed
 * browser, an earlier download, a new installation. Two simultaneous processes may both install a browser.
 * @throws an error whose message is one sentence for a person
 */
export async function findOrInstall(name: BrowserName): Promise<string> {
  const kind = { chromium, firefox }[name];
  const path =
    foundPrograms.get(name) ??
    (await programOfVariable(kind)) ??
    (await firstUsable(kind, usualPlaces(kind))) ??
    (await firstUsable(kind, await earlierDownloads(kind))) ??
    (await installNew(kind));
  if (!foundPrograms.has(name)) log(`Browser: ${path}`);
  foundPrograms.set(name, path);
  return path;
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** @throws if the variable names an unusable program. Another browser would surprise the person. */
async function programOfVariable(kind: BrowserKind): Promise<string | undefined> {
  const path = process.env[kind.variable];
  if (!path) return undefined;
  const defect = (await isProgram(path)) ? await defectOf(kind, path) : 'is not a program';
  if (defect === undefined) return path;
  throw new Error(`${kind.variable} is ${path}, which ${defect}. Correct it or unset it.`);
}

function usualPlaces({ programs }: BrowserKind): string[] {
  const { PATH, HOME = '', LOCALAPPDATA, PROGRAMFILES, ...others } = process.env;
  const applications = ['/Applications', join(HOME, 'Applications')];
  const windowsFolders = [LOCALAPPDATA, PROGRAMFILES, others['ProgramFiles(x86)']];
  const folders = [...(PATH ?? '').split(delimiter), ...applications, ...windowsFolders].filter(
    Boolean,
  );
  return programs.flatMap((program) => folders.map((folder) => join(folder ?? '', program)));
}

/** Returns the first usable program. Writes to stderr why each earlier program is unusable. */
async function firstUsable(
  kind: BrowserKind,
  paths: readonly string[],
): Promise<string | undefined> {
  for (const path of paths) {
    if (!(await isProgram(path))) continue;
    const defect = await defectOf(kind, path);
    if (defect === undefined) return path;
    log(`Not used: ${path} ${defect}.`);
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

const execute = promisify(execFile);

/** Returns why a program is unusable, as the end of a sentence; undefined for a usable program. */
async function defectOf(
  { oldest, worksAsSnap }: BrowserKind,
  path: string,
): Promise<string | undefined> {
  // On Windows, `--version` opens a window.
  if (process.platform === 'win32') return undefined;
  try {
    const { stdout } = await execute(path, ['--version'], { timeout: 20_000 });
    // The first number of `Mozilla Firefox 153.7.0esr` or `Chromium 156.0.7000.1 built on Debian`.
    const version = Number(/(\d+)\.\d/.exec(stdout)?.[1] ?? oldest);
    if (version < oldest) return `is version ${version}, and ${oldest} or later is needed`;
  } catch (error) {
    // Some programs of Ubuntu only print "install the snap". A downloaded browser may lack libraries.
    return `does not start (${sentenceOf(error)})`;
  }
  if (worksAsSnap) return undefined;
  // The program of a snap is a link to `snap`. Scripts of Ubuntu that start a snap contain `/snap/bin/`.
  const program = await realpath(path);
  const isSnap =
    basename(program) === 'snap' || (await readFile(program, 'latin1')).includes('/snap/bin/');
  return isSnap ? 'is a snap, and cannot see the profiles of tests' : undefined;
}

/** The folder for downloads. */
const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/browsers', import.meta.url));

async function earlierDownloads({ puppeteerBrowser }: BrowserKind): Promise<string[]> {
  return (await getInstalledBrowsers({ cacheDir }))
    .filter(({ browser }) => browser === puppeteerBrowser)
    .sort((one, other) => other.buildId.localeCompare(one.buildId, 'en', { numeric: true }))
    .map(({ executablePath }) => executablePath);
}

/**
 * Installs Debian's package if possible, otherwise downloads the browser. On Ubuntu, downloads the browser,
 * because Ubuntu's packages install snaps, and snaps do not run in containers.
 */
async function installNew(kind: BrowserKind): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const isLike = (name: string) => new RegExp(`^ID(_LIKE)?=.*\\b${name}\\b`, 'm').test(release);
  const canUseAptGet = process.getuid?.() === 0 && (isLike('debian') || isLike('ubuntu'));
  const installers = [() => download(kind, canUseAptGet)];
  if (canUseAptGet && !isLike('ubuntu')) installers.unshift(() => installFromDebian(kind));
  const reasons: string[] = [];
  for (const installer of installers) {
    try {
      return await installer();
    } catch (error) {
      reasons.push(sentenceOf(error));
      log(`That did not work: ${reasons.at(-1)}.`);
    }
  }
  throw new Error(
    `No ${kind.title} ${kind.oldest} or later was found, and none could be installed. ` +
      `Install one, or set ${kind.variable} to its program. (${reasons.join('; ')})`,
  );
}

async function installFromDebian(kind: BrowserKind): Promise<string> {
  const { title, oldest, debianPackage } = kind;
  log(`No ${title} ${oldest} or later is installed: installing ${debianPackage} with apt-get.`);
  await aptGet('update');
  await aptGet('install', '-y', '--no-install-recommends', debianPackage);
  const path = await firstUsable(kind, usualPlaces(kind));
  if (path !== undefined) return path;
  throw new Error(`apt-get installed a ${debianPackage} that cannot be used`);
}

async function download(kind: BrowserKind, withLibraries: boolean): Promise<string> {
  const { puppeteerBrowser: browser, libraries } = kind;
  log(`Downloading ${browser} into node_modules/.cache.`);
  if (withLibraries) {
    // After a failed update, apt-get may still find the libraries in its old package lists.
    await aptGet('update').catch(() => {});
    const satisfy = ['satisfy', '-y', '--no-install-recommends'];
    if (libraries) await aptGet(...satisfy, libraries).catch(() => {});
  }
  const platform = detectBrowserPlatform();
  if (platform === undefined) throw new Error('there is no download for this kind of machine');
  const buildId = await resolveBuildId(browser, platform, BrowserTag.STABLE);
  const options = { browser, buildId, cacheDir, platform, installDeps: withLibraries };
  const { executablePath } = await install(options);
  const defect = await defectOf(kind, executablePath);
  if (defect === undefined) return executablePath;
  throw new Error(`${executablePath} ${defect}: libraries of the system may be missing`);
}

/** Runs apt-get. Rejects with the last lines of its stderr. */
async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await execute('apt-get', args, { env, maxBuffer: 2 ** 26 }).catch((error) => {
    const lastLines = error.stderr?.trim().split('\n').slice(-3).join(' ');
    throw new Error(`apt-get ${args.join(' ')}: ${lastLines || error.message}`);
  });
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
}
