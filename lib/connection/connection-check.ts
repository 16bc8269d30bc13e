import type { Failure } from '@/lib/failure';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { Client } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';
import { readApiKey } from './api-key';
import { readBaseUrl } from './base-url';
import { type CheckFailure, type CheckStep, isAboutPath } from './check-steps';
import type { ConnectRequest } from './connection';
import { type RequestHeader, readHeaders } from './request-headers';

/** A check that passed, with the list that it has read. */
export interface CheckedConnection {
  credentials: Credentials;
  /** The newest reports, as the service has sent them. */
  list: ReportList;
  /** When they were asked for, in milliseconds since the epoch. */
  requestedAt: number;
}

/** The step that failed, and why. */
export interface FailedCheck {
  at: CheckStep;
  failure: CheckFailure;
}

interface CheckTools {
  clientFor: (credentials: Credentials) => Client;
  hasPermission: (baseUrl: string) => Promise<boolean>;
  /** What is stored for this very base URL, if anything. */
  stored: (baseUrl: string) => Promise<Credentials | undefined>;
  now: () => number;
}

/** What the steps before have found out. */
interface Findings {
  baseUrl: string;
  key: ReturnType<typeof readApiKey>;
  headers: readonly RequestHeader[];
  /** The first list; null where there was no key to ask for it. */
  reports: Result<ReportList> | null;
  /** When it was asked for. */
  requestedAt: number;
}

interface Step {
  step: CheckStep;
  /** Why the step fails, null where it passes. It adds to the findings what later ones need. */
  run(
    found: Findings,
    request: ConnectRequest,
    tools: CheckTools,
  ): CheckFailure | null | Promise<CheckFailure | null>;
}

/**
 * The steps in their order. One list of reports decides the last three; the account, which many
 * keys may not see, decides none.
 */
const STEPS: readonly Step[] = [
  {
    step: 'address',
    run(found, request) {
      const read = readBaseUrl(request.baseUrl, request.allowsUnencrypted);
      if ('problem' in read) return { code: 'baseUrl', problem: read.problem };
      found.baseUrl = read.value;
      return null;
    },
  },
  {
    step: 'permission',
    async run({ baseUrl }, _, { hasPermission }) {
      if (await hasPermission(baseUrl)) return null;
      return { code: 'noPermission', origin: new URL(baseUrl).origin };
    },
  },
  {
    step: 'reachable',
    async run(found, request, { clientFor, stored, now }) {
      const kept = await stored(found.baseUrl);
      const key = readApiKey(request.apiKey || (kept?.apiKey ?? ''));
      found.key = key;
      if ('problem' in key) return null;
      const headers = readHeaders(request.headers ?? kept?.headers ?? [], kept?.headers);
      if ('problem' in headers) return { code: 'requestHeader', problem: headers.problem };
      found.headers = headers.value;
      // No other address is tried: whoever answers there would be given the key.
      const { baseUrl } = found;
      const client = clientFor({ baseUrl, apiKey: key.value, headers: headers.value });
      found.requestedAt = now();
      found.reports = await client.list(RECENT_REPORTS_QUERY);
      const failure = failureOf(found);
      const isAnswered =
        failure && [isAboutKey, isAboutPath, isAboutReports].some((is) => is(failure));
      return isAnswered ? null : failure;
    },
  },
  {
    step: 'apiKey',
    run(found) {
      if ('problem' in found.key) return { code: 'apiKey', problem: found.key.problem };
      const failure = failureOf(found);
      return failure !== null && isAboutKey(failure) ? failure : null;
    },
  },
  { step: 'reports', run: failureOf },
];

/** Goes through the connection's steps up to the first that fails. */
export async function checkConnection(
  request: ConnectRequest,
  tools: CheckTools,
): Promise<{ passed: CheckedConnection } | { failed: FailedCheck }> {
  const found: Findings = {
    ...{ baseUrl: '', key: { problem: 'empty' }, headers: [], reports: null, requestedAt: 0 },
  };
  for (const { step, run } of STEPS) {
    const failure = await run(found, request, tools);
    if (failure !== null) return { failed: { at: step, failure } };
  }
  const { baseUrl, key, headers, reports, requestedAt } = found;
  if ('problem' in key || reports === null || hasFailed(reports)) {
    throw new Error('The check has passed without a key or a list.');
  }
  const credentials = { baseUrl, apiKey: key.value, headers };
  return { passed: { credentials, list: reports.value, requestedAt } };
}

function failureOf({ reports }: Findings): Failure | null {
  return reports !== null && hasFailed(reports) ? reports.failure : null;
}

/** Whether a failure is about the key, so that a service of this interface has answered. */
function isAboutKey({ code }: Failure): boolean {
  return code === 'keyRefused' || code === 'notAllowed';
}

/**
 * A 2xx to a request with this key says that the key is good, and data that the service is there. One that
 * refuses the list has read the request.
 */
function isAboutReports(failure: Failure): boolean {
  if (failure.code === 'invalid') return true;
  return failure.code === 'unexpectedAnswer' && failure.problem !== 'html';
}
