import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiContext, answerCall } from './api';
import type { BehaviourPlan } from './behaviour';
import { type RecordedRequest, recordBody, recordHead } from './recorded-request';
import { type Answer, PHP_MESSAGES, refusal, send } from './served-answer';
import type { AnswerFailure, Failure } from './served-failure';

/** What a listener needs beside what the API works on. */
export interface ListenerContext extends ApiContext {
  /** The base URL's own path; left out of recorded paths. */
  readonly basePath: string;
  readonly plan: BehaviourPlan;
  /** Makes the body that goes out of the one that was to. */
  readonly editBody: (body: string) => string;
  /** Where every request is recorded as soon as its head has come in. */
  readonly requests: RecordedRequest[];
}

/** Answers requests to the API, as usual or as the plan wants it. The returned promise never rejects. */
export function createApiListener(context: ListenerContext) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await answerRequest(request, response, context);
    } catch (error) {
      // Nobody is left to be told, or half an answer has been sent.
      if (response.destroyed || response.headersSent) response.destroy();
      else send(response, refusal(500, `The test service has a fault of its own: ${error}`));
    }
  };
}

/** By so many milliseconds at most each answer is late, as it is of a busy service. */
const MOST_LATE_MS = Number(process.env.LATE_MS ?? 0);

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: ListenerContext,
): Promise<void> {
  const record = recordHead(request, response, context.basePath);
  context.requests.push(record);
  await recordBody(record, request);
  const behaviour = context.plan.take(record) ?? {};
  const { delayMs, gate, fail, shape } = behaviour;
  const { phpMessages = false } = { ...context.shape, ...shape };
  const sendEdited = (answer: Answer) =>
    send(response, {
      ...answer,
      body: (phpMessages ? PHP_MESSAGES : '') + context.editBody(answer.body),
    });
  const lateMs = (delayMs ?? 0) + Math.random() * MOST_LATE_MS;
  if (lateMs > 0) {
    await Promise.race([pause(lateMs, undefined, { ref: false }), once(response, 'close')]);
  }
  if (gate) await Promise.race([gate.opened, once(response, 'close')]);
  // A client that has left before the work begins gets no work done.
  if (response.destroyed) return;

  const usual = fail && !fail.afterWork ? null : await answerCall(record, context, behaviour);
  // The work of a client that has left meanwhile is done all the same.
  if (response.destroyed) return;
  if (usual && (!fail || usual.status >= 400)) return sendEdited(usual);
  if (fail?.kind === 'answer') sendEdited(fail);
  else if (fail) await failWith(fail, response, context.baseUrl);
}

/** Fails a request. Resolves when it is over: for a failure that waits, when the client has left. */
async function failWith(
  failure: Exclude<Failure, AnswerFailure>,
  response: ServerResponse,
  baseUrl: string,
): Promise<void> {
  switch (failure.kind) {
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
      response.writeHead(200, { 'content-type': 'application/json' });
      // No faster than the client reads; it rejects when the client leaves.
      await pipeline(padding(), response, { end: false });
      return untilLeft(response);
  }
}

async function untilLeft(response: ServerResponse): Promise<void> {
  if (!response.destroyed) await once(response, 'close');
}

/** The beginning of a list, and 64 MiB behind it. */
function* padding(): Iterable<string> {
  yield '{"data":[],"padding":"';
  for (let sent = 0; sent < 1024; sent += 1) yield 'x'.repeat(64 * 1024);
}
