import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { bodyOf, listen, stopListening } from '../service/listening';

/** A request as it came in. */
export interface Arrival {
  /** Where it came in: scheme, host and port as the client wrote them. */
  origin: string;
  method: string;
  /** Path and query. */
  target: string;
  authorization: string | undefined;
  /** All headers, by their names in lower case. */
  headers: IncomingHttpHeaders;
  body: string;
}

/** A service that sends requests elsewhere, and the places where they would end. */
export type RedirectingService = Awaited<ReturnType<typeof startRedirectingService>>;

/** Starts it; nothing is sent on until `redirect` is set. */
export async function startRedirectingService() {
  const pem = await readFile('test/service/self-signed.pem');
  const servers = [
    createServer(answering('http')),
    createServer(answering('http')),
    createTlsServer({ key: pem, cert: pem }, answering('https')),
  ] as const;
  const [port, otherPort, encryptedPort] = await Promise.all([
    listen(servers[0]),
    listen(servers[1]),
    listen(servers[2]),
  ]);

  const service = {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'redirected-key-5e77',
    /** Origins that differ from the service's in this one thing, and answer as it does. */
    elsewhere: {
      'another host': `http://localhost:${port}`,
      'another port': `http://127.0.0.1:${otherPort}`,
      'another scheme': `https://127.0.0.1:${encryptedPort}`,
    },
    /** What came in anywhere, oldest first. */
    arrivals: [] as Arrival[],
    /** Whether a call to the service's own origin is sent on; null for an answer. */
    redirect: (_: Arrival): { status: number; location: string } | null => null,
    close: () => Promise.all(servers.map(stopListening)),
  };
  return service;

  function answering(scheme: string): RequestListener {
    return async (request, response) => {
      const { method = '', url: target = '', headers } = request;
      const { authorization } = headers;
      const body = await bodyOf(request);
      const arrival = {
        origin: `${scheme}://${headers.host}`,
        method,
        target,
        authorization,
        headers,
        body,
      };
      service.arrivals.push(arrival);
      const sentOn = arrival.origin === service.baseUrl ? service.redirect(arrival) : null;
      if (sentOn !== null) {
        response.writeHead(sentOn.status, { location: sentOn.location }).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answerTo(arrival)));
    };
  }
}

/** What would pass for the service's answer, wherever it came from. */
function answerTo({ method, target }: Arrival): object {
  if (method === 'GET' && /\/reports(?:\?|$)/.test(target)) return [];
  if (/\/account$/.test(target)) return { name: 'Anybody' };
  return { id: 77, url: 'https://elsewhere.example/' };
}
