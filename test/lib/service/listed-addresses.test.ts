import { expect, it, onTestFinished } from 'vitest';
import { createdReport } from '@/lib/jobs/lookup';
import { Privacy } from '@/lib/report/privacy';
import { pageQuery } from '@/lib/report/report-query';
import { pageOf } from '@/lib/report/report-reference';
import { createClient } from '@/lib/service/client';
import { isMatch } from '@/lib/shared-state/matching-reports';
import { pageKey } from '@/lib/url/page-key';
import { startService } from '../../service/service';
import { creation } from '../../support/sample-job';

/**
 * Installations also shorten the addresses inside the URLs of archives and proxies.
 * Source: GiaoBrain/SEO-Analyzer, app/Traits/ReportTrait.php.
 */
it.each([
  ['https://example.com/?u=https://www.x.com/a', 'example.com/?u=x.com/a'],
  ['https://example.com/?u=http://x.com&v=https://www.y.com', 'example.com/?u=x.com&v=y.com'],
  ['http://web.example/web/2026/https://www.x.com/a', 'web.example/web/2026/x.com/a'],
  ['https://example.com/?u=https%3A%2F%2Fwww.x.com/a', 'example.com/?u=https%3A%2F%2Fwww.x.com/a'],
  ['https://app.example/#/open/https://x.com/a', 'app.example/#/open/x.com/a'],
])('a report of %s is listed as %s, and found by the query for its page', async (url, listed) => {
  const service = await startService({ sampleReports: false });
  onTestFinished(() => service.close());
  const client = createClient(service);
  const operation = creation({ url }, { baseline: '0' });
  await client.create({ url, privacy: Privacy.Private });
  const list = await client.list(pageQuery(url));
  const reports = 'value' in list ? list.value.reports : [];
  expect(reports).toMatchObject([{ url: listed, fullUrl: url }]);
  expect(reports.map(pageOf)).toEqual([pageKey(url)]);
  expect(createdReport(operation, reports, () => false)).toEqual(reports[0]);
  const query = { ...pageQuery(''), search: url };
  expect(reports.map((report) => isMatch(report, query))).toEqual([true]);
  expect(await client.list(query)).toMatchObject({ value: { reports: [{ url: listed }] } });
});
