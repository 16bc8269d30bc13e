import type { Browser, Page } from 'puppeteer-core';

/** The browsers in which tests and the demo run. */
export const BROWSERS = ['chromium', 'firefox'] as const;

export type BrowserName = (typeof BROWSERS)[number];

export interface LaunchOptions {
  /** The folder that contains manifest.json. */
  extensionDir: string;
  headless: boolean;
  /** Outer size of the window in CSS pixels. The page has the same width and about 87 pixels less height. */
  window?: { width: number; height: number } | undefined;
  /**
   * The folder of a kept profile: the profile outlives the browser, and a later launch with this folder has
   * the same extension data. If absent, the browser gets a new profile, which is removed at its end.
   */
  userDataDir?: string | undefined;
  /** The program to start; by default the one that `findOrInstall` returns. */
  program?: string | undefined;
  /** Whether the extension may run in private windows. */
  privateWindows?: boolean | undefined;
  /** Chromium: whether a headless browser shows scrollbars, like a visible browser. */
  showsScrollbars?: boolean | undefined;
  /** Chromium: further command line switches, after the usual ones. */
  args?: readonly string[] | undefined;
  /** Firefox: further preferences of `about:config`. */
  preferences?: Readonly<Record<string, unknown>> | undefined;
}

/** A browser in which the extension runs, with the actions that differ between Chromium and Firefox. */
export interface RunningExtension {
  readonly name: BrowserName;
  readonly browser: Browser;
  /** The host of the extension's pages. The host stays the same after a restart. */
  readonly extensionId: string;
  /** The origin of the extension's pages, without a trailing slash. */
  readonly origin: string;
  /** Opens an empty tab in front, in a window that is not private. */
  openTab(): Promise<Page>;
  /** Opens a file of the extension in a tab, in front by default, and waits until it has loaded. */
  openFile(path: string, options?: { background?: boolean }): Promise<Page>;
  tabUrls(): Promise<string[]>;
  /** Closes all other tabs and popups, also those that the extension has opened. */
  closeTabs(kept: readonly Page[]): Promise<void>;
  /** Opens the popup on `page`, as a press on the toolbar button does. Closes an open popup first. */
  openPopup(page: Page): Promise<Page>;
  /** Makes the browser accept a later request for a pattern such as `http://127.0.0.1/*`. */
  approveHost(pattern: string): Promise<void>;
  /** Grants a host permission to the extension, as if a person had accepted its request. */
  grantHost(pattern: string): Promise<void>;
  /**
   * Stops the background, as the browser does after idle time, and waits for its end. Does nothing without
   * a running background. An event may start the background again at once.
   */
  stopWorker(): Promise<void>;
  /** Whether the background is running. Does not start the background. */
  isWorkerRunning(): Promise<boolean>;
  /** Returns the installed version; undefined while the browser replaces the extension. */
  version(): Promise<string | undefined>;
  /** Pins the extension's button to the toolbar. */
  showButton(): Promise<void>;
  /** Closes the browser normally, so that it writes its whole profile. */
  close(): Promise<void>;
}
