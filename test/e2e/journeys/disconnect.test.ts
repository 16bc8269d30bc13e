import { beforeEach, describe, expect, it } from 'vitest';
import { keepPermissions, SERVICE_HOST } from '../../browser/stage';
import { listedReport, UNCONNECTED } from '../../browser/stored';
import {
  app,
  byRole,
  creation,
  failures,
  inChromium,
  type Screen,
  until,
  useService,
} from '../app';

const DELETED = 'https://deleted.example/';

let options: Screen;

useService({ reports: [{ url: 'https://kept.example/' }, { url: DELETED }], connects: false });
beforeEach(async () => {
  await app.stage.approveHost(SERVICE_HOST);
  options = await app.options();
  await options.connect(app.service);
  // The options must not show the name later as a change.
  await options.says('as Rosa Lindqvist');
});

/** Submits a deletion, which can be undone for some seconds. */
async function leaveDeletion(): Promise<void> {
  const report = listedReport(await app.worker.stored(), DELETED);
  await app.worker.add({ kind: 'delete', report });
}

/** Presses Disconnect, and returns the announcements. */
function pressDisconnect() {
  return options.announcementAfter(() => options.press('Disconnect'));
}

async function expectNothingLeft(): Promise<void> {
  expect(await app.worker.stored()).toEqual(UNCONNECTED);
  expect(await app.worker.hasHost(SERVICE_HOST)).toBe(false);
}

describe('disconnecting', () => {
  it('names the open jobs, and drops them only after its confirmation', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await app.worker.add(creation('https://one.example/'), creation('https://two.example/'));
    await app.untilBackoff();
    await leaveDeletion();
    expect((await pressDisconnect()).alert).toBe(
      '2 waiting reports and 1 waiting deletion would be dropped.',
    );
    const kept = JSON.stringify(await app.worker.stored());
    for (const part of [app.service.apiKey, 'one.example', 'two.example', 'deleted.example']) {
      expect(kept).toContain(part);
    }
    await options.press('Disconnect anyway');
    await until('it is disconnected', async () =>
      (await options.texts(byRole('status'))).join().includes('Disconnected.'),
    );
    expect((await options.texts('[role=alert]')).join()).toBe('');
    await expectNothingLeft();
    const popup = await app.popup();
    await popup.find(byRole('button', 'Connect a service'));
    expect(app.requests('DELETE')).toEqual([]);
    expect(app.service.reports()).toHaveLength(2);
  });

  inChromium('no test reaches into the background of Firefox')(
    'says where to remove the permission if the browser refuses to give it back',
    async () => {
      await keepPermissions(app.stage);
      const { status, alert } = await pressDisconnect();
      expect(status).toBe('Disconnected. The API key was removed from this browser.');
      expect(alert).toBe(
        "The browser still allows access to http://127.0.0.1. Remove it on the browser's extensions page, in this extension's details.",
      );
      expect(await app.worker.stored()).toEqual(UNCONNECTED);
      expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
      await app.worker.giveHostBack(SERVICE_HOST);
    },
  );
});
