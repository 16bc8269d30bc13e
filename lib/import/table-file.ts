import { originalAddress } from '@/lib/url/enclosed-address';
import { headRank, isAddressHead, isStatusHead, isTypeHead, type Rank } from './column-heads';
import type { Choice, Sink } from './found-addresses';
import { whyNoPage } from './no-page';
import { parseTable } from './parsed-table';
import { addressesInCell } from './text-list';

/** Characters at the start of a text in which the separator and the head are searched. */
const SAMPLE_LENGTH = 100_000;

/** Rows at the start of a table in which the cells of every column are counted. */
const SAMPLE_ROWS = 1_000;

/** Rows at the start of a table among which the head is searched. */
const HEAD_ROWS = 50;

/** Limit for the columns in which addresses are searched. */
const MAX_COLUMNS = 200;

/**
 * Matches words, a number or an address. Any other cell may be the rest of an address that a comma
 * or semicolon has split.
 */
const VALUE = /^$|^"|\s|^[-+~<>$€£]?\d[\d.,:/%]*$|^\p{L}+$|^[^\0-\x7f]|^https?:/u;

const HAS_LETTERS = /[\p{L}\p{N}]/u;

/**
 * Reads a table. Chooses a column of addresses or paths by its name, otherwise the column with the
 * most addresses.
 * @returns false if the text is not recognised as a table
 */
export function readTable(text: string, sink: Sink, choice: Choice): boolean {
  const [declaration = '', declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(declaration.length);
  const sample = body.slice(0, SAMPLE_LENGTH);
  const separators = declared ? [declared] : [',', ';', '\t', '|'];
  const detected = detectTable(sample, separators, declared !== undefined) ?? detectColumn(sample);
  if (detected === null) return noteColumns(sample, separators, sink);
  const table = parseTable(body, detected.separator);
  if (table.isCut) sink.fault('tooLarge');
  readRows(table.rows, sink, choice, detected.head);
  return true;
}

interface DetectedTable {
  separator: string;
  /** Index of the row with the heads; -1 if absent. */
  head: number;
}

/** Finds the separator whose best column has the most addresses. Returns null without a table. */
function detectTable(
  sample: string,
  separators: readonly string[],
  isDeclared: boolean,
): DetectedTable | null {
  let best: DetectedTable | null = null;
  let most = 0;
  for (const separator of separators) {
    if (!sample.includes(separator)) continue;
    const { rows } = parseTable(sample, separator);
    // A comma or semicolon may be part of an address.
    const isAmbiguous = !isDeclared && /[,;]/.test(separator);
    const { head, count } = findHead(rows, 2) ?? countWithoutHead(rows, isAmbiguous);
    if (count <= most) continue;
    most = count;
    best = { separator, head };
  }
  return best;
}

/** Recognises a single column: only paths, or paths and addresses below a head. */
function detectColumn(sample: string): DetectedTable | null {
  // With NUL as separator, each line is one cell.
  const separator = '\0';
  const { rows } = parseTable(sample, separator);
  const kinds = rows.map(([cell = '']) => kindOf(cell));
  const hasHead = rows.length > 1 && isAddressHead(rows[0]?.[0] ?? '');
  const body = hasHead ? kinds.slice(1) : kinds;
  const isColumn = body.every(
    (kind) => kind === Kind.Path || (hasHead && kind === Kind.WithScheme),
  );
  return isColumn && body.length > 0 ? { separator, head: hasHead ? 0 : -1 } : null;
}

/** Records the heads of a table without addresses. Returns false if the text is no table. */
function noteColumns(sample: string, separators: readonly string[], sink: Sink): boolean {
  if (/https?:|www\./i.test(sample)) return false;
  for (const separator of separators) {
    const rows = parseTable(sample, separator).rows.filter((row) => !isComment(row));
    const [heads = []] = rows;
    const isTable = rows.length > 1 && rows.every(({ length }) => length === heads.length);
    if (!isTable || heads.length < 2) continue;
    sink.noAddresses('columns', heads);
    return true;
  }
  return false;
}

function isComment([first = '']: readonly string[]): boolean {
  return first.startsWith('#');
}

interface CellCounts {
  /** Number of cells of each kind; the index is the `Kind`. */
  kinds: number[];
  /** Number of cells that are not empty. */
  filled: number;
}

/** Counts the cells of each kind by column. After the sample, skips columns without an address. */
function countKinds(rows: readonly string[][]): CellCounts[] {
  const columns: CellCounts[] = [];
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    row.slice(0, MAX_COLUMNS).forEach((cell, at) => {
      countCell(columns, cell, at);
    });
  }
  const withAddresses = columns.flatMap(({ kinds, filled }, at) =>
    kinds[Kind.Other] === filled ? [] : [at],
  );
  for (let index = SAMPLE_ROWS; index < rows.length; index += 1) {
    const row = rows[index] ?? [];
    for (const at of withAddresses) {
      if (at >= row.length) break;
      countCell(columns, row[at] ?? '', at);
    }
  }
  return columns;
}

