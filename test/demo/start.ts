import { hasDisplay } from '../browser/display';
import { type Stage, startStage } from '../e2e/stage';
import { type Service, startService } from '../service/service';
import { reportHeadless } from './headless';

/** Shows the extension, connected to a service of its own, with the pages of the command line. */
async function start(): Promise<void> {
  const given = readUrls(process.argv.slice(2));
  const service = await startService();
  try {
    console.log(`Report service: ${service.baseUrl} (API key ${service.apiKey})`);
    const urls = given.length > 0 ? given : [service.samplePages.good];
    await show(service, urls);
  } finally {
    await service.close();
  }
}

async function show(service: Service, urls: readonly string[]): Promise<void> {
  const hasWindow = hasDisplay();
  const stage = await startStage({ headless: !hasWindow, log: console.log });
  try {
    await stage.connect(service);
    console.log(`Connected to ${service.baseUrl}.`);
    await (hasWindow ? showInWindow(stage, urls) : reportHeadless(stage, service, urls));
  } finally {
    await stage.close().catch(() => {});
  }
}

/** Opens the pages in tabs, and waits until the person closes the window. */
async function showInWindow({ browser }: Stage, urls: readonly string[]): Promise<void> {
  const closed = new Promise((resolve) => browser.once('disconnected', resolve));
  for (const url of urls) {
    const page = await browser.newPage();
    // A page that does not load can be reported all the same.
    await page.goto(url).catch(() => {});
  }
  console.log(
    'Press the toolbar button of SEO Reports. Close the window, or press Ctrl+C, to end.',
  );
  await closed;
}

/** The URLs of a command line. Throws a sentence for an argument that is none. */
function readUrls(args: readonly string[]): string[] {
  return args
    .filter((argument) => argument !== '--')
    .map((argument) => {
      if (/^https?:/i.test(argument) && URL.canParse(argument)) return new URL(argument).href;
      throw new Error(`${argument} cannot be reported: give an https:// URL.`);
    });
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
