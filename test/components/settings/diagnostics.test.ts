import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { diagnosticsText } from '@/components/settings/diagnostics';
import type { Settings } from '@/components/settings/settings-state';
import type { Failure } from '@/lib/failure';
import { NO_COUNTS } from '@/lib/jobs/job';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { SCHEMA_VERSION } from '@/lib/storage/schema-version';
import { emptyBrowser } from '../../support/empty-browser';
import { useMessageKeys } from '../../support/message-keys';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { creation, refused, sampleBackoff, sampleLine } from '../../support/sample-job';

/** A text in every address, host, message and secret of the options, the queue and the service. */
const FORBIDDEN_TEXT = 'planted';
const ADDRESS = `https://${FORBIDDEN_TEXT}.example/${FORBIDDEN_TEXT}`;
const message = `${FORBIDDEN_TEXT} words of ${ADDRESS}`;
const FAILURES: Failure[] = [
  { code: 'invalid', message, fields: [{ field: FORBIDDEN_TEXT, messages: [message] }] },
  { code: 'redirected', to: ADDRESS },
  { code: 'noPermission', origin: ADDRESS },
  { code: 'keyRefused', message },
];
const policy = { baseUrl: ADDRESS, reportLink: `${ADDRESS}/{id}`, notifications: true };

beforeEach(() => {
  emptyBrowser();
  useMessageKeys();
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: 'Mozilla/5.0 Chrome/156',
    languages: ['de', 'en'],
  });
});

/** Opens the options of a browser in which every text contains `FORBIDDEN_TEXT`. */
async function openOptions() {
  const connection = { ...STORED_CONNECTION, baseUrl: ADDRESS, headerNames: ['X-Pass'] };
  const typed = { baseUrl: ADDRESS, apiKey: `key-${FORBIDDEN_TEXT}` };
  const { form, connectAndAnswer } = openConnect(connection, typed, signal(policy));
  form.headers.add(['X-Other']);
  for (const { id } of form.headers.fields.value) form.headers.enter(id, { value: FORBIDDEN_TEXT });
  await connectAndAnswer({
    state: 'failed',
    at: 'reachable',
    failure: { code: 'redirected', to: ADDRESS },
  });
  const singles = FAILURES.map((failure, index) =>
    sampleLine(`job-${index}`, refused(creation({ url: ADDRESS }), failure), {
      counts: { ...NO_COUNTS, needsAttention: 1 },
    }),
  );
  await publishQueue({
    singles,
    batches: [
      sampleLine('batch', creation({ url: ADDRESS }), {
        isBatch: true,
        counts: { ...NO_COUNTS, queued: 2 },
      }),
    ],
    backoff: sampleBackoff({ code: 'serviceDown', status: 502, retryAt: null, message }),
  });
  const background = fakeBackground({
    listHistory: async () => ({
      value: { reports: [], after: null, count: 41, reading: null, revision: 0 },
    }),
  });
  const settings = { preferences: signal({ ...INITIAL_PREFERENCES, policy }) };
  return { form, settings: settings as unknown as Settings, background };
}

it('diagnostics contain no address, host, secret or message of the service', async () => {
  const { form, settings, background } = await openOptions();
  const text = await diagnosticsText(form, settings, background, '1.2.3');
  expect(text).not.toMatch(new RegExp(`${FORBIDDEN_TEXT}|example|https?:`, 'i'));
});

it('diagnostics contain versions, languages, check steps, counts, backoff and failure codes', async () => {
  const { form, settings, background } = await openOptions();
  const diagnostics = JSON.parse(await diagnosticsText(form, settings, background, '1.2.3'));
  const { backoff, ...facts } = diagnostics;
  expect(facts).toEqual({
    version: '1.2.3',
    browser: 'Mozilla/5.0 Chrome/156',
    languages: ['en', 'de', 'en'],
    check: [
      ...['address: passed', 'permission: passed', 'reachable: failed'],
      ...['apiKey: waiting', 'reports: waiting'],
    ],
    isConnected: true,
    headerNames: ['X-Pass'],
    policy: ['baseUrl', 'reportLink', 'notifications'],
    jobs: 5,
    operations: { ...NO_COUNTS, queued: 2, needsAttention: 4 },
    schemaVersion: SCHEMA_VERSION,
    reports: 41,
    failures: [
      ...['redirected', 'serviceDown', 'invalid', 'redirected', 'noPermission', 'keyRefused'],
    ],
  });
  expect(Object.keys(backoff).sort()).toEqual([
    'count',
    'isNamed',
    'kind',
    'metBy',
    'since',
    'until',
  ]);
});

it('diagnostics without a connection contain the other facts', async () => {
  const { form } = openConnect();
  const settings = { preferences: signal(INITIAL_PREFERENCES) } as unknown as Settings;
  const diagnostics = JSON.parse(await diagnosticsText(form, settings, fakeBackground(), '1.2.3'));
  expect(diagnostics).toMatchObject({ isConnected: false, check: null, jobs: 0, failures: [] });
});
