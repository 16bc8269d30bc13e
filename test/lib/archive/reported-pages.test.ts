import { beforeEach, expect, it } from 'vitest';
import { reportedPages } from '@/lib/archive/reported-pages';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { storeReports } from '../../support/stored-archive';

const OLD = '2026-01-01T00:00:00.000Z';
const NEW = '2026-02-01T00:00:00.000Z';

beforeEach(emptyBrowser);

it('all pages with a known report are reported pages, each with its last date', async () => {
  const report = (id: string, url: string, generatedAt: string | null) =>
    sampleReport(id, { url, generatedAt });
  await storeReports(
    'c',
    report('1', 'https://a.example/?utm_source=x', OLD),
    report('2', 'https://a.example/', NEW),
    report('3', 'b.example/new', null),
    report('5', 'c.example/x', NEW),
  );
  const pages = new Map([
    ['a.example', NEW],
    ['b.example/new', null],
    ['c.example/x', NEW],
  ]);
  expect(await reportedPages('c', [])).toEqual(pages);
  const newest = [
    report('6', 'https://a.example/', OLD),
    report('7', 'http://www.c.example/x/', null),
    report('8', 'https://b.example/new', OLD),
    report('9', 'https://d.example/', null),
  ];
  expect(await reportedPages('c', newest)).toEqual(
    new Map([...pages, ['b.example/new', OLD], ['d.example', null]]),
  );
  expect(await reportedPages('another', [])).toEqual(new Map());
});
