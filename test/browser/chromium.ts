import { type ChromeForTesting, chromeForTesting } from './chrome-for-testing';
import { installChromium } from './chromium-installation';
import { type FoundChromium, findInstalledChromium } from './installed-chromium';
import { type Machine, thisMachine } from './machine';

/**
 * A Chromium, Chrome or Edge to run the extension in: the one that `CHROME_PATH` or
 * `PUPPETEER_EXECUTABLE_PATH` names, an installed one, one downloaded before, and where there is
 * none of these, one that is installed now. Says which in one line. Throws one sentence.
 *
 * Two processes that both find none would install at the same time: let one of them go first.
 */
export async function findOrInstallChromium(
  log: (line: string) => void,
  machine: Machine = thisMachine,
  chrome: ChromeForTesting = chromeForTesting,
): Promise<{ path: string }> {
  const found =
    (await findInstalledChromium(machine)) ??
    (await findDownloaded(machine, chrome)) ??
    (await installChromium(machine, chrome, log));
  log(`Browser: ${found.path} (${found.origin}).`);
  return { path: found.path };
}

async function findDownloaded(
  machine: Machine,
  chrome: ChromeForTesting,
): Promise<FoundChromium | undefined> {
  for (const path of await chrome.list()) {
    if (await machine.starts(path)) return { path, origin: 'downloaded' };
  }
  return undefined;
}
