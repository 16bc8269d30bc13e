import type { Choice, Sink } from './found-addresses';
import { type Attributes, readMarkup } from './markup';
import { isAddress } from './source-url';
import { readRows } from './table-file';
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
 * Reads all sheets. The target of a `HYPERLINK` formula replaces the text of its cell. The target
 * of another web link replaces the text unless the text is an address.
 */
export function readWorkbook(
  members: readonly Member[],
  sinkFor: (sheet: string) => Sink,
  choice: Choice,
): void {
  const byPath = new Map(members.map((member) => [member.name.toLowerCase(), member]));
  const xmlAt = (path: string) => {
    const member = byPath.get(path.toLowerCase());
    return member === undefined ? '' : new TextDecoder().decode(member.bytes);
  };
  const budget: Budget = { cells: MAX_CELLS, characters: MAX_CHARACTERS };
  const strings = sharedStrings(xmlAt('xl/sharedStrings.xml'));
  const paths = targetsById(xmlAt('xl/_rels/workbook.xml.rels'), budget);
  // A workbook may name a sheet several times.
  const readPaths = new Set<string>();
  for (const { name, id } of sheetsOf(xmlAt('xl/workbook.xml'))) {
    const target = paths.get(id) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (readPaths.has(path.toLowerCase()) || !byPath.has(path.toLowerCase())) continue;
    readPaths.add(path.toLowerCase());
    const links = targetsById(xmlAt(relationsPath(path)), budget);
    const sink = sinkFor(name);
    const rows = sheetRows(xmlAt(path), strings, links, budget);
    if (isExceeded(budget)) sink.addFault('tooLarge');
    readRows(rows, sink, choice);
    if (isExceeded(budget)) return;
  }
}

/** Returns the path of the file with the relations of a sheet. */
function relationsPath(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return `${folder}_rels/${path.slice(folder.length)}.rels`;
}

function sheetsOf(xml: string): { name: string; id: string }[] {
  const sheets: { name: string; id: string }[] = [];
  readMarkup(xml, 'xml', {
    open(name, _, attributes) {
      if (name !== 'sheet') return;
      sheets.push({ name: attributes.name ?? '', id: relationIdOf(attributes) });
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
  readMarkup(xml, 'xml', {
    open(name) {
      if (name === 'si') value = '';
      isText = name === 't';
    },
    text(text) {
      if (isText) value += text;
    },
    close(name) {
      isText = false;
      if (name === 'si') strings.push(value);
    },
  });
  return strings;
}

const HYPERLINK = /HYPERLINK\(\s*"([^"]+)"/i;

/** Returns the texts of the cells, row by row. */
function sheetRows(
  xml: string,
  strings: readonly string[],
  links: ReadonlyMap<string, string>,
  budget: Budget,
): string[][] {
  const rows: string[][] = [];
  const rowsByNumber = new Map<string, string[]>();
  let row: string[] = [];
  let column = -1;
  /** The attribute `t` of the cell. The value of type `s` is the index of a shared string. */
  let type = '';
  let value = '';
  let formula = '';
  /** Name of the element whose text is read; empty after its end. */
  let element = '';
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
        row = [];
        rows.push(row);
        column = -1;
        if (links.size > 0) rowsByNumber.set(attributes.r ?? String(rows.length), row);
      } else if (name === 'hyperlink') {
        const target = links.get(relationIdOf(attributes)) ?? '';
        linkCell(rowsByNumber, attributes.ref ?? '', target, budget);
      }
    },
    text(text) {
      if (element === 'v' || element === 't') value += text;
      else if (element === 'f') formula += text;
    },
    close(name) {
      element = '';
      if (name !== 'c' || column >= MAX_COLUMNS) return;
      const text = type === 's' ? (strings[Number(value)] ?? '') : value;
      const link = HYPERLINK.exec(formula)?.[1];
      budget.characters -= text.length + formula.length;
      if (text !== '' || link !== undefined) setCell(row, column, link ?? text, budget);
    },
    isDone: () => isExceeded(budget),
  });
  return rows;
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
