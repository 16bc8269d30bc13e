import Papa from 'papaparse';

/** The column of addresses of a table. */
export interface AddressColumn {
  /** Its cells below the head, without those that are empty. */
  cells: string[];
  /** How many rows have no such cell, and how many addresses stand in other columns. */
  leftOut: number;
}

/**
 * What exports call the column of pages, in small letters: crawlers and rank trackers, and Google's
 * Search Console in the languages of this extension. Its names are those of exports in public
 * repositories' tests (`find_string`: "上位のページ,クリック数", "Die häufigsten Seiten,Klicks",
 * "Pages les plus populaires,Clics", "Páginas principales,Clics", "Páginas principais,Cliques", "Pagine
 * principali,Clic", "排名靠前的网页,点击次数", "热门网页,点击次数", "熱門網頁,點擊"); no Arabic export was
 * found.
 * The files of a batch's result call it as `batch.column.address` has it in each language.
 */
const HEADS = new Set(
  `url|urls|uri|link|links|href|loc|location|page|pages|web page|webpage|address|addresses|site|website
  |landing page|page url|full url|original url|top pages|target url|source url
  |adresse|seite|seiten|die häufigsten seiten|häufigste seiten|página|páginas|páginas principales
  |páginas principais|principais páginas|pagine principali|pagina|pagine|pages les plus populaires
  |principales pages|populairste pagina's|toppagina's|najpopularniejsze strony|najczęstsze strony|strona
  |strony|dirección|indirizzo|adres|endereço|网址|網址|العنوان|上位のページ|ページ|网页|页面|热门网页|排名靠前的网页|أهم الصفحات|الصفحة|الصفحات
  |網頁|頁面|熱門網頁`
    .split('|')
    .map((head) => head.trim()),
);

/** So many characters show what a table is, and so many rows stand before its head at most. */
const SAMPLE = 100_000;
const MOST_TITLES = 50;
const MOST_COLUMNS = 200;

/** A cell behind an address that would not go on with it: a number, a word, words, or another address. */
const VALUE = /^$|^"|\s|^[-+~<>$€£]?\d[\d.,:/%]*$|^\p{L}+$|^[^\0-\x7f]|^https?:/u;

const HAS_LETTERS = /[\p{L}\p{N}]/u;

/** Whether a text is what a column of addresses is called. */
export function isHead(text: string): boolean {
  return HEADS.has(text.trim().replaceAll('’', "'").toLowerCase());
}

/**
 * Reads a table by what it holds: the column of addresses has a known head with addresses below, or is
 * the first of whose cells half are addresses. Null where a text is no table with such a column.
 */
export function readTable(
  text: string,
  isAddress: (cell: string) => boolean,
): AddressColumn | null {
  const [told = '', separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(told.length);
  const sample = body.slice(0, SAMPLE);
  const separators = separator ? [separator] : [',', ';', '\t', '|'];
  const [best] = separators
    .filter((each) => sample.includes(each))
    .flatMap((each) => {
      const column = findColumn(parse(sample, each), isAddress, separator ?? each);
      return column === null ? [] : [{ ...column, separator: each }];
    })
    .sort((one, other) => other.count - one.count);
  if (best === undefined) return null;
  const column: AddressColumn = { cells: [], leftOut: 0 };
  const rows = parse(body, best.separator);
  const width = rows[best.head]?.length ?? Number.POSITIVE_INFINITY;
  for (const [index, row] of rows.entries()) {
    // Lines between rows, as Markdown has them, hold nothing.
    if (index === best.head || !HAS_LETTERS.test(row.join(''))) continue;
    const addresses = row.flatMap((cell, at) => (isAddress(cell) ? [at] : []));
    // A separator in a title that is not quoted moves what follows.
    const moved = row.length > width ? addresses.find((at) => at >= best.at) : undefined;
    const at = moved ?? best.at;
    const cell = index > best.head ? (row[at] ?? '').trim() : '';
    if (cell !== '') column.cells.push(cell);
    else column.leftOut += 1;
    column.leftOut += addresses.filter((other) => other !== at).length;
  }
  return column;
}

/** The rows of a table. Quotes may be escaped in either way. */
function parse(text: string, delimiter: string): string[][] {
  const read = (from: string, quoteChar = '"') =>
    Papa.parse<string[]>(from, { delimiter, quoteChar, skipEmptyLines: 'greedy' });
  let table = read(text);
  if (table.errors.length > 0 && text.includes('\\"')) {
    const other = read(text.replaceAll('\\"', '""'));
    if (other.errors.length < table.errors.length) table = other;
  }
  // A quotation that is not closed would take in the rest of the file.
  if (table.errors.some(({ code }) => code === 'MissingQuotes')) table = read(text, '\0');
  return table.data;
}

/** What a cell is. */
const Kind = { Other: 0, Bare: 1, WithScheme: 2 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

interface FoundColumn {
  at: number;
  /** The row of its head, -1 where it has none. */
  head: number;
  /** How many addresses it holds. */
  count: number;
}

function findColumn(
  rows: string[][],
  isAddress: (cell: string) => boolean,
  separator: string,
): FoundColumn | null {
  const kinds = rows.map((row) =>
    row.slice(0, MOST_COLUMNS).map((cell) => {
      if (!isAddress(cell)) return Kind.Other;
      return /^\W*https?:/i.test(cell) ? Kind.WithScheme : Kind.Bare;
    }),
  );
  const countOf = (at: number, from: Kind[][], least: Kind = Kind.Bare) =>
    from.filter((row) => (row[at] ?? Kind.Other) >= least).length;
  for (const [head, row] of rows.slice(0, MOST_TITLES).entries()) {
    const known = row.length > 1 ? row.flatMap((cell, at) => (isHead(cell) ? [at] : [])) : [];
    const [best] = known
      .map((at) => ({ at, head, count: countOf(at, kinds.slice(head + 1)) }))
      .sort((one, other) => other.count - one.count);
    if (best !== undefined && best.count > 0) return best;
  }
  const wide = rows.filter((row) => row.length > 1).length;
  if (wide < 2 || wide * 2 < rows.length) return null;
  // An address may hold commas and semicolons itself.
  const isWhole = (row: Kind[], index: number) =>
    row.length > 1 && (!/[,;]/.test(separator) || isSplit(rows[index] ?? [], row));
  const whole = kinds.filter(isWhole);
  const columns = Array.from(
    { length: Math.max(0, ...whole.map(({ length }) => length)) },
    (_, at) => at,
  );
  for (const least of [Kind.WithScheme, Kind.Bare]) {
    const at = columns.find((each) => countOf(each, whole, least) * 2 >= wide);
    if (at !== undefined) return { at, head: -1, count: countOf(at, whole) };
  }
  return null;
}

/** Whether what follows the first address of a row belongs to none. */
function isSplit(row: string[], kinds: Kind[]): boolean {
  const first = kinds.findIndex((kind) => kind !== Kind.Other);
  return first >= 0 && row.slice(first + 1).every((cell) => VALUE.test(cell));
}
