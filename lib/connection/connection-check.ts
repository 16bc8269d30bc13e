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
  /** Returns the stored credentials of the request's connection if they belong to this base URL. */
  stored: (request: ConnectRequest, baseUrl: string) => Promise<Credentials | undefined>;
  now: () => number;
}

/** The data that earlier steps collect for later steps. */
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
  /** Returns why the step fails; null if the step passes. Changes `data` for later steps. */
  run(
    data: StepData,
    request: ConnectRequest,
    tools: CheckTools,
  ): CheckFailure | null | Promise<CheckFailure | null>;
}

/**
 * The last three steps depend on one request for a list. No step requests the account, because the
 * service refuses the account to many keys.
 */
const STEPS: readonly Step[] = [
  {
    step: 'address',
    run(data, request) {
      const parsed = readBaseUrl(request.baseUrl, request.allowsUnencrypted);
      if ('problem' in parsed) return { code: 'baseUrl', problem: parsed.problem };
      data.baseUrl = parsed.value;
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
    async run(data, request, { clientFor, stored, now }) {
      const storedCredentials = await stored(request, data.baseUrl);
      const key = readApiKey(request.apiKey || (storedCredentials?.apiKey ?? ''));
      data.key = key;
      if ('problem' in key) return null;
      const headers = readHeaders(
        request.headers ?? storedCredentials?.headers ?? [],
        storedCredentials?.headers,
      );
      if ('problem' in headers) return { code: 'requestHeader', problem: headers.problem };
      data.headers = headers.value;
      // The check tries no other address, because an unknown server would receive the key.
      const { baseUrl } = data;
      const client = clientFor({ baseUrl, apiKey: key.value, headers: headers.value });
      data.requestedAt = now();
      data.reports = await client.list(RECENT_REPORTS_QUERY);
      const failure = failureOf(data);
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
    run(data) {
      if ('problem' in data.key) return { code: 'apiKey', problem: data.key.problem };
      const failure = failureOf(data);
      return failure !== null && isKeyFailure(failure) ? failure : null;
    },
  },
  { step: 'reports', run: failureOf },
];

/** Runs the steps in order, until one fails. */
export async function checkConnection(
  request: ConnectRequest,
  tools: CheckTools,
): Promise<{ passed: CheckedConnection } | { failed: FailedStep }> {
  const data: StepData = {
    baseUrl: '',
    key: { problem: 'empty' },
    headers: [],
    reports: null,
    requestedAt: 0,
  };
  for (const { step, run } of STEPS) {
    const failure = await run(data, request, tools);
    if (failure !== null) return { failed: { at: step, failure } };
  }
  const { baseUrl, key, headers, reports, requestedAt } = data;
  if ('problem' in key || reports === null || hasFailed(reports)) {
    throw new Error('The check has passed without a key or a list.');
  }
  const credentials = { baseUrl, apiKey: key.value, headers };
  return { passed: { credentials, list: reports.value, requestedAt } };
}

/** Returns the failure of the request for the list; null if it succeeded or was not sent. */
function failureOf({ reports }: StepData): Failure | null {
  return reports !== null && hasFailed(reports) ? reports.failure : null;
}

/** Whether a service has answered, but rejects the key. */
function isKeyFailure({ code }: Failure): boolean {
  return code === 'keyRefused' || code === 'notAllowed';
}

/** Whether the service accepts the key, but refuses the list or answers with unreadable data. */
function isListFailure(failure: Failure): boolean {
  if (failure.code === 'invalid') return true;
  return failure.code === 'unexpectedAnswer' && failure.problem !== 'html';
}
