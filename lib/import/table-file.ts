import { originalAddress } from '@/lib/url/enclosed-address';
import {
  headerRank,
  isAddressHeader,
  isStatusHeader,
  isTypeHeader,
  type Rank,
  reportLinkColumns,
} from './column-headers';
import type { Choice, Sink } from './found-addresses';
import { findNonPageReason } from './non-page';
import { parseTable } from './parsed-table';
import { addressesInCell } from './text-list';

/** Number of characters in which `readTable` searches for the separator and the header. */
const SAMPLE_LENGTH = 100_000;

/** Number of rows in which `countKinds` counts every column. */
const SAMPLE_ROWS = 1_000;

/** Number of rows in which `findHeader` searches for the header. */
const HEADER_ROWS = 50;

/** Limit for the columns in which `countKinds` searches for addresses. */
const MAX_COLUMNS = 200;

/**
 * Matches a cell that is certainly not the rest of a split address: an empty or quoted cell, a text with
 * blanks, a number, a single word, a text that begins with a character outside ASCII, or an address with a
 * scheme.
 */
const WHOLE_VALUE = /^$|^"|\s|^[-+~<>$€£]?\d[\d.,:/%]*$|^\p{L}+$|^[^\0-\x7f]|^https?:/u;

const HAS_LETTERS = /[\p{L}\p{N}]/u;

/**
 * Reads the column that the person has chosen; otherwise the column whose header names addresses; otherwise
 * the column with the most addresses. Returns false if the text is not a table.
 */
export function readTable(text: string, sink: Sink, choice: Choice): boolean {
  const [declaration = '', declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(declaration.length);
  const sample = body.slice(0, SAMPLE_LENGTH);
  const separators = declared ? [declared] : [',', ';', '\t', '|'];
  const detected = detectTable(sample, separators, declared !== undefined) ?? detectColumn(sample);
  if (detected === null) return recordTableWithoutAddresses(sample, separators, sink);
  const table = parseTable(body, detected.separator);
  if (table.isCut) sink.addFault('tooLarge');
  readRows(table.rows, sink, choice, detected.headerIndex);
  return true;
}

interface DetectedTable {
  separator: string;
  /** Index of the header row; -1 if absent. */
  headerIndex: number;
}

/** Finds the separator whose best column has the most addresses; null if there are no addresses. */
function detectTable(
  sample: string,
  separators: readonly string[],
  isDeclared: boolean,
): DetectedTable | null {
  let best: DetectedTable | null = null;
  let bestCount = 0;
  for (const separator of separators) {
    if (!sample.includes(separator)) continue;
    const { rows } = parseTable(sample, separator);
    const header = findHeader(rows, 2);
    if (header?.isOfReports) return { separator, headerIndex: header.headerIndex };
    // A comma or semicolon may be part of an address.
    const isAmbiguous = !isDeclared && /[,;]/.test(separator);
    const { headerIndex, count } = header ?? {
      headerIndex: -1,
      count: countWithoutHeader(rows, isAmbiguous),
    };
    if (count <= bestCount) continue;
    bestCount = count;
    best = { separator, headerIndex };
  }
  return best;
}

/**
 * Recognises a single column: either only paths, or a header that is followed by paths or addresses with a
 * scheme.
 */
function detectColumn(sample: string): DetectedTable | null {
  // Each line becomes one cell, because no text contains NUL.
  const separator = '\0';
  const { rows } = parseTable(sample, separator);
  const kinds = rows.map(([cell = '']) => kindOf(cell));
  const hasKnownHeader = rows.length > 1 && isAddressHeader(rows[0]?.[0] ?? '');
  const hasHeader = hasKnownHeader || (rows.length > 1 && kinds[0] === Kind.Other);
  const body = hasHeader ? kinds.slice(1) : kinds;
  const isColumn = body.every(
    (kind) => kind === Kind.Path || (hasKnownHeader && kind === Kind.WithScheme),
  );
  return isColumn && body.length > 0 ? { separator, headerIndex: hasHeader ? 0 : -1 } : null;
}

/** Records the columns of a table without addresses. Returns false for any other text. */
function recordTableWithoutAddresses(
  sample: string,
  separators: readonly string[],
  sink: Sink,
): boolean {
  if (/https?:|www\./i.test(sample)) return false;
  for (const separator of separators) {
    const rows = parseTable(sample, separator).rows.filter((row) => !isComment(row));
    const [headers = []] = rows;
    const isTable = rows.length > 1 && rows.every(({ length }) => length === headers.length);
    if (!isTable || headers.length < 2) continue;
    sink.addSourceWithoutAddresses('columns', headers);
    return true;
  }
  return false;
}

function isComment([first = '']: readonly string[]): boolean {
  return first.startsWith('#');
}

/** Numbers of cells in one column. */
interface CellCounts {
  /** Number of cells of each `Kind`. */
  kinds: number[];
  /** Number of cells that are not empty. */
  filled: number;
}

/** Counts cells by column. After `SAMPLE_ROWS` rows, skips columns without an address. */
function countKinds(rows: readonly string[][]): CellCounts[] {
  const counts: CellCounts[] = [];
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    row.slice(0, MAX_COLUMNS).forEach((cell, column) => {
      countCell(counts, cell, column);
    });
  }
  const columnsWithAddresses = counts.flatMap(({ kinds, filled }, column) =>
    kinds[Kind.Other] === filled ? [] : [column],
  );
  for (let index = SAMPLE_ROWS; index < rows.length; index += 1) {
    const row = rows[index] ?? [];
    for (const column of columnsWithAddresses) {
      if (column >= row.length) break;
      countCell(counts, row[column] ?? '', column);
    }
  }
  return counts;
}

