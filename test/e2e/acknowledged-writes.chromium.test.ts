import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { press } from '../browser/roles';
import { jsonAnswer } from '../service/served-answer';
import type { Failure } from '../service/served-failure';
import { insider, openPopup, openWithRows, requestsBy, service, useService } from './fixture';
import {
  choose,
  create,
  openRow,
  untilAlert,
  untilReportRead,
  untilRows,
  untilSaid,
} from './popup-reading';

const URL_OPENED = 'https://clinic.example/appointments';

useService({ reports: [{ url: URL_OPENED, privacy: 1, result: 'good' }] });

/** The work is done, and all that the service says is yes. */
const yes: Failure = { kind: 'answer', ...jsonAnswer(200, { success: true }), afterWork: true };

describe('a service that says no more than that it is done', () => {
  it('has saved a change, and what the report has become is read', async () => {
    const popup = await openWithRows(1);
    await openRow(popup, URL_OPENED);
    await untilReportRead(popup);
    service.behave({ on: { method: 'PUT' }, fail: yes });
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'Changes saved');
    expect(service.reports()[0]?.privacy).toBe(0);
    expect(service.requests.at(-1)).toMatchObject({ method: 'GET', status: 200 });
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows[0]?.includes('Public') === true);
  });

  it('has created a report, which is then looked for', async () => {
    service.behave({ on: { method: 'POST' }, fail: yes });
    const popup = await openPopup();
    expect(await create(popup)).toContain('Report created');
    await untilRows(popup, (rows) => rows.length === 2);
    await until('it has left the queue', async () => {
      return (await insider.tasks()).tasks.length === 0;
    });
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('has deleted a report', async () => {
    service.behave({ on: { method: 'DELETE' }, fail: yes });
    const popup = await openWithRows(1);
    await openRow(popup, URL_OPENED);
    await press(popup, 'Delete report');
    await until('it is deleted', () => service.reports().length === 0);
    await untilRows(popup, (rows) => rows.length === 0);
    expect(await popup.content()).not.toContain("Couldn't delete");
  });
});

it('says so where a status of success comes with an error', async () => {
  const no = jsonAnswer(200, { success: false, message: 'Reports are locked today.' });
  service.behave({ on: { method: 'PUT' }, fail: { kind: 'answer', ...no } });
  const popup = await openWithRows(1);
  await openRow(popup, URL_OPENED);
  await untilReportRead(popup);
  await choose(popup, 'Public');
  await press(popup, 'Save changes');
  const alert = await untilAlert(popup);
  expect(alert).toContain('The service reported an error.');
  expect(alert).toContain('The service says: Reports are locked today.');
});
