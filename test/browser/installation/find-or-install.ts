import type { BrowserName } from '../running-extension';
import type { BrowserKind } from './browser-kind';
import { chromium } from './chromium';
import { type Downloads, theseDownloads } from './downloads';
import { firefox } from './firefox';
import { install } from './install';
import { findInstalled, findUsable } from './installed';
import { type Machine, thisMachine } from './machine';

const KINDS: Record<BrowserName, BrowserKind> = { chromium, firefox };

/**
 * A browser to run the extension in: the one that `CHROME_PATH`, `PUPPETEER_EXECUTABLE_PATH` or
 * `FIREFOX_PATH` names, an installed one, one downloaded before, and where there is none of these,
 * one that is installed now. Says which in one line. Throws one sentence.
 *
 * Two processes that both find none would install at the same time: let one of them go first.
 */
export async function findOrInstall(
  name: BrowserName,
  log: (line: string) => void,
  machine: Machine = thisMachine,
  downloads: Downloads = theseDownloads,
): Promise<{ path: string }> {
  const kind = KINDS[name];
  const downloaded = async () => downloads.list(kind.download.browser);
  const found =
    (await findInstalled(kind, machine, log)) ??
    (await findUsable(kind, machine, await downloaded(), 'downloaded', log)) ??
    (await install(kind, machine, downloads, log));
  log(`Browser: ${found.path} (${found.origin}).`);
  return { path: found.path };
}
