import { strToU8, zipSync } from 'fflate';

/**
 * Creates a minimal workbook (ECMA-376) with one sheet.
 * @param rows the XML of the rows
 * @param strings the shared strings
 * @param link the address of a hyperlink in cell A2; empty for none
 */
export function workbookOf(
  rows: string,
  strings: readonly string[] = [],
  link = '',
): Uint8Array<ArrayBuffer> {
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="Pages" r:id="r1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${rows}</sheetData>${link && '<hyperlinks><hyperlink ref="A2" r:id="l1"/></hyperlinks>'}</worksheet>`,
    ),
    'xl/worksheets/_rels/sheet1.xml.rels': strToU8(
      `<Relationships><Relationship Id="l1" Target="${link}"/></Relationships>`,
    ),
  });
}
