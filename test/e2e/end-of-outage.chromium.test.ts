import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, byRole, creation, failures, useService } from './app';

useService({ keepAlive: false, reports: [{ url: 'https://clinic.example/' }] });

const THREE = ['one', 'two', 'three'].map((name) => creation(`https://${name}.example/`));

/** Three reports wait for a service that is down; then a person opens the popup. */
async function openInOutage(fail = failures.unavailable) {
  app.service.behave({ fail });
  await app.worker.add(...THREE);
  await app.untilAtGate();
  return app.popup();
}

describe('the button Retry now', () => {
  it('reads the list again once the service is back, and tells which reports were created', async () => {
    const popup = await openInOutage();
    await popup.says('The service is unavailable (503).');
    expect(await popup.queue()).toHaveLength(3);
    expect((await popup.mainText()).split('is unavailable (503)')).toHaveLength(2);
    app.service.behave(null);
    await popup.press('Retry now');
    for (const name of ['one', 'two', 'three']) await popup.says(`Created ${name}.example/`);
    await popup.rows((rows) => rows.length === 4);
    await popup.saysNoMore('The service is unavailable');
  });

  it('goes away when the service is back, although a report is still looked for', async () => {
    const popup = await app.popupWithRows(1);
    await popup.hasReadList();
    app.service.behave({ fail: failures.cutBeforeWork });
    await popup.create();
    await popup.says('Checking whether ');
    app.service.behave(null);
    await popup.press('Retry now');
    await popup.saysNoMore('Retry now');
    await popup.says('This can take two minutes.');
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('says that it tries, and that it did not help', async () => {
    const popup = await openInOutage(failures.tooManyRequests);
    // Its own read is over: an answer to that would count as the try.
    await popup.says('Results from');
    const gate = createGate();
    app.service.behave({ fail: failures.tooManyRequests, gate });
    await popup.press('Retry now');
    await popup.says('Retrying…');
    expect(await popup.mainText()).not.toContain('Retrying at');
    gate.open();
    await popup.says('Still unavailable. Next try at ');
  });
});

describe('while the service takes no requests', () => {
  /** The view of a report in an outage, once its publication was saved. */
  async function saveInOutage() {
    const popup = await app.popupWithRows(1);
    app.service.behave({ on: { method: 'PUT' }, fail: failures.unavailable });
    await popup.row('clinic.example').open();
    await popup.isRead();
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.says('Saved. You can close this.');
    return popup;
  }

  it('a change and an update of the same report wait, and are then made', async () => {
    const popup = await saveInOutage();
    await popup.press('Update results');
    await popup.press('Back');
    await popup.says('Waiting to change clinic.example/');
    await popup.says('Retrying at');
    app.service.behave(null);
    await popup.press('Retry now');
    await popup.says('Results updated');
  });

  it('a waiting change gives way to a later change, even back to the former privacy', async () => {
    const popup = await saveInOutage();
    await popup.leave();
    const again = await app.popupAgain();
    await again.says('Waiting to change clinic.example/');
    await again.row('clinic.example').open();
    await again.choose('Private');
    await again.press('Save changes');
    await again.says('Saved. You can close this.');
    await again.press('Back');
    app.service.behave(null);
    await again.press('Retry now');
    await again.queueEnds();
    expect(app.requests('PUT').at(-1)?.body).toBe('privacy=1');
    expect(app.service.reports()).toMatchObject([{ privacy: 1 }]);
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
