import { until } from '../browser/condition';
import { press } from '../browser/roles';
import { connectAtOnce, type Stage } from '../browser/stage';
import type { Service } from '../service/service';
import { outcome } from './drafts';

/** Browsers end a worker that has been idle for 30 seconds. */
const DELAY_MS = 33_000;

/**
 * Asks for a report by the popup, which is closed, of a service that takes longer than browsers let a
 * worker idle. Tells what else was made than that one report, of a single request and by one worker.
 */
export async function slowService(stage: Stage, service: Service) {
  await connectAtOnce(stage, service);
  service.behave({ on: { method: 'POST' }, delayMs: DELAY_MS });
  const url = service.samplePages.good;
  const { popup } = await stage.openPopupOn(url);
  await press(popup, 'Create report');
  // Said when it is so: the report is stored.
  await popup.says('Sending continues after you close this.');
  await popup.leave();
  const posts = () => service.requests.filter(({ method }) => method === 'POST');
  await until('the service has answered', () => posts()[0]?.status === 201, 2 * DELAY_MS);
  const insider = await stage.insider();
  await until('nothing waits', async () => (await insider.operations()).length === 0);
  return outcome(service, [{ url, privacy: 1 }]);
}
