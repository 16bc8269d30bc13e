import { expect, it } from 'vitest';
import { SERVICE_HOST } from '../../browser/test-browser';
import { app, until, useService } from '../app';

useService({ connects: false });

const pathsWithKey = () =>
  app.service.requests
    .filter(({ headers }) => headers.authorization !== undefined)
    .map(({ path }) => path);

it('the key is sent to the origin of the typed address only after a press', async () => {
  await app.testBrowser.approveHost(SERVICE_HOST);
  const options = await app.options();
  await options.fill('Base URL', `${app.service.baseUrl}/docs/api/reports`);
  await options.fill('API key', app.service.apiKey);
  await options.press('Connect');
  await options.says(`Your service may be at ${app.service.baseUrl} instead.`);
  await options.press('Cancel');
  await options.saysNoMore('Your service may be at');
  expect(await options.value('Base URL')).toMatch(/\/docs\/api\/reports$/);
  await options.press('Connect');
  await options.says('Your service may be at');
  expect(pathsWithKey()).toEqual([]);
  await options.press(`Try ${app.service.baseUrl}`);
  await options.says('Connected as');
  expect(await options.value('Base URL')).toBe(app.service.baseUrl);
  await until('the account is read', () => pathsWithKey().includes('/api/v1/account'));
  expect(new Set(pathsWithKey())).toEqual(new Set(['/api/v1/reports', '/api/v1/account']));
});
