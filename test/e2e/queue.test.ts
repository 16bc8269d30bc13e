import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { press } from '../browser/roles';
import { sleepUntil } from '../endurance/computer-sleep';
import { startAgain } from '../endurance/outage';
import { failures } from '../service/served-failure';
import { type Service, startService } from '../service/service';
import { openPopup, stage, useStage } from './fixture';
import { choose, create, mainText, openRow, untilReportRead, untilSaid } from './popup-reading';
import { connectAtOnce } from './scene';

useStage();

let service: Service;

beforeEach(async () => {
  service = await startService({ sampleReports: false, keepAlive: false });
  await connectAtOnce(stage, service);
});
afterEach(() => service.close());

describe('a report that cannot go out for now', () => {
  it('is kept while nothing answers at the service, says so, and arrives once when it does', async () => {
    const popup = await openPopup(service.samplePages.good);
    await service.close();
    expect(await create(popup)).toContain("Couldn't reach the service.");
    await stage.closePages();
    service = await startAgain(service);
    // No browser tells a refused connection from a lost answer: first it is looked for.
    await sleepUntil('nothing is kept', (queue) => queue.tasks.length === 0, stage, service);
    expect(service.reports()).toHaveLength(1);
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('is told as created in the popup that has asked for it', async () => {
    const popup = await openPopup(service.samplePages.good);
    service.behave({ on: { method: 'POST' }, fail: failures.unavailable });
    expect(await create(popup)).toContain('The report is saved and will be sent automatically.');
    service.behave(null);
    await press(popup, 'Retry now');
    await untilSaid(popup, 'Report created · ');
    expect(await mainText(popup)).not.toContain('will be sent');
    expect(service.reports()).toHaveLength(1);
  });
});

describe('a change that cannot go out for now', () => {
  it('is made when the service answers again, though the popup was closed', async () => {
    service.add({ url: 'https://clinic.example/', privacy: 1 });
    await connectAtOnce(stage, service);
    const popup = await openPopup(service.samplePages.good);
    await openRow(popup, 'clinic.example');
    await untilReportRead(popup);
    await choose(popup, 'Public');
    await service.close();
    await press(popup, 'Save changes');
    await untilSaid(popup, 'The change is saved and will be sent automatically.');
    await stage.closePages();
    service = await startAgain(service);
    await sleepUntil('nothing is kept', (queue) => queue.tasks.length === 0, stage, service);
    expect(service.reports()).toMatchObject([{ privacy: 0 }]);
  });
});
