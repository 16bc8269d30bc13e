import { beforeEach, expect, it } from 'vitest';
import { jsonAnswer } from '../../service/served-answer';
import { openAtService } from '../../support/at-service';
import { all, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

async function readDescription(role: string, name: string) {
  const field = await one(role, name);
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return {
    isInvalid: field.getAttribute('aria-invalid'),
    text: ids.map((id) => document.getElementById(id)?.textContent ?? '').join(''),
  };
}

it('a message of the service appears at its field, or in a line without such a field', async () => {
  const words = '$1 $2 $$ $& $0 | $EXAMPLE$ {0}';
  const message = {
    url: ['No such host.'],
    privacy: ['Not in your plan.'],
    password: ['Not needed.'],
    team: ['Unknown.', words],
  };
  const refusal = jsonAnswer(422, { message, status: 422 });
  const extension = await openAtService();
  extension.service.behave({ on: { method: 'POST' }, fail: { kind: 'answer', ...refusal } });
  await extension.openPopup();
  await press('Create report');
  await says('team: Unknown.');
  const line = (await one('list', 'Activity')).textContent;
  expect(line).toContain(words);
  // The form shows no field for a password.
  expect(line).toContain('Report password: Not needed.');
  expect(line).not.toContain('No such host.');
  expect(line).not.toContain('Not in your plan.');
  expect(await readDescription('textbox', 'URL')).toEqual({
    isInvalid: 'true',
    text: 'No such host.',
  });
  expect(await readDescription('radiogroup', 'Privacy')).toEqual({
    isInvalid: 'true',
    text: 'Not in your plan.',
  });
});

it('the form offers to update a page that was just reported, or to confirm another report', async () => {
  const extension = await openAtService();
  await extension.openPopup();
  await press('Create report');
  await says('Report created');
  await press('Create report');
  await says('Reported just now · ');
  // The line of this page does not offer Update results again.
  expect(all('button', 'Update results')).toHaveLength(1);
  await press('Update results');
  await saysNoMore('Reported just now');
  await waitUntil(() => expect(extension.requests('PUT')).toHaveLength(1));
  expect(extension.requests('POST')).toHaveLength(1);

  await says('Results updated');
  await press('Create report');
  const another = await one('button', 'Create another');
  // A click that happened before the question opened must not answer the question.
  const early = new MouseEvent('click', { bubbles: true, detail: 1 });
  Object.defineProperty(early, 'timeStamp', { value: 1 });
  another.dispatchEvent(early);
  expect((await extension.queue()).all.create).toBe(0);
  expect(all('button', 'Create another')).toHaveLength(1);
  another.click();
  await waitUntil(() => expect(extension.service.reports()).toHaveLength(2));
});
