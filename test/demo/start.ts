import { parseArgs } from 'node:util';
import { BROWSERS } from '../browser/running-extension';
import { withStage } from '../browser/stage';
import { DEMO_SERVICE, reportHeadless } from './headless';
import { fillWindow } from './window';

/** Shows the extension, connected to a service of its own, with the pages of the command line. */
async function start(): Promise<void> {
  const { browserName, urls } = readArguments();
  const hasWindow = hasDisplay();
  await withStage(
    { browserName, headless: !hasWindow, service: DEMO_SERVICE },
    async (stage, service) => {
      console.log(`Report service: ${service.baseUrl} (API key ${service.apiKey})`);
      await stage.connect(service);
      console.log(`Connected to ${service.baseUrl}.`);
      if (urls.length === 0) urls.push(service.samplePages.good);
      if (!hasWindow) return reportHeadless(stage, service, urls);
      const closed = new Promise((resolve) => stage.browser.once('disconnected', resolve));
      await fillWindow(stage, urls);
      console.log("To report this page, select the SEO Reports button on the browser's toolbar.");
      console.log('To end, close the window or press Ctrl+C.');
      await closed;
    },
  );
}

/** URLs, and `--browser chromium` or `--browser firefox`. Throws a sentence for anything else. */
function readArguments() {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== '--'),
    options: { browser: { type: 'string', default: 'chromium' } },
    allowPositionals: true,
  });
  const browserName = BROWSERS.find((name) => name === values.browser);
  if (browserName) return { browserName, urls: positionals.map(reportable) };
  throw new Error(`--browser takes ${BROWSERS.join(' or ')}, not ${values.browser}.`);
}

function reportable(url: string): string {
  if (/^https?:/i.test(url) && URL.canParse(url)) return new URL(url).href;
  throw new Error(`${url} cannot be reported: give an https:// URL.`);
}

/** Whether a person can see a browser window here; false on CI, where nobody looks. */
function hasDisplay(): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'darwin' || process.platform === 'win32') return !CI;
  return Boolean(DISPLAY || WAYLAND_DISPLAY);
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
