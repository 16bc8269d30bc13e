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

/** Where an app of macOS has its program. */
const MAC = 'Contents/MacOS';

/** All that finding and installing one has to know. */
export const chromium = {
  title: 'Chromium, Chrome or Edge',
  /** The oldest major version that the built extension's manifest allows. */
  oldest: 126,
  /** The environment variable by which a person names the program. */
  variable: 'CHROME_PATH',
  /** What it is called in folders of programs, the preferred ones first. */
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
  /** Whether one that came as a snap can be driven. */
  worksAsSnap: true,
  debianPackage: 'chromium',
  download: Browser.CHROME as Browser,
  /** What the download needs of Debian and Ubuntu; this one says it by itself. */
  libraries: '',
};

export const firefox: typeof chromium = {
  title: 'Firefox',
  oldest: 142,
  variable: 'FIREFOX_PATH',
  programs: ['firefox', 'firefox-esr', `Firefox.app/${MAC}/firefox`, 'Mozilla Firefox/firefox.exe'],
  // Puppeteer writes a profile into the folder for temporary files, and a snap has one of its own.
  worksAsSnap: false,
  debianPackage: 'firefox-esr',
  download: Browser.FIREFOX,
  libraries: 'xz-utils, libgtk-3-0t64 | libgtk-3-0, libasound2t64 | libasound2, libx11-xcb1',
};

type BrowserKind = typeof chromium;

const found = new Map<BrowserName, string>();

/**
 * The program to run the extension in: the one that `CHROME_PATH` or `FIREFOX_PATH` names, an
 * installed one, one downloaded before, and where there is none of these, one that is installed now.
 * Says which in one line on stderr. Throws one sentence. Searches once in a process.
 *
 * Two processes that both find none would install at the same time: let one of them go first.
 */
export async function findOrInstall(name: BrowserName): Promise<string> {
  const kind = { chromium, firefox }[name];
  const path =
    found.get(name) ??
    (await chosen(kind)) ??
    (await firstUsable(kind, usualPlaces(kind))) ??
    (await firstUsable(kind, await downloadedBefore(kind))) ??
    (await installed(kind));
  if (!found.has(name)) say(`Browser: ${path}`);
  found.set(name, path);
  return path;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The program that a person has named; quietly taking another one would be worse than to throw. */
async function chosen(kind: BrowserKind): Promise<string | undefined> {
  const path = process.env[kind.variable];
  if (!path) return undefined;
  const fault = (await isProgram(path)) ? await faultOf(kind, path) : 'is not a program';
  if (fault === undefined) return path;
  throw new Error(`${kind.variable} is ${path}, which ${fault}. Correct it or unset it.`);
}

function usualPlaces({ programs }: BrowserKind): string[] {
  const { PATH, HOME = '', LOCALAPPDATA, PROGRAMFILES, ...others } = process.env;
  const applications = ['/Applications', join(HOME, 'Applications')];
  const ofWindows = [LOCALAPPDATA, PROGRAMFILES, others['ProgramFiles(x86)']];
  const folders = [...(PATH ?? '').split(delimiter), ...applications, ...ofWindows].filter(Boolean);
  return programs.flatMap((program) => folders.map((folder) => join(folder ?? '', program)));
}

/** The first of several programs that will do. Says of those before why they are passed over. */
async function firstUsable(
  kind: BrowserKind,
  paths: readonly string[],
): Promise<string | undefined> {
  for (const path of paths) {
    if (!(await isProgram(path))) continue;
    const fault = await faultOf(kind, path);
    if (fault === undefined) return path;
    say(`Not used: ${path} ${fault}.`);
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

/** Why a program will not do, to be said after its path; undefined when nothing is against it. */
async function faultOf(
  { oldest, worksAsSnap }: BrowserKind,
  path: string,
): Promise<string | undefined> {
  // On Windows `--version` would open a window.
  if (process.platform === 'win32') return undefined;
  try {
    const { stdout } = await execute(path, ['--version'], { timeout: 20_000 });
    // The first number of `Mozilla Firefox 153.7.0esr` or `Chromium 156.0.7000.1 built on Debian`.
    const version = Number(/(\d+)\.\d/.exec(stdout)?.[1] ?? oldest);
    if (version < oldest) return `is version ${version}, and ${oldest} or later is needed`;
  } catch (error) {
    // Ubuntu has scripts that only say "install the snap", and a download may lack libraries.
    return `does not start (${sentence(error)})`;
  }
  if (worksAsSnap) return undefined;
  // Programs of snaps are links to `snap` itself; Ubuntu's scripts in their place name one.
  const program = await realpath(path);
  const isSnap =
    basename(program) === 'snap' || (await readFile(program, 'latin1')).includes('/snap/bin/');
  return isSnap ? 'is a snap, and cannot see the profiles of tests' : undefined;
}

/** Downloads go when `node_modules` goes. */
const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/browsers', import.meta.url));

/** Paths of earlier downloads, the newest first. */
async function downloadedBefore({ download }: BrowserKind): Promise<string[]> {
  return (await getInstalledBrowsers({ cacheDir }))
    .filter(({ browser }) => browser === download)
    .sort((a, b) => b.buildId.localeCompare(a.buildId, 'en', { numeric: true }))
    .map(({ executablePath }) => executablePath);
}

/**
 * Installs a browser: Debian's own where we may, otherwise a download of its makers. On Ubuntu the
 * packages of that name are only pointers to snaps, which containers cannot run, so the download
 * comes there too, with the libraries it needs where we may install them.
 */
async function installed(kind: BrowserKind): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const isLike = (name: string) => new RegExp(`^ID(_LIKE)?=.*\\b${name}\\b`, 'm').test(release);
  const mayUseApt = process.getuid?.() === 0 && (isLike('debian') || isLike('ubuntu'));
  const ways = [() => downloaded(kind, mayUseApt)];
  if (mayUseApt && !isLike('ubuntu')) ways.unshift(() => installedFromDebian(kind));
  const reasons: string[] = [];
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      reasons.push(sentence(error));
      say(`That did not work: ${reasons.at(-1)}.`);
    }
  }
  throw new Error(
    `No ${kind.title} ${kind.oldest} or later was found, and none could be installed. ` +
      `Install one, or set ${kind.variable} to its program. (${reasons.join('; ')})`,
  );
}

