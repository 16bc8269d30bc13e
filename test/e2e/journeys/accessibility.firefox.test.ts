import { expect, it } from 'vitest';
import { setColorScheme } from '../../browser/color-scheme';
import { app, useService } from '../app';
import { accessibilityProblems, RULES } from '../looks/axe';
import { setDirection } from '../looks/looks';
import { OTHER_KEY } from '../states/options-states';
import { showState } from '../states/states';

useService({ connects: false, otherKeys: { [OTHER_KEY]: 8 } });

it.each(['a connection with its account', 'services', 'a message of the service about a change'])(
  'axe finds no accessibility problem in Firefox: %s',
  async (name) => {
    const page = await showState(name);
    for (const [scheme, direction, rules] of [
      ['light', 'ltr', RULES.wcag],
      ['dark', 'rtl', RULES.look],
    ] as const) {
      await setColorScheme(app.testBrowser, page, scheme);
      await setDirection(page, direction);
      expect(await accessibilityProblems(page, rules)).toEqual([]);
    }
  },
);
