import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { press } from '../browser/roles';
import { isWorkerRunning, stopWorker } from '../browser/worker';
import { failures } from '../service/failure';
import { type Service, startService } from '../service/service';
import { openRow, untilRows, untilSaid } from './popup-reading';
import { type Stage, startStage } from './stage';

let stage: Stage;
let service: Service;

const DELETED = 'https://deleted.example/';

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  service = await startService({ sampleReports: false });
  service.add({ url: 'https://kept.example/' });
  service.add({ url: DELETED });
  await stage.connect(service);
});
afterEach(() => service.close());

async function deleteReport() {
  const { popup, page } = await stage.openPopupOn(service.samplePages.good);
  await untilRows(popup, (rows) => rows.length === 2);
  await openRow(popup, DELETED);
  await until('it was read', () => service.requests.at(-1)?.path.includes('/reports/') === true);
  await press(popup, 'Delete report');
  await untilRows(popup, (rows) => rows.length === 1);
  return { popup, page };
}

function deletions() {
  return service.requests.filter(({ method }) => method === 'DELETE');
}

describe('deleting a report', () => {
  it('takes the row at once, and the report when the undo time is over', async () => {
    const { popup, page } = await deleteReport();
    expect(deletions()).toEqual([]);
    await until('it is deleted', () => deletions().length === 1, 15_000);
    expect(service.reports().map(({ url }) => url)).toEqual(['https://kept.example/']);
    await until('Undo is gone', async () => !(await popup.content()).includes('Undo'));
    expect(deletions()).toHaveLength(1);
    await page.close();
  });

  it('can be undone', async () => {
    const { popup, page } = await deleteReport();
    await press(popup, 'Undo');
    await untilRows(popup, (rows) => rows.length === 2);
    // The time at which it would have gone out has passed when another deletion goes out.
    await openRow(popup, 'https://kept.example/');
    await press(popup, 'Delete report');
    await until('the other is deleted', () => deletions().length > 0, 15_000);
    expect(service.reports().map(({ url }) => url)).toEqual([DELETED]);
    expect(deletions()).toHaveLength(1);
    await page.close();
  });

  it('happens once, also when the popup closes during the undo time', async () => {
    const { popup, page } = await deleteReport();
    await closePopup(popup);
    await until('it is deleted', () => deletions().length === 1, 15_000);
    const again = await stage.openPopupAgain(page);
    await untilRows(again, (rows) => rows.length === 1);
    expect(deletions()).toHaveLength(1);
    await page.close();
  });

  it('happens once, also when the worker is stopped during the undo time', async () => {
    const { popup, page } = await deleteReport();
    await closePopup(popup);
    await stopWorker(stage.browser, stage.extensionId);
    expect(await isWorkerRunning(stage.browser, stage.extensionId)).toBe(false);
    // Nothing but the alarm wakes it, which browsers hold back for half a minute.
    await until('it is deleted', () => deletions().length === 1, 90_000);
    const again = await stage.openPopupAgain(page);
    await untilRows(again, (rows) => rows.length === 1);
    expect(deletions()).toMatchObject([{ status: 200 }]);
    await page.close();
  });

  it('brings the row back and says why when the service refuses', async () => {
    service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    const { popup, page } = await deleteReport();
    await until('it was tried', () => deletions().length === 1, 15_000);
    await untilRows(popup, (rows) => rows.length === 2);
    await untilSaid(popup, `${DELETED} was not deleted.`);
    await untilSaid(popup, 'This key may not do that.');
    await press(popup, 'Dismiss');
    await until('the words are gone', async () => !(await popup.content()).includes('Dismiss'));
    await page.close();
  });

  it('takes a report that somebody else has deleted meanwhile for deleted', async () => {
    const { popup, page } = await deleteReport();
    const id = service.reports().find(({ url }) => url === DELETED)?.id;
    await fetch(`${service.baseUrl}/api/v1/reports/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
    await until('it was tried', () => deletions().length === 2, 15_000);
    expect(deletions()[1]).toMatchObject({ status: 404 });
    await until('Undo is gone', async () => !(await popup.content()).includes('Undo'));
    await untilRows(popup, (rows) => rows.length === 1);
    expect(await popup.content()).not.toContain('was not deleted');
    await page.close();
  });
});
