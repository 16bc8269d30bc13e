import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiContext, answerCall } from './api';
import type { BehaviourPlan } from './behaviour';
import { answerWith } from './failing-answer';
import { type RecordedRequest, recordBody, recordHead } from './recorded-request';
import { type Answer, refusal, send } from './served-answer';

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

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: ListenerContext,
): Promise<void> {
  const record = recordHead(request, response, context.basePath);
  context.requests.push(record);
  const behaviour = context.plan.take(record) ?? {};
  const { delayMs, gate, fail: planned, shape = {}, analysis = 'wait' } = behaviour;
  const edited = <T extends Answer>(answer: T): T => ({
    ...answer,
    body: context.editBody(answer.body),
  });
  const fail = planned?.kind === 'answer' ? edited(planned) : planned;
  await recordBody(record, request);
  if (delayMs) {
    await Promise.race([pause(delayMs, undefined, { ref: false }), once(response, 'close')]);
  }
  if (gate) await Promise.race([gate.opened, once(response, 'close')]);
  // A client that has left gets no work done.
  if (response.destroyed) return;

  if (fail && !fail.afterWork) return answerWith(fail, response, context.baseUrl);
  const usual = answerCall(record, context, { shape, analysis });
  if (fail && usual.status < 400) return answerWith(fail, response, context.baseUrl);
  send(response, edited(usual));
}
