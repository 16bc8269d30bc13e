import { beforeEach, expect, it } from 'vitest';
import { createKnownPages } from '@/lib/archive/known-pages';
import { listItems } from '@/lib/archive/list-items';
import { reportedPages } from '@/lib/archive/reported-pages';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';

const OLD = '2026-01-01T00:00:00.000Z';
const NEW = '2026-02-01T00:00:00.000Z';
const { signal } = new AbortController();

beforeEach(emptyBrowser);

it('reported pages are those of the stored lists and histories, with the last date', async () => {
  const report = (id: string, url: string, generatedAt: string | null, project?: string) =>
    sampleReport(id, { url, generatedAt, project: project ?? null });
  await createKnownPages('c', signal, () => {}).note([
    report('1', 'https://a.example/?utm_source=x', OLD),
    report('2', 'https://a.example/', NEW),
    report('3', 'b.example/new', null, 'www.B.example'),
  ]);
  const reports = [report('4', 'c.example/x/', OLD), report('5', 'c.example/x', NEW, 'c.example')];
  await listItems.lists('c').write([
    {
      query: RECENT_REPORTS_QUERY,
      reports,
      unreadable: 0,
      asked: null,
      next: null,
      total: 2,
      readAt: NEW,
    },
  ]);
  const pages = new Map([
    ['a.example', NEW],
    ['b.example/new', null],
    ['c.example/x', NEW],
  ]);
  const projects = new Set(['c.example', 'b.example']);
  expect(await reportedPages('c')).toEqual({ pages, projects });
  expect(await reportedPages('another')).toEqual({ pages: new Map(), projects: new Set() });
});
