import { expect, it } from 'vitest';
import { app, useService } from '../app';

useService();

it('the worker loads the sitemap reader when it reads the first sitemap', async () => {
  const origin = 'http://sitemap.example';
  const { value } = (await app.worker.callBackground('readSitemap', `${origin}/map.xml`, [])) as {
    value: object;
  };
  expect(value).toMatchObject({ forbidden: [{ origin, files: 1 }], end: 'complete' });
});
