import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { connectionInUse } from '@/lib/connection/connection-register';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { useDatabases } from '../../support/databases';
import { createFakeClient } from '../../support/fake-client';
import { drawReportsOf } from '../../support/reports-view';
import { sampleReport } from '../../support/sample-report';
import { createTestBackground } from '../../support/test-background';
import { useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

it('the progress of an unfinished reading is shown after a restart of the browser', async () => {
  useDatabases();
  const client = createFakeClient();
  const startWorker = () => createTestBackground({ clientFor: () => client, now: Date.now });
  const { api } = startWorker();
  await api.connect({
    connectionId: null,
    baseUrl: 'https://host.example',
    apiKey: 'typed-key',
    allowsUnencrypted: false,
  });
  expect(await api.readAllReports('a', true)).toMatchObject({ value: { status: 'none' } });
  const reports = Array.from({ length: 100 }, (_, at) => sampleReport(`${980 - at}`));
  client.list.mockResolvedValue({ value: { reports, unreadable: 0, total: 980, next: 2 } });
  await api.listReports('a', NEWEST_QUERY);
  expect(await api.readAllReports('a', true)).toMatchObject({ value: { status: 'reading' } });

  await fakeBrowser.storage.session.clear();
  client.list.mockResolvedValue({ failure: { code: 'unreachable' } });
  const restarted = startWorker();
  void restarted.resume();
  const connection = await connectionInUse.read();
  if (connection === undefined) throw new Error('No service is connected.');
  await drawReportsOf({ background: restarted.api, connection });
  await waitUntil(() =>
    expect(document.querySelector('.rows-age')?.textContent).toMatch(
      /^As of .* · 100 of 980 read since/,
    ),
  );
});
