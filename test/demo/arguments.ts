import { BROWSERS, type BrowserName } from '../browser/running-extension';

/** What the demo is to show, and where. */
export interface DemoArguments {
  browserName: BrowserName;
  /** Pages to report; none for the sample page. */
  urls: string[];
}

/**
 * Reads a command line: URLs, and `--browser chromium` or `--browser firefox`, Chromium without it.
 * Throws a sentence for an argument that is neither.
 */
export function readArguments(args: readonly string[]): DemoArguments {
  const read: DemoArguments = { browserName: 'chromium', urls: [] };
  const left = args.filter((argument) => argument !== '--');
  while (left.length > 0) {
    const argument = left.shift() ?? '';
    const [option, value] = argument.split('=', 2);
    if (option === '--browser') read.browserName = browserName(value ?? left.shift());
    else read.urls.push(reportable(argument));
  }
  return read;
}

function browserName(given: string | undefined): BrowserName {
  const found = BROWSERS.find((name) => name === given);
  if (found) return found;
  throw new Error(`--browser takes ${BROWSERS.join(' or ')}${given ? `, not ${given}` : ''}.`);
}

function reportable(argument: string): string {
  if (/^https?:/i.test(argument) && URL.canParse(argument)) return new URL(argument).href;
  throw new Error(`${argument} cannot be reported: give an https:// URL.`);
}
