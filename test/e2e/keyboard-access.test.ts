import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesOf } from '../browser/roles';
import { type Service, startService } from '../service/service';
import { OPTIONS_STATES } from './options-states';
import { POPUP_STATES } from './popup-states';
import { REPORT_STATES } from './report-states';
import { closePages } from './scene';
import { type Stage, startStage } from './stage';
import { type TabStop, tabStops } from './tab-stops';

const CONTROLS = ['button', 'textbox', 'searchbox', 'combobox', 'radio', 'checkbox', 'link'];
const GROUPS = ['list', 'radiogroup', 'region', 'image'];

/** Of radio buttons, the chosen one stands for its group. */
const TABBABLE =
  'button:enabled, select, summary, a[href], [tabindex="0"], input:not([type=radio]), input:checked';

const ALL = { ...OPTIONS_STATES, ...POPUP_STATES, ...REPORT_STATES };

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

describe.each([
  'a connection with its account',
  'consent to plain http',
  'the form and the list',
  'a missing password',
  'other addresses for the page',
  'a deletion that can be undone',
  'this page and how it has developed',
  'a report with much more than the interface names',
  'a report with a long URL',
])('%s', (name) => {
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    service = await startService({ sampleReports: false });
    const show = ALL[name];
    if (!show) throw new Error(`There is no state ${name}.`);
    page = await show({ stage, service });
  });
  afterAll(async () => {
    await closePages(stage);
    await service.close();
  });

  it('names every control and every group', async () => {
    const names: Record<string, string[]> = {};
    for (const role of [...CONTROLS, ...GROUPS]) names[role] = await namesOf(page, role);
    const unnamed = Object.entries(names).filter(([, found]) => found.some((each) => !each.trim()));
    expect(unnamed).toEqual([]);
    expect(names.button?.length).toBeGreaterThan(0);
  });

  it.each(['light', 'dark'])('shows where the focus is in %s colours', async (scheme) => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const stops = await tabStops(page);
    expect(stops).toHaveLength(await page.$$eval(TABBABLE, ({ length }) => length));
    const unconfirmed = stops.filter(({ outline }) => outline.width < 2 || outline.contrast < 3);
    expect(unconfirmed).toEqual([]);
  });

  it.each(['ltr', 'rtl'])('leads the focus as it is read, %s', async (direction) => {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    const stops = await tabStops(page);
    const leaps = stops.flatMap((stop, index) => {
      const before = stops[index - 1];
      return before && !follows(before, stop, direction) ? [[before, stop]] : [];
    });
    expect(leaps).toEqual([]);
    expect(stops.length).toBeGreaterThan(5);
  });
});

/** Whether the second stands below the first, or behind it in the same line. */
function follows({ box: first }: TabStop, { box: second }: TabStop, direction: string): boolean {
  if (second.top >= first.bottom) return true;
  const isSameLine = second.bottom > first.top;
  const isBehind = direction === 'ltr' ? second.left >= first.right : second.right <= first.left;
  return isSameLine && isBehind;
}
