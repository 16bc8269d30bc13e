import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sleepUntil } from '../endurance/computer-sleep';
import { startAgain } from '../endurance/outage';
import { type Service, startService } from '../service/service';
import { app, failures, useStage } from './app';

useStage();

let service: Service;

beforeEach(async () => {
  service = await startService({ sampleReports: false, keepAlive: false });
  await app.connect(service);
});
afterEach(() => service.close());

describe('a report that cannot go out for now', () => {
  it('is kept while nothing answers at the service, says so, and arrives once when it does', async () => {
    const popup = await app.popup(service.samplePages.good);
    await service.close();
    expect(await popup.create()).toContain("Couldn't reach the service.");
    await app.stage.closePages();
    service = await startAgain(service);
    // No browser tells a refused connection from a lost answer: first it is looked for.
    await sleepUntil('nothing is kept', (queue) => queue.tasks.length === 0, app.stage, service);
    expect(service.reports()).toHaveLength(1);
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('is told as created in the popup that has asked for it', async () => {
    const popup = await app.popup(service.samplePages.good);
    service.behave({ on: { method: 'POST' }, fail: failures.unavailable });
    expect(await popup.create()).toContain('The report is saved and will be sent automatically.');
    service.behave(null);
    await popup.press('Retry now');
    await popup.says('Report created · ');
    expect(await popup.mainText()).not.toContain('will be sent');
    expect(service.reports()).toHaveLength(1);
  });
});

describe('a change that cannot go out for now', () => {
  it('is made when the service answers again, though the popup was closed', async () => {
    service.add({ url: 'https://clinic.example/', privacy: 1 });
    await app.connect(service);
    const popup = await app.popup(service.samplePages.good);
    await popup.row('clinic.example').open();
    await popup.isRead();
    await popup.choose('Public');
    await service.close();
    await popup.press('Save changes');
    await popup.says('The change is saved and will be sent automatically.');
    await app.stage.closePages();
    service = await startAgain(service);
    await sleepUntil('nothing is kept', (queue) => queue.tasks.length === 0, app.stage, service);
    expect(service.reports()).toMatchObject([{ privacy: 0 }]);
  });
});
