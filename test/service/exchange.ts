import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from './answer';
import type { OpenRecord } from './recorded-request';

const LONGEST_WAIT_MS = 10 * 60_000;

/** A request that is being answered. */
export interface Exchange {
  readonly record: OpenRecord;
  readonly response: ServerResponse;
  /** Aborts when the connection is gone, whether the client left or the service closed. */
  readonly gone: AbortSignal;
}

/** Starts an exchange. */
export function createExchange(record: OpenRecord, response: ServerResponse): Exchange {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return { record, response, gone: gone.signal };
}

/** Sends the whole answer, and records its status. */
export function answer({ record, response }: Exchange, whole: Answer): void {
  record.status = whole.status;
  send(response, whole);
}

/** Sends the head of a 200 with a JSON body that is to follow, and records its status. */
export function startJson({ record, response }: Exchange): void {
  record.status = 200;
  response.writeHead(200, { 'content-type': 'application/json' });
}

/** Waits, ten minutes at most, or until the connection is gone. */
export async function wait({ gone }: Exchange, milliseconds: number): Promise<void> {
  await pause(Math.min(milliseconds, LONGEST_WAIT_MS), undefined, { signal: gone }).catch(() => {});
}

/** Keeps the connection open without a word until the client leaves, ten minutes at most, then cuts it. */
export async function stall(exchange: Exchange): Promise<void> {
  await wait(exchange, LONGEST_WAIT_MS);
  cut(exchange);
}

/** Closes the connection at once. */
export function cut({ response }: Exchange): void {
  response.destroy();
}

/** Sends the chunks no faster than the client reads them; stops when it leaves. Leaves the answer open. */
export async function stream(exchange: Exchange, chunks: Iterable<string>): Promise<void> {
  const { response, gone } = exchange;
  for (const chunk of chunks) {
    if (gone.aborted) return;
    if (!response.write(chunk)) await once(response, 'drain', { signal: gone }).catch(() => {});
  }
}
