import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
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
  body: string;
}

/** Where a request is sent on to. */
export interface Redirect {
  status: number;
  location: string;
}

/** A service that sends requests elsewhere, and the places where they would end. */
export interface RedirectingService {
  baseUrl: string;
  apiKey: string;
  /** Origins that differ from the service's in this one thing, and answer as it does. */
  elsewhere: { 'another host': string; 'another port': string; 'another scheme': string };
  /** What came in anywhere, oldest first. */
  arrivals: Arrival[];
  /** Whether a call to the service's own origin is sent on; null for an answer. */
  redirect: (arrival: Arrival) => Redirect | null;
  close(): Promise<void>;
}

/** Starts it; nothing is sent on until `redirect` is set. */
export async function startRedirectingService(): Promise<RedirectingService> {
  const arrivals: Arrival[] = [];
  const pem = await readFile('test/service/self-signed.pem');
  const own = createServer(answering('http'));
  const other = createServer(answering('http'));
  const encrypted = createTlsServer({ key: pem, cert: pem }, answering('https'));
  const servers = [own, other, encrypted] as const;
  const [port, otherPort, encryptedPort] = await Promise.all([
    listen(own),
    listen(other),
    listen(encrypted),
  ]);
  const baseUrl = `http://127.0.0.1:${port}`;

  function answering(scheme: string): RequestListener {
    return async (request, response) => {
      const arrival = await recordArrival(request, scheme);
      arrivals.push(arrival);
      const sentOn = arrival.origin === baseUrl ? service.redirect(arrival) : null;
      if (sentOn !== null) {
        response.writeHead(sentOn.status, { location: sentOn.location }).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answerTo(arrival)));
    };
  }

  const service: RedirectingService = {
    baseUrl,
    apiKey: 'redirected-key-5e77',
    elsewhere: {
      'another host': `http://localhost:${port}`,
      'another port': `http://127.0.0.1:${otherPort}`,
      'another scheme': `https://127.0.0.1:${encryptedPort}`,
    },
    arrivals,
    redirect: () => null,
    close: async () => {
      await Promise.all(servers.map(stopListening));
    },
  };
  return service;
}

async function recordArrival(request: IncomingMessage, scheme: string): Promise<Arrival> {
  const { method = '', url = '', headers } = request;
  return {
    origin: `${scheme}://${headers.host}`,
    method,
    target: url,
    authorization: headers.authorization,
    body: await bodyOf(request),
  };
}

/** What would pass for the service's answer, wherever it came from. */
function answerTo({ method, target }: Arrival): object {
  if (method === 'GET' && /\/reports(?:\?|$)/.test(target)) return [];
  if (/\/account$/.test(target)) return { name: 'Anybody' };
  return { id: 77, url: 'https://elsewhere.example/' };
}