function countCell(counts: CellCounts[], cell: string, column: number): void {
  if (cell === '') return;
  const columnCounts = counts[column] ?? { kinds: [0, 0, 0, 0, 0], filled: 0 };
  counts[column] = columnCounts;
  columnCounts.filled += 1;
  const kind = kindOf(cell);
  columnCounts.kinds[kind] = (columnCounts.kinds[kind] ?? 0) + 1;
}

interface FoundHeader {
  headerIndex: number;
  /** Number of addresses and paths in the best column. */
  count: number;
  /** Whether the extension has exported the table. */
  isOfReports: boolean;
}

/**
 * Counts the addresses in the best column of a table without a header. Returns 0 if fewer than half of the
 * rows have several cells, or if fewer than half of these rows have an address.
 * @param isAmbiguous whether the separator may also be part of an address
 */
function countWithoutHeader(rows: readonly string[][], isAmbiguous: boolean): number {
  const wideRows = rows.filter((row) => row.length > 1 && !isComment(row));
  if (wideRows.length < 2 || wideRows.length * 2 < rows.length) return 0;
  const [best] = addressColumns(isAmbiguous ? wideRows.filter(hasWholeAddress) : wideRows, []);
  if (best === undefined || best.count * 2 < wideRows.length) return 0;
  return best.count;
}

/**
 * Finds the first row in which a cell names addresses, if the column below that cell is the best column, or
 * if the extension has exported the table. Returns null if no row is a header.
 * @param minCells the smallest number of cells in this row
 */
function findHeader(rows: readonly string[][], minCells: number): FoundHeader | null {
  for (const [headerIndex, row] of rows.slice(0, HEADER_ROWS).entries()) {
    if (row.length < minCells || !row.some(isAddressHeader)) continue;
    const [best] = addressColumns(rows.slice(headerIndex + 1), row);
    const isOfReports = reportLinkColumns(row) !== null;
    if (isOfReports || (best !== undefined && isAddressHeader(row[best.index] ?? ''))) {
      return { headerIndex, count: best?.count ?? 0, isOfReports };
    }
  }
  return null;
}

/** Whether the extension has exported the table. */
export function hasReports(rows: readonly string[][]): boolean {
  return rows.slice(0, HEADER_ROWS).some((row) => reportLinkColumns(row) !== null);
}

