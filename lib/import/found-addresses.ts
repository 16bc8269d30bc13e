import type { Failure } from '@/lib/failure';
import { cutAddress } from '@/lib/url/typed-address';
import { wrappedAddress } from '@/lib/url/wrapped-address';

/** Limit for the addresses of one text, or of all chosen files together. */
export const MAX_ADDRESSES = 50_000;

/** Why a file was not read completely. */
export type FileFault =
  /**
   * The file is incomplete or damaged. Over a thousand attributes of one element count as damage.
   */
  | 'broken'
  /**
   * The file exceeds one of these limits:
   * - any file: 50 MB
   * - workbook: one million cells, 50 million characters
   * - table: three million cells, 250,000 characters in a row
   * - list: one million characters in a line
   * - JSON: 250 MB of memory for the values
   */
  | 'tooLarge'
  /** The file is binary or an unsupported archive. In a sitemap walk, ZIP is unsupported too. */
  | 'unknownFormat'
  /** The archive needs a password. */
  | 'encrypted'
  /** The archive has more than 200 members. */
  | 'tooManyFiles'
  /** The file is an archive within an archive. */
  | 'isNested'
  /** The file has more than a thousand levels of elements. */
  | 'tooManyLevels';

/** A file that was not read completely. For a chosen file, `url` is the file name. */
export type UnreadFile = { url: string } & (
  | { failure: Failure }
  /**
   * - `isIndex`: the chosen file names sitemaps. The sitemaps of chosen files are not fetched.
   * - `notAnAddress`: the address of the file is no web address.
   * - `tooDeep`: the file is an index three levels below the first file. Its sitemaps are not
   *   fetched.
   * - `notASitemap`: the file is neither a sitemap nor a list of addresses.
   */
  | { problem: FileFault | 'isIndex' | 'notAnAddress' | 'tooDeep' | 'notASitemap' }
);

/** An address, or a text that a person seems to have written as an address. */
export interface FoundAddress {
  /** An address or path (`/…`) as in the source; for a wrapped link, the address in the link. */
  text: string;
  /** Name of the file, archive member or sheet; absent for a pasted or typed text. */
  where?: string;
  /** Whether the address comes from a pinned tab, such as mail or chat. */
  isPinned?: boolean;
  /**
   * Why the address is no page, according to the file (`301`, `image/png`); null for a page. Absent
   * if the file says neither.
   */
  noPage?: string | null;
}

/** A column of addresses or paths. */
export interface AddressColumn {
  /** The column's name, unique in the table. */
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
  /** The columns of all tables that a person can choose; empty without a table. */
  columns: AddressColumn[];
  /** The head of the column that was read in the first table; empty without a table. */
  column: string;
  /** Files, archive members and sheets that were not read completely. `url` is the name. */
  unread: { url: string; problem: FileFault | 'isIndex' }[];
}

/** A person's choice for the tables of a source. */
export interface Choice {
  /**
   * The head of the column to read in each table that has it. Other tables use their best column.
   */
  column?: string | undefined;
}

/** Collects the addresses of one text, file, archive member or sheet. */
export interface Sink {
  /** Adds the address of a page. See `FoundAddress` for the parameters. */
  page(text: string, noPage?: string | null): void;
  /** Adds the address of a sitemap that an index names. */
  sitemap(address: string): void;
  /** Increases `FoundAddresses.leftOut`. */
  leaveOut(count: number): void;
  /** Adds the source to `FoundAddresses.unaddressed`. */
  noAddresses(kind: Unaddressed['kind'], names: readonly string[], count?: number): void;
  /** Records the columns of a table, and the head of the column that is read. */
  table(columns: readonly AddressColumn[], chosen: string): void;
  /** Records why the source is not read completely. Only the first fault counts. */
  fault(problem: FileFault): void;
  /** Whether the source had more addresses or sitemaps than the limit. */
  isFull(): boolean;
}

/** Returns the sink of a file, archive member or sheet; the name is empty for a text. */
export type SinkFor = (name: string) => Sink;

/** Collects the addresses of several sources. */
interface AddressCollection {
  /** The addresses so far. */
  found: FoundAddresses;
  sinkFor: SinkFor;
  /** Removes the address of a wrapped link if the address was also found elsewhere. */
  finish(): FoundAddresses;
}

/** Limit for `Unaddressed.names`. */
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
  /** The rows whose address comes from a wrapped link. */
  const unwrapped = new Set<FoundAddress>();

  function sinkFor(name: string): Sink {
    return {
      page(text, noPage) {
        if (found.rows.length === MAX_ADDRESSES) {
          found.isCut = true;
          return;
        }
        const address = cutAddress(text);
        const wrapped = wrappedAddress(address);
        const row: FoundAddress = { text: wrapped ?? address };
        if (name !== '') row.where = name;
        if (noPage !== undefined) row.noPage = noPage;
        if (wrapped !== null) unwrapped.add(row);
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
