import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { send } from './served-answer';
import type { AnswerFailure, Failure } from './served-failure';

const MEBIBYTE = 1024 * 1024;

/** Fails a request. Resolves when it is over: for a failure that waits, when the client has left. */
export async function answerWith(
  failure: Failure,
  response: ServerResponse,
  baseUrl: string,
): Promise<void> {
  switch (failure.kind) {
    case 'answer': {
      const headers = { ...failure.headers, ...retryHeader(failure.retryAfter) };
      return send(response, { ...failure, headers });
    }
    case 'redirect': {
      const location = new URL(failure.location, `${baseUrl}/`).href;
      return send(response, { status: 302, headers: { location }, body: '' });
    }
    case 'cut':
      response.destroy();
      return;
    case 'silence':
      return untilLeft(response);
    case 'stalled body':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":[{"id":1,"url":');
      return untilLeft(response);
    case 'endless body':
      await sendPadding(response, 64 * MEBIBYTE);
      return untilLeft(response);
    case 'huge body':
      await sendPadding(response, 30 * MEBIBYTE);
      response.end('"}');
  }
}

async function untilLeft(response: ServerResponse): Promise<void> {
  if (!response.destroyed) await once(response, 'close');
}

/** Sends the beginning of a list no faster than the client reads it. Rejects when the client leaves. */
async function sendPadding(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  await pipeline(padding(bytes), response, { end: false });
}

function* padding(bytes: number): Iterable<string> {
  yield '{"data":[],"padding":"';
  const chunk = 'x'.repeat(64 * 1024);
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

function retryHeader(retryAfter: AnswerFailure['retryAfter']): Record<string, string> {
  if (!retryAfter) return {};
  const { seconds, as } = retryAfter;
  const date = new Date(Date.now() + seconds * 1000).toUTCString();
  return { 'retry-after': as === 'date' ? date : String(seconds) };
}
