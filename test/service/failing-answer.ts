import { answer, cut, type Exchange, stall, startJson, stream } from './exchange';
import type { Failure, RetryAfter } from './failure';

const MEBIBYTE = 1024 * 1024;
const ENDLESS_BYTES = 64 * MEBIBYTE;
const HUGE_BYTES = 30 * MEBIBYTE;
const RATE_LIMIT_PER_MINUTE = 60;

/** Fails an exchange. Resolves when it is over, for a failure that waits when the client has left. */
export async function answerWith(
  failure: Failure,
  exchange: Exchange,
  baseUrl: string,
): Promise<void> {
  switch (failure.kind) {
    case 'answer': {
      const headers = { ...failure.headers, ...retryHeaders(failure.status, failure.retryAfter) };
      return answer(exchange, { ...failure, headers });
    }
    case 'redirect': {
      const location = new URL(failure.location, `${baseUrl}/`).href;
      return answer(exchange, { status: failure.status, headers: { location }, body: '' });
    }
    case 'cut':
      return cut(exchange);
    case 'silence':
      return stall(exchange);
    case 'cut body':
      await beginBody(exchange);
      return cut(exchange);
    case 'stalled body':
      await beginBody(exchange);
      return stall(exchange);
    case 'endless body':
      startJson(exchange);
      await stream(exchange, padding('{"data":[],"padding":"', ENDLESS_BYTES));
      return stall(exchange);
    case 'huge body':
      startJson(exchange);
      await stream(exchange, padding('{"data":[],"padding":"', HUGE_BYTES));
      exchange.response.end('"}');
  }
}

async function beginBody(exchange: Exchange): Promise<void> {
  startJson(exchange);
  // The callback tells that the bytes have left, so that a cut cannot overtake them.
  await new Promise<void>((sent) =>
    exchange.response.write('{"data":[{"id":1,"url":', () => sent()),
  );
}

function* padding(start: string, bytes: number): Iterable<string> {
  yield start;
  const chunk = 'x'.repeat(64 * 1024);
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

function retryHeaders(status: number, retryAfter: RetryAfter | undefined): Record<string, string> {
  if (!retryAfter) return {};
  const moment = Date.now() + retryAfter.seconds * 1000;
  const value =
    retryAfter.as === 'date' ? new Date(moment).toUTCString() : String(retryAfter.seconds);
  if (status !== 429) return { 'retry-after': value };
  return {
    'retry-after': value,
    'x-ratelimit-limit': String(RATE_LIMIT_PER_MINUTE),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(moment / 1000)),
  };
}
