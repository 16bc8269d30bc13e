import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Browser, ChromeReleaseChannel, computeSystemExecutablePath } from '@puppeteer/browsers';

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
   * Whether the browser at `path` really starts. Ubuntu has `chromium-browser` scripts that only
   * say "install the snap", and a downloaded Chrome may lack the system's libraries.
   */
  starts(path: string): Promise<boolean>;
  /** Where the system keeps Google Chrome, if it does. */
  systemChrome(): string | undefined;
  /** Runs a command to its end. Rejects with the last lines that it wrote to stderr. */
  run(command: string, args: readonly string[]): Promise<void>;
}

const execute = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function starts(path: string): Promise<boolean> {
  if (!(await isProgram(path))) return false;
  // Elsewhere no stand-ins are known, and on Windows `--version` would open a window.
  if (process.platform !== 'linux') return true;
  return execute(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
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
  starts,
  systemChrome,
  run,
};