function countCell(columns: CellCounts[], cell: string, at: number): void {
  if (cell === '') return;
  const column = columns[at] ?? { kinds: [0, 0, 0, 0, 0], filled: 0 };
  columns[at] = column;
  column.filled += 1;
  const kind = kindOf(cell);
  column.kinds[kind] = (column.kinds[kind] ?? 0) + 1;
}

/**
 * Counts the addresses of the best column of a table without a head.
 * @param isAmbiguous whether the separator may also be part of an address
 * @returns a count of 0 if the rows are no table of addresses
 */
function countWithoutHead(rows: readonly string[][], isAmbiguous: boolean) {
  const none = { head: -1, count: 0 };
  const wide = rows.filter((row) => row.length > 1 && !isComment(row));
  if (wide.length < 2 || wide.length * 2 < rows.length) return none;
  const [best] = addressColumns(isAmbiguous ? wide.filter(hasWholeAddress) : wide, []);
  if (best === undefined || best.count * 2 < wide.length) return none;
  return { head: -1, count: best.count };
}

/** Finds the first row that names a column of addresses or paths below the row. */
function findHead(rows: readonly string[][], leastCells: number) {
  for (const [head, row] of rows.slice(0, HEAD_ROWS).entries()) {
    if (row.length < leastCells || !row.some(isAddressHead)) continue;
    const [best] = addressColumns(rows.slice(head + 1), row);
    if (best !== undefined && isAddressHead(row[best.at] ?? '')) return { head, count: best.count };
  }
  return null;
}

/** Whether a row has an address, and no later cell looks like the rest of the address. */
function hasWholeAddress(row: readonly string[]): boolean {
  const first = row.findIndex((cell) => kindOf(cell) !== Kind.Other);
  return first >= 0 && row.slice(first + 1).every((cell) => VALUE.test(cell));
}

/** A column with addresses or paths. */
interface Column {
  /** Index of the column. */
  at: number;
  rank: Rank;
  /** Number of addresses and paths. */
  count: number;
  paths: number;
  /** Number of hosts without a path. */
  hosts: number;
  withScheme: number;
}

/** Returns the columns with addresses or paths, the best first. */
function addressColumns(rows: readonly string[][], heads: readonly string[]): Column[] {
  const columns: Column[] = [];
  countKinds(rows).forEach(({ kinds, filled }, at) => {
    const [, allPaths = 0, hosts = 0, bare = 0, withScheme = 0] = kinds;
    const head = heads[at] ?? '';
    // Among other values, paths count only if the name of the column means addresses.
    const paths = allPaths * 2 >= filled || isAddressHead(head) ? allPaths : 0;
    const count = paths + hosts + bare + withScheme;
    if (count > 0) {
      columns.push({ at, rank: headRank(head), count, paths, hosts, withScheme });
    }
  });
  const hasPaths = columns.some(({ paths, count }) => paths * 2 >= count);
  // A column of hosts beside paths contains the hosts of the paths.
  const isHostColumn = ({ hosts, count }: Column) => hasPaths && hosts === count;
  return columns.sort(
    (one, other) =>
      Number(isHostColumn(one)) - Number(isHostColumn(other)) ||
      one.rank - other.rank ||
      other.withScheme - one.withScheme ||
      other.count - one.count ||
      one.at - other.at,
  );
}

