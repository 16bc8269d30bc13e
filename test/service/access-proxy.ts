import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { listen, stopListening } from './listening';
import { ACCESS_FORBIDDEN, accessRedirect } from './recorded-answers';
import { send as sendAnswer } from './served-answer';

/** A proxy that forwards only requests with the required headers, as Cloudflare Access does. */
export type AccessProxy = Awaited<ReturnType<typeof startAccessProxy>>;

/**
 * Starts the proxy, and a sign-in page on another host.
 * @param requiredHeaders names in lower case
 */
export async function startAccessProxy(
  serviceUrl: string,
  requiredHeaders: Record<string, string>,
) {
  const signInRequests: IncomingMessage['headers'][] = [];
  const signInPage = createServer(({ headers }, response) => {
    signInRequests.push(headers);
    // Source: a code search for "Sign in ・ Cloudflare Access".
    response.end('<!doctype html><title>Sign in ・ Cloudflare Access</title>');
  });
  const signInPort = await listen(signInPage);
  const proxy = {
    baseUrl: '',
    requiredHeaders,
    /** `page`: an HTML page with 403. `redirect`: a redirect to the sign-in page. */
    refusesBy: 'page' as 'page' | 'redirect',
    signInRequests,
    forwardedRequests: 0,
    close: () => Promise.all([signInPage, server].map(stopListening)),
  };

  function refuse({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    if (proxy.refusesBy === 'page') {
      sendAnswer(response, ACCESS_FORBIDDEN);
      return;
    }
    const signInOrigin = `http://localhost:${signInPort}`;
    const redirect = accessRedirect(signInOrigin, headers.host ?? '', url);
    response.writeHead(302, { ...redirect }).end();
  }

  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (Object.entries(proxy.requiredHeaders).some(([name, value]) => headers[name] !== value)) {
      return refuse(request, response);
    }
    proxy.forwardedRequests += 1;
    const forwarded = sendRequest(new URL(url, serviceUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  proxy.baseUrl = `http://127.0.0.1:${await listen(server)}`;
  return proxy;
}
