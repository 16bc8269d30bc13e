import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from './answer';
import { type ApiContext, answerCall } from './api';
import type { AnalysisTime, BehaviourPlan } from './behaviour';
import { answer, createExchange, type Exchange, wait } from './exchange';
import { answerWith } from './failing-answer';
import { type RecordedRequest, recordBody, recordHead } from './recorded-request';
import { normalShape } from './shape';

/** What a listener needs beside what the API works on. */
export interface ListenerContext extends ApiContext {
  /** The base URL's own path; left out of recorded paths. */
  readonly basePath: string;
  readonly plan: BehaviourPlan;
  /** When analyses are done unless a behaviour says otherwise. */
  readonly analysis: AnalysisTime;
  /** Where every request is recorded as soon as its head has come in. */
  readonly requests: RecordedRequest[];
}

/** Answers requests to the API, as usual or as the plan wants it. The returned promise never rejects. */
export function createApiListener(context: ListenerContext) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const record = recordHead(request, context.basePath);
    context.requests.push(record);
    const exchange = createExchange(record, response);
    try {
      await answerExchange(exchange, request, context);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else answer(exchange, refusal(500, `The stand-in service has a fault of its own: ${error}`));
    }
  };
}

async function answerExchange(
  exchange: Exchange,
  request: IncomingMessage,
  context: ListenerContext,
): Promise<void> {
  const { record } = exchange;
  const behaviour = context.plan.take(record);
  const arrival = await recordBody(record, request);
  if (arrival === 'cut') return;
  if (arrival === 'too large') return answer(exchange, refusal(413, 'The body is too large.'));
  if (behaviour?.delayMs) await wait(exchange, behaviour.delayMs);
  if (exchange.gone.aborted) return;

  const fail = behaviour?.fail;
  if (fail && !fail.afterWork) return answerWith(fail, exchange, context.baseUrl);
  const usual = await answerCall(record, context, {
    shape: { ...normalShape, ...behaviour?.shape },
    analysis: behaviour?.analysis ?? context.analysis,
  });
  if (exchange.gone.aborted) return;
  const failsNow = fail && usual.status < 400;
  return failsNow ? answerWith(fail, exchange, context.baseUrl) : answer(exchange, usual);
}
