import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiContext, answerCall } from './api';
import type { BehaviourPlan } from './behaviour';
import { type RecordedRequest, recordBody, recordHead } from './recorded-request';
import { type Answer, PHP_MESSAGES, refusal, send } from './served-answer';
import type { AnswerFailure, Failure } from './served-failure';

export interface ListenerContext extends ApiContext {
  /** The path of the base URL, which recorded paths do not contain. */
  readonly basePath: string;
  readonly plan: BehaviourPlan;
  /** Changes the body of an answer before the service sends it. */
  readonly editBody: (body: string) => string;
  /** All requests whose head has arrived, oldest first. */
  readonly requests: RecordedRequest[];
}

/** Returns a listener that answers API requests as the plan says. Never rejects. */
export function createApiListener(context: ListenerContext) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await answerRequest(request, response, context);
    } catch (error) {
      // After a part of the answer, the listener cannot send another answer.
      if (response.destroyed || response.headersSent) response.destroy();
      else send(response, refusal(500, `The test service failed: ${error}`));
    }
  };
}

/** The longest random delay of an answer. Imitates a busy service. */
const MAX_RANDOM_DELAY_MS = Number(process.env.LATE_MS ?? 0);

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: ListenerContext,
): Promise<void> {
  const record = recordHead(request, response, context.basePath);
  context.requests.push(record);
  await recordBody(record, request);
  const behaviour = context.plan.take(record) ?? {};
  const { delayMs = 0, gate, fail } = behaviour;
  const { phpMessages = false } = { ...context.shape, ...behaviour.shape };
  const sendEdited = (answer: Answer) =>
    send(response, {
      ...answer,
      body: (phpMessages ? PHP_MESSAGES : '') + context.editBody(answer.body),
    });
  const totalDelayMs = delayMs + Math.random() * MAX_RANDOM_DELAY_MS;
  if (totalDelayMs > 0) {
    await Promise.race([pause(totalDelayMs, undefined, { ref: false }), once(response, 'close')]);
  }
  if (gate) await Promise.race([gate.opened, once(response, 'close')]);
  // If the client has closed the connection, the service does no work.
  if (response.destroyed) return;

  const usualAnswer = fail && !fail.afterWork ? null : await answerCall(record, context, behaviour);
  if (response.destroyed) return;
  const isRefusal = usualAnswer !== null && usualAnswer.status >= 400;
  if (usualAnswer && (!fail || isRefusal)) return sendEdited(usualAnswer);
  if (fail?.kind === 'answer') sendEdited(fail);
  else if (fail) await failWith(fail, response, context.baseUrl);
}

/** Rejects if the client closes the connection while the service sends an endless body. */
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
      return untilClosed(response);
    case 'stalled body':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":[{"id":1,"url":');
      return untilClosed(response);
    case 'endless body':
      response.writeHead(200, { 'content-type': 'application/json' });
      // `pipeline` waits for the client to read, and rejects when the client closes the connection.
      await pipeline(padding(), response, { end: false });
      return untilClosed(response);
  }
}

async function untilClosed(response: ServerResponse): Promise<void> {
  if (!response.destroyed) await once(response, 'close');
}

/** Yields the beginning of a list, followed by 64 MiB of a text. */
function* padding(): Iterable<string> {
  yield '{"data":[],"padding":"';
  for (let sent = 0; sent < 1024; sent += 1) yield 'x'.repeat(64 * 1024);
}
