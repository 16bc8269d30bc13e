import { expect, it } from 'vitest';
import { useService } from './app';
import { setDirection, setMedia } from './media';
import { showState } from './states';
import { type TabStop, tabStops } from './tab-stops';

const NAMED = 'button textbox searchbox combobox radio checkbox link list radiogroup region image';

/** Of radio buttons, the chosen one stands for its group. */
const TABBABLE =
  'button:enabled, select, summary, a[href], [tabindex="0"], input:not([type=radio]), input:checked';

useService({ connects: false });

it.each([
  'a connection with its account',
  'consent to plain http',
  'a missing password',
  'other addresses for the page',
  'a deletion that can be undone',
  'this page and how it has developed',
  'a report with much more than the interface names',
])('%s: every control has a name and shows its focus, in the order of reading', async (name) => {
  const page = await showState(name);
  for (const role of NAMED.split(' ')) {
    expect(
      (await page.names(role)).filter((each) => !each.trim()),
      role,
    ).toEqual([]);
  }
  for (const [scheme, direction] of [
    ['light', 'ltr'],
    ['dark', 'rtl'],
  ] as const) {
    await setMedia(page, { 'prefers-color-scheme': scheme });
    await setDirection(page, direction);
    const stops = await tabStops(page);
    expect(stops).toHaveLength(await page.$$eval(TABBABLE, ({ length }) => length));
    const unclear = stops.filter(({ outline }) => outline.width < 2 || outline.contrast < 3);
    expect(unclear).toEqual([]);
    const leaps = stops.flatMap((stop, index) => {
      const before = stops[index - 1];
      return before && !follows(before, stop, direction) ? [[before, stop]] : [];
    });
    expect(leaps).toEqual([]);
    expect(stops.length).toBeGreaterThan(5);
  }
});

/** Whether the second stands below the first, or behind it in the same line, or at its end inside. */
function follows({ box: first }: TabStop, { box: second }: TabStop, direction: string): boolean {
  if (second.top >= first.bottom) return true;
  const isSameLine = second.bottom > first.top;
  const middle = (first.left + first.right) / 2;
  const isBehind = direction === 'ltr' ? second.left >= middle : second.right <= middle;
  return isSameLine && isBehind;
}
