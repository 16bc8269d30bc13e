import { describe, expect, it } from 'vitest';
import { app, byRole, creation, failures, useService } from './app';

useService({ keepAlive: false, reports: [{ url: 'https://clinic.example/' }] });

const THREE = ['one', 'two', 'three'].map((name) => creation(`https://${name}.example/`));

/** Three reports wait for a service that is down; then a person opens the popup. */
async function openInOutage(fail = failures.unavailable) {
  app.service.behave({ fail });
  await app.worker.add(...THREE);
  await app.untilBackoff();
  return app.popup();
}

describe('while the service takes no requests', () => {
  it('Retry now reads the list again once the service is back, and tells which reports were created', async () => {
    const popup = await openInOutage();
    await popup.says('The service is unavailable (503).');
    expect(await popup.queue()).toHaveLength(3);
    // The popup's own list has been refused, too, which would put the next try off.
    await popup.says('Results from');
    expect((await popup.mainText()).split('is unavailable (503)')).toHaveLength(2);
    app.service.behave(null);
    await popup.press('Retry now');
    for (const name of ['one', 'two', 'three']) await popup.says(`Created ${name}.example/`);
    await popup.rows((rows) => rows.length === 4);
    await popup.saysNoMore('The service is unavailable');
  });

  it('a deletion is shown as waiting, and can be undone', async () => {
    const popup = await app.popupWithRows(1);
    app.service.behave({ fail: failures.unavailable });
    await popup.press('Refresh');
    await popup.says('The service is unavailable (503).');
    await popup.row('clinic.example').open();
    await popup.pressMore('Delete report');
    await popup.says('Waiting to delete clinic.example/');
    await popup.says('Retrying at');
    expect(await popup.mainText()).not.toContain('Deleted:');
    await popup.press('Undo');
    await popup.rows((rows) => rows.length === 1);
    await popup.row('clinic.example').open();
    await popup.pressMore('Delete report');
    await popup.says('Waiting to delete clinic.example/');
    await app.passUndoTime();
    app.service.behave(null);
    await popup.press('Retry now');
    await popup.says('Deleted: clinic.example/');
  });

  it('a refused key leads to the field for another key', async () => {
    const popup = await openInOutage(failures.keyRefused);
    await popup.says('The service refused the API key.');
    await popup.says('Waiting: three.example/');
    const opened = app.stage.browser.waitForTarget((target) => target.url().endsWith('#apiKey'));
    await popup.press('Replace API key');
    const page = await (await opened).page();
    await page?.locator(`${byRole('textbox', 'API key')}:focus`).wait();
  });
});