/** Whether one of the first rows names a column of addresses. */
export function hasAddressHeader(rows: readonly string[][]): boolean {
  return findHeader(rows, 1) !== null;
}

/** Whether a row has an address that no separator has split. */
function hasWholeAddress(row: readonly string[]): boolean {
  const addressIndex = row.findIndex((cell) => kindOf(cell) !== Kind.Other);
  return addressIndex >= 0 && row.slice(addressIndex + 1).every((cell) => WHOLE_VALUE.test(cell));
}

/** A column with addresses or paths. `count` includes `paths`, `hosts` and `withScheme`. */
interface Column {
  index: number;
  rank: Rank;
  /** Number of addresses and paths. */
  count: number;
  paths: number;
  /** Number of hosts without a path. */
  hosts: number;
  withScheme: number;
}

/** Returns the columns with addresses or paths, the best first. Ignores links to the extension's reports. */
function addressColumns(rows: readonly string[][], headers: readonly string[]): Column[] {
  const columns: Column[] = [];
  const ignoredColumns = reportLinkColumns(headers) ?? [];
  countKinds(rows).forEach(({ kinds, filled }, index) => {
    if (ignoredColumns.includes(index)) return;
    const [, allPaths = 0, hosts = 0, bare = 0, withScheme = 0] = kinds;
    const header = headers[index] ?? '';
    // A few paths among other values count only if the header names addresses.
    const paths = allPaths * 2 >= filled || isAddressHeader(header) ? allPaths : 0;
    const count = paths + hosts + bare + withScheme;
    if (count > 0) {
      columns.push({ index, rank: headerRank(header), count, paths, hosts, withScheme });
    }
  });
  const hasPaths = columns.some(({ paths, count }) => paths * 2 >= count);
  // Beside a column of paths, a column of hosts contains only the hosts of these paths.
  const isHostColumn = ({ hosts, count }: Column) => hasPaths && hosts === count;
  return columns.sort(
    (one, other) =>
      Number(isHostColumn(one)) - Number(isHostColumn(other)) ||
      one.rank - other.rank ||
      other.withScheme - one.withScheme ||
      other.count - one.count ||
      one.index - other.index,
  );
}

/** @param headerIndex index of the header row; -1 for a table without a header; absent if unknown */
export function readRows(rows: string[][], sink: Sink, choice: Choice, headerIndex?: number): void {
  const layout = layoutOf(rows, choice, headerIndex);
  if (layout === null) {
    const headers = rows.find((row) => row.length > 1 && !isComment(row)) ?? rows[0] ?? [];
    if (headers.length > 0) sink.addSourceWithoutAddresses('columns', headers);
    return;
  }
  sink.addColumns(layout.columns, layout.chosen.header);
  let { leftOut } = layout;
  for (const row of layout.body) {
    if (sink.isFull()) break;
    const moved = movedCell(row, layout);
    // `layout.leftOut` counts the addresses in other columns, so it already counts the moved address.
    if (moved !== undefined) leftOut -= 1;
    let count = 0;
    let nonPageReason: string | null | undefined;
    for (const address of addressesInRow(row, moved, layout)) {
      if (count === 0) nonPageReason = nonPageReasonOfRow(row, layout);
      sink.addPage(address, nonPageReason);
      count += 1;
    }
    if (count === 0 && HAS_LETTERS.test(row.join(''))) leftOut += 1;
  }
  sink.countLeftOut(Math.max(0, leftOut));
}

interface ColumnWithHeader extends Column {
  header: string;
}

/** The columns and rows that `readRows` reads. The index of an absent column is -1. */
interface Layout {
  body: readonly string[][];
  /** Number of cells in the header; `Infinity` without a header, and for exported reports. */
  width: number;
  /** From left to right. */
  columns: readonly ColumnWithHeader[];
  chosen: ColumnWithHeader;
  /** Whether the header of `chosen` names addresses, or a person chose the column. */
  isAddressColumn: boolean;
  /** Index of the column with the hosts, if `chosen` contains paths. */
  hostIndex: number;
  typeIndex: number;
  statusIndex: number;
  /** Number of titles above the header, and of addresses in other columns. */
  leftOut: number;
}

