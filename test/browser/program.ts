import { type Browser, launch, type LaunchOptions as PuppeteerOptions } from 'puppeteer-core';
import { findOrInstall } from './installation';
import type { BrowserName, LaunchOptions } from './running-extension';

/**
 * Starts a browser without the extension.
 * @param browserOptions options of Chromium or Firefox, which replace common options
 */
export async function startProgram(
  name: BrowserName,
  { headless, userDataDir, program }: LaunchOptions,
  browserOptions: PuppeteerOptions,
): Promise<Browser> {
  const executablePath = program ?? (await findOrInstall(name));
  return launch({
    executablePath,
    headless,
    defaultViewport: null,
    ...browserOptions,
    ...(userDataDir === undefined ? {} : { userDataDir }),
  }).catch((cause: Error) => {
    throw new Error(`${executablePath} did not start as a browser. ${cause.message}`, { cause });
  });
}
