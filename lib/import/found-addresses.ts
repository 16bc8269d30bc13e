import type { Failure } from '@/lib/failure';
import { cutAddress } from '@/lib/url/typed-address';
import { unwrappedAddress } from '@/lib/url/wrapped-address';
import { plainSpelling } from './address-spelling';

/** Limit for one text, or for all chosen files together. */
export const MAX_ADDRESSES = 50_000;

/** Why a file was not read completely. */
export type FileFault =
  /** Incomplete, damaged, or an element with more than a thousand attributes. */
  | 'broken'
  /**
   * The file exceeds one of these limits:
   * - any file: 50 MB
   * - workbook, HTML table: one million cells, 50 million characters
   * - table: three million cells, 250,000 characters in a row
   * - list: one million characters in a line
   * - JSON: 250 MB of memory for the values
   */
  | 'tooLarge'
  /** Binary, or an unsupported archive. A sitemap walk does not support ZIP. */
  | 'unknownFormat'
  /** The archive needs a password. */
  | 'encrypted'
  /** More than 200 members of an archive. */
  | 'tooManyFiles'
  /** An archive in an archive. */
  | 'isNested'
  /** More than a thousand levels of elements. */
  | 'tooManyLevels';

/** A file that was not read completely. `url` is the name of a chosen file. */
export type UnreadFile = { url: string } & (
  | { failure: Failure }
  /**
   * - `isIndex`: the chosen file names sitemaps, which are not fetched.
   * - `tooDeep`: the index is three levels below the first file. Its sitemaps are not fetched.
   * - `notASitemap`: the file is neither a sitemap nor a list of addresses.
   */
  | { problem: FileFault | 'isIndex' | 'notAnAddress' | 'tooDeep' | 'notASitemap' }
);

/** An address, or a text that a person seems to have written as an address. */
export interface FoundAddress {
  /** The address as in the source, in its plain spelling. For a wrapped link, the target of the link. */
  text: string;
  /** Name of the file, archive member or sheet; absent for a pasted or typed text. */
  where?: string;
  /** Whether the address comes from a pinned tab, such as mail or chat. */
  isPinned?: boolean;
  /**
   * Why the address is not a page: a media type or status (`image/png`, `301`). Null for a page; absent if
   * unknown.
   */
  nonPageReason?: string | null;
}

export interface AddressColumn {
  /** Unique in the table. */
  header: string;
  /** Number of addresses and paths. */
  count: number;
}

/** A text, file, archive member or sheet without addresses. */
export interface SourceWithoutAddresses {
  name: string;
  kind: 'columns' | 'fields' | 'lines';
  /** Number of columns, fields or lines. */
  count: number;
  /** The first ten names of columns or fields. */
  names: string[];
}

export interface FoundAddresses {
  /** At most `MAX_ADDRESSES`, in the order of the sources. */
  rows: FoundAddress[];
  /** Addresses of sitemaps, from sitemap indexes. At most `MAX_ADDRESSES`. */
  sitemaps: string[];
  /** Whether the sources have more than `MAX_ADDRESSES` addresses or sitemaps. */
  isCut: boolean;
  /** Number of table rows, addresses and links that are not in `rows`. */
  leftOut: number;
  /** Numbers of rows and sheets that a workbook hides, for example with a filter. */
  hidden: { rows: number; sheets: number };
  sourcesWithoutAddresses: SourceWithoutAddresses[];
  /** The columns of all tables; empty without a table. */
  columns: AddressColumn[];
  /** The header of the column that was read in the first table; empty without a table. */
  column: string;
  /** `url` is the name of the file, archive member or sheet. */
  unread: { url: string; problem: FileFault | 'isIndex' }[];
}

export interface Choice {
  /** The header of the column to read. A table without this header uses its best column. */
  column?: string | undefined;
}

/** Collects the addresses of one text, file, archive member or sheet. */
export interface Sink {
  /** Adds the address of a page. See `FoundAddress` for `nonPageReason`. */
  addPage(text: string, nonPageReason?: string | null): void;
  /** Adds the address of a sitemap, from a sitemap index. */
  addSitemap(address: string): void;
  countLeftOut(count: number): void;
  /** Counts what a workbook hides. See `FoundAddresses.hidden`. */
  countHidden(kind: keyof FoundAddresses['hidden'], count: number): void;
  /** Records a source without addresses. See `SourceWithoutAddresses`. */
  addSourceWithoutAddresses(
    kind: SourceWithoutAddresses['kind'],
    names: readonly string[],
    count?: number,
  ): void;
  /** @param chosen the header of the column that is read */
  addColumns(columns: readonly AddressColumn[], chosen: string): void;
  /** Records why the source is not read completely. Only the first fault counts. */
  addFault(problem: FileFault): void;
  isFull(): boolean;
}

/** @param name the name of the file, archive member or sheet; empty for a text */
export type SinkFor = (name: string) => Sink;

interface AddressCollection {
  found: FoundAddresses;
  sinkFor: SinkFor;
  /** Removes the row of a wrapped link if another row has the same address. */
  finish(): FoundAddresses;
}

/** Limit for `SourceWithoutAddresses.names`. */
const MAX_NAMES = 10;

export function createFoundAddresses(): AddressCollection {
  const found: FoundAddresses = {
    rows: [],
    sitemaps: [],
    isCut: false,
    leftOut: 0,
    hidden: { rows: 0, sheets: 0 },
    sourcesWithoutAddresses: [],
    columns: [],
    column: '',
    unread: [],
  };
  const rowsFromWrappedLinks = new Set<FoundAddress>();

  function sinkFor(name: string): Sink {
    return {
      addPage(text, nonPageReason) {
        if (found.rows.length === MAX_ADDRESSES) {
          found.isCut = true;
          return;
        }
        const address = cutAddress(plainSpelling(text));
        const page = unwrappedAddress(address);
        const row: FoundAddress = { text: page };
        if (name !== '') row.where = name;
        if (nonPageReason !== undefined) row.nonPageReason = nonPageReason;
        if (page !== address) rowsFromWrappedLinks.add(row);
        found.rows.push(row);
      },
      addSitemap(address) {
        if (found.sitemaps.length === MAX_ADDRESSES) found.isCut = true;
        else found.sitemaps.push(cutAddress(address));
      },
      countLeftOut(count) {
        found.leftOut += count;
      },
      countHidden(kind, count) {
        found.hidden[kind] += count;
      },
      addSourceWithoutAddresses(kind, names, count = names.length) {
        found.sourcesWithoutAddresses.push({ name, kind, count, names: names.slice(0, MAX_NAMES) });
      },
      addColumns(columns, chosen) {
        for (const { header, count } of columns) {
          const sameHeader = found.columns.find((column) => column.header === header);
          if (sameHeader === undefined) found.columns.push({ header, count });
          else sameHeader.count += count;
        }
        found.column ||= chosen;
      },
      addFault(problem) {
        const hasFault = found.unread.some(({ url }) => url === name);
        if (!hasFault) found.unread.push({ url: name, problem });
      },
      isFull: () => found.isCut,
    };
  }

  function finish(): FoundAddresses {
    if (rowsFromWrappedLinks.size > 0) {
      const otherRows = found.rows.filter((row) => !rowsFromWrappedLinks.has(row));
      const addresses = new Set(otherRows.map(({ text }) => text));
      found.rows = found.rows.filter((row) => {
        if (!rowsFromWrappedLinks.has(row)) return true;
        const isNew = !addresses.has(row.text);
        addresses.add(row.text);
        return isNew;
      });
    }
    return found;
  }

  return { found, sinkFor, finish };
}
