import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { jsonAnswer } from '../service/served-answer';
import type { Failure } from '../service/served-failure';
import { app, byRole, type Screen, until, useService } from './app';

const URL_OPENED = 'https://clinic.example/appointments';

useService({ reports: [{ url: URL_OPENED, privacy: 1, result: 'good' }] });

function answers(status: number, body: object, afterWork = false): Failure {
  return { kind: 'answer', ...jsonAnswer(status, body), afterWork };
}

/** What the page says beside a field, by the description that the field names. */
async function besideField(popup: Screen, role: string, name: string) {
  const field = await popup.locator(byRole(role, name)).waitHandle();
  return field.evaluate((element) => ({
    isInvalid: element.ariaInvalid,
    says: (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('')
      .trim(),
  }));
}

async function openReport(): Promise<Screen> {
  const popup = await app.popupWithRows(1);
  await popup.row(URL_OPENED).open();
  await popup.isRead();
  return popup;
}

it('words of the service stand at their fields, or name the field that is not shown', async () => {
  const words = '$1 $2 $$ $& $0 | $EXAMPLE$ {0}';
  const message = {
    url: ['No such host.'],
    privacy: ['Not in your plan.'],
    password: ['Not needed.'],
    team: ['Unknown.', words],
  };
  const fail = answers(422, { message, status: 422 });
  app.service.behave({ on: { method: 'POST' }, fail });
  const popup = await app.popup();
  await popup.press('Create report');
  const alert = await popup.alert();
  expect(alert).toContain('team: Unknown.');
  expect(alert).toContain(words);
  // There is no field for a password to be seen.
  expect(alert).toContain('Report password: Not needed.');
  expect(alert).not.toContain('No such host.');
  expect(alert).not.toContain('Not in your plan.');
  const [isInvalid, says] = ['true', 'No such host.'];
  expect(await besideField(popup, 'textbox', 'URL')).toEqual({ isInvalid, says });
  expect(await besideField(popup, 'radiogroup', 'Privacy')).toEqual({
    isInvalid,
    says: 'Not in your plan.',
  });
});

it('words on a refused password stand in its line, until another password is saved', async () => {
  const gate = createGate();
  const message = { password: ['Too short.'] };
  const fail = answers(422, { message, status: 422 });
  app.service.behave({ on: { method: 'PUT' }, times: 1, gate, fail });
  const popup = await openReport();
  await popup.choose('Password');
  await popup.fill('Report password', 'x');
  await popup.press('Save changes');
  await until('no second change can be made meanwhile', async () => {
    const update = await popup.$('article button[aria-disabled=true]');
    return (await update?.evaluate((it) => it.textContent)) === 'Update results';
  });
  gate.open();
  const alert = await popup.alert();
  expect(alert).toContain("The service didn't accept this.");
  expect(alert).toContain('Report password: Too short.');
  await popup.choose('Password');
  await popup.fill('Report password', 'a longer password');
  await popup.press('Save changes');
  await popup.hasStatus('Changes saved');
  await popup.saysNoMore("The service didn't accept this.");
  expect(app.service.reports()[0]).toMatchObject({ privacy: 2, password: 'a longer password' });
});

it('an answer of mere success counts, and its report is then read or looked for', async () => {
  const yes = answers(200, { success: true }, true);
  const writes = ['PUT', 'POST', 'DELETE'];
  app.service.behave(writes.map((method) => ({ on: { method }, fail: yes })));
  const popup = await openReport();
  await popup.choose('Public');
  await popup.press('Save changes');
  await popup.says('Changes saved');
  expect(app.service.reports()[0]?.privacy).toBe(0);
  const id = app.service.reports()[0]?.id;
  const read = { method: 'GET', path: `/api/v1/reports/${id}`, status: 200 };
  const put = app.service.requests.findIndex(({ method }) => method === 'PUT');
  expect(app.service.requests.slice(put)).toContainEqual(expect.objectContaining(read));
  await popup.press('Back');
  await popup.rows((rows) => rows[0]?.includes('Public') === true);

  expect(await popup.create()).toContain('Report created');
  await popup.rows((rows) => rows.length === 2);
  await until('it has left the queue', async () => {
    return (await app.worker.tasks()).tasks.length === 0;
  });
  expect(app.requests('POST')).toHaveLength(1);

  await popup.row(URL_OPENED).open();
  await popup.pressMore('Delete report');
  await popup.shows('button', 'Undo');
  await app.passUndoTime();
  await until('it is deleted', () => app.service.reports().length === 1);
  await popup.saysNoMore('Undo');
  await popup.rows((rows) => rows.length === 1);
  expect(await popup.content()).not.toContain("Couldn't delete");
});