/**
 * Reads rows like `readTable`. Without addresses, records the heads.
 * @param head the index of the row with the heads, or -1 for none; if absent, finds the row
 */
export function readRows(rows: string[][], sink: Sink, choice: Choice, head?: number): void {
  const layout = layoutOf(rows, choice, head);
  if (layout === null) {
    const heads = rows.find((row) => row.length > 1 && !isComment(row)) ?? rows[0] ?? [];
    if (heads.length > 0) sink.noAddresses('columns', heads);
    return;
  }
  sink.table(layout.columns, layout.chosen.head);
  let { leftOut } = layout;
  for (const row of layout.body) {
    if (sink.isFull()) break;
    const moved = movedCell(row, layout);
    // `layout.leftOut` includes the moved address, which is in another column but is read.
    if (moved !== undefined) leftOut -= 1;
    let count = 0;
    let noPage: ReturnType<typeof whyRowIsNoPage>;
    for (const address of addressesInRow(row, moved, layout)) {
      if (count === 0) noPage = whyRowIsNoPage(row, layout);
      sink.page(address, noPage);
      count += 1;
    }
    if (count === 0 && HAS_LETTERS.test(row.join(''))) leftOut += 1;
  }
  sink.leaveOut(Math.max(0, leftOut));
}

interface NamedColumn extends Column {
  head: string;
}

/** The layout of a table with addresses. The index of an absent column is -1. */
interface Layout {
  /** The rows below the head. */
  body: readonly string[][];
  /** Number of heads; `Infinity` without heads. */
  width: number;
  /** The columns that a person can choose, from left to right. */
  columns: readonly NamedColumn[];
  /** The column to read. */
  chosen: NamedColumn;
  /** Whether the name of `chosen` means addresses, or a person chose the column. */
  isNamed: boolean;
  /** Index of the column with the hosts of paths. */
  hostAt: number;
  /** Index of the column with media types. */
  typeAt: number;
  /** Index of the column with HTTP statuses. */
  statusAt: number;
  /** Number of rows above the head, and of addresses in other columns. */
  leftOut: number;
}

/** Returns the layout of a table; null without addresses. */
function layoutOf(rows: readonly string[][], choice: Choice, knownHead?: number): Layout | null {
  const head = knownHead ?? findHead(rows, 1)?.head ?? -1;
  const heads = rows[head] ?? [];
  const body = rows.slice(head + 1);
  const names = heads.length > 0 ? heads : (rows[0] ?? []);
  const columns = namedColumns(addressColumns(body, heads), names);
  const chosen = columns.find((column) => column.head === choice.column) ?? columns[0];
  if (chosen === undefined) return null;
  const others = columns.filter(({ at }) => at !== chosen.at);
  const hosts = others.find((column) => column.hosts === column.count);
  const hostAt = chosen.paths > 0 && hosts !== undefined ? hosts.at : -1;
  const otherHeads = heads.slice(0, MAX_COLUMNS).map((name, at) => (at === chosen.at ? '' : name));
  return {
    body,
    width: heads.length > 0 ? heads.length : Number.POSITIVE_INFINITY,
    columns: columns.toSorted((one, other) => one.at - other.at),
    chosen,
    isNamed: isAddressHead(heads[chosen.at] ?? '') || chosen.head === choice.column,
    hostAt,
    typeAt: otherHeads.findIndex(isTypeHead),
    statusAt: otherHeads.findIndex((name, at) => isStatusHead(name) && hasStatus(body, at)),
    leftOut:
      rows.slice(0, Math.max(0, head)).filter(isTitle).length +
      others
        .filter(({ at }) => at !== hostAt)
        .reduce((sum, { count, paths }) => sum + count - paths, 0),
  };
}

function hasStatus(rows: readonly string[][], at: number): boolean {
  return rows.some((row) => at < row.length && /^\d{3}\b/.test(row[at] ?? ''));
}

