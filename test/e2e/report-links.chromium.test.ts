import { expect, it } from 'vitest';
import { listedReport } from '../browser/stored';
import { app, byRole, type Screen, until, useService } from './app';
import { takenFiles } from './reports-screen';

useService({ reports: [{ url: 'https://one.example/', privacy: 0 }] });

/** Does what opens a tab, which closes the popup and the click with it, and waits for the tab. */
async function opens(act: () => Promise<void>, path = '/reports/'): Promise<void> {
  void act().catch(() => {});
  await until('the report opens in a tab', () =>
    app.stage.browser
      .targets()
      .some((target) => target.url().startsWith(`${app.service.baseUrl}${path}`)),
  );
}

it('the link to a new report can be copied, with who can open it named, and opened', async () => {
  const popup = await app.popup();
  await popup.create();
  await popup.press('Copy report link');
  await popup.hasStatus('Link copied. Only your account can open it (private).');
  await popup.hasFocus('Copy report link');
  await opens(() => popup.press('Open report'));
});

it('the link is in row menu and report, and copying says who can open it by now', async () => {
  const popup = await app.popupWithRows(1);
  await popup.press('More');
  await popup.pressItem('Copy report link');
  await popup.hasStatus('Link copied. Anyone can open it (public).');
  await popup.press('More');
  const row = listedReport(await app.worker.stored(), 'https://one.example/');
  await app.worker.add({ kind: 'update', report: row, update: { privacy: 1 } });
  await popup.rows((rows) => rows[0]?.includes('Private') === true);
  await popup.pressItem('Copy report link');
  await popup.hasStatus('Link copied. Only your account can open it (private).');
  await popup.row('one.example').open();
  await popup.press('Copy report link');
  await popup.hasStatus('Link copied. Only your account can open it (private).');
  // The text holds the link.
  await popup.pressMore('Copy as text');
  await popup.hasStatus('Report copied as text. Only your account can open its link (private).');
});

it('the password of a link can be copied where it was entered, and nowhere else', async () => {
  const WITHOUT = 'Link copied. The password is not in it.';
  const popup = await app.popup();
  const taken = await takenFiles(popup);
  const { id } = app.service.reports()[0] ?? {};
  const copyPassword = (screen: Screen) => screen.locator('.line:last-child .verbs button').click();
  await popup.choose('Password');
  await popup.fill('Report password', 'first one');
  await popup.create();
  await popup.press('Copy report link');
  await popup.hasStatus(WITHOUT);
  await copyPassword(popup);
  await popup.hasStatus('Password copied');
  // It stays, and the focus on it.
  await popup.hasFocus('Copy password');
  expect((await taken(2))[1]).toBe('first one');
  await popup.row('one.example').open();
  await popup.choose('Password');
  await popup.fill('Report password', 'second one');
  await popup.press('Save changes');
  await popup.hasStatus('Changes saved');
  await popup.press('Copy report link');
  await popup.hasStatus(WITHOUT);
  await copyPassword(popup);
  expect((await taken(4)).slice(2)).toEqual([expect.stringContaining(`/${id}`), 'second one']);

  const again = await app.popupAgain();
  await again.press('More');
  await again.pressItem('Copy report link');
  await again.hasStatus(WITHOUT);
  expect(await again.texts('.line button')).toEqual([]);
});

it('the link is as the settings say, and offered nowhere once the setting is empty', async () => {
  const setLink = async (link: string) => {
    const options = await app.options();
    await options.fill('Report link', link);
    await options.keyboard.press('Tab');
    await until('it is saved', async () =>
      (await options.texts(byRole('status'))).includes('Saved'),
    );
    await options.close();
  };
  await setLink(`${app.service.baseUrl}/reports/{id}?from=extension`);
  const popup = await app.popupWithRows(1);
  const { id } = app.service.reports()[0] ?? {};
  await popup.press('More');
  await opens(() => popup.pressItem('Open report'), `/reports/${id}?from=extension`);

  await setLink('');
  const again = await app.popupWithRows(1);
  await again.press('More');
  expect(await again.names('menuitem')).not.toContain('Copy report link');
  await again.keyboard.press('Escape');
  await again.row('one.example').open();
  await again.isRead();
  expect(await again.names('button')).not.toContain('Open report');
  // No other button takes its place as the main one.
  expect(await again.texts('.report .primary')).toEqual([]);
});
