import { expect, it } from 'vitest';
import { byRole, useService } from './app';
import { showState } from './states';

useService({ connects: false });

it('each report on its way says how it stands, and offers what can be done about it', async () => {
  const popup = await showState('reports in every state');
  const lines = await popup.$$eval(`${byRole('list', 'Reports on their way')} li`, (items) =>
    items.map((item) => {
      const buttons = [...item.querySelectorAll('button')].map(({ innerText }) => innerText);
      const [sentence = ''] = item.innerText.split('\n');
      return [sentence.replace(/https:..(\w+)\S*/, '$1'), buttons.join(', ')];
    }),
  );
  expect(lines).toEqual([
    ["Couldn't confirm that shop was created", 'Send again, Discard'],
    ['password needs its password again', 'Send, Discard'],
    ["refused wasn't reported", 'Send again, Edit, Discard'],
    ['Checking whether lost was created', 'Discard'],
    ['Creating one', ''],
    ['Creating two', ''],
    ['Waiting: three', 'Cancel'],
  ]);
});
