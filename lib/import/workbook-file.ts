import type { Choice, Sink } from './found-addresses';
import { type Attributes, readMarkup } from './markup';
import { isAddress } from './source-url';
import { hasReports, hyperlinkTarget, readRows } from './table-file';
import type { Member } from './zip-file';

/** Limit for one workbook. Rows, links and relations also count as cells. */
const MAX_CELLS = 1_000_000;

/** Limit for one workbook. A shared string counts once for each of its cells. */
const MAX_CHARACTERS = 50 * 1024 * 1024;

// Limits against a workbook that exhausts the memory on purpose.
const MAX_COLUMNS = 500;
const MAX_SHEETS = 1_000;

/** The cells and characters that `readWorkbook` may still read; negative above the limits. */
interface Budget {
  cells: number;
  characters: number;
}

function isExceeded({ cells, characters }: Budget): boolean {
  return cells < 0 || characters < 0;
}

const WORKBOOK = /^xl\/workbook\.xml$/i;

export function isWorkbook(members: readonly Member[]): boolean {
  return members.some(({ name }) => WORKBOOK.test(name));
}

/**
 * Reads the visible rows of all visible sheets. If a cell has a `HYPERLINK` formula, reads the target of the
 * formula. If a cell has another web link, reads its target unless the text of the cell is an address. If the
 * extension has written the workbook, reads only the sheets with reports.
 */
export function readWorkbook(
  members: readonly Member[],
  sinkFor: (sheet: string) => Sink,
  choice: Choice,
): void {
  const sheets = visibleSheets(members, sinkFor);
  const sheetsWithReports = sheets.filter(({ rows }) => hasReports(rows));
  for (const { sink, rows } of sheetsWithReports.length > 0 ? sheetsWithReports : sheets) {
    readRows(rows, sink, choice);
  }
}

interface Sheet {
  sink: Sink;
  /** The texts of the cells in visible rows. */
  rows: string[][];
}

/** Returns the visible sheets, and counts hidden sheets and rows. */
function visibleSheets(
  members: readonly Member[],
  sinkFor: (sheet: string) => Sink,
): readonly Sheet[] {
  const byPath = new Map(members.map((member) => [member.name.toLowerCase(), member]));
  const xmlAt = (path: string) => {
    const member = byPath.get(path.toLowerCase());
    return member === undefined ? '' : new TextDecoder().decode(member.bytes);
  };
  const budget: Budget = { cells: MAX_CELLS, characters: MAX_CHARACTERS };
  const strings = sharedStrings(xmlAt('xl/sharedStrings.xml'));
  const paths = targetsById(xmlAt('xl/_rels/workbook.xml.rels'), budget);
  const sheets: Sheet[] = [];
  // A workbook may name a sheet several times.
  const readPaths = new Set<string>();
  for (const { name, id, isHidden } of sheetsOf(xmlAt('xl/workbook.xml'))) {
    if (isExceeded(budget)) break;
    const target = paths.get(id) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (readPaths.has(path.toLowerCase()) || !byPath.has(path.toLowerCase())) continue;
    readPaths.add(path.toLowerCase());
    const sink = sinkFor(name);
    if (isHidden) {
      sink.countHidden('sheets', 1);
      continue;
    }
    const links = targetsById(xmlAt(relationsPath(path)), budget);
    const { rows, hiddenRows } = sheetRows(xmlAt(path), strings, links, budget);
    sink.countHidden('rows', hiddenRows);
    if (isExceeded(budget)) sink.addFault('tooLarge');
    sheets.push({ sink, rows });
  }
  return sheets;
}

/** Returns the path of the file with the relations of a sheet. */
function relationsPath(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return `${folder}_rels/${path.slice(folder.length)}.rels`;
}

interface SheetEntry {
  name: string;
  /** The id of a relation. */
  id: string;
  isHidden: boolean;
}

function sheetsOf(xml: string): SheetEntry[] {
  const sheets: SheetEntry[] = [];
  readMarkup(xml, 'xml', {
    open(name, _, attributes) {
      if (name !== 'sheet') return;
      // ECMA-376, Part 1, 18.18.68 (ST_SheetState): `visible`, `hidden` or `veryHidden`.
      const isHidden = /hidden/i.test(attributes.state ?? '');
      sheets.push({ name: attributes.name ?? '', id: relationIdOf(attributes), isHidden });
    },
    isDone: () => sheets.length >= MAX_SHEETS,
  });
  return sheets.slice(0, MAX_SHEETS);
}

