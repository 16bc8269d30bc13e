import { expect, it } from 'vitest';
import { until } from '../browser/condition';
import { press } from '../browser/roles';
import { useService } from './fixture';
import { untilSaid } from './popup-reading';
import { showState } from './states';

useService({ connects: false });

it('Send without a password asks for one, and takes the person there', async () => {
  const popup = await showState('a report whose password is gone');
  await press(popup, 'Send');
  await untilSaid(popup, 'Enter the password of this report.');
  await until('the field has the focus', () =>
    popup.evaluate(() => document.activeElement?.ariaInvalid === 'true'),
  );
  await popup.keyboard.type('x');
  expect(await popup.$('[aria-invalid=true]')).toBeNull();
});
