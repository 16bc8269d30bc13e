import { originalAddress } from '@/lib/url/enclosed-address';
import { type Choice, type FileFault, MAX_ADDRESSES, type Sink } from './found-addresses';
import { readMarkup } from './markup';
import { isAddress } from './source-url';
import { hasAddressHeader, readRows } from './table-file';

interface Links {
  /** Web addresses. */
  addresses: string[];
  /** Number of links to other things, for example to e-mail addresses. */
  otherCount: number;
}

interface HtmlContent extends Links {
  /** The table, if the text is nothing but a table with addresses; otherwise null. */
  table: HtmlTable | null;
  /** Why reading stopped early; null at the end of the text. */
  fault: FileFault | null;
}

/** Elements with a link that a person can follow. `link` elements name fonts, styles and feeds. */
const LINK_ELEMENTS = ['a', 'area'];

export function linksInHtml(html: string): Links {
  return contentOf(html);
}

/**
 * Adds the addresses of an HTML table, which some tools save as `.xls`, or the links of a web page. Returns
 * false if the text has neither.
 */
export function readHtml(text: string, sink: Sink, choice: Choice): boolean {
  const { addresses, otherCount, table, fault } = contentOf(text);
  if (table !== null) {
    if (fault !== null || table.isCut) sink.addFault(fault ?? 'tooLarge');
    readRows(table.rows, sink, choice);
    return true;
  }
  if (addresses.length + otherCount === 0) return false;
  for (const address of addresses) sink.addPage(address);
  sink.countLeftOut(otherCount);
  if (fault !== null) sink.addFault(fault);
  else if (addresses.length === 0) sink.addSourceWithoutAddresses('fields', ['a', 'href']);
  return true;
}

function contentOf(html: string): HtmlContent {
  const addresses: string[] = [];
  let otherCount = 0;
  const table = createTableReader();
  const { fault } = readMarkup(html, 'html', {
    open(name, _level, { href, originalsrc }) {
      table.open(name);
      if (href === undefined) return;
      // Outlook puts its own address into `href`, and the page's address into `originalsrc`.
      const address = originalAddress((originalsrc || href).trim());
      if (!LINK_ELEMENTS.includes(name) || !/^https?:\/\//i.test(address)) {
        otherCount += 1;
        return;
      }
      // One address above the limit shows the sink that the text has more addresses.
      if (addresses.length <= MAX_ADDRESSES) addresses.push(address);
      table.link(address);
    },
    text: table.text,
    close: table.close,
    isDone: () => addresses.length > MAX_ADDRESSES && !table.isReading(),
  });
  return { addresses, otherCount, table: table.result(), fault };
}

interface HtmlTable {
  /** A cell with a link contains the text if it is an address, otherwise the addresses of the links. */
  rows: string[][];
  /** Whether the table exceeds `MAX_CELLS` or `MAX_CHARACTERS`. */
  isCut: boolean;
}

/** Rows and links also count as cells. */
const MAX_CELLS = 1_000_000;

const MAX_CHARACTERS = 50 * 1024 * 1024;

const ROW_ELEMENTS = ['tr', 'table'];
const CELL_ELEMENTS = ['td', 'th'];
const LINE_ELEMENTS = ['br', 'div', 'p', 'li'];
const HIDDEN_ELEMENTS = ['script', 'style'];

/** Matches the end of a text that a tool has shortened. */
const SHORTENED = /(?:…|\.\.\.)$/;

interface TableReader {
  open(name: string): void;
  close(name: string): void;
  text(text: string): void;
  link(address: string): void;
  /** Whether all links so far are in the cells of a table, and the table is below the limits. */
  isReading(): boolean;
  /** Returns the table; null if the text has other links, or no cell that shows an address. */
  result(): HtmlTable | null;
}

/** Collects the cells of all tables that contain no other table. */
function createTableReader(): TableReader {
  const rows: string[][] = [];
  let cell: { text: string; links: string[] } | null = null;
  let level = 0;
  let cellsLeft = MAX_CELLS;
  let charactersLeft = MAX_CHARACTERS;
  /** The element whose text is not shown; empty outside of such an element. */
  let hiddenElement = '';
  let hasAddressText = false;
  let isOnlyContent = true;

  function isCut(): boolean {
    return cellsLeft < 0 || charactersLeft < 0;
  }

  function isReading(): boolean {
    return isOnlyContent && !isCut();
  }

  function closeCell(): void {
    if (cell === null) return;
    const text = cell.text.trim();
    hasAddressText ||= /^https?:\/\/\S+$/i.test(text);
    const showsAddress = cell.links.length === 0 || (isAddress(text) && !SHORTENED.test(text));
    rows.at(-1)?.push(showsAddress ? text : cell.links.join('\n'));
    cell = null;
  }

  return {
    open(name) {
      if (HIDDEN_ELEMENTS.includes(name)) hiddenElement = name;
      if (name === 'table') {
        level += 1;
        // Tables inside tables are a layout.
        if (level > 1) isOnlyContent = false;
      }
      if (!isReading()) return;
      if (ROW_ELEMENTS.includes(name)) closeCell();
      if (name === 'tr') {
        cellsLeft -= 1;
        rows.push([]);
      } else if (CELL_ELEMENTS.includes(name)) {
        closeCell();
        cellsLeft -= 1;
        cell = { text: '', links: [] };
      } else if (cell !== null && LINE_ELEMENTS.includes(name)) {
        cell.text += '\n';
      }
    },
    close(name) {
      if (name === hiddenElement) hiddenElement = '';
      if (CELL_ELEMENTS.includes(name) || ROW_ELEMENTS.includes(name)) closeCell();
      if (name === 'table') level -= 1;
    },
    text(text) {
      if (cell === null || hiddenElement !== '' || !isReading()) return;
      charactersLeft -= text.length;
      cell.text += text;
    },
    link(address) {
      cellsLeft -= 1;
      if (cell !== null) cell.links.push(address);
      else if (!isCut()) isOnlyContent = false;
    },
    isReading,
    result() {
      closeCell();
      const isTable = isOnlyContent && (hasAddressText || hasAddressHeader(rows));
      return isTable ? { rows, isCut: isCut() } : null;
    },
  };
}
