import type { ServerResponse } from 'node:http';

/** An HTTP answer before it is sent; header names in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sentences about single parameters, by parameter name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An answer with a JSON body. */
export function jsonAnswer(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(value) };
}

/** An answer with an HTML body. */
export function htmlAnswer(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** A JSON error: `{ message }`. */
export function refusal(status: number, message: string): Answer {
  return jsonAnswer(status, { message });
}

/** What the service says to a missing or wrong key. */
export const keyRefusal = refusal(401, 'The API key is missing or is not known to this service.');

/** A 422: `{ message, errors: { parameter: [sentence, …] } }`. */
export function invalid(errors: FieldErrors): Answer {
  const message = Object.values(errors).flat()[0] ?? 'The parameters are not valid.';
  return jsonAnswer(422, { message, errors });
}

/** Sends the whole answer. */
export function send(response: ServerResponse, answer: Answer): void {
  const length = String(Buffer.byteLength(answer.body));
  response.writeHead(answer.status, { ...answer.headers, 'content-length': length });
  response.end(answer.body);
}
