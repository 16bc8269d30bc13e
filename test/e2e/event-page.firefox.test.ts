import { expect, it } from 'vitest';
import { until } from '../browser/condition';
import { press } from '../browser/roles';
import { openPopup, requestsBy, service, stage, useService } from './fixture';
import { create, untilRows } from './popup-reading';

// Firefox ends an event page after 30 idle seconds; this browser is less patient, yet patient enough
// for the work of a slow machine, of which only every 20th second counts.
useService({ launch: { preferences: { 'extensions.background.idle.timeout': 6000 } } });

const untilEnded = () => until('Firefox ends it', async () => !(await stage.isWorkerRunning()));

it('an event page that Firefox has ended is started by what the popup asks for', async () => {
  await untilEnded();
  const popup = await openPopup();
  expect(await create(popup)).toBe('Report created · Good');
  await untilEnded();
  service.add({ url: 'https://museum.example/visit' });
  await press(popup, 'Refresh');
  await untilRows(popup, (rows) => rows.length === 2);
  expect(requestsBy('POST')).toHaveLength(1);
});
