import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findOrInstall } from '../browser/installation';
import { BROWSERS, type BrowserName } from '../browser/running-extension';
import { withTestBrowser } from '../browser/test-browser';
import { wxt } from '../support/copied-project';
import { addClients } from './clients';
import { DEMO_SERVICE, PICTURES, reportHeadless } from './headless';
import { fillWindow } from './window';

const WXT_NAMES = { chromium: 'chrome', firefox: 'firefox' } as const;

const BROWSER_TITLES = { chromium: 'Chromium', firefox: 'Firefox' } as const;

/** The pictures of the README, each with the demo's picture that it copies. */
const README_PICTURES = {
  'popup-light': 'popup-light',
  'all-reports': 'all-reports-light',
  report: 'report-light',
};

/** Shows the extension, connected to a demo service, with the pages of the command line. */
async function start(): Promise<void> {
  const { browserName, urls, isVerbose, isForReadme } = readArguments();
  const program = await findOrInstall(browserName);
  const title = BROWSER_TITLES[browserName];
  console.log(`Building the extension for ${title}. This takes about half a minute.`);
  const log = await build(browserName);
  if (isVerbose) console.log(log);
  const headless = isForReadme || !hasDisplay();
  const options = { browserName, program, headless, service: DEMO_SERVICE };
  await withTestBrowser(options, async (testBrowser, service) => {
    addClients(service);
    await testBrowser.connect(service);
    const { baseUrl, apiKey } = service;
    console.log(`Connected to a demo service at ${baseUrl} (API key ${apiKey}).`);
    if (urls.length === 0) urls.push(service.samplePages.good);
    if (!headless) {
      const closed = new Promise((resolve) => testBrowser.browser.once('disconnected', resolve));
      await fillWindow(testBrowser, urls);
      console.log(
        'To report the page in front, press the SEO Reports button on the toolbar, then Create report. ' +
          'All reports is open in another tab. To end, close the window.',
      );
      await closed;
      return;
    }
    const lines = await reportHeadless(testBrowser, service, urls);
    if (isForReadme) await copyToReadme();
    if (isVerbose) console.log(lines.join('\n'));
    console.log(`Reported ${urls.join(', ')}.`);
    console.log(
      'Pictures of the settings, All reports, the client that got worse, one of its reports, ' +
        `and the popup after the report: ${PICTURES}`,
    );
  });
}

/**
 * Builds the extension for one browser, and returns the log.
 * @throws an error with the log if the build fails
 */
async function build(browserName: BrowserName): Promise<string> {
  try {
    return await wxt('.', 'build', '-b', WXT_NAMES[browserName]);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The build failed.\n${stdout}${stderr}`, { cause: error });
  }
}

async function copyToReadme(): Promise<void> {
  for (const [name, source] of Object.entries(README_PICTURES)) {
    const copy = join('test', 'demo', 'pictures', `${name}.png`);
    await copyFile(join(PICTURES, `${source}.png`), copy);
  }
}

/**
 * Reads URLs and options from the command line. The options are `--browser chromium` or `firefox`,
 * `--verbose`, and `--readme`, which needs no screen and takes the README's pictures.
 * @throws an error whose message is a sentence for a person
 */
function readArguments() {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== '--'),
    options: {
      browser: { type: 'string', default: 'chromium' },
      readme: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const browserName = BROWSERS.find((name) => name === values.browser);
  if (!browserName) {
    throw new Error(`--browser takes ${BROWSERS.join(' or ')}, not ${values.browser}.`);
  }
  return {
    browserName,
    urls: positionals.map(reportable),
    isVerbose: values.verbose,
    isForReadme: values.readme,
  };
}

function reportable(url: string): string {
  if (/^https?:/i.test(url) && URL.canParse(url)) return new URL(url).href;
  throw new Error(`${url} cannot be reported: give an https:// URL.`);
}

/** Whether a person can see a browser window on this computer; false on CI. */
function hasDisplay(): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'darwin' || process.platform === 'win32') return !CI;
  return Boolean(DISPLAY || WAYLAND_DISPLAY);
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
