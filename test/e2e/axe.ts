import { readFile } from 'node:fs/promises';
import type { default as axe, RunOptions } from 'axe-core';
import type { Page } from 'puppeteer-core';

/** WCAG 2.2, levels A and AA, and all that it took over from before. */
const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // Off unless asked for by name, although it belongs to WCAG 2.2.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

const SOURCE = readFile('node_modules/axe-core/axe.min.js', 'utf8');

/** What of a page breaks WCAG 2.2 AA, a sentence for each rule and element; empty when nothing. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // As text: the pages' content security policy forbids scripts that do not belong to them.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await SOURCE);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    OPTIONS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
