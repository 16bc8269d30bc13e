import { expect, it } from 'vitest';
import { listedReport } from '../browser/stored';
import { app, byRole, until, useService } from './app';

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

it('the link to a new report can be copied, with the privacy named, and opened', async () => {
  const popup = await app.popup();
  await popup.create();
  await popup.press('Copy report link');
  await popup.hasStatus('Link copied · Private');
  await popup.hasFocus('Copy report link');
  await opens(() => popup.press('Open report'));
});

it('the link is in row menu and report, and copying names the current privacy', async () => {
  const popup = await app.popupWithRows(1);
  await popup.press('More');
  await popup.pressItem('Copy report link');
  await popup.hasStatus('Link copied · Public');
  await popup.press('More');
  const row = listedReport(await app.worker.stored(), 'https://one.example/');
  await app.worker.add({ kind: 'change', report: row, change: { privacy: 1 } });
  await popup.rows((rows) => rows[0]?.includes('Private') === true);
  await popup.pressItem('Copy report link');
  await popup.hasStatus('Link copied · Private');
  await popup.row('one.example').open();
  await popup.press('Copy report link');
  await popup.hasStatus('Link copied · Private');
  // The text holds the link.
  await popup.pressMore('Copy as text');
  await popup.hasStatus('Report copied as text · Private');
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