function isTitle(row: readonly string[]): boolean {
  return HAS_LETTERS.test(row.join('')) && !isComment(row);
}

/** Names each column by the head, otherwise by letters as in spreadsheets. */
function namedColumns(columns: readonly Column[], heads: readonly string[]): NamedColumn[] {
  const usedHeads = new Set<string>();
  return columns.map((column) => {
    const head = uniqueHead(heads[column.at]?.trim() ?? '', column.at, usedHeads);
    usedHeads.add(head);
    return { ...column, head };
  });
}

function uniqueHead(head: string, at: number, usedHeads: ReadonlySet<string>): string {
  if (head === '' || kindOf(head) !== Kind.Other) return columnLetters(at);
  return usedHeads.has(head) ? `${head} (${columnLetters(at)})` : head;
}

/** Returns the letters of a column in spreadsheets, from `A` to `ZZ`. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : String.fromCharCode(64 + Math.floor(at / 26)) + last;
}

/**
 * Returns the address of a row with more cells than heads, if the address is to the right of the
 * chosen column. An unquoted separator in an earlier cell, for example a page's title, moves all
 * later cells to the right.
 */
function movedCell(row: readonly string[], { chosen, width }: Layout): string | undefined {
  if (row.length <= width || kindOf((row[chosen.at] ?? '').trim()) !== Kind.Other) return undefined;
  return row.find((cell, at) => at > chosen.at && kindOf(cell) > Kind.Path);
}

/**
 * Returns why the address of a row is no page, such as `301`. Returns null for a page, and
 * undefined if the table does not say.
 */
function whyRowIsNoPage(row: readonly string[], { typeAt, statusAt }: Layout) {
  if (typeAt < 0 && statusAt < 0) return undefined;
  return whyNoPage(row[typeAt] ?? '', row[statusAt] ?? '');
}

function addressesInRow(
  row: readonly string[],
  moved: string | undefined,
  { chosen, hostAt, isNamed }: Layout,
): Iterable<string> {
  const cell = originalAddress((moved ?? row[chosen.at] ?? '').trim());
  if (cell === '') return [];
  if (chosen.paths > 0 && kindOf(cell) <= Kind.Path) {
    if (!cell.startsWith('/')) return [];
    if (hostAt < 0) return [cell];
    const host = row[hostAt] ?? '';
    return kindOf(host) === Kind.Host ? [`https://${host.trim()}${cell}`] : [];
  }
  return isAlone(cell) ? [cell] : addressesInCell(cell, isNamed);
}

/** What a cell contains: something else, a path, a host, or an address without or with scheme. */
const Kind = { Other: 0, Path: 1, Host: 2, Bare: 3, WithScheme: 4 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

const WITH_SCHEME = /^\s{0,9}<?https?:\/\/[^\s/]/i;
/**
 * Matches the start of an address without a scheme: a host, an optional port, then `/`, `?`, `#` or
 * the end. Group 1 is the slash, or empty.
 */
const BARE =
  /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{1,62})(?::\d{1,5})?(\/?)(?:(?<=\/)|[?#]|$)/u;
const SLASH = '/'.charCodeAt(0);
const PATH = /^\/(?![/\\])[^\s<>"]*$/;

function kindOf(cell: string): Kind {
  const first = cell.charCodeAt(0);
  if (first === SLASH) return PATH.test(cell) ? Kind.Path : Kind.Other;
  if (!cell.includes('.') && !cell.includes('://')) return Kind.Other;
  const trimmed = cell.trim();
  if (WITH_SCHEME.test(originalAddress(trimmed))) return Kind.WithScheme;
  const [whole, slash] = BARE.exec(trimmed) ?? [];
  if (whole === undefined || /[\s@]/.test(trimmed)) return Kind.Other;
  return whole === trimmed && slash === '' ? Kind.Host : Kind.Bare;
}

const WHOLE = /^https?:\/\/[^\s<>"]+$/;

/** Whether a cell is one address with a scheme: a quick test, which most cells pass. */
function isAlone(cell: string): boolean {
  return WHOLE.test(cell) && cell.indexOf('http', 1) < 0;
}
