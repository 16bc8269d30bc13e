import { expect, it } from 'vitest';
import { byRole, useService } from './app';
import { showState } from './states';

useService({ connects: false });

it('each report on its way says how it stands, and offers what can be done about it', async () => {
  const popup = await showState('reports in every state');
  const lines = await popup.$$eval(`${byRole('list', 'Reports on their way')} li`, (items) =>
    items.map((item) => {
      const buttons = [...item.querySelectorAll('button')].map(({ innerText }) => innerText);
      return [item.innerText.split('\n')[0], buttons.join(', ')];
    }),
  );
  expect(lines).toEqual([
    ["Couldn't confirm that https://unclear.example/ was created", 'Send again, Discard'],
    ['https://password.example/ needs its password again', 'Send, Discard'],
    ["https://refused.example/ wasn't reported", 'Send again, Edit, Discard'],
    ['Checking whether https://lost.example/ was created', 'Discard'],
    ['Creating https://one.example/', ''],
    ['Creating https://two.example/', ''],
    ['Waiting: https://three.example/', 'Cancel'],
  ]);
});