/** Returns the columns and rows to read; null for a table without addresses. */
function layoutOf(
  rows: readonly string[][],
  choice: Choice,
  knownHeaderIndex?: number,
): Layout | null {
  const headerIndex = knownHeaderIndex ?? findHeader(rows, 1)?.headerIndex ?? -1;
  const headers = rows[headerIndex] ?? [];
  const body = rows.slice(headerIndex + 1);
  const columnHeaders = headers.length > 0 ? headers : (rows[0] ?? []);
  const columns = withHeaders(addressColumns(body, headers), columnHeaders);
  const chosen = columns.find((column) => column.header === choice.column) ?? columns[0];
  if (chosen === undefined) return null;
  const otherColumns = columns.filter(({ index }) => index !== chosen.index);
  const hostColumn = otherColumns.find((column) => column.hosts === column.count);
  const hostIndex = chosen.paths > 0 && hostColumn !== undefined ? hostColumn.index : -1;
  const otherHeaders = headers
    .slice(0, MAX_COLUMNS)
    .map((header, index) => (index === chosen.index ? '' : header));
  const titleCount = rows.slice(0, Math.max(0, headerIndex)).filter(isTitle).length;
  const otherAddressCount = otherColumns
    .filter(({ index }) => index !== hostIndex)
    .reduce((sum, { count, paths }) => sum + count - paths, 0);
  return {
    body,
    width:
      headers.length > 0 && reportLinkColumns(headers) === null
        ? headers.length
        : Number.POSITIVE_INFINITY,
    columns: columns.toSorted((one, other) => one.index - other.index),
    chosen,
    isAddressColumn:
      isAddressHeader(headers[chosen.index] ?? '') || chosen.header === choice.column,
    hostIndex,
    typeIndex: otherHeaders.findIndex(isTypeHeader),
    statusIndex: otherHeaders.findIndex(
      (header, index) => isStatusHeader(header) && hasStatus(body, index),
    ),
    leftOut: titleCount + otherAddressCount,
  };
}

function hasStatus(rows: readonly string[][], column: number): boolean {
  return rows.some((row) => column < row.length && /^\d{3}\b/.test(row[column] ?? ''));
}

/** Whether a row above the header is a title rather than a comment or a row without letters. */
function isTitle(row: readonly string[]): boolean {
  return HAS_LETTERS.test(row.join('')) && !isComment(row);
}

/**
 * Adds headers to columns. Uses the spreadsheet letters (`A`, `AB`) of a column that has no header, and
 * appends these letters to a repeated header.
 */
function withHeaders(columns: readonly Column[], headers: readonly string[]): ColumnWithHeader[] {
  const usedHeaders = new Set<string>();
  return columns.map((column) => {
    const header = uniqueHeader(headers[column.index]?.trim() ?? '', column.index, usedHeaders);
    usedHeaders.add(header);
    return { ...column, header };
  });
}

function uniqueHeader(header: string, column: number, usedHeaders: ReadonlySet<string>): string {
  if (header === '' || kindOf(header) !== Kind.Other) return columnLetters(column);
  return usedHeaders.has(header) ? `${header} (${columnLetters(column)})` : header;
}

/** Returns the letters of a spreadsheet column, from `A` to `ZZ`. */
function columnLetters(column: number): string {
  const lastLetter = String.fromCharCode(65 + (column % 26));
  if (column < 26) return lastLetter;
  return String.fromCharCode(64 + Math.floor(column / 26)) + lastLetter;
}

/**
 * Returns the address of a row if its cells have moved to the right; otherwise undefined. Cells move
 * if an earlier cell, such as a title, contains an unquoted separator.
 */
function movedCell(row: readonly string[], { chosen, width }: Layout): string | undefined {
  const chosenCell = (row[chosen.index] ?? '').trim();
  if (row.length <= width || kindOf(chosenCell) !== Kind.Other) return undefined;
  return row.find((cell, index) => index > chosen.index && kindOf(cell) > Kind.Path);
}

