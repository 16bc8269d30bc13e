import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { type Screen, type State, until, useService } from '../app';
import { accessibilityProblems, nameless, RULES } from '../looks/axe';
import { cutOff } from '../looks/cut-off';
import { fingerProblems } from '../looks/finger-problems';
import { focusProblems } from '../looks/focus-problems';
import { emulatePhone, setDirection, setMedia, spreadTexts, takePicture } from '../looks/looks';
import { textProblems, withDirectionControls } from '../looks/text-problems';
import { BATCH_STATES } from './batch-states';
import { OPTIONS_STATES, OTHER_KEY } from './options-states';
import { REPORTS_STATES } from './reports-states';

/** Combinations of color scheme, direction and forced colors, each with the width of a tab. */
const LOOKS = [
  {
    name: 'light',
    scheme: 'light',
    direction: 'ltr',
    colors: 'none',
    rules: RULES.wcag,
    width: 1600,
  },
  {
    name: 'dark, rtl',
    scheme: 'dark',
    direction: 'rtl',
    colors: 'none',
    rules: RULES.look,
    width: 360,
  },
  {
    name: 'forced colors',
    scheme: 'dark',
    direction: 'ltr',
    colors: 'active',
    rules: RULES.look,
    width: 800,
  },
] as const;

/** A window of 1280 × 800 pixels at a zoom of 200 %: half as many CSS pixels. */
const ZOOMED_WINDOW = { width: 640, height: 400, deviceScaleFactor: 2 };

type Look = (typeof LOOKS)[number];

/** States with their own colors, pictures and positions, which dark or forced colors may break. */
export const COLORFUL = new Set([
  'problems at the fields',
  'a failed check',
  'many pages to publish, one risky',
  'many pages in progress, one refused',
  'messages of the service at the fields',
  'a created report',
  'this page with its past results',
  'a deletion that can be undone',
  'a report with failed and passed checks',
  'a report with its menu open',
  'a report whose new checks could not be read',
  'an older report with a confirmation of its update',
  'all reports',
  'all reports, all problems',
  'all reports, the pages of a problem',
  'all reports, one client',
  'all reports, some selected, with exports',
  'all reports, a problem fixed on some pages',
  'all reports, one open',
  'all reports, two compared',
  'a line of a job, with the failure of a press',
  'reports in every state',
]);

/** Returns the looks of a state: all for pictures and for colorful states, otherwise light. */
function looksOf(name: string): readonly Look[] {
  return process.env.PICTURES || COLORFUL.has(name) ? LOOKS : LOOKS.slice(0, 1);
}

async function applyLook(page: Screen, { scheme, direction, colors }: Look): Promise<void> {
  await setMedia(page, {
    'prefers-color-scheme': scheme,
    'forced-colors': colors,
    // A spinning icon has no fixed position.
    'prefers-reduced-motion': 'reduce',
  });
  await setDirection(page, direction);
}

/** Returns elements that stay cut off for three seconds. Until then, the page may adapt its size. */
async function stillCutOff(page: Page, margin: number): Promise<string[]> {
  let found: string[] = [];
  const fits = async () => {
    found = await cutOff(page, margin);
    return found.length === 0;
  };
  await until('nothing is cut off', fits, 3000).catch(() => {});
  return found;
}

function enlarge(page: Screen, style: { fontSize?: string; zoom?: string }): Promise<void> {
  return page.evaluate((sizes) => void Object.assign(document.documentElement.style, sizes), {
    fontSize: '',
    zoom: '',
    ...style,
  });
}

/** Returns elements that do not fit into a popup with doubled text, or with doubled zoom. */
async function enlargedProblems(popup: Screen, name: string): Promise<string[]> {
  await enlarge(popup, { fontSize: '200%' });
  // Twice the usual margin of rows.
  const found = await stillCutOff(popup, 6);
  await takePicture(popup, `${name} - text of 200 %`);
  await enlarge(popup, { zoom: '2' });
  found.push(...(await stillCutOff(popup, 12)));
  await takePicture(popup, `${name} - zoom of 200 %`);
  if ((await popup.evaluate(() => innerWidth)) < 760) found.push('not as wide as it can be');
  await enlarge(popup, {});
  return found;
}

