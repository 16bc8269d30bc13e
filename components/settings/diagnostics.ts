import { language } from '@/components/text/language';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { CHECK_STEPS, stepState } from '@/lib/connection/check-steps';
import { hasFailed } from '@/lib/result';
import { queueItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION } from '@/lib/storage/schema-version';
import type { Connecting } from './connecting-state';
import { failureOf } from './connection-press';
import type { Settings } from './settings-state';

/**
 * Returns facts for a bug report, as JSON. The text has names, codes and numbers. A person can publish
 * the text: it contains no address, host or secret, and no words of the service.
 * @param version the version of the extension
 */
export async function diagnosticsText(
  { lastPress, check, connection }: Connecting,
  { preferences }: Settings,
  { listHistory }: Pick<BackgroundApi, 'listHistory'>,
  version: string,
): Promise<string> {
  const { id, headerNames } = connection.value ?? {};
  const queue = id === undefined ? undefined : await queueItem(id).read();
  const history = id && (await attempt(() => listHistory(id, null)));
  const jobs = [...(queue?.singles ?? []), ...(queue?.batches ?? [])];
  const operations: Record<string, number> = {};
  for (const [status, count] of jobs.flatMap(({ counts }) => Object.entries(counts))) {
    operations[status] = (operations[status] ?? 0) + count;
  }
  const { failure, operationIds: _, ...backoff } = queue?.backoff ?? { failure: null };
  const failuresOfJobs = jobs.map(({ first: { status } }) => 'failure' in status && status.failure);
  const failures = [failureOf(lastPress.value), failure, ...failuresOfJobs];
  const steps = check.value;
  const facts = {
    version,
    browser: navigator.userAgent,
    languages: [language(), ...navigator.languages],
    check: steps && CHECK_STEPS.map((step) => `${step}: ${stepState(steps, step)}`),
    isConnected: id !== undefined,
    headerNames,
    policy: Object.keys(preferences.value.policy ?? {}),
    jobs: jobs.length,
    operations,
    backoff,
    schemaVersion: SCHEMA_VERSION,
    reports: history && !hasFailed(history) ? history.value.count : null,
    failures: failures.flatMap((one) => (one ? one.code : [])).slice(0, 10),
  };
  return JSON.stringify(facts, null, 2);
}
