import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredQueue } from '../../browser/stored';
import { sleepUntil } from '../../endurance/computer-sleep';
import { atRemoteHost, goOffline } from '../../endurance/offline';
import { startAgain } from '../../endurance/outage';
import { type Service, startService } from '../../service/service';
import { app, until, useTestBrowser } from '../app';

useTestBrowser();

describe('a report that cannot be sent yet', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sampleReports: false, keepAlive: false });
    service.add({ url: 'https://clinic.example/', privacy: 1 });
    await app.connect(service);
  });
  afterEach(() => service.close());

  const creations = () => service.requests.filter(({ method }) => method === 'POST').length;

  it('is created once when the service answers again', async () => {
    const popup = await app.popup(service.samplePages.good);
    await service.close();
    expect(await popup.create()).toContain("Couldn't reach the service.");
    await popup.row('clinic.example').open();
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.says('Stored in this browser. Sending continues after you close this.');
    await app.testBrowser.closePages();
    service = await startAgain(service);
    // A browser reports a refused connection like a lost answer, so a lookup comes first.
    const isEmpty = ({ operations }: StoredQueue) => operations.length === 0;
    await sleepUntil('no operation is left', isEmpty, app.testBrowser, service);
    expect(service.reports()).toMatchObject([
      { url: service.samplePages.good },
      { url: 'https://clinic.example/', privacy: 0 },
    ]);
    expect(creations()).toBe(1);
  });

  it('is sent by an alarm when this computer is online again', async () => {
    await app.connect(atRemoteHost(service));
    const popup = await app.popup(service.samplePages.good);
    const goOnline = await goOffline(popup);
    expect(await popup.create()).toMatch(
      /^You're offline\. Waiting: \S+ Stored in this browser\. Sending continues after you close this\.$/,
    );
    expect(creations()).toBe(0);
    // From here on, only the alarm can start the worker.
    await app.worker.stop();
    await goOnline();
    await app.testBrowser.closePages();
    await app.worker.moveTimesBack(60_000);
    await until('the report is created', () => service.reports().length === 2, 60_000);
    expect(creations()).toBe(1);
  });
});
