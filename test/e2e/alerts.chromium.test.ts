import { expect, it } from 'vitest';
import { app, failures, useService } from './app';
import { submitMany } from './states/job-states';

const PAGES = Array.from({ length: 20 }, (_, number) => `https://many.example/page/${number}`);

useService();

it('any number of refused reports is announced by a single alert', async () => {
  await submitMany(PAGES, failures.invalid);
  const popup = await app.popup();
  await popup.says("wasn't reported");
  expect((await popup.announcements()).alert).toBe('20 reports need attention');
  const alerts = (await popup.texts('[role=alert]')).filter((text) => text.trim() !== '');
  expect(alerts).toHaveLength(1);
});
