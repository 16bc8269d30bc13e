import type { Failure } from '@/lib/failure';
import { cutAddress } from '@/lib/url/typed-address';
import { wrappedAddress } from '@/lib/url/wrapped-address';

/** Limit for the addresses of one text, and of all files together. */
export const MAX_ADDRESSES = 50_000;

/** Why a file was not read, or not to the end. */
export type FileFault =
  /** The file is cut off or damaged. Over a thousand attributes of an element count as damage. */
  | 'broken'
  /**
   * The file exceeds one of these limits:
   * - 50 MB of any file
   * - one million cells or 50 million characters of a workbook
   * - three million cells of a table, or 250,000 characters of a row
   * - one million characters of a line
   * - 250 MB of memory for the values of JSON
   */
  | 'tooLarge'
  /** The file is binary, or an unsupported archive. For a fetched file, ZIP is unsupported too. */
  | 'unknownFormat'
  /** A password protects the file. */
  | 'encrypted'
  /** The archive has more than 200 members. */
  | 'tooManyFiles'
  /** The file is an archive within an archive. */
  | 'isNested'
  /** The file has more than a thousand levels of elements. */
  | 'tooManyLevels';

/** A file that was not read, or not to the end. For a chosen file, `url` is the file name. */
export type UnreadFile = { url: string } & (
  | { failure: Failure }
  /**
   * - `isIndex`: a chosen file names sitemaps, which are not fetched.
   * - `tooDeep`: an index is three levels below the first sitemap, and is not followed.
   * - `notASitemap`: the file is neither a sitemap nor a list of addresses.
   */
  | { problem: FileFault | 'isIndex' | 'notAnAddress' | 'tooDeep' | 'notASitemap' }
);

/** An address, or a text that seems intended as an address. */
export interface FoundAddress {
  /** The text as in the source, or the address inside a wrapped link. A path begins with `/`. */
  text: string;
  /** The name of the file, member or sheet; absent for a pasted or typed text. */
  where?: string;
  /** Whether the address comes from a pinned tab, such as mail or chat. */
  isPinned?: boolean;
  /**
   * Why the file says that the address is no page, such as `301`; null for a page. Absent if the
   * file does not say.
   */
  noPage?: string | null;
}

/** A column of addresses or paths. */
export interface AddressColumn {
  head: string;
  /** Number of addresses and paths in the column. */
  count: number;
}

/** A text, file, archive member or sheet without addresses. */
export interface Unaddressed {
  name: string;
  kind: 'columns' | 'fields' | 'lines';
  /** Number of columns, fields or lines. */
  count: number;
  /** The first ten names of columns or fields. */
  names: string[];
}

/** The addresses of all texts and files. */
export interface FoundAddresses {
  /** At most 50,000 addresses, in the order of the sources. */
  rows: FoundAddress[];
  /** Addresses of sitemaps that an index names, at most 50,000. */
  sitemaps: string[];
  /** Whether the sources have more than 50,000 addresses or sitemaps. */
  isCut: boolean;
  /** Number of table rows, addresses and links that are not in `rows`. */
  leftOut: number;
  /** Readable texts, files, archive members and sheets without addresses. */
  unaddressed: Unaddressed[];
  /** The columns that a person can choose; empty without a table. */
  columns: AddressColumn[];
  /** The head of the column that the first table was read from; empty without a table. */
  column: string;
  /** Files, members and sheets that were not read, or not to the end. `url` is the name. */
  unread: { url: string; problem: FileFault | 'isIndex' }[];
}

export interface Choice {
  /** The head of the column to read, in each table with such a column. */
  column?: string | undefined;
}

/** Collects the addresses of one text, file, archive member or sheet. */
export interface Sink {
  page(text: string, noPage?: string | null): void;
  sitemap(address: string): void;
  /** Adds to the number of items that are not in the rows. */
  leaveOut(count: number): void;
  /** Records that the source contains no address. */
  noAddresses(kind: Unaddressed['kind'], names: readonly string[], count?: number): void;
  /** Records the columns of a table, and the head of the column that is read. */
  table(columns: readonly AddressColumn[], chosen: string): void;
  fault(problem: FileFault): void;
  /** Whether the limit for addresses or sitemaps is exceeded. */
  isFull(): boolean;
}

/** Returns the sink of a file, archive member or sheet; the name is empty for a text. */
export type SinkFor = (name: string) => Sink;

/** Collects the addresses of several sources. */
interface AddressCollection {
  /** The addresses so far. */
  found: FoundAddresses;
  sinkFor: SinkFor;
  /** Removes unwrapped addresses that repeat another address, and returns the collection. */
  finish(): FoundAddresses;
}

/** Limit for the names of columns or fields that a message shows. */
const MAX_NAMES = 10;

/** Creates an empty collection. */
export function createFoundAddresses(): AddressCollection {
  const found: FoundAddresses = {
    rows: [],
    sitemaps: [],
    isCut: false,
    leftOut: 0,
    unaddressed: [],
    columns: [],
    column: '',
    unread: [],
  };
  /** The rows whose text is the address inside a wrapped link. */
  const unwrapped = new Set<FoundAddress>();

  function sinkFor(name: string): Sink {
    return {
      page(text, noPage) {
        if (found.rows.length === MAX_ADDRESSES) {
          found.isCut = true;
          return;
        }
        const cut = cutAddress(text);
        const page = wrappedAddress(cut);
        const row: FoundAddress = { text: page ?? cut };
        if (name !== '') row.where = name;
        if (noPage !== undefined) row.noPage = noPage;
        if (page !== null) unwrapped.add(row);
        found.rows.push(row);
      },
      sitemap(address) {
        if (found.sitemaps.length === MAX_ADDRESSES) found.isCut = true;
        else found.sitemaps.push(cutAddress(address));
      },
      leaveOut(count) {
        found.leftOut += count;
      },
      noAddresses(kind, names, count = names.length) {
        found.unaddressed.push({ name, kind, count, names: names.slice(0, MAX_NAMES) });
      },
      table(columns, chosen) {
        for (const { head, count } of columns) {
          const sameHead = found.columns.find((column) => column.head === head);
          if (sameHead === undefined) found.columns.push({ head, count });
          else sameHead.count += count;
        }
        found.column ||= chosen;
      },
      fault(problem) {
        // Only the first fault of a source is reported.
        const hasFault = found.unread.some(({ url }) => url === name);
        if (!hasFault) found.unread.push({ url: name, problem });
      },
      isFull: () => found.isCut,
    };
  }

  function finish(): FoundAddresses {
    if (unwrapped.size > 0) {
      const addresses = new Set(
        found.rows.filter((row) => !unwrapped.has(row)).map(({ text }) => text),
      );
      found.rows = found.rows.filter((row) => {
        if (!unwrapped.has(row)) return true;
        const isNew = !addresses.has(row.text);
        addresses.add(row.text);
        return isNew;
      });
    }
    return found;
  }

  return { found, sinkFor, finish };
}
