import type { Browser, Page } from 'puppeteer-core';

/** The browsers that the extension is tested and shown in. */
export const BROWSERS = ['chromium', 'firefox'] as const;

export type BrowserName = (typeof BROWSERS)[number];

export interface LaunchOptions {
  /** Folder of the built extension, the one with manifest.json. */
  extensionDir: string;
  headless: boolean;
  /** Outer size of the window in CSS pixels. The page is as wide, and about 87 lower. */
  window?: { width: number; height: number } | undefined;
  /**
   * The profile to use and keep; launched again with it, the extension has all that it had. Without
   * it: a new one that is removed on closing.
   */
  userDataDir?: string | undefined;
  /** The program to start; the one that is found, if not. */
  program?: string | undefined;
  /** Whether the extension runs in private windows, too. */
  privateWindows?: boolean | undefined;
  /** Chromium: whether a headless browser shows scrollbars, as people's browsers do. */
  showsScrollbars?: boolean | undefined;
  /** Chromium: more switches for the command line, after our own. */
  args?: readonly string[] | undefined;
  /** Firefox: more preferences, as on `about:config`. */
  preferences?: Readonly<Record<string, unknown>> | undefined;
}

/** A browser with the extension in it, up and ready, and what only each browser does its own way. */
export interface RunningExtension {
  readonly name: BrowserName;
  readonly browser: Browser;
  /** The host of the extension's pages; it outlives restarts. */
  readonly extensionId: string;
  /** Where the extension's pages are, without a slash at the end. */
  readonly origin: string;
  /** Opens an empty tab in front, in a window that is not private. */
  openTab(): Promise<Page>;
  /**
   * Opens a file of the extension in a tab, in front unless it is a background tab, and waits until
   * it is there.
   */
  openFile(path: string, options?: { background?: boolean }): Promise<Page>;
  /** The addresses of all tabs. */
  tabUrls(): Promise<string[]>;
  /** Closes all tabs and popups but some, those as well that the extension has opened itself. */
  closeTabs(kept: readonly Page[]): Promise<void>;
  /** The popup as a press on the toolbar button shows it on `page`; one that was open closes. */
  openPopup(page: Page): Promise<Page>;
  /** Answers yes, beforehand, when the extension asks for a pattern such as `http://127.0.0.1/*`. */
  approveHost(pattern: string): Promise<void>;
  /** Gives the extension a host, as if it had asked and the person had said yes. */
  grantHost(pattern: string): Promise<void>;
  /**
   * Ends the background as the browser does when it has been idle, and waits until it is gone.
   * Quiet when it is not running. Something that wakes it may have started it again already.
   */
  stopWorker(): Promise<void>;
  /** Whether the background lives at this moment. Asking does not wake it. */
  isWorkerRunning(): Promise<boolean>;
  /** The version that is installed; undefined while the browser replaces it. */
  version(): Promise<string | undefined>;
  /** Puts the extension's button where a person sees it. */
  showButton(): Promise<void>;
  /** Closes the browser as a person would, so that everything is written to the profile. */
  close(): Promise<void>;
}
