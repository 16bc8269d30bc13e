import type { Browser, Page } from 'puppeteer-core';

export const BROWSERS = ['chromium', 'firefox'] as const;

export type BrowserName = (typeof BROWSERS)[number];

export interface LaunchOptions {
  extensionDir: string;
  headless: boolean;
  /** Outer size of the window in CSS pixels. The height of the page is about 87 pixels smaller. */
  window?: { width: number; height: number } | undefined;
  /** The folder of a profile that stays after the end of the browser. By default, the profile is temporary. */
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

/** A running browser with the extension. */
export interface RunningExtension {
  readonly name: BrowserName;
  readonly browser: Browser;
  /** The host of extension pages. It is the same after a restart. */
  readonly extensionId: string;
  /** Without a trailing slash. */
  readonly origin: string;
  openTab(): Promise<Page>;
  /** Opens a file of the extension in a tab; by default in front. */
  openFile(path: string, options?: { background?: boolean }): Promise<Page>;
  tabUrls(): Promise<string[]>;
  /** Closes all tabs and popups, including those of the extension, except some pages. */
  closeTabs(except: readonly Page[]): Promise<void>;
  /** Presses the toolbar button while `page` is in front. Closes an open popup first. */
  openPopup(page: Page): Promise<Page>;
  /** Makes the browser accept later permission requests for a pattern such as `http://127.0.0.1/*`. */
  approveHost(pattern: string): Promise<void>;
  /** Grants a host permission to the extension, as after an accepted permission request. */
  grantHost(pattern: string): Promise<void>;
  /** Stops the background, as the browser does after idle time. An event may start a new one at once. */
  stopWorker(): Promise<void>;
  /** Whether the background is running. The call does not start the background. */
  isWorkerRunning(): Promise<boolean>;
  /** Returns the installed version; undefined while the browser replaces the extension. */
  version(): Promise<string | undefined>;
  showToolbarButton(): Promise<void>;
  /** Closes the browser as a person does, so that the browser writes its whole profile. */
  close(): Promise<void>;
}
