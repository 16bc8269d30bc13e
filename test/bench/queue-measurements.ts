import type { Extension } from 'puppeteer-core';
import { evaluateInExtension } from '../browser/extension-origin';
import { type Contest, HOST, type Measurement } from './contest';

declare const chrome: { runtime: { sendMessage(message: object): Promise<unknown> } };

/** Sends messages to a worker all at once; milliseconds until the last reply. */
export function sendAll({ page }: Contest, { id }: Extension, messages: object[]): Promise<number> {
  const send = async (all: object[]) => {
    const start = performance.now();
    await Promise.all(all.map((message) => chrome.runtime.sendMessage(message)));
    return performance.now() - start;
  };
  return evaluateInExtension(page.browser(), id, send, messages);
}

/** Creates so many reports, by our queue or by the bare loop; the milliseconds for each. */
async function submit(contest: Contest, extension: Extension, name: string, count: number) {
  const before = contest.service.reports().length;
  const urls = Array.from({ length: count }, (_, at) => `https://${HOST}${name}/${at}`);
  const create = (url: string) => ({ call: 'create', args: [url, { url, privacy: 1 }, false] });
  const messages = extension === contest.ours ? urls.map(create) : [{ urls }];
  const time = await sendAll(contest, extension, messages);
  const made = contest.service.reports().length - before;
  if (made !== count) throw new Error(`${made} of ${count} submissions made a report.`);
  return time / count;
}

/** A thousand submissions to a service that takes 50 ms, in as many slices as there are runs. */
export const measureThousand: Measurement = async (contest, runs) => {
  contest.service.behave({ on: { method: 'POST' }, delayMs: 50 });
  return (extension, run) => submit(contest, extension, `run-${run}`, Math.ceil(1000 / runs));
};

/** Each of the first twenty that leave our queue while 1,000 others wait, or 10. */
export const measureWaiting: Measurement = async (contest) => async (extension, run) => {
  const { ours, service } = contest;
  const waiting = extension === ours ? 1000 : 10;
  const before = service.requests.length;
  // Two requests that take long keep the queue from going on until it is full.
  service.behave({ on: { method: 'POST' }, times: 2, delayMs: 500 + 10 * waiting });
  await submit(contest, ours, `run-${run}-${waiting}`, waiting + 22);
  const posts = service.requests.slice(before).filter(({ method }) => method === 'POST');
  const [first = 0, ...others] = posts.slice(2, 22).map(({ arrivedAt }) => arrivedAt);
  return ((others.at(-1) ?? 0) - first) / others.length;
};
