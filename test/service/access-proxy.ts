import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { listen, stopListening } from './listening';

/** A proxy before a service that lets pass whoever sends its headers, as Cloudflare Access does. */
export type AccessProxy = Awaited<ReturnType<typeof startAccessProxy>>;

/**
 * Starts it, and the place where people sign in, on another host.
 * @param wanted the headers that pass, by their names in lower case
 */
export async function startAccessProxy(serviceUrl: string, wanted: Record<string, string>) {
  /** The headers of all requests that came to the place where people sign in. */
  const strays: IncomingMessage['headers'][] = [];
  const login = createServer(({ headers }, response) => {
    strays.push(headers);
    response.end('<!doctype html><title>Sign in</title>');
  });
  const loginPort = await listen(login);
  const proxy = {
    baseUrl: '',
    wanted,
    /** How it turns away: a refusal with a page, or a redirect to where people sign in. */
    turnsAwayBy: 'page' as 'page' | 'redirect',
    strays,
    /** How many requests have passed. */
    passed: 0,
    close: () => Promise.all([login, server].map(stopListening)),
  };

  function turnAway(response: ServerResponse): void {
    if (proxy.turnsAwayBy === 'page') {
      response.writeHead(403, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Forbidden</title>');
      return;
    }
    const location = `http://localhost:${loginPort}/cdn-cgi/access/login?redirect_url=back`;
    response.writeHead(302, { location }).end();
  }

  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (Object.entries(proxy.wanted).some(([name, value]) => headers[name] !== value)) {
      return turnAway(response);
    }
    proxy.passed += 1;
    const passing = send(new URL(url, serviceUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passing.on('error', () => response.destroy());
    request.pipe(passing);
  });
  proxy.baseUrl = `http://127.0.0.1:${await listen(server)}`;
  return proxy;
}
