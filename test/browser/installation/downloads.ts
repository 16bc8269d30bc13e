import { fileURLToPath } from 'node:url';
import {
  Browser,
  BrowserPlatform,
  BrowserTag,
  detectBrowserPlatform,
  getInstalledBrowsers,
  install,
  resolveBuildId,
} from '@puppeteer/browsers';

/** Browsers that are downloaded into a folder which goes when `node_modules` goes. */
export interface Downloads {
  /** Paths of those downloaded before, the newest first. */
  list(browser: Browser): Promise<string[]>;
  /**
   * Downloads the stable one and gives its path. `withLibraries`: with the packages that the download
   * itself names, which needs apt-get and root.
   */
  download(browser: Browser, withLibraries: boolean): Promise<string>;
}

const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/browsers', import.meta.url));

async function list(wanted: Browser): Promise<string[]> {
  const downloaded = await getInstalledBrowsers({ cacheDir });
  return downloaded
    .filter(({ browser }) => browser === wanted)
    .sort((a, b) => b.buildId.localeCompare(a.buildId, 'en', { numeric: true }))
    .map(({ executablePath }) => executablePath);
}

async function download(browser: Browser, withLibraries: boolean): Promise<string> {
  const platform = detectBrowserPlatform();
  // What would come of Chrome is the x64 program, which an ARM Linux cannot run.
  const isAbsent = browser === Browser.CHROME && platform === BrowserPlatform.LINUX_ARM;
  if (platform === undefined || isAbsent) {
    throw new Error('there is no download for this kind of machine');
  }
  const buildId = await resolveBuildId(browser, platform, BrowserTag.STABLE);
  const { executablePath } = await install({
    browser,
    buildId,
    cacheDir,
    platform,
    installDeps: withLibraries,
  });
  return executablePath;
}

/** Those of this computer. */
export const theseDownloads: Downloads = { list, download };
