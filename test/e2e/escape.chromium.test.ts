import { expect, it } from 'vitest';
import { app, byRole, until, useService } from './app';

useService({ reports: [{ url: 'https://one.example/' }] });

it('Escape takes away what is typed in the filter of a report before it goes back', async () => {
  const popup = await app.popupWithRows(1);
  await popup.row('one.example').open();
  await popup.isRead();
  await popup.fill('Filter fields', 'url', 'searchbox');
  await popup.focus('input[type=search]');
  // An input method takes it for itself.
  await popup.evaluate(() => {
    const composing = { key: 'Escape', bubbles: true, isComposing: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', composing));
  });
  expect(await popup.value('Filter fields', 'searchbox')).toBe('url');
  await popup.keyboard.press('Escape');
  await until('the filter is empty', async () => {
    return (await popup.value('Filter fields', 'searchbox')) === '';
  });
  await popup.keyboard.press('Escape');
  await popup.locator(byRole('button', 'Create report')).wait();
});
