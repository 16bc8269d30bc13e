import { describe, expect, it } from 'vitest';
import { SERVICE_HOST } from '../../browser/test-browser';
import { createGate } from '../../service/gate';
import { app, creation, failures, restartTestBrowser, until } from '../app';
import {
  agencyId,
  creationsOf,
  expectOwnKeys,
  expectRows,
  other,
  testId,
  urlsOf,
  use,
  useTwoServices,
} from '../two-services';

const launch = useTwoServices();

describe('with two services', () => {
  it('a report goes to the service in use, and each popup shows the reports of this service', async () => {
    const popup = await app.popup(`${app.service.samplePages.good}?for-tests`);
    await expectRows(popup, 'test-page.example', 'agency-page.example');
    expect(await popup.create()).toContain('Report created');
    expect(creationsOf(other)).toHaveLength(1);
    expect(creationsOf(app.service)).toEqual([]);
    await popup.close();
    await use(agencyId);
    const gate = createGate();
    app.service.behave({ on: { method: 'GET' }, gate });
    const again = await app.popup(`${app.service.samplePages.good}?for-agency`);
    // These rows come from storage, because the service has not answered yet.
    await expectRows(again, 'agency-page.example', 'test-page.example');
    gate.open();
    expect(await again.create()).toContain('Report created');
    expect(urlsOf(app.service).join()).toContain('for-agency');
    expect(urlsOf(app.service).join()).not.toContain('for-tests');
    expect(urlsOf(other).join()).not.toContain('for-agency');
    expectOwnKeys();
  });

  it('waiting reports of a service wait for their service, also while the worker is stopped', async () => {
    other.behave({ on: { method: 'POST' }, times: 1, fail: failures.tooManyRequests });
    await app.worker.createJobs(creation('https://waits.example/'));
    await until('the report waits', () => creationsOf(other).length === 1);
    await use(agencyId);
    expect(await app.worker.callBackground('countWaitingOperations')).toEqual({
      value: [{ connectionId: testId, waiting: 1, privateWaiting: 0, needsAttention: 0 }],
    });
    await app.worker.stop();
    await app.worker.moveTimesBack(600_000);
    await app.worker.createJobs(creation('https://sent.example/'));
    await until('the other report is created', () =>
      urlsOf(app.service).includes('https://sent.example/'),
    );
    expect(creationsOf(other)).toHaveLength(1);
    await use(testId);
    await app.worker.callForConnection('retryNow');
    await until('the waiting report is created', () =>
      urlsOf(other).includes('https://waits.example/'),
    );
    expect(creationsOf(app.service)).toHaveLength(1);
    expectOwnKeys();
  });

  it('both services, the service in use and both keys survive a restart of the browser', async () => {
    await use(agencyId);
    await restartTestBrowser(launch);
    await app.worker.wake();
    expect((await app.worker.connectionIds()).sort()).toEqual([agencyId, testId].sort());
    expect(await app.worker.connectionId()).toBe(agencyId);
    await app.worker.createJobs(creation('https://after-restart.example/'));
    await until('the service in use has the report', () =>
      urlsOf(app.service).includes('https://after-restart.example/'),
    );
    await use(testId);
    await app.worker.createJobs(creation('https://for-tests.example/'));
    await until('the other service has the report', () =>
      urlsOf(other).includes('https://for-tests.example/'),
    );
    expectOwnKeys();
  });

  it('disconnecting one service leaves the key, reports and permission of the other', async () => {
    await app.worker.callBackground('disconnect', testId);
    expect(await app.worker.connectionIds()).toEqual([agencyId]);
    expect(await app.worker.connectionId()).toBeUndefined();
    expect(await app.worker.itemsContaining(testId)).toEqual([]);
    expect(await app.worker.itemsContaining(other.apiKey)).toEqual([]);
    expect(await app.worker.itemsContaining(app.service.apiKey)).not.toEqual([]);
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
    await use(agencyId);
    await app.worker.createJobs(creation('https://still.example/'));
    await until('the report is created', () =>
      urlsOf(app.service).includes('https://still.example/'),
    );
    await app.worker.callBackground('disconnect', agencyId);
    // A request in flight keeps the permission until its end.
    await until('the permission is removed', async () => !(await app.worker.hasHost(SERVICE_HOST)));
  });
});
