import { strToU8, zipSync } from 'fflate';
import type { Cell } from './guarded-table';

/** A worksheet of an XLSX file. */
export interface Worksheet {
  /** Unique in the file. At most 31 characters, without `[ ] : * ? / \`. */
  name: string;
  /** The first row, which stays visible during scrolling. Absent for a sheet of long lines. */
  header?: readonly string[];
  rows: readonly (readonly WorksheetCell[])[];
}

export type WorksheetCell = Cell | LinkedCell;

/** A cell with a text and one further property. */
export interface LinkedCell {
  /** The text of a link, or the text of a date that a spreadsheet cannot represent. */
  text: string;
  /** The address that the text opens. */
  link?: string | null;
  /** ISO 8601. The cell contains the local time. */
  date?: string;
}

// Limits of Excel. Excel refuses or repairs a file that exceeds a limit.
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_LINKS = 65_530;
const MAX_TEXT = 32_767;
const MAX_LINK = 2_079;

/** The width of columns, in characters. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;
const LINES_WIDTH = 100;
/** Number of rows whose texts determine the width of a column. */
const MEASURED_ROWS = 1_000;

/** The indexes of `cellXfs` in `STYLES`. */
const Style = { header: 1, date: 2, link: 3, line: 4 } as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
const STYLES = `${XML}<styleSheet xmlns="${MAIN}">\
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>\
<fonts count="3"><font>${FONT}</font><font><b/>${FONT}</font>\
<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">\
<alignment vertical="top" wrapText="1"/></xf></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/**
 * Returns an XLSX file (ECMA-376). Texts are shared strings, which are never formulas, and which
 * more programs read than inline strings. Rows, links and texts beyond the limits of Excel are left
 * out. The file has no document properties.
 * @param sheets at least one sheet
 */
export function xlsxFile(sheets: readonly Worksheet[]): Uint8Array<ArrayBuffer> {
  const strings = createSharedStrings();
  const parts: Record<string, string> = {};
  for (const [index, sheet] of sheets.entries()) {
    const { xml, targets } = worksheetXml(sheet, strings, index === 0);
    parts[`xl/worksheets/sheet${index + 1}.xml`] = xml;
    if (targets.length > 0) {
      parts[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] = relationsXml(
        targets.map((target) => ['hyperlink', target, true]),
      );
    }
  }
  const numbers = sheets.map((_, index) => index + 1);
  const files = {
    '[Content_Types].xml': contentTypesXml(numbers),
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...numbers.map((number): Relation => ['worksheet', `worksheets/sheet${number}.xml`]),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': strings.xml(),
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])),
  );
}

interface SharedStrings {
  /** Returns the index of a text. */
  indexOf(text: string): number;
  /** Returns the part of the file with all texts so far. */
  xml(): string;
}

function createSharedStrings(): SharedStrings {
  const indexes = new Map<string, number>();
  return {
    indexOf(text) {
      const index = indexes.get(text) ?? indexes.size;
      indexes.set(text, index);
      return index;
    },
    xml() {
      const items = [...indexes.keys()].map(
        (text) => `<si><t xml:space="preserve">${stringXml(text)}</t></si>`,
      );
      return `${XML}<sst xmlns="${MAIN}" uniqueCount="${items.length}">${items.join('')}</sst>`;
    },
  };
}

interface WorksheetXml {
  xml: string;
  /** The targets of the links. The relation of the first target has the id `rId1`. */
  targets: readonly string[];
}

function worksheetXml(
  { header, rows }: Worksheet,
  strings: SharedStrings,
  isFirst: boolean,
): WorksheetXml {
  const all = [...(header === undefined ? [] : [header]), ...rows].slice(0, MAX_ROWS);
  const targets: string[] = [];
  const links: string[] = [];

  function addLink(reference: string, link: string | null | undefined): boolean {
    const target = link ? linkTarget(link) : null;
    if (target === null || targets.length === MAX_LINKS) return false;
    targets.push(target);
    links.push(`<hyperlink ref="${reference}" r:id="rId${targets.length}"/>`);
    return true;
  }

  function cellXml(cell: WorksheetCell, reference: string, style: number): string {
    if (cell === null || cell === undefined || cell === '') return '';
    if (typeof cell === 'number') {
      return Number.isFinite(cell) ? `<c r="${reference}"><v>${cell}</v></c>` : '';
    }
    if (typeof cell === 'string') return textXml(cell, reference, style);
    const { text, link, date } = cell;
    const number = date === undefined ? null : dateNumber(date);
    if (number !== null) return `<c r="${reference}" s="${Style.date}"><v>${number}</v></c>`;
    return textXml(text, reference, addLink(reference, link) ? Style.link : style);
  }

  function textXml(text: string, reference: string, style: number): string {
    const attribute = style === 0 ? '' : ` s="${style}"`;
    return `<c r="${reference}"${attribute} t="s"><v>${strings.indexOf(writtenText(text))}</v></c>`;
  }

  const bodyStyle = header === undefined ? Style.line : 0;
  const letters: string[] = [];
  const rowsXml = all.map((row, index) => {
    const style = header !== undefined && index === 0 ? Style.header : bodyStyle;
    const cells = row.slice(0, MAX_COLUMNS).map((cell, column) => {
      letters[column] ??= columnLetters(column);
      return cellXml(cell, `${letters[column]}${index + 1}`, style);
    });
    const xml = cells.join('');
    return xml === '' ? '' : `<row r="${index + 1}">${xml}</row>`;
  });
  const isSelected = isFirst ? ' tabSelected="1"' : '';
  const pane =
    header === undefined
      ? ''
      : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const area = `A1:${columnLetters(Math.max(0, letters.length - 1))}${Math.max(1, all.length)}`;
  // Excel requires this order of the elements.
  const xml = [
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">`,
    `<sheetViews><sheetView${isSelected} workbookViewId="0">${pane}</sheetView></sheetViews>`,
    columnsXml(header === undefined ? [LINES_WIDTH] : columnWidths(all)),
    `<sheetData>${rowsXml.join('')}</sheetData>`,
    links.length === 0 ? '' : `<hyperlinks>${links.join('')}</hyperlinks>`,
    // Without this element, Excel marks each id of a report as a number stored as text.
    `<ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors>`,
    '</worksheet>',
  ].join('');
  return { xml, targets };
}

