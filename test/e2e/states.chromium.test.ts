import { expect, it } from 'vitest';
import { type Screen, until, useService } from './app';
import { accessibilityProblems, nameless, RULES } from './axe';
import { cutOff } from './cut-off';
import { fingerProblems } from './finger-problems';
import { focusProblems } from './focus-problems';
import { holdInHand, setDirection, setMedia, takePicture } from './looks';
import { OPTIONS_STATES, OTHER_KEY } from './options-states';
import { STATES } from './states';
import { textProblems, turned } from './text-problems';

// Nothing that the service says turns words of the extension.
useService({ connects: false, otherKeys: { [OTHER_KEY]: 8 }, editBody: turned });

/** The ways in which people see a page; each pair of them is somebody's. */
const LOOKS = [
  { look: 'light', scheme: 'light', direction: 'ltr', colors: 'none', rules: RULES.wcag },
  { look: 'dark, rtl', scheme: 'dark', direction: 'rtl', colors: 'none', rules: RULES.look },
  { look: 'forced colors', scheme: 'dark', direction: 'ltr', colors: 'active', rules: RULES.look },
] as const;

/** What is wrong in each look: what axe finds, motion that is not wanted, and the focus. */
async function lookProblems(page: Screen, name: string): Promise<string[]> {
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
    const moving = await page.evaluate(() => document.getAnimations().length);
    const problems = [
      ...(await accessibilityProblems(page, rules)),
      ...(moving > 0 ? ['something moves'] : []),
      ...(colors === 'none' ? await focusProblems(page) : []),
    ];
    found.push(...problems.map((problem) => `${look}: ${problem}`));
  }
  return found;
}

/** Sets a size, and gives what is cut off, in either direction, once the page has had time for it. */
async function cutOffAt(
  page: Screen,
  margin: number,
  size: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  await size();
  let found: string[] = [];
  for (const direction of ['rtl', 'ltr'] as const) {
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

/** What does not fit into a popup, whose text may be larger, too. */
async function popupProblems(popup: Screen): Promise<string[]> {
  const setSize = (fontSize: string, zoom: string) => () =>
    popup.evaluate((style) => void Object.assign(document.documentElement.style, style), {
      fontSize,
      zoom,
    });
  // What rows leave, and twice that.
  return [
    ...(await cutOffAt(popup, 6)),
    ...(await cutOffAt(popup, 6, setSize('200%', '1'))),
    ...(await accessibilityProblems(popup, RULES.look)),
    ...(await cutOffAt(popup, 12, setSize('100%', '2'))),
    ...((await popup.evaluate(() => innerWidth)) < 760 ? ['not as wide as it can be'] : []),
    ...(await cutOffAt(popup, 6, setSize('', ''))),
  ];
}

it.each(Object.entries(STATES))(
  'in every look and size nothing is wrong with %s',
  async (name, show) => {
    const page = await show();
    expect(await textProblems(page)).toEqual([]);
    expect(await nameless(page)).toEqual([]);
    expect(await lookProblems(page, name)).toEqual([]);
    const [width, margin] = name in OPTIONS_STATES ? [320, 16] : [360, 0];
    if (margin === 0) expect(await popupProblems(page)).toEqual([]);
    expect(await cutOffAt(page, margin, () => holdInHand(page, width))).toEqual([]);
    await until('it is as wide as the phone', () =>
      page.evaluate((px) => innerWidth === px, width),
    );
    await takePicture(page, `${name} - phone`);
    expect(await fingerProblems(page)).toEqual([]);
  },
);
