import { execFile } from 'node:child_process';
import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { Browser, ChromeReleaseChannel, computeSystemExecutablePath } from '@puppeteer/browsers';

/** A browser that starts. */
export interface Program {
  /** Its major version; undefined where it cannot be asked. */
  version: number | undefined;
  /** Whether it came as a snap, or is a script that starts one. */
  isSnap: boolean;
}

/** What finding and installing a browser needs to know of a machine, and may do to it. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  isRoot: boolean;
  /** `ID` and `ID_LIKE` of Linux's os-release, such as `['ubuntu', 'debian']`; else empty. */
  distributions(): Promise<string[]>;
  /** Whether there is a program at `path` that can be run. */
  isProgram(path: string): Promise<boolean>;
  /**
   * Looks at the browser at `path`; undefined when it does not start. Ubuntu has scripts of that name
   * that only say "install the snap", and a download may lack the system's libraries.
   */
  examine(path: string): Promise<Program | undefined>;
  /** Where the system keeps Google Chrome, if it does. */
  systemChrome(): string | undefined;
  /** Runs a command to its end. Rejects with the last lines that it wrote to stderr. */
  run(command: string, args: readonly string[]): Promise<void>;
}

const execute = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;
/** Bytes. Every browser is larger. */
const LARGEST_SCRIPT = 64 * 1024;

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function examine(path: string): Promise<Program | undefined> {
  if (!(await isProgram(path))) return undefined;
  // On Windows `--version` would open a window.
  if (process.platform === 'win32') return { version: undefined, isSnap: false };
  try {
    const { stdout } = await execute(path, ['--version'], { timeout: 20_000 });
    return { version: majorVersion(stdout), isSnap: await isSnap(path) };
  } catch {
    return undefined;
  }
}

/** The first number of `Mozilla Firefox 153.7.0esr` or `Chromium 156.0.7000.1 built on Debian`. */
function majorVersion(said: string): number | undefined {
  const [, major] = /(\d+)\.\d/.exec(said) ?? [];
  return major === undefined ? undefined : Number(major);
}

/** Programs of snaps are links to `snap` itself; Ubuntu's scripts in their place name one. */
async function isSnap(path: string): Promise<boolean> {
  const program = await realpath(path);
  if (basename(program) === 'snap') return true;
  const { size } = await stat(program);
  return size < LARGEST_SCRIPT && (await readFile(program, 'utf8')).includes('/snap/bin/');
}

function systemChrome(): string | undefined {
  try {
    const path = computeSystemExecutablePath({
      browser: Browser.CHROME,
      channel: ChromeReleaseChannel.STABLE,
    });
    // In WSL it may be the Chrome of Windows, which cannot be driven through a pipe from Linux.
    return process.platform === 'linux' && path.endsWith('.exe') ? undefined : path;
  } catch {
    return undefined;
  }
}

async function distributions(): Promise<string[]> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return [...release.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].flatMap(([, ids = '']) =>
    ids.replaceAll('"', '').split(' ').filter(Boolean),
  );
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await execute(command, [...args], { env, maxBuffer }).catch(
    (error: Error & { stderr?: string }) => {
      const said = (error.stderr ?? '').trim().split('\n').slice(-3).join(' ');
      throw new Error(`${command} ${args.join(' ')}: ${said || error.message}`);
    },
  );
}

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  distributions,
  isProgram,
  examine,
  systemChrome,
  run,
};