/**
 * Returns the media type or status of a row whose address is not a page; null for a page; undefined if
 * unknown.
 */
function nonPageReasonOfRow(
  row: readonly string[],
  { typeIndex, statusIndex }: Layout,
): string | null | undefined {
  if (typeIndex < 0 && statusIndex < 0) return undefined;
  return findNonPageReason(row[typeIndex] ?? '', row[statusIndex] ?? '');
}

/** @param moved the result of `movedCell` */
function addressesInRow(
  row: readonly string[],
  moved: string | undefined,
  { chosen, hostIndex, isAddressColumn }: Layout,
): Iterable<string> {
  const cell = originalAddress(plainCell((moved ?? row[chosen.index] ?? '').trim()));
  const isOtherFormula = cell.charCodeAt(0) === EQUALS_SIGN;
  if (cell === '' || isOtherFormula) return [];
  if (chosen.paths > 0 && kindOf(cell) <= Kind.Path) {
    if (!cell.startsWith('/')) return [];
    if (hostIndex < 0) return [cell];
    const host = row[hostIndex] ?? '';
    return kindOf(host) === Kind.Host ? [`https://${host.trim()}${cell}`] : [];
  }
  return isWholeAddress(cell) ? [cell] : addressesInCell(cell, isAddressColumn);
}

/** Returns the target of a formula, and adds the scheme to `//host/path`. Returns any other cell unchanged. */
function plainCell(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === EQUALS_SIGN) return hyperlinkTarget(cell) ?? cell;
  return first === SLASH && WITHOUT_SCHEME.test(cell) ? `https:${cell}` : cell;
}

/** The target of a formula, which must be a text without further parts. */
const HYPERLINK = /HYPERLINK\(\s*"([^"#][^"]*)"\s*(?:[,;)]|$)/i;

/** Returns the target of a link in a formula; undefined if absent. */
export function hyperlinkTarget(formula: string): string | undefined {
  return HYPERLINK.exec(formula)?.[1];
}

/** The kind of a cell. `Host` has no path. `Bare` is an address without a scheme. */
const Kind = {
  Other: 0,
  Path: 1,
  Host: 2,
  Bare: 3,
  WithScheme: 4,
} as const;
type Kind = (typeof Kind)[keyof typeof Kind];

const ADDRESS_START = /^\s{0,9}<?https?:\/\/[^\s/]/i;
// A host, an optional port, then `/`, `?`, `#` or the end. Group 1 is the slash, or empty.
const BARE_ADDRESS_START =
  /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{1,62}\.?)(?::\d{1,5})?(\/?)(?:(?<=\/)|[?#]|$)/u;
/** Matches `//host` or `//host/path`, but not an XPath such as `//body/a`. */
const WITHOUT_SCHEME =
  /^\/\/(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{1,62}(?:[:/?#]\S*)?$/u;
const SLASH = '/'.charCodeAt(0);
const EQUALS_SIGN = '='.charCodeAt(0);
const PATH = /^\/(?![/\\])[^\s<>"]*$/;

function kindOf(cell: string): Kind {
  if (cell.charCodeAt(0) === SLASH && PATH.test(cell)) return Kind.Path;
  if (!cell.includes('.') && !cell.includes('://')) return Kind.Other;
  const trimmed = plainCell(cell.trim());
  if (ADDRESS_START.test(originalAddress(trimmed))) return Kind.WithScheme;
  const [match, slash] = BARE_ADDRESS_START.exec(trimmed) ?? [];
  if (match === undefined || /[\s@]/.test(trimmed)) return Kind.Other;
  return match === trimmed && slash === '' ? Kind.Host : Kind.Bare;
}

const SINGLE_ADDRESS = /^https?:\/\/[^\s<>"]+$/;

/**
 * Whether a cell contains only one address with a scheme. Most cells pass this quick test, and need
 * no slow search.
 */
function isWholeAddress(cell: string): boolean {
  return SINGLE_ADDRESS.test(cell) && cell.indexOf('http', 1) < 0;
}
