import { createServer } from 'node:http';
import { createApiListener } from './api-listener';
import { type Behaviour, createBehaviourPlan } from './behaviour';
import { listen, stopListening } from './listening';
import type { RecordedRequest } from './recorded-request';
import { ACCOUNT_ID, readId, type Shape } from './report-json';
import { createReportStore, type ReportStore } from './report-store';
import { samplePage, samplePagePaths } from './sample-pages';
import { sampleReports } from './sample-reports';
import { type Answer, htmlAnswer, send } from './served-answer';
import { ratingOfScore, type StoredReport } from './served-report';
import { createThrottle, type ThrottleOptions } from './throttle';

export interface ServiceOptions {
  /** By default, any free port. */
  readonly port?: number;
  /** By default `demo-key-1f3a`. */
  readonly apiKey?: string;
  /** The account ids of other API keys, by key; null if a key may not read its account. */
  readonly otherKeys?: Readonly<Record<string, number | null>>;
  /** The path of the base URL, for example `/s`; by default empty. */
  readonly path?: string;
  readonly sampleReports?: boolean;
  readonly throttle?: ThrottleOptions;
  /** Duration of an analysis; by default 3. The request waits for the analysis. Real services take seconds. */
  readonly analysisMs?: number;
  /** Returns the final address of a page; null if the page cannot be fetched. By default, no page redirects. */
  readonly finalUrlOf?: (url: string) => string | null;
  /** The shape of all answers. A behaviour's shape replaces fields of this shape. */
  readonly shape?: Shape;
  /** Changes the body of each complete API answer. */
  readonly editBody?: (body: string) => string;
  /**
   * Whether clients may reuse connections; by default true. If a reused connection is cut, Chromium and
   * Firefox repeat the request, even a POST. With false, the extension sees the cut as a failure.
   */
  readonly keepAlive?: boolean;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Longer than clients keep idle connections, so that no client sends a request on a closed connection. */
const KEEP_ALIVE_MS = 10 * 60_000;

/** Limit for the head of a request. A search for the longest URL, percent-encoded, is shorter. */
const MAX_HEAD_BYTES = 64 * 1024;

function pageAnswer(html: string | null): Answer {
  if (html === null) return htmlAnswer(404, '<!doctype html><title>Not found</title>');
  const { headers, ...answer } = htmlAnswer(200, html);
  // The API refuses cookies, so tests notice if the extension sends the browser's cookie.
  return { ...answer, headers: { ...headers, 'set-cookie': 'visitor=41; Path=/' } };
}

/** Starts a service on 127.0.0.1. Rejects if the port is in use. */
export async function startService(options: ServiceOptions = {}) {
  const { apiKey = 'demo-key-1f3a', path = '', keepAlive = true } = options;
  const requests: RecordedRequest[] = [];
  const store = createReportStore(options.finalUrlOf);
  if (options.sampleReports ?? true) sampleReports.forEach(store.add);
  const otherAccounts = new Map(
    Object.entries(options.otherKeys ?? {}).map(([key, id]) => [
      key,
      // One account may have several keys.
      { id, store: id === ACCOUNT_ID ? store : createReportStore(options.finalUrlOf) },
    ]),
  );
  const plan = createBehaviourPlan();

  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
  });
  const port = await listen(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  const baseUrl = origin + path;
  // Pages have another host name, so that a toolbar press on a page gives no access to the API's host.
  const pagesUrl = baseUrl.replace('127.0.0.1', 'localhost');
  const answerApi = createApiListener({
    baseUrl,
    apiKey,
    store,
    otherAccounts,
    throttle: options.throttle ? createThrottle(options.throttle) : null,
    analysisMs: options.analysisMs ?? 3,
    shape: options.shape ?? {},
    basePath: path,
    plan,
    editBody: options.editBody ?? ((body) => body),
    requests,
  });
  let openRequests = 0;
  server.on('request', (request, response) => {
    response.shouldKeepAlive &&= keepAlive;
    const target = (request.url ?? '').split('?')[0] ?? '';
    const pathBelow = target.startsWith(`${path}/`) ? target.slice(path.length) : '';
    if (pathBelow === '/api' || pathBelow.startsWith('/api/')) {
      openRequests += 1;
      const responseClosed = new Promise((resolve) => response.once('close', resolve));
      void Promise.all([answerApi(request, response), responseClosed]).then(() => {
        openRequests -= 1;
      });
    } else {
      const html = samplePage(pathBelow, pagesUrl) ?? reportPage(pathBelow, store);
      send(response, pageAnswer(html));
    }
  });

  let closed: Promise<void> | undefined;
  return {
    /** `http://127.0.0.1:PORT` and the path, without a trailing slash. */
    baseUrl,
    origin,
    apiKey,
    /** Web pages of the service outside the API, by rating. Each page sets a cookie. */
    samplePages: {
      good: pagesUrl + samplePagePaths.good,
      decent: pagesUrl + samplePagePaths.decent,
      bad: pagesUrl + samplePagePaths.bad,
    },
    /** Every request below `{baseUrl}/api`, oldest first. Grows while the service runs. */
    requests: requests as readonly RecordedRequest[],
    /** Number of requests with an open connection or unfinished work. */
    openRequests: () => openRequests,
    reports: (key = apiKey) => (otherAccounts.get(key)?.store ?? store).newestFirst(),
    /** Adds a report, with the defaults of `createReportStore`. Throws if the id exists. */
    add: store.add,
    /** Replaces the result of a report, like an update by another client. */
    update(
      report: StoredReport,
      {
        score,
        failing,
        generated_at,
      }: Pick<StoredReport, 'failing' | 'generated_at'> & {
        score: number;
      },
    ): void {
      store.change(report, { score, result: ratingOfScore(score), failing, generated_at });
    },
    setFailing: store.setFailing,
    behave(behaviour: Behaviour | readonly Behaviour[] | null): void {
      plan.set([behaviour ?? []].flat());
    },
    /** Ends the analysis of every report without a result, for behaviours with `analysis: 'later'`. */
    async finishAnalyses(): Promise<void> {
      for (const report of store.newestFirst()) {
        if (report.result === null) store.analyse(report);
      }
    },
    /** Stops the server, and closes every connection. Further calls do nothing. */
    close(): Promise<void> {
      closed ??= stopListening(server);
      return closed;
    },
  };
}

function reportPage(path: string, store: ReportStore): string | null {
  const signIn = '<!doctype html><title>Sign in</title><h1>Sign in</h1>';
  if (path === '/login') return signIn;
  const id = /^\/reports\/([^/]+)$/.exec(path)?.[1];
  const report = id === undefined ? undefined : store.find(readId(id));
  if (!report) return null;
  const form = '<form><input type="password" aria-label="Password"><button>View</button></form>';
  const contents = [`<p>Score: ${report.score}</p>`, signIn, form];
  return `<!doctype html><title>Report ${report.id}</title>${contents[report.privacy]}`;
}
