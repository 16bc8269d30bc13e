import { readFile } from 'node:fs/promises';
import type { default as axe, RunOptions } from 'axe-core';
import type { Page } from 'puppeteer-core';

export const RULES = {
  /** WCAG 2.2, levels A and AA, with all earlier versions. */
  wcag: {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    // Part of WCAG 2.2, but off by default.
    rules: { 'target-size': { enabled: true } },
  },
  /** Rules that depend on colors, sizes and positions. */
  look: {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'target-size'] },
  },
} satisfies Record<string, RunOptions>;

const SOURCE = readFile('node_modules/axe-core/axe.min.js', 'utf8');

export async function accessibilityProblems(
  page: Page,
  rules: RunOptions = RULES.wcag,
): Promise<string[]> {
  // The content security policy of extension pages allows no other script, so the source is
  // evaluated.
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

/** Returns the roles of elements that need an accessible name and have none. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, name }) => !ignored && !String(name?.value ?? '').trim())
    .map(({ role }) => String(role?.value))
    .filter((role) => NAMED.test(role));
}
