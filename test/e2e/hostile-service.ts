import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is answered to each call, as JSON text: so that it can be what no program would write. */
export interface HostileAnswers {
  list: string;
  /** To reading, changing and deleting a report. */
  report: string;
  account: string;
  /** To a creation, with the status 422. */
  refusal: string;
}

/** A service on this computer that says what it is told to, and one place more to be lured to. */
export interface HostileService {
  baseUrl: string;
  apiKey: string;
  /** A page to open the popup on. */
  page: string;
  /** What it answers; change it at any time. */
  answers: HostileAnswers;
  /** Method and target of every call, as they were sent. */
  calls: string[];
  /** Nobody has any reason to ask for anything there. */
  lure: string;
  /** What was asked for there all the same. */
  lured: string[];
  close(): Promise<void>;
}

/** Starts a hostile service; it answers nothing harmful until told to. */
export async function startHostileService(): Promise<HostileService> {
  const answers: HostileAnswers = { list: '[]', report: '{}', account: '{}', refusal: '{}' };
  const calls: string[] = [];
  const lured: string[] = [];

  const service = createServer((request, response) => {
    const { method = '', url = '' } = request;
    if (!url.startsWith('/api/')) {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>A page</title>');
      return;
    }
    calls.push(`${method} ${url}`);
    response.setHeader('content-type', 'application/json');
    if (method === 'POST') response.statusCode = 422;
    response.end(answers[answerTo(method, url)]);
  });
  const elsewhere = createServer((request, response) => {
    lured.push(`${request.method} ${request.url}`);
    response.end();
  });
  const [origin, lure] = await Promise.all([listen(service), listen(elsewhere)]);

  return {
    baseUrl: origin,
    apiKey: 'hostile-key',
    page: `${origin}/page`,
    answers,
    calls,
    lure: `${lure}/lure`,
    lured,
    close: async () => {
      await Promise.all([service, elsewhere].map(end));
    },
  };
}

function answerTo(method: string, url: string): keyof HostileAnswers {
  if (method === 'POST') return 'refusal';
  if (/\/account$/.test(url)) return 'account';
  return /\/reports(?:\?|$)/.test(url) ? 'list' : 'report';
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
