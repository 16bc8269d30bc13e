import { createServer } from 'node:http';
import { createApiListener } from './api-listener';
import { type Behaviour, createBehaviourPlan } from './behaviour';
import { listen, stopListening } from './listening';
import type { RecordedRequest } from './recorded-request';
import { ACCOUNT_ID, type Shape } from './report-json';
import { createReportStore } from './report-store';
import { samplePage, samplePagePaths } from './sample-pages';
import { sampleReports } from './sample-reports';
import { type Answer, htmlAnswer, send } from './served-answer';
import { ratingOfScore, type StoredReport } from './served-report';
import { reportPage } from './served-report-page';
import { createThrottle, type ThrottleOptions } from './throttle';

/** How to start a service. */
export interface ServiceOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Default `demo-key-1f3a`. */
  readonly apiKey?: string;
  /** Further keys, with the ids of their accounts (its own is 7); null where the key may not read its account. */
  readonly otherKeys?: Readonly<Record<string, number | null>>;
  /** The base URL's own path, e.g. `/s`: a slash in front and none behind. Default: none. */
  readonly path?: string;
  /** Whether it starts with the sample reports; default true. */
  readonly sampleReports?: boolean;
  /** How many requests it takes from an account, as real ones do; default: any number. */
  readonly throttle?: ThrottleOptions;
  /** How long an analysis takes, during which its request waits; default 3. Real ones take seconds. */
  readonly analysisMs?: number;
  /** Where a page ends that redirects; null where it cannot be fetched. Default: where it was sent to. */
  readonly endsAt?: (url: string) => string | null;
  /** What is different in all its answers; a behaviour's shape goes before it. */
  readonly shape?: Shape;
  /** Changes the body of each answer of the API that goes out whole; default: nothing. */
  readonly editBody?: (body: string) => string;
  /**
   * Whether connections are used again; default true. False closes each after one answer. Chromium and Firefox
   * silently repeat a request, even a POST, when a connection that was used before is cut without an answer:
   * with false a cut reaches the page as the failure it is.
   */
  readonly keepAlive?: boolean;
}

/** A running service. */
export type Service = Awaited<ReturnType<typeof startService>>;

/** Longer than any client keeps an idle connection, so that none is closed while a request is on its way. */
const KEEP_ALIVE_MS = 10 * 60_000;

/** Leaves room for a search term as long as the longest URL, percent-encoded. */
const LARGEST_HEAD_BYTES = 64 * 1024;

function pageAnswer(html: string | null): Answer {
  if (html === null) return htmlAnswer(404, '<!doctype html><title>Not found</title>');
  const { headers, ...answer } = htmlAnswer(200, html);
  // A browser that has seen a page holds a cookie for this host, and the API refuses who sends it along.
  return { ...answer, headers: { ...headers, 'set-cookie': 'visitor=41; Path=/' } };
}

/** Starts a service on 127.0.0.1. Rejects when the port is taken. */
export async function startService(options: ServiceOptions = {}) {
  const { apiKey = 'demo-key-1f3a', path = '', keepAlive = true } = options;
  const requests: RecordedRequest[] = [];
  const store = createReportStore(options.endsAt);
  if (options.sampleReports ?? true) sampleReports.forEach(store.add);
  const others = new Map(
    Object.entries(options.otherKeys ?? {}).map(([key, id]) => [
      key,
      // Its own account has several keys.
      { id, store: id === ACCOUNT_ID ? store : createReportStore(options.endsAt) },
    ]),
  );
  const plan = createBehaviourPlan();

  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: LARGEST_HEAD_BYTES,
  });
  const port = await listen(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  const baseUrl = origin + path;
  // By another name than the API: a toolbar press on a page must not lend a right to the API.
  const pagesUrl = baseUrl.replace('127.0.0.1', 'localhost');
  const answerApi = createApiListener({
    baseUrl,
    apiKey,
    store,
    others,
    throttle: options.throttle ? createThrottle(options.throttle) : null,
    analysisMs: options.analysisMs ?? 3,
    shape: options.shape ?? {},
    basePath: path,
    plan,
    editBody: options.editBody ?? ((body) => body),
    requests,
  });
  let underWay = 0;
  server.on('request', (request, response) => {
    response.shouldKeepAlive &&= keepAlive;
    const target = (request.url ?? '').split('?')[0] ?? '';
    const below = target.startsWith(`${path}/`) ? target.slice(path.length) : '';
    if (below === '/api' || below.startsWith('/api/')) {
      underWay += 1;
      const closed = new Promise((resolve) => response.once('close', resolve));
      void Promise.all([answerApi(request, response), closed]).then(() => {
        underWay -= 1;
      });
    } else send(response, pageAnswer(samplePage(below, pagesUrl) ?? reportPage(below, store)));
  });

  let closed: Promise<void> | undefined;
  return {
    /** `http://127.0.0.1:PORT` and the path, without trailing slash. */
    baseUrl,
    origin,
    apiKey,
    /** Pages that the service shows itself, outside the API, and would rate so. They set a cookie. */
    samplePages: {
      good: pagesUrl + samplePagePaths.good,
      decent: pagesUrl + samplePagePaths.decent,
      bad: pagesUrl + samplePagePaths.bad,
    },
    /** Every request below `{baseUrl}/api`, oldest first; grows while the service runs. */
    requests: requests as readonly RecordedRequest[],
    /** How many of them are neither answered nor cut at this moment, or still have their work done. */
    underWay: () => underWay,
    /** What it holds now, newest first, for its own key or for another one. */
    reports: (key = apiKey) => (others.get(key)?.store ?? store).newestFirst(),
    /** Adds a report; see `createReportStore` for the defaults. Throws when the id is taken. */
    add: store.add,
    /** Replaces what a report says of its page, as an update that somebody else has asked for. */
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
    /** From now on the analyses of a page find that these checks fail, and no others. */
    setFailing: store.setFailing,
    /** Replaces all behaviours; null goes back to normal. */
    behave(behaviour: Behaviour | readonly Behaviour[] | null): void {
      plan.set([behaviour ?? []].flat());
    },
    /** Analyses every report that has no result yet: for a service whose analyses end after the answer. */
    async finishAnalyses(): Promise<void> {
      for (const report of store.newestFirst()) {
        if (report.result === null) store.analyse(report);
      }
    },
    /** Stops listening and cuts every connection. May be called again. */
    close(): Promise<void> {
      closed ??= stopListening(server);
      return closed;
    },
  };
}