/** Returns the targets by the ids of the relations. */
function targetsById(xml: string, budget: Budget): Map<string, string> {
  const targets = new Map<string, string>();
  readMarkup(xml, 'xml', {
    open(name, _, { Id = '', Target = '' }) {
      if (name !== 'Relationship') return;
      budget.cells -= 1;
      targets.set(Id, Target);
    },
    isDone: () => isExceeded(budget),
  });
  return targets;
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let value = '';
  let isText = false;
  let isPhonetic = false;
  readMarkup(xml, 'xml', {
    open(name) {
      if (name === 'si') value = '';
      if (name === PHONETIC_ELEMENT) isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text(text) {
      if (isText) value += text;
    },
    close(name) {
      isText = false;
      if (name === PHONETIC_ELEMENT) isPhonetic = false;
      if (name === 'si') strings.push(unescapedText(value));
    },
  });
  return strings;
}

/** The element with the pronunciation of a text. */
const PHONETIC_ELEMENT = 'rPh';

/**
 * Matches escaped control characters and underscores (ECMA-376, Part 1, 22.9.2.19, ST_Xstring). Does not
 * match `_x0020_`, which occurs in addresses of SharePoint, and which some programs write without an escape.
 */
const ESCAPED_CHARACTER = /_x(00[01][\da-f]|005f)_/gi;

/** In characters. The longest text of a cell has 32,767 characters, each with at most seven in its escape. */
const MAX_ESCAPED_LENGTH = 250_000;

function unescapedText(text: string): string {
  if (!text.includes('_x') || text.length > MAX_ESCAPED_LENGTH) return text;
  return text.replace(ESCAPED_CHARACTER, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Returns the texts of the cells in visible rows, row by row, and the number of hidden rows with a text. */
function sheetRows(
  xml: string,
  strings: readonly string[],
  links: ReadonlyMap<string, string>,
  budget: Budget,
): { rows: string[][]; hiddenRows: number } {
  const rows: string[][] = [];
  const rowsByNumber = new Map<string, string[]>();
  let rowCount = 0;
  let hiddenRows = 0;
  let row: string[] = [];
  let isHiddenRow = false;
  let column = -1;
  /** The attribute `t` of the cell. The value of type `s` is the index of a shared string. */
  let type = '';
  let value = '';
  let formula = '';
  /** Name of the element whose text is read; empty after its end. */
  let element = '';
  let isPhonetic = false;
  readMarkup(xml, 'xml', {
    open(name, _, attributes) {
      element = name;
      if (name === 'c') {
        budget.cells -= 1;
        type = attributes.t ?? '';
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        value = '';
        formula = '';
      } else if (name === 'row') {
        budget.cells -= 1;
        rowCount += 1;
        row = [];
        column = -1;
        isHiddenRow = /^(?:1|true)$/.test(attributes.hidden ?? '');
        if (isHiddenRow) return;
        rows.push(row);
        if (links.size > 0) rowsByNumber.set(attributes.r ?? String(rowCount), row);
      } else if (name === PHONETIC_ELEMENT) {
        isPhonetic = true;
      } else if (name === 'hyperlink') {
        const target = links.get(relationIdOf(attributes)) ?? '';
        linkCell(rowsByNumber, attributes.ref ?? '', target, budget);
      }
    },
    text(text) {
      if (element === 'v' || (element === 't' && !isPhonetic)) value += text;
      else if (element === 'f') formula += text;
    },
    close(name) {
      element = '';
      if (name === PHONETIC_ELEMENT) isPhonetic = false;
      if (name === 'row' && isHiddenRow && row.some((text) => text.trim() !== '')) hiddenRows += 1;
      if (name !== 'c' || column >= MAX_COLUMNS) return;
      const text = type === 's' ? (strings[Number(value)] ?? '') : unescapedText(value);
      const link = hyperlinkTarget(formula);
      budget.characters -= text.length + formula.length;
      if (text !== '' || link !== undefined) setCell(row, column, link ?? text, budget);
    },
    isDone: () => isExceeded(budget),
  });
  return { rows, hiddenRows };
}

/** Replaces the text of a cell by the target of its link, unless the text is an address. */
function linkCell(
  rowsByNumber: ReadonlyMap<string, string[]>,
  reference: string,
  target: string,
  budget: Budget,
): void {
  budget.cells -= 1;
  const [, number = ''] = /^[A-Z]+(\d+)/i.exec(reference) ?? [];
  const row = rowsByNumber.get(number);
  const column = columnOf(reference);
  if (row === undefined || column >= MAX_COLUMNS || !/^https?:/i.test(target)) return;
  const text = row[column] ?? '';
  budget.characters -= text.length + target.length;
  if (!isExceeded(budget) && !isAddress(text)) setCell(row, column, target, budget);
}

/** Fills a short row with empty cells. Changes nothing if the empty cells exceed the budget. */
function setCell(row: string[], column: number, text: string, budget: Budget): void {
  budget.cells -= Math.max(0, column - row.length);
  if (isExceeded(budget)) return;
  while (row.length < column) row.push('');
  row[column] = text;
}

/** Returns the column of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  // The last column of a sheet is `XFD`.
  for (let index = 0; index < 3; index += 1) {
    // Clearing bit 5 changes a lower-case letter to upper case.
    const letter = reference.charCodeAt(index) & 0x5f;
    if (!(letter >= 65 && letter <= 90)) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

/** Returns the attribute `r:id`. Some programs write another prefix than `r`. */
function relationIdOf(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}
