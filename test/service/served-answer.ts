import type { ServerResponse } from 'node:http';

/** An HTTP answer before it is sent. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export function jsonAnswer(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(value) };
}

/** Returns an answer whose body contains the status, as most answers of the services do. */
export function answerWithStatus(status: number, body: object): Answer {
  return jsonAnswer(status, Array.isArray(body) ? body : { ...body, status });
}

export function htmlAnswer(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/**
 * Text that PHP 8.2 or later prints before the body of older code if `display_errors` is on.
 * Source: a web search for "Creation of dynamic property TQ_API_Public".
 */
export const PHP_MESSAGES =
  '<br />\n<b>Deprecated</b>:  Creation of dynamic property TQ_API_Public::$team_plugin is deprecated ' +
  'in <b>/var/www/html/class-transitquote-api-public.php</b> on line <b>1117</b><br />\n';

export function redirectAnswer(location: string): Answer {
  return { status: 302, headers: { location }, body: '' };
}

export function refusal(status: number, message: string): Answer {
  return answerWithStatus(status, { message });
}

/**
 * The answer to a missing or wrong API key. Its body has no status.
 * Source: laravel/framework, src/Illuminate/Foundation/Exceptions/Handler.php.
 */
export const keyRefusal = jsonAnswer(401, { message: 'Unauthenticated.' });

/**
 * The answer to a request that the account may not make, and to an update of a missing report.
 * Sources: laravel/framework, src/Illuminate/Auth/Access/AuthorizationException.php; Enspirer/ESEO-Tool,
 * app/Http/Requests/UpdateReportRequest.php.
 */
export const forbidden = jsonAnswer(403, { message: 'This action is unauthorized.' });

/**
 * Returns a 422: `{ message: { parameter: [sentence, …] }, status }`.
 * Source: Enspirer/ESEO-Tool, app/Http/Requests/API/StoreReportRequest.php.
 */
export function invalid(errors: FieldErrors): Answer {
  return answerWithStatus(422, { message: errors });
}

/**
 * Returns the answer about a page that the service cannot fetch. Services request `http://` with the port
 * of the address, so a web server with an https port answers 400. Without a port, the answer says that
 * the host is unknown. Sources: guzzle/guzzle, src/Handler/CurlFactory.php and
 * src/Exception/RequestException.php; nginx/nginx, src/http/ngx_http_special_response.c;
 * GiaoBrain/SEO-Analyzer, app/Rules/ValidateReportUrlRule.php.
 */
export function cannotFetch(url: string): Answer {
  const { host, hostname, port } = new URL(url);
  const reason =
    port === ''
      ? `cURL error 6: Could not resolve host: ${hostname} (see https://curl.haxx.se/libcurl/c/libcurl-errors.html) for ${url}`
      : `Client error: \`GET http://${host}/\` resulted in a \`400 Bad Request\` response:\n<html>\r\n` +
        '<head><title>400 The plain HTTP request was sent to HTTPS port</title></head>\r\n<body>\r\n' +
        '<center><h1>400 Bad Reque (truncated...)\n';
  return refusal(500, `An unexpected error has occurred, please try again. ${reason}`);
}

export function send(response: ServerResponse, answer: Answer): void {
  const length = String(Buffer.byteLength(answer.body));
  response.writeHead(answer.status, { ...answer.headers, 'content-length': length });
  response.end(answer.body);
}
