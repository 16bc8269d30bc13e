import type { Page } from 'puppeteer-core';
import type { ReportDraft } from '@/lib/submission/report-draft';
import { evaluateInExtension } from '../browser/extension-origin';
import { stopWorker } from '../browser/worker';
import { sleepUntil } from '../endurance/computer-sleep';
import type { KeptQueue } from '../endurance/desk';
import { type Failure, failures, invalidFields } from '../service/failure';
import { untilSaid } from './popup-reading';
import { ask, connectAtOnce, type Scene, type State } from './scene';

declare const chrome: { storage: { session: { clear(): Promise<void> } } };

const LONG_URL = `https://shop.example/${'collection-of-everything/'.repeat(6)}?${'long=1&'.repeat(30)}`;

/** The popup, opened while reports are on their way that were asked for before. */
export const SUBMISSION_STATES: Record<string, State> = {
  'a report on its way': (scene) => openWith(scene, [LONG_URL], failures.silence, 'Being created:'),
  'reports that wait for their turn': (scene) => {
    const urls = ['https://one.example/', 'https://two.example/', LONG_URL];
    return openWith(scene, urls, failures.silence, 'Waiting to be sent:');
  },
  'reports that wait in a pause': (scene) => {
    const urls = [LONG_URL, 'https://two.example/'];
    return openWith(scene, urls, failures.tooManyRequests, 'Reports wait until');
  },
  'a report that is looked for': (scene) =>
    openWith(scene, [LONG_URL], failures.cutBeforeWork, 'Being looked for on the service:'),
  'a report that was refused': (scene) => {
    const fail = invalidFields({ url: ['This address cannot be analysed.'] });
    return openWith(scene, [LONG_URL], fail, 'was not reported.');
  },
  'a report that was answered with a web page': (scene) =>
    openWith(scene, [LONG_URL], failures.html, 'Being looked for on the service:'),
  'a report that was accepted unseen': (scene) =>
    openWith(scene, [LONG_URL], failures.emptyBody, 'Being looked for on the service:'),
  'a report of which nobody knows': async (scene) => {
    await submitUnclear(scene, LONG_URL);
    return openPopup(scene, 'Nobody knows whether ');
  },
  'a report whose password is gone': async (scene) => {
    await submitForgotten(scene, LONG_URL);
    return openPopup(scene, 'Enter the password again');
  },
  'more reports than are shown': async (scene) => {
    const urls = Array.from({ length: 25 }, (_, number) => `https://many.example/page/${number}`);
    return openWith(scene, urls, failures.tooManyRequests, '5 more reports are on their way.');
  },
  'reports in every state': async (scene) => {
    await submitUnclear(scene, 'https://unconfirmed.example/');
    await submitForgotten(scene, 'https://password.example/');
    await submitMany(scene, ['https://refused.example/'], failures.forbidden);
    await submitMany(scene, ['https://lost.example/'], failures.html);
    const urls = ['https://one.example/', 'https://two.example/', 'https://three.example/'];
    return openWith(scene, urls, failures.silence, 'Waiting to be sent:');
  },
};

/** Asks for a report that no search finds. */
async function submitUnclear(scene: Scene, url: string): Promise<void> {
  await submitMany(scene, [url], failures.html);
  const isUnclear = ({ submissions }: KeptQueue) =>
    submissions.some((one) => one.state === 'needs-attention');
  await sleepUntil('a person has to decide', isUnclear, scene.stage, scene.service);
}

/** Asks for a report whose password is forgotten before it goes out. */
async function submitForgotten(scene: Scene, url: string): Promise<void> {
  await submitMany(scene, [url], failures.tooManyRequests, 2);
  await loseMemory(scene);
  scene.service.behave(null);
  await ask(scene.stage, 'retryNow');
}

/** Asks for reports of these pages, and opens the popup when it says so. */
async function openWith(scene: Scene, urls: string[], fail: Failure, said: string): Promise<Page> {
  await submitMany(scene, urls, fail);
  return openPopup(scene, said);
}

/** Asks for reports while requests to create one fail; gives up waiting for those that hang. */
async function submitMany(
  { stage, service }: Scene,
  urls: string[],
  fail: Failure,
  privacy: ReportDraft['privacy'] = 1,
): Promise<void> {
  await connectAtOnce(stage, service);
  service.behave({ on: { method: 'POST' }, fail });
  const asking = urls.map((url) => {
    const draft: ReportDraft = { url, privacy, ...(privacy === 2 && { password: 'open sesame' }) };
    return ask(stage, 'create', crypto.randomUUID(), draft).catch(() => {});
  });
  if (fail.kind !== 'silence') await Promise.all(asking);
}

async function openPopup({ stage, service }: Scene, said: string): Promise<Page> {
  const { popup } = await stage.openPopupOn(service.samplePages.good);
  await untilSaid(popup, said);
  return popup;
}

/** Forgets what the browser keeps in memory only, as at its end. */
async function loseMemory({ stage: { browser, extensionId } }: Scene): Promise<void> {
  await stopWorker(browser, extensionId);
  await evaluateInExtension(browser, extensionId, () => chrome.storage.session.clear());
}
