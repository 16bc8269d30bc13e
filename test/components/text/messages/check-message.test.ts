import { expect, it } from 'vitest';
import { checkMessage } from '@/components/text/messages/check-message';
import { useMessages } from '../../../support/messages';

await useMessages('en');

const NOTHING = 'Nothing answers at';
const CERTIFICATE = "or the browser doesn't trust its certificate. Open this address in a tab";
const ONLY_HTTPS = 'The browser may also allow only https addresses.';
const LOCAL_NETWORK = 'The browser may also need permission to reach the local network.';

// nas-download-manager#16, tubearchivist/browser-extension#27, tubearchivist/browser-extension#59
it.each([
  ['https://reports.example.com', [NOTHING, CERTIFICATE]],
  ['https://localhost:8443/s', [NOTHING, CERTIFICATE]],
  ['https://192.168.178.4:5001', [NOTHING, CERTIFICATE, LOCAL_NETWORK]],
  ['http://reports.example.com', [NOTHING, ONLY_HTTPS]],
  ['http://nas.local:8000', [NOTHING, ONLY_HTTPS, LOCAL_NETWORK]],
  ['http://[fd00::4]', [NOTHING, ONLY_HTTPS, LOCAL_NETWORK]],
  ['http://127.0.0.1:8000', [NOTHING]],
])('no answer from %s says all that may keep the browser from it', (baseUrl, expected) => {
  const said = checkMessage({ code: 'unreachable' }, baseUrl);
  expect(said).toContain(baseUrl);
  const all = [NOTHING, CERTIFICATE, ONLY_HTTPS, LOCAL_NETWORK];
  expect(all.filter((part) => said.includes(part))).toEqual(expected);
});
