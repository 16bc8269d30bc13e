import type { Extension } from 'puppeteer-core';
import { evaluateInExtension } from '../browser/chromium/extension-origin';
import { type Contest, HOST } from './contest';

declare const chrome: { runtime: { sendMessage(message: object): Promise<unknown> } };

/** Sends messages to a worker, all at the same time. Returns the milliseconds until the last reply. */
export function sendAll({ page }: Contest, { id }: Extension, messages: object[]): Promise<number> {
  const send = async (objects: object[]) => {
    const start = performance.now();
    await Promise.all(objects.map((message) => chrome.runtime.sendMessage(message)));
    return performance.now() - start;
  };
  return evaluateInExtension(page.browser(), id, send, messages);
}

export function addressesOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `https://${HOST}${name}/${at}`);
}

export const creationOf = (url: string) => ({ kind: 'create', url, privacy: 1 });

/** Returns the messages that create a single job for each address. */
export function asSingleJobs({ connectionId }: Contest, urls: readonly string[]): object[] {
  const job = (url: string) => ({ id: url, subjects: [creationOf(url)] });
  return urls.map((url) => ({ call: 'createJob', args: [connectionId, job(url)] }));
}

/** Returns the message that creates a batch of all addresses. */
export function asBatch({ connectionId }: Contest, urls: readonly string[]): object[] {
  const job = { id: urls[0], isBatch: true, subjects: urls.map(creationOf) };
  return [{ call: 'createJob', args: [connectionId, job] }];
}
