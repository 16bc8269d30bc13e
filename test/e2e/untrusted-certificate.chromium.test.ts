import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNCONNECTED } from '../browser/stored';
import { listen, stopListening } from '../service/listening';
import { app, useTestBrowser } from './app';

let server: ReturnType<typeof createServer>;
let port: number;
let hasRequest = false;

useTestBrowser();
beforeAll(async () => {
  const pem = await readFile('test/service/self-signed.pem');
  server = createServer({ key: pem, cert: pem }, (_, response) => {
    hasRequest = true;
    response.end('[]');
  });
  port = await listen(server);
});
afterAll(() => stopListening(server));

// nas-download-manager#16
it('a message names an untrusted certificate, with a hint to open the address in a tab', async () => {
  await app.testBrowser.approveHost('https://127.0.0.1/*');
  const options = await app.options();
  const baseUrl = `https://127.0.0.1:${port}`;
  await options.fill('Base URL', baseUrl);
  await options.fill('API key', 'a-key-for-nobody');
  await options.press('Connect');
  await options.says(
    `Nothing answers at ${baseUrl}, or the browser doesn't trust its certificate. Open this address in a tab`,
  );
  expect(hasRequest).toBe(false);
  expect(await app.worker.stored()).toEqual(UNCONNECTED);
});
