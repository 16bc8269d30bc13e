import { expect, it } from 'vitest';
import { app, byRole, until, useService } from './app';

const PAGE = 'https://clinic.example/';

useService();

it('a report tells first how its page has changed since the result before, even of another report', async () => {
  app.service.add({ url: PAGE, generated_at: '2026-09-13T08:00:00Z', result: 'decent' });
  app.service.add({ url: PAGE, generated_at: '2026-10-05T08:00:00Z', result: 'good' });
  const popup = await app.popupWithRows(2);
  await popup.row('').open();
  await until('the change is told', async () =>
    /Since Sep 13: \d+ → \d+.*(New|Fixed)/.test(await popup.mainText()),
  );
  await popup.press('Back');
  await popup.row('Decent').open();
  await popup.isRead();
  expect(await popup.$(byRole('region', 'What changed'))).toBeNull();
});

it('a report shows the newest six results of its page', async () => {
  for (const day of [1, 2, 3, 4, 5, 6, 7]) {
    app.service.add({ url: PAGE, generated_at: `2026-10-0${day}T08:00:00Z` });
  }
  const popup = await app.popupWithRows(7);
  await popup.row('').open();
  const days = async () =>
    (await popup.items('Past results')).map((text) => Number(/Oct (\d)/.exec(text)?.[1]));
  await until('they are shown', async () => (await days()).length > 1);
  expect(await days()).toEqual([2, 3, 4, 5, 6, 7]);
});

it('a report shows all of a long address at a press, and forgets a password that was not saved', async () => {
  app.service.add({ url: `${PAGE}?${'q=sourdough&'.repeat(60)}`, privacy: 1 });
  const popup = await app.popupWithRows(1);
  await popup.row(PAGE).open();
  await popup.isRead();
  const height = () => popup.$eval('h2.report-url', (heading) => heading.clientHeight);
  const cut = await height();
  await popup.press('Show all');
  await popup.shows('button', 'Show less');
  expect(await height()).toBeGreaterThan(cut);

  await popup.choose('Password');
  await popup.press('Make a strong password');
  const password = await popup.value('Report password');
  await popup.press('Back');
  await popup.row(PAGE).open();
  await popup.isRead();
  expect(await popup.names('radio')).toEqual([]);
  await popup.press('Change…');
  await popup.shows('radio', 'Private');
  expect(await popup.$eval(':checked', ({ parentElement }) => parentElement?.textContent)).toBe(
    'Private',
  );
  await popup.choose('Password');
  expect(await popup.value('Report password')).toBe('');
  expect(await app.worker.placesOf(password)).toEqual([]);
});
