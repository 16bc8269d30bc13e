import type { Choice, Sink } from './found-addresses';
import { type Attributes, readMarkup } from './markup';
import { isAddress } from './source-url';
import { readRows } from './table-file';
import type { Member } from './zip-file';

/** Cells of a workbook, including rows, empty cells, padding, links and relations. */
const MOST_CELLS = 1_000_000;

/** Characters of a workbook. A shared string counts for each cell with the string. */
const MOST_CHARACTERS = 50 * 1024 * 1024;

const MOST_COLUMNS = 500;
const MOST_SHEETS = 1_000;

/** The rest of the limits of a workbook. */
interface Budget {
  cells: number;
  characters: number;
}

function isSpent({ cells, characters }: Budget): boolean {
  return cells < 0 || characters < 0;
}

const WORKBOOK = /^xl\/workbook\.xml$/i;

export function isWorkbook(members: readonly Member[]): boolean {
  return members.some(({ name }) => WORKBOOK.test(name));
}

/**
 * Reads the sheets of a workbook as tables. If the text of a linked cell is no address, the address
 * of the link replaces the text.
 * @param sinkFor returns the sink of a sheet
 */
export function readWorkbook(
  members: readonly Member[],
  sinkFor: (sheet: string) => Sink,
  choice: Choice,
): void {
  const byPath = new Map(members.map((member) => [member.name.toLowerCase(), member]));
  const xml = (path: string) => {
    const member = byPath.get(path.toLowerCase());
    return member === undefined ? '' : new TextDecoder().decode(member.bytes);
  };
  const left: Budget = { cells: MOST_CELLS, characters: MOST_CHARACTERS };
  const strings = sharedStrings(xml('xl/sharedStrings.xml'));
  const paths = relations(xml('xl/_rels/workbook.xml.rels'), left);
  const known = new Set<string>();
  for (const { name, id } of sheetsOf(xml('xl/workbook.xml'))) {
    const target = paths.get(id) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (known.has(path.toLowerCase()) || !byPath.has(path.toLowerCase())) continue;
    known.add(path.toLowerCase());
    const links = relations(xml(relationsPath(path)), left);
    const sink = sinkFor(name);
    const rows = sheetRows(xml(path), strings, links, left);
    if (isSpent(left)) sink.fault('tooLarge');
    readRows(rows, sink, choice);
    if (isSpent(left)) return;
  }
}

function relationsPath(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return `${folder}_rels/${path.slice(folder.length)}.rels`;
}

function sheetsOf(xml: string): { name: string; id: string }[] {
  const sheets: { name: string; id: string }[] = [];
  readMarkup(
    xml,
    {
      open(name, _, attributes) {
        if (name !== 'sheet') return;
        sheets.push({ name: attributes.name ?? '', id: relationOf(attributes) });
      },
      isDone: () => sheets.length >= MOST_SHEETS,
    },
    true,
  );
  return sheets.slice(0, MOST_SHEETS);
}

/** Returns the targets of relations by id. */
function relations(xml: string, left: Budget): Map<string, string> {
  const targets = new Map<string, string>();
  readMarkup(
    xml,
    {
      open(name, _, { Id = '', Target = '' }) {
        if (name !== 'Relationship') return;
        left.cells -= 1;
        targets.set(Id, Target);
      },
      isDone: () => isSpent(left),
    },
    true,
  );
  return targets;
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let value = '';
  let isText = false;
  readMarkup(
    xml,
    {
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
    },
    true,
  );
  return strings;
}

const HYPERLINK = /HYPERLINK\(\s*"([^"]+)"/i;

/** Returns the cells of a sheet as texts, row by row. */
function sheetRows(
  xml: string,
  strings: readonly string[],
  links: ReadonlyMap<string, string>,
  left: Budget,
): string[][] {
  const rows: string[][] = [];
  const rowsByNumber = new Map<string, string[]>();
  let row: string[] = [];
  let type = '';
  let at = 0;
  let value = '';
  let formula = '';
  let textKind: 'value' | 'formula' | null = null;
  readMarkup(
    xml,
    {
      open(name, _, attributes) {
        textKind = name === 'v' || name === 't' ? 'value' : name === 'f' ? 'formula' : null;
        if (name === 'c') {
          left.cells -= 1;
          const { r, t = '' } = attributes;
          type = t;
          at = r === undefined ? at + 1 : columnOf(r);
          value = '';
          formula = '';
        } else if (name === 'row') {
          left.cells -= 1;
          row = [];
          rows.push(row);
          at = -1;
          if (links.size > 0) rowsByNumber.set(attributes.r ?? String(rows.length), row);
        } else if (name === 'hyperlink') {
          linkCell(attributes.ref ?? '', links.get(relationOf(attributes)) ?? '');
        }
      },
      text(text) {
        if (textKind === 'value') value += text;
        else if (textKind === 'formula') formula += text;
      },
      close(name) {
        textKind = null;
        if (name !== 'c' || at >= MOST_COLUMNS) return;
        const text = type === 's' ? (strings[Number(value)] ?? '') : value;
        const [, link] = formula === '' ? [] : (HYPERLINK.exec(formula) ?? []);
        left.characters -= text.length + formula.length;
        if (text === '' && link === undefined) return;
        setCell(row, at, link ?? text);
      },
      isDone: () => isSpent(left),
    },
    true,
  );
  return rows;

  function linkCell(reference: string, target: string): void {
    left.cells -= 1;
    const [, number = ''] = /^[A-Z]+(\d+)/i.exec(reference) ?? [];
    const linked = rowsByNumber.get(number);
    const column = columnOf(reference);
    if (linked === undefined || column >= MOST_COLUMNS || !/^https?:/i.test(target)) return;
    const text = linked[column] ?? '';
    left.characters -= text.length + target.length;
    if (!isSpent(left) && !isAddress(text)) setCell(linked, column, target);
  }

  /** Sets the text of a cell if the budget covers the padding before the cell. */
  function setCell(row: string[], at: number, text: string): void {
    left.cells -= Math.max(0, at - row.length);
    if (isSpent(left)) return;
    while (row.length < at) row.push('');
    row[at] = text;
  }
}

/** Returns the column of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < 3; at += 1) {
    const letter = reference.charCodeAt(at) & 0x5f;
    if (!(letter >= 65 && letter <= 90)) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

/** Returns the id of the relation that an element names. The prefix of the attribute may vary. */
function relationOf(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}
