import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Extension } from 'puppeteer-core';
import type { BenchStage } from './bench-stage';
import type { Expectation } from './probe';
import { install } from './yardsticks';

/** Where the extension under test lies. */
const BUILD = join('.output', 'chrome-mv3');

/**
 * Installs an extension whose popup is a picture of ours: the page as it was when the expected thing
 * was put into it, as plain HTML with the same style sheet, without any script. What it takes is what
 * the browser takes for that content; what ours takes beyond is its script, its store and its worker.
 */
export async function installStill(
  { stage, opener, sleep }: BenchStage,
  expected: Expectation,
): Promise<Extension> {
  await sleep(stage.extensionId);
  const popup = await opener.open(stage.extension, { still: { ...expected, keepsMarkup: true } });
  await popup.painted('still');
  const { markup = '' } = await popup.seen();
  await popup.close();
  const [, style = ''] = /<link[^>]* href="([^"]+\.css)"/.exec(markup) ?? [];
  const page = markup
    .replace(/<script[^>]*><\/script>/, '')
    .replace(`href="${style}"`, 'href="popup.css"');
  if (style === '' || page.includes('<script')) throw new Error('This is no picture of the popup.');
  return install(stage.browser, 'still', {
    'popup.html': `<!doctype html>\n${page}\n`,
    'popup.css': await readFile(join(BUILD, style), 'utf8'),
  });
}
