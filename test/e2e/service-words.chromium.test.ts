import { expect, it } from 'vitest';
import { jsonAnswer } from '../service/served-answer';
import type { Failure } from '../service/served-failure';
import { app, byRole, useService } from './app';

const URL_OPENED = 'https://clinic.example/appointments';

useService({ reports: [{ url: URL_OPENED, privacy: 1, result: 'good' }] });

function refusedWith(body: object): Failure {
  return { kind: 'answer', ...jsonAnswer(422, body) };
}

/** What the page says beside a field, by the description that the field names. */
async function besideField(
  popup: Awaited<ReturnType<typeof app.popup>>,
  role: string,
  name: string,
) {
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

it('shows sentences that name no field', async () => {
  app.service.behave({ on: { method: 'POST' }, fail: refusedWith({ errors: ['Plan used up.'] }) });
  const popup = await app.popup();
  await popup.press('Create report');
  expect(await popup.alert()).toContain('The service says: Plan used up.');
});

it.each(['$1 $2 $$ $& $0', '5 | 6', '$EXAMPLE$ {0}'])('shows %s as it is', async (words) => {
  app.service.behave({ on: { method: 'POST' }, fail: refusedWith({ message: words }) });
  const popup = await app.popup();
  await popup.press('Create report');
  expect(await popup.alert()).toContain(`The service says: ${words}`);
});

it('shows each sentence at its field, and those on other fields with their name', async () => {
  const errors = [
    { field: 'url', message: 'No such host.' },
    { detail: 'Not in your plan.', pointer: '#/privacy' },
    { field: 'password', message: 'Not needed.' },
    { field: 'team', message: 'Unknown.' },
    'Nothing was created.',
  ];
  app.service.behave({ on: { method: 'POST' }, fail: refusedWith({ title: 'Invalid', errors }) });
  const popup = await app.popup();
  await popup.press('Create report');
  const alert = await popup.alert();
  expect(alert).toContain('team: Unknown.');
  expect(alert).toContain('Nothing was created.');
  // There is no field for a password to be seen.
  expect(alert).toContain('Report password: Not needed.');
  expect(alert).not.toContain('No such host.');
  expect(alert).not.toContain('Not in your plan.');
  expect(await besideField(popup, 'textbox', 'URL')).toEqual({
    isInvalid: 'true',
    says: 'No such host.',
  });
  expect(await besideField(popup, 'radiogroup', 'Privacy')).toEqual({
    isInvalid: 'true',
    says: 'Not in your plan.',
  });
});

it('shows them at the fields of an open report', async () => {
  const errors = [{ field: 'Privacy', message: 'Not in your plan.' }];
  app.service.behave({ on: { method: 'PUT' }, fail: refusedWith({ errors }) });
  const popup = await app.popupWithRows(1);
  await popup.row(URL_OPENED).open();
  await popup.isRead();
  await popup.choose('Public');
  await popup.press('Save changes');
  expect(await popup.alert()).toBe("The service didn't accept this.");
  expect(await besideField(popup, 'radiogroup', 'Privacy')).toEqual({
    isInvalid: 'true',
    says: 'Not in your plan.',
  });
});
