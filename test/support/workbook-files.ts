import { strToU8, zipSync } from 'fflate';

/**
 * Creates a minimal workbook with one sheet, by ECMA-376.
 * @param cells The XML of the rows.
 * @param links The address of a hyperlink in cell A2.
 */
export function workbookOf(
  cells: string,
  strings: readonly string[] = [],
  links = '',
): Uint8Array<ArrayBuffer> {
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="Pages" r:id="r1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${strings.map((each) => `<si><t>${each}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${cells}</sheetData>${links && '<hyperlinks><hyperlink ref="A2" r:id="l1"/></hyperlinks>'}</worksheet>`,
    ),
    'xl/worksheets/_rels/sheet1.xml.rels': strToU8(
      `<Relationships><Relationship Id="l1" Target="${links}"/></Relationships>`,
    ),
  });
}
