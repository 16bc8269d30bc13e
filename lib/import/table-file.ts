import { headRank, isStatusHead, isTypeHead, Rank } from './column-heads';
import type { AddressColumn, Choice, Sink } from './found-addresses';
import { whyNoPage } from './no-page';
import { parseTable } from './parsed-table';
import { addressesInCell } from './text-list';

/** Characters at the start of a text that show the layout of a table. */
const SAMPLE = 100_000;

/** Rows in which the cells of every column are counted. */
const SAMPLE_ROWS = 1_000;

/** Rows at the start of a table that may be the head. */
const MOST_TITLES = 50;

const MOST_COLUMNS = 200;

/** A cell that does not continue the address before the cell: words, a number, an address. */
const VALUE = /^$|^"|\s|^[-+~<>$€£]?\d[\d.,:/%]*$|^\p{L}+$|^[^\0-\x7f]|^https?:/u;

const HAS_LETTERS = /[\p{L}\p{N}]/u;

const Kind = { Other: 0, Path: 1, Host: 2, Bare: 3, WithScheme: 4 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

const WITH_SCHEME = /^\s{0,9}<?https?:\/\/[^\s/]/i;
const BARE =
  /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{1,62})(?::\d{1,5})?(\/?)(?:(?<=\/)|[?#]|$)/u;
const SLASH = 47;
const PATH = /^\/(?![/\\])[^\s<>"]*$/;

function kindOf(cell: string): Kind {
  const first = cell.charCodeAt(0);
  if (first === SLASH) return PATH.test(cell) ? Kind.Path : Kind.Other;
  if (!cell.includes('.') && !cell.includes('://')) return Kind.Other;
  if (WITH_SCHEME.test(cell)) return Kind.WithScheme;
  const trimmed = cell.trim();
  const [whole, slash] = BARE.exec(trimmed) ?? [];
  if (whole === undefined || /[\s@]/.test(trimmed)) return Kind.Other;
  return whole === trimmed && slash === '' ? Kind.Host : Kind.Bare;
}

const WHOLE = /^https?:\/\/[^\s<>"]+$/;

/** Whether a cell is one address with a scheme, like most cells of a column. */
function isAlone(cell: string): boolean {
  return WHOLE.test(cell) && cell.indexOf('http', 1) < 0;
}

interface Layout {
  /** Index of the row with the heads; -1 if absent. */
  head: number;
  /** Index of the best column. */
  at: number;
  rank: Rank;
  /** Number of addresses and paths in the best column. */
  count: number;
}

/**
 * Reads a table. Chooses a column of addresses or paths by its name, otherwise the column with the
 * most addresses.
 * @returns false if the text is not recognised as a table
 */
export function readTable(text: string, sink: Sink, choice: Choice): boolean {
  const [told = '', separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(told.length);
  const sample = body.slice(0, SAMPLE);
  const separators = separator ? [separator] : [',', ';', '\t', '|'];
  const [best] = separators
    .filter((each) => sample.includes(each))
    .flatMap((each) => {
      const { rows } = parseTable(sample, each);
      const layout = findLayout(rows, separator === undefined ? each : '');
      return layout === null ? [] : [{ ...layout, separator: each }];
    })
    .sort((one, other) => other.count - one.count);
  if (best !== undefined) {
    readWhole(best.separator, best.head);
    return true;
  }
  // A single column: paths, or paths and addresses below a head.
  const { rows } = parseTable(sample, '\0');
  const kinds = rows.map(([cell = '']) => kindOf(cell));
  const isNamed = rows.length > 1 && headRank(rows[0]?.[0] ?? '') < Rank.None;
  const from = isNamed ? kinds.slice(1) : kinds;
  const isColumn =
    from.length > 0 &&
    (from.every((kind) => kind === Kind.Path) ||
      (isNamed && from.every((kind) => kind === Kind.Path || kind === Kind.WithScheme)));
  if (isColumn) {
    readWhole('\0', isNamed ? 0 : -1);
    return true;
  }
  return holdsColumns(sample, separators, sink);

  function readWhole(delimiter: string, head: number): void {
    const table = parseTable(body, delimiter);
    if (table.isCut) sink.fault('tooLarge');
    readRows(table.rows, sink, choice, head);
  }
}

/** Records the heads of a table without addresses. Returns false if the text is no table. */
function holdsColumns(sample: string, separators: string[], sink: Sink): boolean {
  if (/https?:|www\./i.test(sample)) return false;
  for (const each of separators) {
    const rows = parseTable(sample, each).rows.filter(([cell = '']) => !cell.startsWith('#'));
    const [head = []] = rows;
    const isTable = rows.length > 1 && rows.every(({ length }) => length === head.length);
    if (!isTable || head.length < 2) continue;
    sink.holdsNone('columns', head);
    return true;
  }
  return false;
}

/** Counts the cells of each kind by column. Below the sample, skips columns without an address. */
function countKinds(rows: readonly string[][]): { kinds: number[]; filled: number }[] {
  const columns: { kinds: number[]; filled: number }[] = [];
  const count = (cell: string | undefined, at: number) => {
    if (!cell) return;
    const column = columns[at] ?? { kinds: [0, 0, 0, 0, 0], filled: 0 };
    columns[at] = column;
    column.filled += 1;
    const kind = kindOf(cell);
    column.kinds[kind] = (column.kinds[kind] ?? 0) + 1;
  };
  for (const row of rows.slice(0, SAMPLE_ROWS)) row.slice(0, MOST_COLUMNS).forEach(count);
  const kept = columns.flatMap(({ kinds, filled }, at) =>
    kinds[Kind.Other] === filled ? [] : [at],
  );
  for (let index = SAMPLE_ROWS; index < rows.length; index += 1) {
    const row = rows[index] ?? [];
    for (const at of kept) {
      if (at >= row.length) break;
      count(row[at], at);
    }
  }
  return columns;
}

/** Finds the head of a table, otherwise a column of addresses. Returns null if both are absent. */
function findLayout(rows: readonly string[][], separator: string): Layout | null {
  const head = findHead(rows, 2);
  if (head !== null) return head;
  const wide = rows.filter((row) => row.length > 1 && !row[0]?.startsWith('#'));
  if (wide.length < 2 || wide.length * 2 < rows.length) return null;
  // A comma or semicolon may be part of an address.
  const whole = /[,;]/.test(separator) ? wide.filter(isSplit) : wide;
  const [best] = candidatesOf(whole, []);
  if (best === undefined || best.count * 2 < wide.length) return null;
  return { head: -1, at: best.at, rank: Rank.None, count: best.count };
}

/** Finds the first row that names a column of addresses or paths below the row. */
function findHead(rows: readonly string[][], leastCells: number): Layout | null {
  for (const [head, row] of rows.slice(0, MOST_TITLES).entries()) {
    if (row.length < leastCells || !row.some((cell) => headRank(cell) < Rank.None)) continue;
    const [best] = candidatesOf(rows.slice(head + 1), row);
    if (best !== undefined && best.rank < Rank.None) return { head, ...best };
  }
  return null;
}

/** Whether no cell continues the first address of a row. */
function isSplit(row: string[]): boolean {
  const first = row.findIndex((cell) => kindOf(cell) !== Kind.Other);
  return first >= 0 && row.slice(first + 1).every((cell) => VALUE.test(cell));
}

interface Candidate {
  at: number;
  rank: Rank;
  count: number;
  paths: number;
  /** Number of hosts without a path. */
  hosts: number;
  withScheme: number;
}

/** Returns the columns with addresses or paths, the best first. */
function candidatesOf(rows: readonly string[][], heads: readonly string[]): Candidate[] {
  const candidates = countKinds(rows).flatMap(({ kinds, filled }, at): Candidate[] => {
    const [, paths = 0, hosts = 0, bare = 0, withScheme = 0] = kinds;
    const rank = headRank(heads[at] ?? '');
    const count = paths * 2 >= filled || rank < Rank.None ? paths : 0;
    const total = count + hosts + bare + withScheme;
    return total > 0 ? [{ at, rank, count: total, paths: count, hosts, withScheme }] : [];
  });
  const hasPaths = candidates.some(({ paths, count }) => paths * 2 >= count);
  // A column of hosts beside paths contains the hosts of the paths.
  const isAside = ({ hosts, count }: Candidate) => hasPaths && hosts === count;
  return candidates.sort(
    (one, other) =>
      Number(isAside(one)) - Number(isAside(other)) ||
      one.rank - other.rank ||
      other.withScheme - one.withScheme ||
      other.count - one.count ||
      one.at - other.at,
  );
}

/**
 * Reads rows like `readTable`. Without addresses, records the heads.
 * @param known the index of the row with the heads, or -1; if absent, the row is searched for
 */
export function readRows(rows: string[][], sink: Sink, choice: Choice, known?: number): void {
  const head = known ?? findHead(rows, 1)?.head ?? -1;
  const heads = rows[head] ?? [];
  const body = rows.slice(head + 1);
  const candidates = candidatesOf(body, heads);
  const columns = namedColumns(candidates, heads.length > 0 ? heads : (rows[0] ?? []));
  const chosen = columns.find((column) => column.head === choice.column) ?? columns[0];
  if (chosen === undefined) {
    const names = rows.find((row) => row.length > 1 && !row[0]?.startsWith('#')) ?? rows[0] ?? [];
    if (names.length > 0) sink.holdsNone('columns', names);
    return;
  }
  sink.table(
    columns.toSorted((one, other) => one.at - other.at),
    chosen.head,
  );
  const { at, paths } = chosen;
  const isNamed = chosen.rank < Rank.None || chosen.head === choice.column;
  const hostAt =
    paths > 0
      ? (candidates.find((each) => each !== chosen && each.at !== at && each.hosts === each.count)
          ?.at ?? -1)
      : -1;
  const others = heads.slice(0, MOST_COLUMNS);
  const typeAt = others.findIndex((head, index) => index !== at && isTypeHead(head));
  const statusAt = others.findIndex(
    (head, index) =>
      index !== at &&
      isStatusHead(head) &&
      body.some((row) => index < row.length && /^\d{3}\b/.test(row[index] ?? '')),
  );
  let leftOut = head > 0 ? rows.slice(0, head).filter(isTitle).length : 0;
  for (const other of candidates)
    if (other.at !== at && other.at !== hostAt) leftOut += other.count - other.paths;
  const hasFacts = typeAt >= 0 || statusAt >= 0;
  let last: { type: string; status: string; noPage: string | null | undefined } = {
    ...{ type: '', status: '', noPage: undefined },
  };
  const width = heads.length > 0 ? heads.length : Number.POSITIVE_INFINITY;
  for (const row of body) {
    if (sink.isFull()) break;
    let cell = (row[at] ?? '').trim();
    if (row.length > width && kindOf(cell) === Kind.Other) {
      // A separator in an unquoted title moves the cells after the title.
      const moved = row.find((other, index) => index > at && kindOf(other) > Kind.Path);
      if (moved !== undefined) leftOut -= 1;
      cell = moved?.trim() ?? cell;
    }
    const count = readCell(cell, row);
    if (count === 0 && HAS_LETTERS.test(row.join(''))) leftOut += 1;
  }
  sink.leaveOut(Math.max(0, leftOut));

  /** Returns `noPage` for a row. Most rows have the type and status of the previous row. */
  function factsOf(row: readonly string[]): string | null | undefined {
    const type = row[typeAt] ?? '';
    const status = row[statusAt] ?? '';
    if (type !== last.type || status !== last.status) {
      last = { type, status, noPage: whyNoPage(type, status) };
    }
    return last.noPage;
  }

  /** Adds the addresses of a cell. Returns the number of addresses. */
  function readCell(cell: string, row: readonly string[]): number {
    if (cell === '') return 0;
    const noPage = hasFacts ? factsOf(row) : undefined;
    if (paths > 0 && kindOf(cell) <= Kind.Path) {
      const host = row[hostAt] ?? '';
      if (!cell.startsWith('/') || (hostAt >= 0 && kindOf(host) !== Kind.Host)) return 0;
      sink.page(hostAt < 0 ? cell : `https://${host.trim()}${cell}`, noPage);
      return 1;
    }
    if (isAlone(cell)) {
      sink.page(cell, noPage);
      return 1;
    }
    let count = 0;
    for (const address of addressesInCell(cell, isNamed)) {
      sink.page(address, noPage);
      count += 1;
    }
    return count;
  }
}

function isTitle(row: readonly string[]): boolean {
  return HAS_LETTERS.test(row.join('')) && !row[0]?.startsWith('#');
}

/** Names each column by the head, otherwise by letters as in spreadsheets. */
function namedColumns(candidates: readonly Candidate[], heads: readonly string[]) {
  const usedHeads = new Set<string>();
  return candidates.map((candidate) => {
    const { at } = candidate;
    const given = heads[at]?.trim() ?? '';
    const letters = `${at > 25 ? String.fromCharCode(64 + Math.floor(at / 26)) : ''}${String.fromCharCode(65 + (at % 26))}`;
    const isName = given !== '' && kindOf(given) === Kind.Other;
    const head = !isName ? letters : usedHeads.has(given) ? `${given} (${letters})` : given;
    usedHeads.add(head);
    return { ...candidate, head } satisfies AddressColumn;
  });
}
