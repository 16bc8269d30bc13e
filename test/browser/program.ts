import { type Browser, launch, type LaunchOptions as OwnOptions } from 'puppeteer-core';
import { findOrInstall } from './installation';
import type { BrowserName, LaunchOptions } from './running-extension';

/**
 * Starts a browser without the extension.
 * @param own options of this kind of browser; they override the options common to Chromium and Firefox
 */
export async function startProgram(
  name: BrowserName,
  { headless, userDataDir, program }: LaunchOptions,
  own: OwnOptions,
): Promise<Browser> {
  const executablePath = program ?? (await findOrInstall(name));
  return launch({
    executablePath,
    headless,
    defaultViewport: null,
    ...own,
    ...(userDataDir === undefined ? {} : { userDataDir }),
  }).catch((cause: Error) => {
    throw new Error(`${executablePath} did not start as a browser. ${cause.message}`, { cause });
  });
}
