import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { listen, stopListening } from './listening';
import { ACCESS_FORBIDDEN, accessRedirect } from './recorded-answers';
import { send as sendAnswer } from './served-answer';

/** A proxy in front of a service. Only requests with the required headers pass, as with Cloudflare Access. */
export type AccessProxy = Awaited<ReturnType<typeof startAccessProxy>>;

/**
 * Starts the proxy, and a sign-in page on another host.
 * @param wanted the required headers; names in lower case
 */
export async function startAccessProxy(serviceUrl: string, wanted: Record<string, string>) {
  /** Headers of every request that reached the sign-in page. */
  const signInRequests: IncomingMessage['headers'][] = [];
  const login = createServer(({ headers }, response) => {
    signInRequests.push(headers);
    // Source: search for "Sign in ・ Cloudflare Access".
    response.end('<!doctype html><title>Sign in ・ Cloudflare Access</title>');
  });
  const loginPort = await listen(login);
  const proxy = {
    baseUrl: '',
    wanted,
    /** How the proxy refuses: by an HTML page with 403, or by a redirect to the sign-in page. */
    refusesBy: 'page' as 'page' | 'redirect',
    signInRequests,
    /** The number of requests that the proxy has passed on to the service. */
    passed: 0,
    close: () => Promise.all([login, server].map(stopListening)),
  };

  function refuse({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    if (proxy.refusesBy === 'page') {
      sendAnswer(response, ACCESS_FORBIDDEN);
      return;
    }
    const login = `http://localhost:${loginPort}`;
    response.writeHead(302, { ...accessRedirect(login, headers.host ?? '', url) }).end();
  }

  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (Object.entries(proxy.wanted).some(([name, value]) => headers[name] !== value)) {
      return refuse(request, response);
    }
    proxy.passed += 1;
    const forwarded = send(new URL(url, serviceUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  proxy.baseUrl = `http://127.0.0.1:${await listen(server)}`;
  return proxy;
}
