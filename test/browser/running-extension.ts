import type { Browser, Page } from 'puppeteer-core';

export const BROWSERS = ['chromium', 'firefox'] as const;

export type BrowserName = (typeof BROWSERS)[number];

export interface LaunchOptions {
  extensionDir: string;
  headless: boolean;
  /** Outer size of the window in CSS pixels. The page has the same width and about 87 pixels less height. */
  window?: { width: number; height: number } | undefined;
  /**
   * The folder of a profile that outlives the browser. If absent, the browser removes its profile
   * at its end.
   */
  userDataDir?: string | undefined;
  program?: string | undefined;
  privateWindows?: boolean | undefined;
  /** Chromium: whether a headless browser shows scrollbars, like a visible browser. */
  showsScrollbars?: boolean | undefined;
  /** Chromium: further command line switches, after the usual ones. */
  args?: readonly string[] | undefined;
  /** Firefox: further preferences of `about:config`. */
  preferences?: Readonly<Record<string, unknown>> | undefined;
}

/** A running browser with the extension. Chromium and Firefox perform the actions differently. */
export interface RunningExtension {
  readonly name: BrowserName;
  readonly browser: Browser;
  /** The host of the extension's pages. The host stays the same after a restart. */
  readonly extensionId: string;
  /** Without a trailing slash. */
  readonly origin: string;
  openTab(): Promise<Page>;
  /** Opens a file of the extension in a tab, in front by default. */
  openFile(path: string, options?: { background?: boolean }): Promise<Page>;
  tabUrls(): Promise<string[]>;
  /** Closes all other tabs and popups, also those of the extension. */
  closeTabs(kept: readonly Page[]): Promise<void>;
  /** Presses the toolbar button over `page`. Closes an open popup first. */
  openPopup(page: Page): Promise<Page>;
  /** Makes the browser accept a later request for a pattern such as `http://127.0.0.1/*`. */
  approveHost(pattern: string): Promise<void>;
  /** Grants a host permission to the extension, as if a person had accepted its request. */
  grantHost(pattern: string): Promise<void>;
  /**
   * Stops the background, as the browser does after idle time. An event may start the background
   * again at once.
   */
  stopWorker(): Promise<void>;
  /** Does not start the background. */
  isWorkerRunning(): Promise<boolean>;
  /** Returns the installed version; undefined while the browser replaces the extension. */
  version(): Promise<string | undefined>;
  showButton(): Promise<void>;
  /** Closes the browser normally, so that it writes its whole profile. */
  close(): Promise<void>;
}
