import { until } from '../browser/condition';
import { press } from '../browser/roles';
import { connectAtOnce, type TestBrowser } from '../browser/test-browser';
import type { Service } from '../service/service';
import { outcome } from './drafts';

/** Browsers end a worker that has been idle for 30 seconds. */
const DELAY_MS = 33_000;

/**
 * Creates a report at a service that answers after the idle time of a worker, and closes the popup. Returns
 * the difference from one report with one request.
 */
export async function slowService(testBrowser: TestBrowser, service: Service) {
  await connectAtOnce(testBrowser, service);
  service.behave({ on: { method: 'POST' }, delayMs: DELAY_MS });
  const url = service.samplePages.good;
  const { popup } = await testBrowser.openPopupOn(url);
  await press(popup, 'Create report');
  // The popup shows this sentence when the job is stored.
  await popup.says('Sending continues after you close this.');
  await popup.closeAfterWrites();
  const posts = () => service.requests.filter(({ method }) => method === 'POST');
  await until('the service has answered', () => posts()[0]?.status === 201, 2 * DELAY_MS);
  const extensionTab = await testBrowser.extensionTab();
  await until('no operation is left', async () => (await extensionTab.operations()).length === 0);
  return outcome(service, [{ url, privacy: 1 }]);
}
