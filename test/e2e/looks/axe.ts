import { readFile } from 'node:fs/promises';
import type { default as axe, RunOptions } from 'axe-core';
import type { Page } from 'puppeteer-core';

/** What axe looks for. */
export const RULES = {
  /** WCAG 2.2, levels A and AA, and all that it took over from before. */
  wcag: {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    // Off unless asked for by name, although it belongs to WCAG 2.2.
    rules: { 'target-size': { enabled: true } },
  },
  /** The part of it that depends on colors, sizes and places, and not on the elements alone. */
  look: {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'target-size'] },
  },
} satisfies Record<string, RunOptions>;

const SOURCE = readFile('node_modules/axe-core/axe.min.js', 'utf8');

/** What of a page breaks the rules, a sentence for each of them and element; empty when nothing. */
export async function accessibilityProblems(
  page: Page,
  rules: RunOptions = RULES.wcag,
): Promise<string[]> {
  // As text: the pages' content security policy forbids scripts that do not belong to them.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await SOURCE);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    { ...rules, resultTypes: ['violations'], preload: false } satisfies RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

const NAMED =
  /^(button|textbox|searchbox|combobox|radio|checkbox|link|list|radiogroup|region|image)$/;

/** The roles of elements that need a name and have none, as the browser tells them. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, name }) => !ignored && !String(name?.value ?? '').trim())
    .map(({ role }) => String(role?.value))
    .filter((role) => NAMED.test(role));
}