function columnsXml(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

function columnWidths(rows: readonly (readonly WorksheetCell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    for (const [column, cell] of row.slice(0, MAX_COLUMNS).entries()) {
      const text = typeof cell === 'object' ? (cell?.text ?? '') : String(cell ?? '');
      const width = Math.min(text.length + 2, MAX_WIDTH);
      widths[column] = Math.max(widths[column] ?? MIN_WIDTH, width);
    }
  }
  return widths;
}

/** @param isExternal whether the target is outside the file */
type Relation = [type: string, target: string, isExternal?: boolean];

function relationsXml(relations: readonly Relation[]): string {
  const items = relations.map(([type, target, isExternal = false], index) => {
    const mode = isExternal ? ' TargetMode="External"' : '';
    return `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${escaped(target)}"${mode}/>`;
  });
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

function contentTypesXml(sheetNumbers: readonly number[]): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ...sheetNumbers.map((number) => [`/xl/worksheets/sheet${number}.xml`, 'worksheet']),
    ['/xl/styles.xml', 'styles'],
    ['/xl/sharedStrings.xml', 'sharedStrings'],
  ];
  const overrides = parts.map(
    ([name, type]) => `<Override PartName="${name}" ContentType="${TYPES}.${type}+xml"/>`,
  );
  return `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function workbookXml(sheets: readonly Worksheet[]): string {
  const items = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">\
<bookViews><workbookView/></bookViews><sheets>${items.join('')}</sheets></workbook>`;
}

/** Matches line breaks of Windows and Mac. XML parsers replace these by line feeds. */
const LINE_BREAKS = /\r\n?/g;

/** Matches characters that XML forbids, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids control characters.
const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f\p{Surrogate}\ufffe\uffff]/gu;

/** Returns the text that a cell can contain. */
function writtenText(text: string): string {
  return text.replaceAll(LINE_BREAKS, '\n').slice(0, MAX_TEXT).replaceAll(FORBIDDEN, '');
}

/** Matches the start of an escaped character. Spreadsheets read `_x0041_` as `A`. */
const ESCAPED_CHARACTER = /_(?=x[\da-f]{4}_)/gi;

function stringXml(text: string): string {
  return escaped(text.replaceAll(ESCAPED_CHARACTER, '_x005F_'));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

/**
 * Returns the target of a link; null if no program opens the link. A target needs the
 * characters of RFC 3986. Addresses with user info, which can imitate a host, have no link.
 */
function linkTarget(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username !== '' || url.password !== '') return null;
  const rest = url.href.slice(url.origin.length);
  const target = url.origin + rest.replaceAll(/[[\]{}|\\^`]|%(?![\da-f]{2})/gi, percentEncoded);
  return target.length > MAX_LINK ? null : target;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

const DAY_MS = 86_400_000;
/** The number of January 1, 1970. */
const NUMBER_OF_1970 = 25_569;
/** March 1, 1900. Programs disagree on the numbers of earlier days. */
const FIRST_NUMBER = 61;
/** January 1, 10000. */
const END_NUMBER = 2_958_466;

/** Returns the local time as the number of days since 1900; null if a spreadsheet has no such day. */
function dateNumber(iso: string): number | null {
  const date = new Date(iso);
  const local = Date.UTC(
    date.getFullYear(),
    date.getMonth(),
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  );
  const number = local / DAY_MS + NUMBER_OF_1970;
  return number >= FIRST_NUMBER && number < END_NUMBER ? number : null;
}

/** Returns the letters of a column, from `A` to `XFD`. */
function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}
