import { beforeEach, expect, it } from 'vitest';
import { reportedPages } from '@/lib/archive/reported-pages';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { storeReports } from '../../support/stored-archive';

const OLD = '2026-01-01T00:00:00.000Z';
const NEW = '2026-02-01T00:00:00.000Z';

beforeEach(emptyBrowser);

it('all pages with a known report are reported pages, each with its last date', async () => {
  const report = (id: string, url: string, generatedAt: string | null, project?: string) =>
    sampleReport(id, { url, generatedAt, project: project ?? null });
  await storeReports(
    'c',
    report('1', 'https://a.example/?utm_source=x', OLD),
    report('2', 'https://a.example/', NEW),
    report('3', 'b.example/new', null, 'www.B.example'),
    report('5', 'c.example/x', NEW, 'c.example'),
  );
  const pages = new Map([
    ['a.example', NEW],
    ['b.example/new', null],
    ['c.example/x', NEW],
  ]);
  const projects = new Set(['c.example', 'b.example']);
  expect(await reportedPages('c')).toEqual({ pages, projects });
  expect(await reportedPages('another')).toEqual({ pages: new Map(), projects: new Set() });
});
