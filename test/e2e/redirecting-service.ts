import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { bodyOf, listen, stopListening } from '../service/listening';

export interface Arrival {
  /** Scheme, host and port as sent. */
  origin: string;
  method: string;
  target: string;
  authorization: string | undefined;
  /** All headers, with names in lower case. */
  headers: IncomingHttpHeaders;
  body: string;
}

/** The service redirects nothing until `redirect` is set. */
export type RedirectingService = Awaited<ReturnType<typeof startRedirectingService>>;

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
    /** Origins that differ from the service's origin in one part. They answer like the service. */
    elsewhere: {
      'another host': `http://localhost:${port}`,
      'another port': `http://127.0.0.1:${otherPort}`,
      'another scheme': `https://127.0.0.1:${encryptedPort}`,
    },
    /** All requests to the service and to the other origins, oldest first. */
    arrivals: [] as Arrival[],
    /** Returns the redirect of a request to the service's own origin; null for an answer. */
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
      const redirect = arrival.origin === service.baseUrl ? service.redirect(arrival) : null;
      if (redirect !== null) {
        response.writeHead(redirect.status, { location: redirect.location }).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answerTo(arrival)));
    };
  }
}

function answerTo({ method, target }: Arrival): object {
  if (method === 'GET' && /\/reports(?:\?|$)/.test(target)) return [];
  if (/\/account$/.test(target)) return { name: 'Anybody' };
  return { id: 77, url: 'https://elsewhere.example/' };
}
