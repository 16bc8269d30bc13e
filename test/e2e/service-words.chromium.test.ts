import { expect, it } from 'vitest';
import { jsonAnswer } from '../service/served-answer';
import { app, byRole, type Screen, useService } from './app';

useService();

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

it('words of the service stand at their fields, or name the field that is not shown', async () => {
  const words = '$1 $2 $$ $& $0 | $EXAMPLE$ {0}';
  const message = {
    url: ['No such host.'],
    privacy: ['Not in your plan.'],
    password: ['Not needed.'],
    team: ['Unknown.', words],
  };
  const refusal = jsonAnswer(422, { message, status: 422 });
  app.service.behave({ on: { method: 'POST' }, fail: { kind: 'answer', ...refusal } });
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