/** Returns elements that do not fit into a tab at a zoom of 200 %. */
async function zoomedProblems(page: Screen, name: string, margin: number): Promise<string[]> {
  await page.setViewport(ZOOMED_WINDOW);
  const found = await stillCutOff(page, margin);
  await takePicture(page, `${name} - zoom of 200 %`);
  await page.setViewport(null);
  return found;
}

/**
 * Returns elements that do not fit on a phone in either direction, or are too small for fingers.
 * Checks them with the text spacing of WCAG 1.4.12, which also imitates long translations.
 */
async function phoneProblems(
  page: Screen,
  name: string,
  width: number,
  margin: number,
): Promise<string[]> {
  const stopEmulation = await emulatePhone(page, width);
  await until('the page is as wide as a phone', () =>
    page.evaluate((px) => innerWidth === px, width),
  );
  const found = await fingerProblems(page);
  await takePicture(page, `${name} - phone`);
  await spreadTexts(page);
  for (const direction of ['rtl', 'ltr'] as const) {
    await setDirection(page, direction);
    const cut = await stillCutOff(page, margin);
    found.push(...cut.map((text) => `${direction}: ${text}`));
  }
  await stopEmulation();
  return found;
}

/** Returns pressed or chosen elements that look unchanged in forced colors. */
function unmarked(page: Screen): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'forced-color-adjust: none; background: SelectedItem';
    const marked = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const chosen =
      '[aria-pressed="true"], [aria-selected="true"], .is-on, .segment:has(:checked), .is-selected, .is-open';
    return [...document.querySelectorAll(chosen)]
      .filter((element) => {
        const { backgroundColor, outlineStyle } = getComputedStyle(element);
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        return element.localName === 'tr' ? outlineStyle === 'none' : backgroundColor !== marked;
      })
      .map(({ textContent }) => textContent);
  });
}

export function checkStates(states: Record<string, State>): void {
  // Texts of the service end with direction controls, which must not turn words of the extension.
  useService({ connects: false, otherKeys: { [OTHER_KEY]: 8 }, editBody: withDirectionControls });

  it.each(Object.entries(states).map(([name, show], index) => [name, show, index] as const))(
    'accessibility and layout are right in every look, size and text spacing: %s',
    async (name, show, index) => {
      const page = await show();
      // The question about the history offers a backup, and so does the region `Backup`.
      const repeated =
        name === 'a history that stays after Disconnect' ? ['repeated: Save a backup'] : [];
      expect(await textProblems(page)).toEqual(repeated);
      // One list without a name: the notes before the first connection.
      expect(await nameless(page)).toEqual(name === 'without a connection' ? ['list'] : []);
      const isReportsState = name in REPORTS_STATES;
      const isTab = name in OPTIONS_STATES || name in BATCH_STATES;
      for (const one of looksOf(name)) {
        // Each width has another look, because no style combines a look and a width.
        if (isReportsState) await page.setViewport({ width: one.width, height: 900 });
        await applyLook(page, one);
        await takePicture(page, `${name} - ${one.name}`);
        expect(await accessibilityProblems(page, one.rules), one.name).toEqual([]);
        if (one.colors === 'active') expect(await unmarked(page)).toEqual([]);
        expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      }
      await applyLook(page, LOOKS[0]);
      // Tables reach the sides.
      const margin = name in OPTIONS_STATES ? 16 : 0;
      const enlarged =
        isTab || isReportsState ? zoomedProblems(page, name, margin) : enlargedProblems(page, name);
      expect(await enlarged).toEqual([]);
      const width = isTab ? 320 : 360;
      expect(await phoneProblems(page, name, width, margin)).toEqual([]);
      // In this width, the table has no columns.
      if (isReportsState) await page.setViewport({ width, height: 900 });
      // This check comes last, because some elements close when they lose the focus. The focus rules are the
      // same for all states, so each look checks half of the states.
      await applyLook(page, LOOKS[index % 2] as Look);
      expect(await focusProblems(page)).toEqual([]);
    },
  );
}
