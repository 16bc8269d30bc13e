import { hasDisplay } from '../browser/display';
import type { BrowserName } from '../browser/running-extension';
import { type Stage, startStage } from '../e2e/stage';
import { type Service, startService } from '../service/service';
import { readArguments } from './arguments';
import { reportHeadless } from './headless';
import { fillWindow } from './window';

/** Shows the extension, connected to a service of its own, with the pages of the command line. */
async function start(): Promise<void> {
  const { browserName, urls } = readArguments(process.argv.slice(2));
  const service = await startService();
  try {
    console.log(`Report service: ${service.baseUrl} (API key ${service.apiKey})`);
    await show(browserName, service, urls.length > 0 ? urls : [service.samplePages.good]);
  } finally {
    await service.close();
  }
}

async function show(
  browserName: BrowserName,
  service: Service,
  urls: readonly string[],
): Promise<void> {
  const hasWindow = hasDisplay();
  const stage = await startStage({ browserName, headless: !hasWindow, log: console.log });
  try {
    await stage.connect(service);
    console.log(`Connected to ${service.baseUrl}.`);
    await (hasWindow ? showInWindow(stage, urls) : reportHeadless(stage, service, urls));
  } finally {
    await stage.close().catch(() => {});
  }
}

/** Opens the pages in a window, and waits until the person closes it. */
async function showInWindow(stage: Stage, urls: readonly string[]): Promise<void> {
  const closed = new Promise((resolve) => stage.browser.once('disconnected', resolve));
  await fillWindow(stage, urls);
  console.log("To report this page, select the SEO Reports button on the browser's toolbar.");
  console.log('To end, close the window or press Ctrl+C.');
  await closed;
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
