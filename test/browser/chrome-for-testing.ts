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

/** Google's Chrome for Testing, downloaded into a folder that goes when `node_modules` goes. */
export interface ChromeForTesting {
  /** Paths of those downloaded before, the newest first. */
  list(): Promise<string[]>;
  /** Downloads the stable one and gives its path. `withLibraries` needs apt-get and root. */
  download(withLibraries: boolean): Promise<string>;
}

const cacheDir = fileURLToPath(
  new URL('../../node_modules/.cache/chrome-for-testing', import.meta.url),
);

async function list(): Promise<string[]> {
  const downloaded = await getInstalledBrowsers({ cacheDir });
  return downloaded
    .filter(({ browser }) => browser === Browser.CHROME)
    .sort((a, b) => b.buildId.localeCompare(a.buildId, 'en', { numeric: true }))
    .map(({ executablePath }) => executablePath);
}

async function download(withLibraries: boolean): Promise<string> {
  const platform = detectBrowserPlatform();
  // What would come is the x64 program, which an ARM Linux cannot run.
  if (platform === undefined || platform === BrowserPlatform.LINUX_ARM) {
    throw new Error('Chrome for Testing does not exist for this kind of machine');
  }
  const buildId = await resolveBuildId(Browser.CHROME, platform, BrowserTag.STABLE);
  const { executablePath } = await install({
    browser: Browser.CHROME,
    buildId,
    cacheDir,
    platform,
    installDeps: withLibraries,
  });
  return executablePath;
}

export const chromeForTesting: ChromeForTesting = { list, download };
