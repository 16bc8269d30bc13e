import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../service/served-answer';
import type { Failure } from '../service/served-failure';
import { app, until, useService } from './app';

const URL_OPENED = 'https://clinic.example/appointments';

useService({ reports: [{ url: URL_OPENED, privacy: 1, result: 'good' }] });

/** The work is done, and all that the service says is yes. */
const yes: Failure = { kind: 'answer', ...jsonAnswer(200, { success: true }), afterWork: true };

describe('a service that says no more than that it is done', () => {
  it('has saved a change, and what the report has become is read', async () => {
    const popup = await app.popupWithRows(1);
    await popup.row(URL_OPENED).open();
    await popup.isRead();
    app.service.behave({ on: { method: 'PUT' }, fail: yes });
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.says('Changes saved');
    expect(app.service.reports()[0]?.privacy).toBe(0);
    expect(app.service.requests.at(-1)).toMatchObject({ method: 'GET', status: 200 });
    await popup.press('Back');
    await popup.rows((rows) => rows[0]?.includes('Public') === true);
  });

  it('has created a report, which is then looked for', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: yes });
    const popup = await app.popup();
    expect(await popup.create()).toContain('Report created');
    await popup.rows((rows) => rows.length === 2);
    await until('it has left the queue', async () => {
      return (await app.worker.tasks()).tasks.length === 0;
    });
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('has deleted a report', async () => {
    app.service.behave({ on: { method: 'DELETE' }, fail: yes });
    const popup = await app.popupWithRows(1);
    await popup.row(URL_OPENED).open();
    await popup.press('Delete report');
    await until('it is deleted', () => app.service.reports().length === 0);
    await popup.rows((rows) => rows.length === 0);
    expect(await popup.content()).not.toContain("Couldn't delete");
  });
});

it('says so where a status of success comes with an error', async () => {
  const no = jsonAnswer(200, { success: false, message: 'Reports are locked today.' });
  app.service.behave({ on: { method: 'PUT' }, fail: { kind: 'answer', ...no } });
  const popup = await app.popupWithRows(1);
  await popup.row(URL_OPENED).open();
  await popup.isRead();
  await popup.choose('Public');
  await popup.press('Save changes');
  const alert = await popup.alert();
  expect(alert).toContain('The service reported an error.');
  expect(alert).toContain('The service says: Reports are locked today.');
});
