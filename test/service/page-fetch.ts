import { get } from 'node:http';

const LARGEST_PAGE_BYTES = 512 * 1024;
const TIME_LIMIT_MS = 5_000;

/** Host names that stand for this machine, with the address to connect to, so that no name is ever looked up. */
const loopbackAddresses: ReadonlyMap<string, string> = new Map([
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '::1'],
]);

/** Whether the service may fetch this page: http on this machine, and nothing else. */
export function isLoopbackPage(url: URL): boolean {
  return url.protocol === 'http:' && loopbackAddresses.has(url.hostname);
}

/**
 * The HTML of a page on this machine. Null when it is not a loopback page, does not answer 200 with HTML,
 * is larger than 512 KiB, takes longer than five seconds, or when `signal` aborts. Redirects are not followed.
 */
export function fetchPage(url: URL, signal: AbortSignal): Promise<string | null> {
  const address = loopbackAddresses.get(url.hostname);
  if (!isLoopbackPage(url) || address === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    const request = get({
      host: address,
      port: url.port || 80,
      path: url.pathname + url.search,
      headers: { host: url.host, accept: 'text/html', 'user-agent': 'report-service-stand-in' },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
    });
    const giveUp = () => {
      resolve(null);
      request.destroy();
    };
    request.once('error', giveUp);
    request.once('response', (response) => {
      const type = response.headers['content-type'] ?? '';
      if (response.statusCode !== 200 || !/^text\/html\b/i.test(type)) return giveUp();
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > LARGEST_PAGE_BYTES) giveUp();
        else chunks.push(chunk);
      });
      response.once('error', giveUp);
      response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
  });
}
