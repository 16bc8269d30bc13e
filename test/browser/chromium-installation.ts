import type { ChromeForTesting } from './chrome-for-testing';
import { type FoundChromium, findInstalledChromium } from './installed-chromium';
import type { Machine } from './machine';

type Log = (line: string) => void;

async function installFromDebian(machine: Machine, log: Log): Promise<FoundChromium | undefined> {
  log('No Chromium, Chrome or Edge is installed: installing chromium with apt-get.');
  await machine.run('apt-get', ['update']);
  await machine.run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  return findInstalledChromium(machine);
}

async function downloadChrome(
  machine: Machine,
  chrome: ChromeForTesting,
  hasApt: boolean,
  log: Log,
): Promise<FoundChromium> {
  const withLibraries = hasApt && machine.isRoot;
  log('Downloading Chrome for Testing into node_modules/.cache.');
  // Without fresh lists the libraries may still be found, or be there already.
  if (withLibraries) await machine.run('apt-get', ['update']).catch(() => {});
  const path = await chrome.download(withLibraries);
  if (await machine.starts(path)) return { path, origin: 'downloaded' };
  throw new Error(`${path} does not start: libraries of the system may be missing`);
}

/**
 * Installs a browser: Debian's own where we may, otherwise Chrome for Testing. On Ubuntu the
 * package `chromium` is only a pointer to a snap, which containers cannot run, so Chrome for
 * Testing comes there too, with the libraries it needs where we may install them.
 *
 * Says what it does, a line each. Throws one sentence when nothing worked.
 */
export async function installChromium(
  machine: Machine,
  chrome: ChromeForTesting,
  log: Log,
): Promise<FoundChromium> {
  const distributions = machine.platform === 'linux' ? await machine.distributions() : [];
  const hasApt = distributions.includes('debian') || distributions.includes('ubuntu');
  const reasons: string[] = [];
  if (machine.isRoot && hasApt && !distributions.includes('ubuntu')) {
    try {
      const installed = await installFromDebian(machine, log);
      if (installed) return installed;
      reasons.push('apt-get installed a chromium that does not start');
    } catch (error) {
      reasons.push(sentence(error));
    }
    log(`That did not work: ${reasons.join('; ')}.`);
  }
  try {
    return await downloadChrome(machine, chrome, hasApt, log);
  } catch (error) {
    reasons.push(sentence(error));
  }
  throw new Error(
    'No Chromium, Chrome or Edge was found, and none could be installed. ' +
      `Install one, or set CHROME_PATH to its program. (${reasons.join('; ')})`,
  );
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}
