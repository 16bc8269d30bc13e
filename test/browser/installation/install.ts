import type { BrowserKind, FoundBrowser } from './browser-kind';
import type { Downloads } from './downloads';
import { findInstalled, findUsable } from './installed';
import type { Machine } from './machine';

type Log = (line: string) => void;

async function installFromDebian(
  kind: BrowserKind,
  machine: Machine,
  log: Log,
): Promise<FoundBrowser | undefined> {
  const { names, oldest, debianPackage } = kind;
  log(`No ${names} ${oldest} or later is installed: installing ${debianPackage} with apt-get.`);
  await machine.run('apt-get', ['update']);
  await machine.run('apt-get', ['install', '-y', '--no-install-recommends', debianPackage]);
  return findInstalled(kind, machine, log);
}

async function download(
  kind: BrowserKind,
  machine: Machine,
  downloads: Downloads,
  withLibraries: boolean,
  log: Log,
): Promise<FoundBrowser> {
  const { name, browser, needs } = kind.download;
  log(`Downloading ${name} into node_modules/.cache.`);
  if (withLibraries) {
    // Without fresh lists the libraries may still be found, or be there already.
    await machine.run('apt-get', ['update']).catch(() => {});
    const satisfy = ['satisfy', '-y', '--no-install-recommends'];
    if (needs) await machine.run('apt-get', [...satisfy, needs]).catch(() => {});
  }
  const path = await downloads.download(browser, withLibraries);
  const found = await findUsable(kind, machine, [path], 'downloaded', log);
  if (found) return found;
  throw new Error(`${path} does not start: libraries of the system may be missing`);
}

/**
 * Installs a browser: Debian's own where we may, otherwise a download of its makers. On Ubuntu the
 * packages of that name are only pointers to snaps, which containers cannot run, so the download
 * comes there too, with the libraries it needs where we may install them.
 *
 * Says what it does, a line each. Throws one sentence when nothing worked.
 */
export async function install(
  kind: BrowserKind,
  machine: Machine,
  downloads: Downloads,
  log: Log,
): Promise<FoundBrowser> {
  const distributions = machine.platform === 'linux' ? await machine.distributions() : [];
  const isUbuntu = distributions.includes('ubuntu');
  const mayUseApt = machine.isRoot && (isUbuntu || distributions.includes('debian'));
  const reasons: string[] = [];
  if (mayUseApt && !isUbuntu) {
    try {
      const installed = await installFromDebian(kind, machine, log);
      if (installed) return installed;
      reasons.push(`apt-get installed a ${kind.debianPackage} that cannot be used`);
    } catch (error) {
      reasons.push(sentence(error));
    }
    log(`That did not work: ${reasons.join('; ')}.`);
  }
  try {
    return await download(kind, machine, downloads, mayUseApt, log);
  } catch (error) {
    reasons.push(sentence(error));
  }
  throw new Error(
    `No ${kind.names} ${kind.oldest} or later was found, and none could be installed. ` +
      `Install one, or set ${kind.variables[0]} to its program. (${reasons.join('; ')})`,
  );
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}
