import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';
import { type WorksheetCell, xlsxFile } from '@/lib/report/xlsx-file';

afterEach(() => void vi.unstubAllEnvs());

/** Writes rows into a sheet, and returns its XML, its texts and its relations. */
function sheetOf(rows: readonly (readonly WorksheetCell[])[], header?: readonly string[]) {
  const sheet = { name: 'Pages', rows, ...(header && { header }) };
  const parts = unzipSync(xlsxFile([sheet]));
  const part = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  return {
    xml: part('xl/worksheets/sheet1.xml'),
    texts: textsIn(part('xl/sharedStrings.xml')),
    stringsXml: part('xl/sharedStrings.xml'),
    relations: part('xl/worksheets/_rels/sheet1.xml.rels'),
  };
}

/** Returns the decoded texts of an XML part. */
function textsIn(xml: string): string[] {
  const texts: string[] = [];
  const parser = new Parser(
    {
      onopentag: (name) => void (name === 't' && texts.push('')),
      ontext: (text) => void texts.push((texts.pop() ?? '') + text),
    },
    { xmlMode: true },
  );
  parser.end(xml.replace(/^<\?xml.*?\?>\n/, ''));
  return texts;
}

const targetsIn = (xml: string) => [...xml.matchAll(/ Target="([^"]*)"/g)].map(([, one]) => one);

