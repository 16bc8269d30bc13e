import { readApiKey } from '@/lib/connection/api-key';
import { readBaseUrl } from '@/lib/connection/base-url';
import type { ConnectRequest } from '@/lib/connection/connection';
import { type CheckFailure, type CheckStep, failedStep } from '@/lib/connection/connection-check';
import { hasFailed } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { StoredList } from '@/lib/report/stored-list';
import type { Client } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

/** A check that passed, with the list that it has read. */
export interface CheckedConnection {
  credentials: Credentials;
  list: StoredList;
}

/** The step that failed, and why. */
export interface FailedCheck {
  at: CheckStep;
  failure: CheckFailure;
}

interface CheckTools {
  clientFor: (credentials: Credentials) => Client;
  hasPermission: (baseUrl: string) => Promise<boolean>;
  /** The key that is kept for this very base URL, if any. */
  storedKey: (baseUrl: string) => Promise<string | undefined>;
  now: () => number;
}

/**
 * Goes through the connection's steps up to the first that fails. One list of reports decides; the
 * account is a courtesy that many keys are not allowed, and is read when the connection stands.
 */
export async function checkConnection(
  request: ConnectRequest,
  { clientFor, hasPermission, storedKey, now }: CheckTools,
): Promise<{ passed: CheckedConnection } | { failed: FailedCheck }> {
  const baseUrl = readBaseUrl(request.baseUrl, request.allowsUnencrypted);
  if ('problem' in baseUrl) {
    return { failed: { at: 'address', failure: { code: 'base-url', problem: baseUrl.problem } } };
  }
  if (!(await hasPermission(baseUrl.value))) {
    const { origin } = new URL(baseUrl.value);
    return { failed: { at: 'permission', failure: { code: 'no-permission', origin } } };
  }
  const apiKey = readApiKey(request.apiKey || ((await storedKey(baseUrl.value)) ?? ''));
  if ('problem' in apiKey) {
    return { failed: { at: 'key', failure: { code: 'api-key', problem: apiKey.problem } } };
  }
  const credentials = { baseUrl: baseUrl.value, apiKey: apiKey.value };
  const reports = await clientFor(credentials).list(RECENT_REPORTS_QUERY);
  if (hasFailed(reports)) {
    return { failed: { at: failedStep(reports.failure), failure: reports.failure } };
  }
  const readAt = new Date(now()).toISOString();
  const list = { ...reports.value, query: RECENT_REPORTS_QUERY, readAt };
  return { passed: { credentials, list } };
}
