import type { Failure } from '@/lib/failure';
import { cutAddress } from '@/lib/url/typed-address';
import { wrappedAddress } from '@/lib/url/wrapped-address';

/** As many addresses are taken, of one text and of all together. */
export const MOST_ADDRESSES = 50_000;

/** Why a file, or its end, could not be read. */
export type FileFault =
  /** The file ends early or is damaged. An element with more than a thousand attributes counts as damage. */
  | 'broken'
  /**
   * The file exceeds one of these limits: 50 MB; a million cells or 50 million characters of a workbook; three
   * million cells of a table; 250,000 characters of a row; a million characters of a line; 250 MB for the
   * values of JSON.
   */
  | 'tooLarge'
  /** An older workbook, a PDF or another kind of archive. A fetched file may be no archive at all. */
  | 'unknownFormat'
  /** A password protects the file. */
  | 'encrypted'
  /** The archive has more than 200 files. */
  | 'tooManyFiles'
  /** An archive within an archive. */
  | 'isNested'
  /** The file has more than a thousand levels of elements. */
  | 'tooManyLevels';

/** A file of which nothing, or not all, could be read, and why; one that was chosen has its name alone. */
export type UnreadFile = { url: string } & (
  | { failure: Failure }
  /**
   * `isIndex`: a chosen file that names sitemaps, which are not fetched. `tooDeep`: an index more than
   * three levels below the first file, whose files are left out. `notASitemap`: nor a list of addresses.
   */
  | { problem: FileFault | 'isIndex' | 'notAnAddress' | 'tooDeep' | 'notASitemap' }
);

/** What is found: an address, or what seems to be meant as one. */
export interface FoundAddress {
  /** As it stands there; of a path without a host, what begins with `/`. */
  text: string;
  /** The name of the file, member or sheet; absent where it was entered. */
  where?: string;
  /** Whether it is the address of a pinned tab, such as mail or chat. */
  isPinned?: boolean;
  /** Why the file says that it is no page, such as `301`; null where it says that it is one. */
  noPage?: string | null;
}

/** A column of a table that holds addresses or paths. */
export interface AddressColumn {
  head: string;
  /** How many it holds. */
  count: number;
}

/** A text, a file or a part of one in which no address was found, and what it holds instead. */
export interface Unaddressed {
  name: string;
  kind: 'columns' | 'fields' | 'lines';
  count: number;
  /** What these are called, as far as they have names; at most ten. */
  names: string[];
}

/** What texts and files hold, all together. */
export interface FoundAddresses {
  /** At most 50,000, in order. */
  rows: FoundAddress[];
  /** Addresses of the sitemaps that an index names, which are no pages; at most 50,000. */
  sitemaps: string[];
  /** Whether there are more. */
  isCut: boolean;
  /** How many rows of tables, and addresses beside those that are taken, are not among them. */
  leftOut: number;
  /** The files, members of archives and sheets that have none, and could be read. */
  unaddressed: Unaddressed[];
  /** The columns that may be chosen; empty without a table. */
  columns: AddressColumn[];
  /** The head of the column that is taken, empty without a table. */
  column: string;
  /** What could not be read, or not to its end, by its name. */
  unread: { url: string; problem: FileFault | 'isIndex' }[];
}

/** What a person has chosen. */
export interface Choice {
  /** The head of a column, of all tables that have it. */
  column?: string | undefined;
}

/** Takes what the readers of formats find in one text or file. */
export interface Sink {
  page(text: string, noPage?: string | null): void;
  sitemap(address: string): void;
  leaveOut(count: number): void;
  /** What was looked through without finding any. */
  holdsNone(kind: Unaddressed['kind'], names: readonly string[], count?: number): void;
  table(columns: readonly AddressColumn[], chosen: string): void;
  fault(problem: FileFault): void;
  /** Whether no more are taken. */
  isFull(): boolean;
}

const MOST_NAMES = 10;

/** Makes what texts and files are read into. */
export function createFoundAddresses() {
  const found: FoundAddresses = {
    ...{ rows: [], sitemaps: [], isCut: false, leftOut: 0, unaddressed: [] },
    ...{ columns: [], column: '', unread: [] },
  };
  const unwrapped = new Set<FoundAddress>();

  /** A sink for a text or file of that name. */
  function sinkFor(name: string): Sink {
    return {
      page(text, noPage) {
        if (found.rows.length === MOST_ADDRESSES) {
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
        if (found.sitemaps.length === MOST_ADDRESSES) found.isCut = true;
        else found.sitemaps.push(cutAddress(address));
      },
      leaveOut(count) {
        found.leftOut += count;
      },
      holdsNone(kind, names, count = names.length) {
        found.unaddressed.push({ name, kind, count, names: names.slice(0, MOST_NAMES) });
      },
      table(columns, chosen) {
        for (const { head, count } of columns) {
          const known = found.columns.find((column) => column.head === head);
          if (known === undefined) found.columns.push({ head, count });
          else known.count += count;
        }
        found.column ||= chosen;
      },
      fault(problem) {
        const isKnown = found.unread.some(({ url }) => url === name);
        if (!isKnown) found.unread.push({ url: name, problem });
      },
      isFull: () => found.isCut,
    };
  }

  /** All of it; an address that stands there wrapped and as it is counts once. */
  function finish(): FoundAddresses {
    if (unwrapped.size > 0) {
      const plain = new Set(
        found.rows.filter((row) => !unwrapped.has(row)).map(({ text }) => text),
      );
      found.rows = found.rows.filter((row) => {
        if (!unwrapped.has(row)) return true;
        const isFirst = !plain.has(row.text);
        plain.add(row.text);
        return isFirst;
      });
    }
    return found;
  }

  return { found, sinkFor, finish };
}
