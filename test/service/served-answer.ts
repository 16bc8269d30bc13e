import type { ServerResponse } from 'node:http';

/** An HTTP answer before it is sent. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sentences about single parameters, by parameter name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export function jsonAnswer(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(value) };
}

/** Returns a JSON answer whose body repeats the status, as most answers of the services do. */
export function answerWithStatus(status: number, body: object): Answer {
  return jsonAnswer(status, Array.isArray(body) ? body : { ...body, status });
}

export function htmlAnswer(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** The message of a newer PHP about older code, if `display_errors` is on. */
export const PHP_MESSAGES =
  '<br />\n<b>Deprecated</b>:  Creation of dynamic property App\\Models\\Report::$stats is deprecated ' +
  'in <b>/var/www/html/app/Models/Report.php</b> on line <b>41</b><br />\n';

/** Returns a redirect to another page of the service. */
export function redirectAnswer(location: string): Answer {
  return { status: 302, headers: { location }, body: '' };
}

/** Returns a JSON error: `{ message, status }`. */
export function refusal(status: number, message: string): Answer {
  return answerWithStatus(status, { message });
}

/** The answer to a missing or wrong API key. Its body has no status. */
export const keyRefusal = jsonAnswer(401, { message: 'Unauthenticated.' });

/** Returns a 422: `{ message: { parameter: [sentence, …] }, status }`. */
export function invalid(errors: FieldErrors): Answer {
  return answerWithStatus(422, { message: errors });
}

/**
 * Returns the answer about a page that the service cannot fetch. Services try http first, so an https
 * address with a port number gets the web server's 400.
 */
export function cannotFetch(url: string): Answer {
  const { host, hostname, port } = new URL(url);
  const why =
    port === ''
      ? `cURL error 6: could not resolve host: ${hostname} for ${url}`
      : `Client error: \`GET http://${host}/\` resulted in a \`400 Bad Request\` response`;
  return refusal(500, `An unexpected error has occurred, please try again. ${why}`);
}

export function send(response: ServerResponse, answer: Answer): void {
  const length = String(Buffer.byteLength(answer.body));
  response.writeHead(answer.status, { ...answer.headers, 'content-length': length });
  response.end(answer.body);
}
