import { expect, it } from 'vitest';
import { until, useService } from './app';
import { showState } from './states';

useService({ connects: false });

it('Send without a password asks for one, and takes the person there', async () => {
  const popup = await showState('a report whose password is gone');
  await popup.press('Send');
  await popup.says('Enter the password of this report.');
  await until('the field has the focus', () =>
    popup.evaluate(() => document.activeElement?.ariaInvalid === 'true'),
  );
  await popup.keyboard.type('x');
  expect(await popup.$('[aria-invalid=true]')).toBeNull();
});
