import { beforeEach, describe, expect, it } from 'vitest';
import { listedReport, UNCONNECTED } from '../../browser/stored';
import { keepPermissions, SERVICE_HOST } from '../../browser/test-browser';
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
const PLANTED = 'https://planted.example/';
const PASSWORD = 'opal-kite-7';
const NEWEST = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 25 };

let options: Screen;

useService({ reports: [{ url: 'https://kept.example/' }, { url: DELETED }], connects: false });
beforeEach(async () => {
  await app.testBrowser.approveHost(SERVICE_HOST);
  options = await app.options();
  await options.connect(app.service);
  // The options must not show the name later as a change.
  await options.says('as Rosa Lindqvist');
});

function databases(): Promise<string[]> {
  return app.worker.page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name = '' }) => name),
  );
}

async function requestDeletion(): Promise<void> {
  const report = listedReport(await app.worker.stored(), DELETED);
  await app.worker.createJobs({ kind: 'delete', report });
}

function pressDisconnect() {
  return options.announcementAfter(() => options.press('Disconnect'));
}

async function expectNothingLeft(): Promise<void> {
  expect(await app.worker.stored()).toEqual(UNCONNECTED);
  expect(await app.worker.hasHost(SERVICE_HOST)).toBe(false);
}

describe('disconnecting', () => {
  it('drops open jobs only after a confirmation with their numbers', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await app.worker.createJobs(creation('https://one.example/'), creation('https://two.example/'));
    await app.untilBackoff();
    await requestDeletion();
    expect((await pressDisconnect()).alert).toBe(
      'If you disconnect, the extension discards 2 waiting reports and 1 waiting deletion.',
    );
    const stored = JSON.stringify(await app.worker.stored());
    for (const part of [app.service.apiKey, 'one.example', 'two.example', 'deleted.example']) {
      expect(stored).toContain(part);
    }
    await options.press('Disconnect anyway');
    await until('the extension is disconnected', async () =>
      (await options.texts(byRole('status'))).join().includes('Disconnected.'),
    );
    expect((await options.texts('[role=alert]')).join()).toBe('');
    await expectNothingLeft();
    const popup = await app.popup();
    await popup.find(byRole('button', 'Connect a service'));
    expect(app.requests('DELETE')).toEqual([]);
    expect(app.service.reports()).toHaveLength(2);
  });

  it('leaves nothing in storage, databases and permissions after Delete the history too', async () => {
    await app.worker.callForConnection('listReports', NEWEST);
    await app.worker.callForConnection('changeMarks', { kind: 'star', page: 'kept.example/' });
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await app.worker.createJobs({ ...creation(PLANTED, 2), password: PASSWORD });
    await app.untilBackoff();
    await until('the reports are stored', async () => {
      const answer = await app.worker.callBackground('listHistories');
      return JSON.stringify(answer?.value).includes('"reports":2');
    });
    const planted = [app.service.apiKey, 'planted.example', PASSWORD, 'kept.example'];
    for (const text of planted) expect(await app.worker.itemsContaining(text)).not.toEqual([]);
    expect(await databases()).toHaveLength(1);
    await pressDisconnect();
    await options.press('Disconnect anyway');
    await options.says('1 ticket, star or intended problem');
    await options.press('Delete the history too');
    await options.says('The history was deleted too.');
    await expectNothingLeft();
    expect(await databases()).toEqual([]);
    expect(await app.worker.grantedHosts()).toEqual([]);
    expect(Object.keys(await app.worker.stored('session'))).toEqual(['schema-version']);
    for (const text of planted) expect(await app.worker.itemsContaining(text)).toEqual([]);
  });

  inChromium('tests cannot replace functions of the background in Firefox')(
    'explains how to remove the permission if the browser refuses its removal',
    async () => {
      await keepPermissions(app.testBrowser);
      const { status, alert } = await pressDisconnect();
      expect(status).toBe('Disconnected. All API keys were removed from this browser.');
      expect(alert).toBe(
        "The browser still allows access to http://127.0.0.1. Remove it on the browser's extensions page, in this extension's details.",
      );
      expect(await app.worker.stored()).toEqual(UNCONNECTED);
      expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
      await app.worker.removeHostPermission(SERVICE_HOST);
    },
  );
});
