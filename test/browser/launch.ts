import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type Extension, launch } from 'puppeteer-core';
import { until } from './condition';
import { findOrInstall } from './installation/find-or-install';
import { keepExtension } from './profile';
import { workerEvaluate } from './worker-control';

export interface LaunchOptions {
  /** Folder of the built extension, the one with manifest.json. */
  extensionDir: string;
  headless: boolean;
  /** Outer size of the window in CSS pixels. The page is as wide, and 87 lower in headless. */
  window?: { width: number; height: number } | undefined;
  /**
   * The profile to use and keep; launched again with it, the extension has all that it had. Without
   * it: a new one that is removed on closing.
   */
  userDataDir?: string | undefined;
  /**
   * Whether a headless browser shows scrollbars, as people's browsers do; pictures of a popup's whole
   * page are then wrong.
   */
  showsScrollbars?: boolean | undefined;
  /** More switches for the command line, after our own. */
  args?: readonly string[] | undefined;
  /** Told in a line which browser is used, and what is installed. */
  log?: ((line: string) => void) | undefined;
}

/** A browser with the extension in it, up and ready. */
export interface RunningExtension {
  browser: Browser;
  extension: Extension;
  /** The host in `chrome-extension://…/`: it follows from the folder, so it outlives restarts. */
  extensionId: string;
  /** Closes the browser as a person would, so that everything is written to the profile. */
  close(): Promise<void>;
}

let foundBefore: Promise<{ path: string }> | undefined;

/** Searches once in a process: asking a browser whether it starts takes about half a second. */
async function programPath(log: (line: string) => void): Promise<string> {
  foundBefore ??= findOrInstall('chromium', log);
  try {
    return (await foundBefore).path;
  } catch (error) {
    foundBefore = undefined;
    throw error;
  }
}

/**
 * Starts a browser with one extension in it, quiet on the network, and waits until the extension
 * is there and, when it is new in the profile, its background worker has started for the first
 * time. Throws when the folder holds no extension or the browser refuses it.
 *
 * New targets, popups and workers among them, are held for some milliseconds until Puppeteer has
 * seen them: who measures time should do it inside the page.
 */
export async function launchWithExtension(options: LaunchOptions): Promise<RunningExtension> {
  const { headless, userDataDir, args = [], log = () => {}, showsScrollbars = false } = options;
  const { width, height } = options.window ?? { width: 1280, height: 800 };
  const extensionDir = resolve(options.extensionDir);
  await access(join(extensionDir, 'manifest.json')).catch(() => {
    throw new Error(`There is no built extension in ${extensionDir}: build it first.`);
  });
  const keptId = userDataDir && (await keepExtension(userDataDir, extensionDir));
  const executablePath = await programPath(log);
  const browser = await launch({
    executablePath,
    headless,
    pipe: true,
    enableExtensions: true,
    defaultViewport: null,
    ignoreDefaultArgs: showsScrollbars ? ['--hide-scrollbars'] : [],
    args: [
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-default-browser-check',
      `--window-size=${width},${height}`,
      // A popup cannot be higher than the room below the toolbar of the screen: 510 of 600 otherwise.
      ...(headless ? ['--screen-info={1920x1200}'] : []),
      ...args,
    ],
    ...(userDataDir === undefined ? {} : { userDataDir }),
  }).catch((error: Error) => {
    throw new Error(`${executablePath} did not start as a browser. ${error.message}`, {
      cause: error,
    });
  });
  try {
    const listed = (id: string) =>
      until(
        'the browser lists the extension',
        async () => (await browser.extensions()).get(id),
        3000,
      );
    // Not by `enableExtensions: [dir]`: that does not wait, and leaves a refusal unhandled.
    let extension = keptId && (await listed(keptId).catch(() => undefined));
    if (!extension) {
      extension = await listed(await browser.installExtension(extensionDir));
      // Its first start follows by itself; one that is stopped before that may never start again.
      const { id } = extension;
      const state = () => workerEvaluate(browser, id, 'self.serviceWorker.state').catch(() => '');
      await until('the background worker starts', async () => (await state()) === 'activated');
    }
    return { browser, extension, extensionId: extension.id, close: () => browser.close() };
  } catch (error) {
    const version = await browser.version();
    await browser.close();
    if (!(error instanceof Error && error.message.includes("wasn't found"))) throw error;
    throw new Error(
      `${version} is too old to be given an extension: update it, or set CHROME_PATH to a newer one.`,
      { cause: error },
    );
  }
}
