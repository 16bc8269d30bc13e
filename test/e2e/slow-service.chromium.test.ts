import { expect, it } from 'vitest';
import { app, bareAddress, until, useService } from './app';

useService({ keepAlive: false });

// In Chromium alone: it takes more than half a minute, and the simulation stops workers at every step.
it('a worker survives a service that is slower than browsers let it idle', async () => {
  app.service.behave({ on: { method: 'POST' }, delayMs: 33_000 });
  const popup = await app.popup();
  await popup.press('Create report');
  // Said when it is so: the report is stored.
  await popup.says('Creating report… You can close this.');
  await popup.leave();
  await until('the service has answered', () => app.requests('POST')[0]?.status === 201, 60_000);

  const again = await app.popupAgain();
  await again.rows((rows) => rows[0]?.includes(bareAddress(app.service.samplePages.good)) === true);
  expect(app.service.reports()).toHaveLength(1);
  expect(app.requests('POST')).toHaveLength(1);
});
