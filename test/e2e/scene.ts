import { workerEvaluate } from '../browser/chromium/worker-control';
import type { Service } from '../service/service';
import type { Stage } from './stage';

/**
 * Connects without the options page, which would take most of the time. What is still open on
 * another service is dropped.
 */
export async function connectAtOnce(
  stage: Stage,
  { baseUrl, apiKey }: Pick<Service, 'baseUrl' | 'apiKey'>,
): Promise<void> {
  const insider = await stage.insider();
  const request = { baseUrl, apiKey, allowsUnencrypted: true, dropsOpenWork: true };
  const connect = async () => JSON.stringify(await insider.ask('connect', request));
  let answer = await connect();
  if (answer.includes('noPermission')) {
    await stage.grantHost(`http://${new URL(baseUrl).hostname}/*`);
    answer = await connect();
  }
  if (!answer.includes('passed')) throw new Error(`Not connected: ${answer}`);
}

/** Takes the connection down, with the permission for its host and all that is kept under it. */
export async function disconnect(stage: Stage): Promise<void> {
  const answer = await (await stage.insider()).ask('disconnect', true);
  if (answer?.failure) throw new Error(`Not disconnected: ${JSON.stringify(answer)}`);
}

/**
 * Lets the browser give back no permission, until the worker is stopped.
 * @param answer what it says instead, as an expression
 */
export async function keepPermissions(
  stage: Stage,
  answer = 'Promise.resolve(false)',
): Promise<void> {
  await (await stage.insider()).wake();
  const apis = '[globalThis.chrome, globalThis.browser].filter(Boolean)';
  const keep = `for (const api of ${apis}) api.permissions.remove = () => ${answer}`;
  await workerEvaluate(stage.browser, stage.extensionId, keep);
}
