import type { Failure } from '@/lib/failure';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';
import { readApiKey } from './api-key';
import { readBaseUrl } from './base-url';
import { type CheckFailure, type CheckStep, hasNoServiceAtPath } from './check-steps';
import type { ConnectRequest } from './connection';
import { type RequestHeader, readHeaders } from './request-headers';

export interface CheckedConnection {
  credentials: Credentials;
  /** The newest reports of the service. */
  list: ReportList;
  /** Time of the request for the list, in milliseconds since the epoch. */
  requestedAt: number;
}

export interface FailedStep {
  at: CheckStep;
  failure: CheckFailure;
}

interface CheckTools {
  clientFor: (credentials: Credentials) => ServiceClient;
  hasPermission: (baseUrl: string) => Promise<boolean>;
  /** Returns the stored credentials if they belong to exactly this base URL. */
  stored: (baseUrl: string) => Promise<Credentials | undefined>;
  now: () => number;
}

/** The data of earlier steps for later steps. */
interface StepData {
  baseUrl: string;
  key: ReturnType<typeof readApiKey>;
  headers: readonly RequestHeader[];
  /** Null if no request was sent, for example without a key. */
  reports: Result<ReportList> | null;
  /** Time of the request for the list, in milliseconds since the epoch. */
  requestedAt: number;
}

interface Step {
  step: CheckStep;
  /** Returns why the step fails; null if it passes. Stores data for later steps in `found`. */
  run(
    found: StepData,
    request: ConnectRequest,
    tools: CheckTools,
  ): CheckFailure | null | Promise<CheckFailure | null>;
}

/**
 * In order. The last three steps depend on one request for a list. No step requests the account,
 * because many keys are not allowed to read it.
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
      const known = await stored(found.baseUrl);
      const key = readApiKey(request.apiKey || (known?.apiKey ?? ''));
      found.key = key;
      if ('problem' in key) return null;
      const headers = readHeaders(request.headers ?? known?.headers ?? [], known?.headers);
      if ('problem' in headers) return { code: 'requestHeader', problem: headers.problem };
      found.headers = headers.value;
      // No other address is tried, because an unknown server would receive the key.
      const { baseUrl } = found;
      const client = clientFor({ baseUrl, apiKey: key.value, headers: headers.value });
      found.requestedAt = now();
      found.reports = await client.list(RECENT_REPORTS_QUERY);
      const failure = failureOf(found);
      const isReachable =
        failure === null ||
        isKeyFailure(failure) ||
        hasNoServiceAtPath(failure) ||
        isListFailure(failure);
      return isReachable ? null : failure;
    },
  },
  {
    step: 'apiKey',
    run(found) {
      if ('problem' in found.key) return { code: 'apiKey', problem: found.key.problem };
      const failure = failureOf(found);
      return failure !== null && isKeyFailure(failure) ? failure : null;
    },
  },
  { step: 'reports', run: failureOf },
];

/** Runs the steps in order, up to the first that fails. */
export async function checkConnection(
  request: ConnectRequest,
  tools: CheckTools,
): Promise<{ passed: CheckedConnection } | { failed: FailedStep }> {
  const found: StepData = {
    baseUrl: '',
    key: { problem: 'empty' },
    headers: [],
    reports: null,
    requestedAt: 0,
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

/** Returns null if the request for the list succeeded or was not sent. */
function failureOf({ reports }: StepData): Failure | null {
  return reports !== null && hasFailed(reports) ? reports.failure : null;
}

/** Whether the service rejects the key. The address of the service is then correct. */
function isKeyFailure({ code }: Failure): boolean {
  return code === 'keyRefused' || code === 'notAllowed';
}

/** Whether the service accepts the key, but refuses the list or answers with unreadable data. */
function isListFailure(failure: Failure): boolean {
  if (failure.code === 'invalid') return true;
  return failure.code === 'unexpectedAnswer' && failure.problem !== 'html';
}
