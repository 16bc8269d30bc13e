import { expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, fill } from '../browser/roles';
import { openWithRows, useService } from './fixture';
import { fieldText, openRow, untilReportRead } from './popup-reading';

useService({ reports: [{ url: 'https://one.example/' }] });

it('Escape takes away what is typed in the filter of a report before it goes back', async () => {
  const popup = await openWithRows(1);
  await openRow(popup, 'one.example');
  await untilReportRead(popup);
  await fill(popup, 'Filter fields', 'url', 'searchbox');
  await popup.focus('input[type=search]');
  // An input method takes it for itself.
  await popup.evaluate(() => {
    const composing = { key: 'Escape', bubbles: true, isComposing: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', composing));
  });
  expect(await fieldText(popup, 'Filter fields', 'searchbox')).toBe('url');
  await popup.keyboard.press('Escape');
  await until('the filter is empty', async () => {
    return (await fieldText(popup, 'Filter fields', 'searchbox')) === '';
  });
  await popup.keyboard.press('Escape');
  await popup.locator(byRole('button', 'Create report')).wait();
});
