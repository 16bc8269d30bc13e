import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';

const PAGE_A = 'https://shop.example/red-shoes';
const PAGE_B = 'https://shop.example/blue-shoes';

interface Sheet {
  name: string;
  /** Further attributes of the sheet in the workbook. */
  attributes?: string;
  /** The XML of the rows. */
  rows: string;
}

const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function workbook(sheets: readonly Sheet[], sharedStrings = ''): File {
  const entries = sheets.map(
    ({ name, attributes = '' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" ${attributes} r:id="rId${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const zip = zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook ${SPREADSHEET} xmlns:r="${RELATIONS}"><sheets>${entries.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relations.join('')}</Relationships>`),
    'xl/sharedStrings.xml': strToU8(`<sst ${SPREADSHEET}>${sharedStrings}</sst>`),
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        strToU8(`<worksheet ${SPREADSHEET}><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
  });
  return new File([zip], 'book.xlsx');
}

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: string[]) => `<row>${texts.map(textCell).join('')}</row>`;

async function read(...file: Parameters<typeof workbook>) {
  const { rows, hidden, leftOut, unread, sourcesWithoutAddresses } = await addressesInFiles([
    workbook(...file),
  ]);
  return { texts: rows.map(({ text }) => text), hidden, leftOut, unread, sourcesWithoutAddresses };
}

describe('addressesInFiles', () => {
  // jmcnamara/XlsxWriter, xlsxwriter/test/worksheet/test_write_row.py; code search for "hidden="1" customHeight=".
  it('leaves out and counts the hidden rows of a workbook, but not hidden empty rows', async () => {
    const rows = [
      `<row r="1" ht="30" customHeight="1"><c r="A1" t="inlineStr"><is><t>URL</t></is></c></row>`,
      `<row r="2" s="1" customFormat="1">${textCell(PAGE_A)}</row>`,
      `<row r="13" ht="24" hidden="1" customHeight="1">${textCell(`${PAGE_A}?hidden`)}</row>`,
      `<row r="14" hidden="true">${textCell(`${PAGE_A}?filtered`)}</row>`,
      '<row r="15" hidden="1"/>',
      `<row r="16" hidden="0">${textCell(PAGE_B)}</row>`,
    ];
    expect(await read([{ name: 'Pages', rows: rows.join('') }])).toMatchObject({
      texts: [PAGE_A, PAGE_B],
      hidden: { rows: 2, sheets: 0 },
      leftOut: 0,
    });
  });

  // ECMA-376, Part 1, 18.18.68 (ST_SheetState); code search for "state="veryHidden"".
  it('leaves out and counts the hidden sheets of a workbook', async () => {
    const sheets = [
      { name: 'Data', attributes: 'state="visible"', rows: row(PAGE_A) },
      { name: 'HiddenCalc', attributes: 'state="hidden"', rows: row(`${PAGE_A}?2`) },
      { name: 'Archive', attributes: 'state="veryHidden"', rows: row(`${PAGE_A}?3`) },
    ];
    expect(await read(sheets)).toMatchObject({
      texts: [PAGE_A],
      hidden: { rows: 0, sheets: 2 },
      sourcesWithoutAddresses: [],
    });
  });

  // exceljs/exceljs, spec/unit/xlsx/xform/strings/shared-string-xform.spec.js, "Kanji + Katakana"; for text in a
  // cell: code search for "<is><t>課</t><rPh". The addresses are invented.
  it('ignores the pronunciation of a text', async () => {
    const shared = `<si><t>${PAGE_A}</t><rPh sb="0" eb="2"><t>ヤクワリ</t></rPh><phoneticPr fontId="1" /></si>`;
    const rows = `<row><c t="s"><v>0</v></c></row><row><c t="inlineStr"><is><t>${PAGE_B}</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/></is></c></row>`;
    expect(await read([{ name: 'A', rows }], shared)).toMatchObject({ texts: [PAGE_A, PAGE_B] });
  });

  // Code search for "_x000D_</t>": "Leder_x000D_", "a_x005F_x000D_b", and `t="str"` with a formula.
  it('decodes escaped control characters, but not the escapes of SharePoint', async () => {
    const shared = `<si><t>${PAGE_A}_x000D_\n</t></si><si><t>${PAGE_A}_x000d_${PAGE_B}</t></si>`;
    const rows = [
      '<row><c t="s"><v>0</v></c></row>',
      '<row><c t="s"><v>1</v></c></row>',
      `<row><c t="str"><f>A1</f><v>${PAGE_B}_x000D_</v></c></row>`,
      row(`${PAGE_A}/a_x005F_x000D_b`),
      row(`${PAGE_A}/My_x0020_List`),
    ];
    expect(await read([{ name: 'A', rows: rows.join('') }], shared)).toMatchObject({
      texts: [PAGE_A, PAGE_A, PAGE_B, PAGE_B, `${PAGE_A}/a_x000D_b`, `${PAGE_A}/My_x0020_List`],
    });
  });

  // Code search for ""=HYPERLINK(""http": a target with a further part, "http://example.com/"&A1.
  it('reads the target of a formula only if the target is complete', async () => {
    const rows = [
      `<row><c t="str"><f>HYPERLINK("${PAGE_A}","Red")</f><v>Red</v></c></row>`,
      `<row><c t="str"><f>IF(B1="","",HYPERLINK("${PAGE_B}"))</f><v>Blue</v></c></row>`,
      '<row><c t="str"><f>HYPERLINK("https://shop.example/"&amp;B2,"Green")</f><v>Green</v></c></row>',
      '<row><c t="str"><f>HYPERLINK("#Notes!A1","Notes")</f><v>Notes</v></c></row>',
    ];
    expect(await read([{ name: 'A', rows: rows.join('') }])).toMatchObject({
      texts: [PAGE_A, PAGE_B],
    });
  });

  // The columns are those of `reports-csv.ts`.
  it("reads only the reports of the extension's own workbook, and no link to a report", async () => {
    const link = 'https://reports.example/7';
    const sheets = [
      { name: 'Summary', rows: row('Shop') + row('Report', link) },
      { name: 'Clients', rows: row('Client', 'Link') + row('shop.example', link) },
      { name: 'Problems', rows: row('Problem', 'Address') + row('Title', PAGE_A) },
      {
        name: 'Pages',
        rows: [
          row('As of Nov 26'),
          row('Address', 'Result', 'Score', 'Report', 'Link', 'Failed'),
          row(PAGE_A, 'Good', '87', '7', link, 'Title'),
          row('', 'Good', '87', '8', link, ''),
          row('shop.example/blue-shoes', 'Good', '87', link, link, ''),
        ].join(''),
      },
    ];
    expect(await read(sheets)).toMatchObject({ texts: [PAGE_A, 'shop.example/blue-shoes'] });
  });
});