async function installedFromDebian(kind: BrowserKind): Promise<string> {
  const { title, oldest, debianPackage } = kind;
  say(`No ${title} ${oldest} or later is installed: installing ${debianPackage} with apt-get.`);
  await aptGet('update');
  await aptGet('install', '-y', '--no-install-recommends', debianPackage);
  const path = await firstUsable(kind, usualPlaces(kind));
  if (path !== undefined) return path;
  throw new Error(`apt-get installed a ${debianPackage} that cannot be used`);
}

async function downloaded(kind: BrowserKind, withLibraries: boolean): Promise<string> {
  const { download: browser, libraries } = kind;
  say(`Downloading ${browser} into node_modules/.cache.`);
  if (withLibraries) {
    // Without fresh lists the libraries may still be found, or be there already.
    await aptGet('update').catch(() => {});
    const satisfy = ['satisfy', '-y', '--no-install-recommends'];
    if (libraries) await aptGet(...satisfy, libraries).catch(() => {});
  }
  const platform = detectBrowserPlatform();
  if (platform === undefined) throw new Error('there is no download for this kind of machine');
  const buildId = await resolveBuildId(browser, platform, BrowserTag.STABLE);
  const options = { browser, buildId, cacheDir, platform, installDeps: withLibraries };
  const { executablePath } = await install(options);
  const fault = await faultOf(kind, executablePath);
  if (fault === undefined) return executablePath;
  throw new Error(`${executablePath} ${fault}: libraries of the system may be missing`);
}

/** Rejects with the last lines that it wrote to stderr. */
async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await execute('apt-get', args, { env, maxBuffer: 2 ** 26 }).catch((error) => {
    const said = error.stderr?.trim().split('\n').slice(-3).join(' ');
    throw new Error(`apt-get ${args.join(' ')}: ${said || error.message}`);
  });
}

/** The words of an error, to be put within another sentence. */
function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
}
