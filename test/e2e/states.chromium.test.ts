import { describe, expect, it } from 'vitest';
import { type Screen, type State, until, useService } from './app';
import { accessibilityProblems, RULES } from './axe';
import { cutOff } from './cut-off';
import { turned, unisolatedTurns } from './inertness';
import { setDirection, setMedia } from './media';
import { OPTIONS_STATES, OTHER_KEY } from './options-states';
import { takePicture } from './picture';
import { POPUP_STATES } from './popup-states';
import { repeatedSentences } from './repetitions';
import { REPORT_STATES } from './report-states';
import { TASK_STATES } from './task-states';

// Nothing that the service says turns words of the extension.
useService({ connects: false, otherKeys: { [OTHER_KEY]: 8 }, editBody: turned });

/** The ways in which people see a page; each pair of them is somebody's. */
const LOOKS = [
  { look: 'light', scheme: 'light', direction: 'ltr', colors: 'none', rules: RULES.wcag },
  { look: 'dark, rtl', scheme: 'dark', direction: 'rtl', colors: 'none', rules: RULES.look },
  { look: 'forced colors', scheme: 'dark', direction: 'ltr', colors: 'active', rules: RULES.look },
] as const;

/** What axe finds in each look. */
async function problems(page: Screen, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const { look, scheme, direction, colors, rules } of LOOKS) {
    await setMedia(page, {
      'prefers-color-scheme': scheme,
      'forced-colors': colors,
      // A turning icon has no fixed place to be measured at.
      'prefers-reduced-motion': 'reduce',
    });
    await setDirection(page, direction);
    await takePicture(page, `${name} - ${look}`);
    const problems = await accessibilityProblems(page, rules);
    found.push(...problems.map((problem) => `${look}: ${problem}`));
  }
  return found;
}

/** Sets a size, and gives what is cut off, in either direction, once the page has had time for it. */
async function cutOffAt(
  page: Screen,
  margin: number,
  size: () => Promise<void>,
): Promise<string[]> {
  await size();
  let found: string[] = [];
  for (const direction of ['ltr', 'rtl'] as const) {
    await setDirection(page, direction);
    const fits = async () => {
      found = await cutOff(page, margin);
      return found.length === 0;
    };
    await until('nothing is cut off', fits, 3000).catch(() => {});
    if (found.length > 0) break;
  }
  return found;
}

describe('the options page has no problem that axe finds, isolates what is foreign, and fits 320 pixels', () => {
  it.each(Object.entries(OPTIONS_STATES))('%s', async (name, show) => {
    const page = await show();
    expect(await unisolatedTurns(page)).toEqual([]);
    expect(await problems(page, `options page - ${name}`)).toEqual([]);
    const narrow = () => page.setViewport({ width: 320, height: 640 });
    expect(await cutOffAt(page, 16, narrow)).toEqual([]);
    expect(await page.evaluate(() => innerWidth)).toBe(320);
  });
});

describe('the popup has no problem that axe finds, isolates what is foreign, and fits, also twice as large', () => {
  async function checkPopup(name: string, show: State): Promise<void> {
    const popup = await show();
    expect(await unisolatedTurns(popup)).toEqual([]);
    expect(await repeatedSentences(popup)).toEqual([]);
    expect(await problems(popup, `popup - ${name}`)).toEqual([]);
    const setSize = (fontSize: string, zoom: string) => async () => {
      await popup.evaluate((style) => Object.assign(document.documentElement.style, style), {
        fontSize,
        zoom,
      });
    };
    // What rows leave, and twice that.
    expect(await cutOffAt(popup, 6, async () => {})).toEqual([]);
    await setDirection(popup, 'ltr');
    expect(await cutOffAt(popup, 6, setSize('200%', '1'))).toEqual([]);
    await setDirection(popup, 'ltr');
    expect(await accessibilityProblems(popup, RULES.look)).toEqual([]);
    expect(await cutOffAt(popup, 12, setSize('100%', '2'))).toEqual([]);
    expect(await popup.evaluate(() => innerWidth)).toBeGreaterThanOrEqual(760);
  }

  it.each(Object.entries({ ...POPUP_STATES, ...TASK_STATES, ...REPORT_STATES }))('%s', checkPopup);
});