describe('xlsxFile', () => {
  it('writes numbers as numbers, and leaves empty cells out', () => {
    const { xml } = sheetOf([[1, null, -2.5, undefined, '', Number.NaN, 0]]);
    expect(xml).toContain(
      '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>-2.5</v></c><c r="G1"><v>0</v></c></row>',
    );
  });

  it.each([
    ['UTC', '2026-11-20T09:05:00.000Z', 46346 + (9 * 60 + 5) / 1440],
    ['America/Los_Angeles', '2026-11-20T04:00:00Z', 46345 + 20 / 24],
    // Clocks are set back at 03:00.
    ['Europe/Berlin', '2026-10-25T01:30:00Z', 46320 + 2.5 / 24],
    ['UTC', '9999-12-31T00:00:00Z', 2958465],
  ])('writes a date as its local time: %s, %s', (zone, date, number) => {
    vi.stubEnv('TZ', zone);
    const { xml } = sheetOf([[{ text: 'date', date }]]);
    expect(xml).toContain('<c r="A1" s="2"><v>');
    expect(Number(/<v>(.*?)<\/v>/.exec(xml)?.[1])).toBeCloseTo(number, 9);
  });

  it.each(['', 'tomorrow', '1899-12-31T00:00:00Z', '+010000-01-02T00:00:00Z'])(
    'writes the text of a date that no spreadsheet has: %j',
    (date) => {
      expect(sheetOf([[{ text: 'date', date }]]).texts).toEqual(['date']);
    },
  );

  it('writes texts that look like formulas as texts', () => {
    const formulas = ['=1+1', '@SUM(A1)', '+1', '-1', '=HYPERLINK("https://a.example/")', '＝1'];
    const { xml, texts } = sheetOf([formulas]);
    expect(texts).toEqual(formulas);
    expect(xml).not.toContain('<f');
    expect(xml.match(/ t="s"/g)).toHaveLength(formulas.length);
  });

  it.each([
    ['control characters', 'a\0b\u0008c\u001fd\ufffee\uffff', 'abcde'],
    ['halves of surrogate pairs', 'a\ud83db\ude00c', 'abc'],
    ['a pair that the limit splits', `${'x'.repeat(32_766)}😀`, 'x'.repeat(32_766)],
    ['characters after the limit', 'x'.repeat(40_000), 'x'.repeat(32_767)],
  ])('leaves out %s', (_, text, written) => {
    expect(sheetOf([[text]]).texts).toEqual([written]);
  });

  it.each([
    ['markup', '<b>&amp;"\'', '<b>&amp;"\''],
    ['blanks', '  a  ', '  a  '],
    ['emoji', 'a 😀', 'a 😀'],
    ['line breaks', 'a\r\nb\rc\n\td', 'a\nb\nc\n\td'],
    // Spreadsheets decode _x005F_ to an underscore.
    ['an escaped character', 'a_x0041_', 'a_x005F_x0041_'],
  ])('keeps %s', (_, text, written) => {
    expect(sheetOf([[text]]).texts).toEqual([written]);
  });

  it('tells spreadsheets to keep blanks at the start and end of a text', () => {
    expect(sheetOf([[' a ']]).stringsXml).toContain('<t xml:space="preserve"> a </t>');
  });

  it('links addresses of web pages', () => {
    const link = 'https://a.example/?a=1&b=[2]|%zz%20"#c';
    const { xml, relations } = sheetOf([['', { text: 'Page', link }]]);
    expect(xml).toContain('<hyperlinks><hyperlink ref="B1" r:id="rId1"/></hyperlinks>');
    expect(targetsIn(relations)).toEqual(['https://a.example/?a=1&amp;b=%5B2%5D%7C%25zz%20%22#c']);
    expect(relations).toContain('TargetMode="External"');
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'mailto:a@a.example',
    'https://user@a.example/',
    'https://:password@a.example/',
    'a.example',
    '',
    `https://a.example/${'x'.repeat(2_079)}`,
  ])('writes %.40s without a link', (link) => {
    const { xml, relations, texts } = sheetOf([[{ text: 'Page', link }]]);
    expect([relations, texts]).toEqual(['', ['Page']]);
    expect(xml).not.toContain('hyperlink');
  });

  it('keeps the header row visible, and makes a column as wide as its longest text', () => {
    const { xml } = sheetOf(
      [['https://a.example/', 1, 'x'.repeat(500)]],
      ['Address', 'Score', 'W'],
    );
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2"');
    expect(xml).toContain('state="frozen"');
    expect(xml).toContain('<c r="A1" s="1" t="s">');
    const widths = [...xml.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width));
    expect(widths).toEqual([20, 8, 60]);
  });

  it('writes at most 65,530 links on a sheet', () => {
    const rows = Array.from({ length: 65_531 }, (_, row) => [
      { text: 'Page', link: `https://a.example/${row}` },
    ]);
    const { xml, relations, texts } = sheetOf(rows);
    expect(texts).toEqual(['Page']);
    expect(xml.match(/<c /g)).toHaveLength(65_531);
    expect(xml.match(/<hyperlink /g)).toHaveLength(65_530);
    expect(targetsIn(relations)).toHaveLength(65_530);
  });

  it('writes at most 1,048,576 rows on a sheet', () => {
    const { xml } = sheetOf([...new Array(1_048_574).fill([]), [1], [2]], ['Score']);
    expect(xml).toContain('<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>');
  });

  it('writes all sheets, whose cells share equal texts', async () => {
    const rows = [['https://a.example/1'], ['https://a.example/2']];
    const header = ['Address'];
    const file = xlsxFile([
      { name: 'A & "B"', rows: [['Address']] },
      { name: 'Pages', header, rows },
    ]);
    const parts = unzipSync(file);
    expect(textsIn(strFromU8(parts['xl/sharedStrings.xml'] ?? file))).toHaveLength(3);
    const found = await addressesInFiles([new File([file], 'reports.xlsx')]);
    expect(found.rows.map(({ text, where }) => [text, where])).toEqual(
      rows.map(([address]) => [address, 'Pages']),
    );
    expect(found.sourcesWithoutAddresses.map(({ name }) => name)).toEqual(['A & "B"']);
  });

  it('has no document properties', () => {
    const paths = Object.keys(unzipSync(xlsxFile([{ name: 'Pages', rows: [] }])));
    expect(paths.filter((path) => path.startsWith('docProps'))).toEqual([]);
  });
});
