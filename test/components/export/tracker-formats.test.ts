import { beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import type { ExportDocument } from '@/components/export/document';
import { writtenHtml } from '@/components/export/document-html';
import { writtenMarkdown } from '@/components/export/document-markdown';
import { trackerTable } from '@/components/export/tracker-table';
import { useMessages } from '../../support/messages';

beforeEach(() => useMessages('en'));

/** Returns a ticket whose page has an address and a title. */
function ticketWith(address: string, found: string): ExportDocument {
  const page = { address, found, report: { id: '7', link: 'https://seo.example/reports/7' } };
  return {
    title: 'Title (high): 1 page of trails.example',
    head: ['Pages without a title.'],
    sections: [
      {
        heading: 'Failing since Nov 5 or earlier',
        lines: [{ text: 'Only in plain text' }],
        table: trackerTable([page], i18n),
      },
      { lines: [{ text: 'Fixed when 1 page passes Title.' }] },
    ],
  };
}

const htmlOf = (document: ExportDocument) => writtenHtml([{ document, words: i18n }]);
const markdownOf = (document: ExportDocument) => writtenMarkdown([{ document, words: i18n }]);

/** Returns the cells of the only row, in HTML. */
function htmlCells(address: string, found: string): string[] {
  const [, body = ''] = htmlOf(ticketWith(address, found)).split('<tbody>');
  return [...body.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell);
}

/** Returns the line of the only row, in Markdown. */
function markdownRow(address: string, found: string): string | undefined {
  return markdownOf(ticketWith(address, found)).split('\n')[8];
}

/** Returns the text of the second cell in Markdown. */
function markdownFound(found: string): string | undefined {
  return markdownRow('https://a.example/', found)?.split(' | ').slice(1, -1).join(' | ');
}

// Jira's editor and Linear's editor take the HTML of the clipboard. GitHub's text field replaces each
// table of the HTML by Markdown made of the texts of the cells, and keeps the rest of the HTML:
// github/paste-markdown, src/paste-markdown-table.ts (`generateText`, `columnText`).
describe('writtenHtml', () => {
  it('renders headings, paragraphs, and a table with links', () => {
    expect(htmlOf(ticketWith('https://trails.example/huts', 'Too long'))).toBe(
      [
        '<div lang="en" dir="ltr"><p><strong>Title (high): 1 page of trails.example</strong></p>',
        '<p>Pages without a title.</p><h3>Failing since Nov 5 or earlier</h3>',
        '\n<table><thead><tr><th>Address</th><th>Found</th><th>Report</th></tr></thead>',
        '<tbody><tr><td><a href="https://trails.example/huts">https://trails.example/huts</a></td>',
        '<td>Too long</td>',
        '<td><a href="https://seo.example/reports/7">https://seo.example/reports/7</a></td></tr>',
        '</tbody></table><p>Fixed when 1 page passes Title.</p></div>',
      ].join(''),
    );
  });

  it('escapes markup in a text', () => {
    const [, found] = htmlCells('https://a.example/', '<img src="x"> & <a href=y>');
    expect(found).toBe('&lt;img src=&quot;x&quot;&gt; &amp; &lt;a href=y&gt;');
  });

  it('makes no link of an address that is not HTTP or HTTPS', () => {
    expect(htmlCells('javascript:alert(1)', '')[0]).toBe('javascript:alert(1)');
  });

  it('separates a link, an image and a mention, of which GitHub would make links', () => {
    const [, found] = htmlCells('https://a.example/', '![x](https://evil.example/) @ada #12');
    expect(found).toBe('![x]\u200b(https://evil.example/) @\u200bada #\u200b12');
  });

  it('separates a backslash from a pipe, which GitHub escapes', () => {
    expect(htmlCells('https://a.example/', 'a \\| b')[1]).toBe('a \\\u200b| b');
  });
});

// GitLab's editor reads Markdown only if the clipboard has nothing but plain text:
// gitlab.com/gitlab-org/gitlab, merge request 97538.
describe('writtenMarkdown', () => {
  it('renders headings, paragraphs, and a table with links', () => {
    const link = String.raw`[https:\//trails.example/huts](https://trails.example/huts)`;
    const report = String.raw`[https:\//seo.example/reports/7](https://seo.example/reports/7)`;
    expect(markdownOf(ticketWith('https://trails.example/huts', 'Too long')).split('\n')).toEqual([
      '**Title (high): 1 page of trails.example**',
      '',
      'Pages without a title.',
      '',
      '### Failing since Nov 5 or earlier',
      '',
      '| Address | Found | Report |',
      '| --- | --- | --- |',
      `| ${link} | Too long | ${report} |`,
      '',
      'Fixed when 1 page passes Title.',
      '',
    ]);
  });

  it.each([
    ['a pipe', 'a | b', String.raw`a \| b`],
    ['an escaped pipe', String.raw`a \| b`, String.raw`a \\\| b`],
    ['line breaks', 'a\n\n| b |\r\n# c', String.raw`a \| b \| \# c`],
    ['a link', '[x](https://evil.example)', '\\[x\\]\u200b(https:\\//evil.example)'],
    ['an image', '![x](//evil.example/x.png)', '\\!\\[x\\]\u200b(//evil.example/x.png)'],
    ['a bare address', 'www.evil.example', String.raw`www\.evil.example`],
    ['code', '`a` ``b', String.raw`\`a\` \`\`b`],
    ['HTML', '<img src=x> &lt;', String.raw`\<img src=x\> \&lt;`.replace('src=', 'src\\=')],
    ['a list', '- a', String.raw`\- a`],
    ['a numbered list', '1. a', String.raw`1\. a`],
    // github/cmark-gfm, issue 181: no escape prevents a mention or a reference.
    ['a mention', '@ada', '@\u200bada'],
    ['a reference', '#12', '\\#\u200b12'],
  ])('keeps %s as text', (_, found, expected) => {
    expect(markdownFound(found)).toBe(expected);
  });

  it('encodes characters of an address that could end a link or a cell', () => {
    const row = markdownRow('https://a.example/x)](https://evil.example)?a=|`[b]\\', '');
    expect(row).toContain(
      '](https://a.example/x%29%5D%28https://evil.example%29?a=%7C%60%5Bb%5D%5C)',
    );
  });
});
