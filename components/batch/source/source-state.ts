import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { TabScope } from '@/lib/browser/tabs';
import type { Failure } from '@/lib/failure';
import type {
  AddressColumn,
  Choice,
  FileFault,
  FoundAddress,
  FoundAddresses,
} from '@/lib/import/found-addresses';
import type { SitemapFindings } from '@/lib/import/sitemap-walk';
import { hasFailed } from '@/lib/result';
import {
  type AddressProblem,
  hasUserInfo,
  readAddress,
  withoutUserInfo,
} from '@/lib/url/typed-address';

export const SOURCES = ['tabs', 'list', 'sitemap'] as const;
export type Source = (typeof SOURCES)[number];

/** Why a source gave no preview. */
export type SourceProblem =
  | { kind: 'tabsRefused' | 'noAddresses' }
  /** The field for a list is empty. */
  | { kind: 'noText' }
  /** The source could not be read, for example because the code of a reader could not be loaded. */
  | { kind: 'notRead' }
  /** The links of a pasted or dropped text could not be read. The text itself was inserted. */
  | { kind: 'linksNotRead' }
  | { kind: 'address'; problem: AddressProblem }
  | { kind: 'hostRefused'; origin: string }
  | { kind: 'failure'; failure: Failure };

/** The parts of a source that gave no addresses, with the reasons. */
export interface SourceRest
  extends Partial<
      Pick<
        SitemapFindings,
        'forbidden' | 'twins' | 'unread' | 'unreadCount' | 'end' | 'isUsualPlace'
      >
    >,
    Partial<Pick<FoundAddresses, 'leftOut' | 'unaddressed'>> {
  /** What is wrong with the entered text. */
  fault?: FileFault | 'isIndex' | null;
}

/** The columns of a table, one of which is chosen. */
export interface ColumnChoice {
  columns: readonly AddressColumn[];
  /** The heading of the chosen column. */
  chosen: string;
}

interface BatchSourceTools {
  background: Pick<BackgroundApi, 'readSitemap'>;
  /** Ids of the tabs that the popup has handed over; empty for none. */
  handedTabs: readonly number[];
  requestTabs(): Promise<boolean>;
  requestHosts(urls: readonly string[]): Promise<boolean>;
  tabAddresses(scope: TabScope): Promise<FoundAddress[]>;
  /** Called with the found addresses. Empty if there are none, or if the input has changed. */
  onFound(rows: readonly FoundAddress[], isCut: boolean): void;
}

interface Found {
  rows: readonly FoundAddress[];
  isCut?: boolean;
  rest?: SourceRest;
  table?: ColumnChoice;
  fileNames?: readonly string[];
}

/** Loads the code of the file readers only when there is something to read. */
const loadFormats = () => import('@/lib/import/formats');

const asRows = (texts: readonly string[]): FoundAddress[] => texts.map((text) => ({ text }));

function asFound({ rows, isCut, columns, column }: FoundAddresses): Found {
  const table = columns.length > 0 ? { table: { columns, chosen: column } } : {};
  return { rows, isCut, ...table };
}

const restOf = ({ leftOut, unaddressed }: FoundAddresses): SourceRest => ({ leftOut, unaddressed });

/** Creates the sources. A new request replaces the pending one. */
export function createBatchSource(tools: BatchSourceTools) {
  const { background, handedTabs, onFound } = tools;
  const source = signal<Source>(handedTabs.length > 0 ? 'tabs' : 'list');
  const text = signal('');
  const address = signal('');
  const hadUserInfo = signal(false);
  const isReading = signal(false);
  const problem = signal<SourceProblem | null>(null);
  const rest = signal<SourceRest | null>(null);
  const table = signal<ColumnChoice | null>(null);
  const fileNames = signal<readonly string[]>([]);
  /** Reads the last source again. */
  let repeat: (() => Promise<void>) | null = null;
  /** Reads the text or the files again, with another column. */
  let readAgain: ((choice: Choice) => Promise<void>) | null = null;
  /** Further origins that a person has allowed for the entered address. */
  let agreed: string[] = [];
  const requests = createLatest();

  /** Reads a source. Ignores the outcome if another request has begun meanwhile. */
  async function take(read: () => Promise<Found | SourceProblem>): Promise<void> {
    const isLatest = requests.begin();
    repeat = () => take(read);
    batch(() => {
      problem.value = null;
      isReading.value = true;
    });
    const found = await read().catch((): SourceProblem => ({ kind: 'notRead' }));
    if (!isLatest()) return;
    batch(() => {
      isReading.value = false;
      if ('kind' in found) {
        problem.value = found;
        return;
      }
      rest.value = found.rest ?? null;
      table.value = found.table ?? null;
      fileNames.value = found.fileNames ?? [];
      const { forbidden = [], unread = [], unaddressed = [], fault } = found.rest ?? {};
      // These already explain an empty result.
      const isExplained = forbidden.length + unread.length + unaddressed.length > 0 || fault;
      if (found.rows.length === 0 && !isExplained) problem.value = { kind: 'noAddresses' };
      onFound(found.rows, found.isCut ?? false);
    });
  }

  /** Drops the pending request, whose preview would belong to another source. */
  function startOver(change: () => void): void {
    requests.drop();
    batch(() => {
      change();
      isReading.value = false;
      problem.value = null;
      rest.value = null;
      table.value = null;
    });
  }

  /** Also removes the preview: a press would report addresses of the previous input. */
  function enter(change: () => void): void {
    startOver(change);
    fileNames.value = [];
    onFound([], false);
  }

  async function takeList(choice: Choice = {}): Promise<void> {
    if (text.value.trim() === '') {
      problem.value = { kind: 'noText' };
      return;
    }
    readAgain = takeList;
    await take(async () => {
      const { addressesInText } = await loadFormats();
      const found = await addressesInText(text.value, choice);
      const [first] = found.unread;
      const fault = first?.problem ?? null;
      const isIndex = found.sitemaps.length > 0;
      return { ...asFound(found), rest: { ...restOf(found), fault: isIndex ? 'isIndex' : fault } };
    });
  }

  function takeFiles(files: readonly File[], choice: Choice = {}): Promise<void> {
    readAgain = (chosen) => takeFiles(files, chosen);
    return take(async () => {
      const { addressesInFiles } = await loadFormats();
      const found = await addressesInFiles(files, choice);
      const { unread } = found;
      return {
        ...asFound(found),
        rest: { ...restOf(found), unread, unreadCount: unread.length },
        fileNames: files.map(({ name }) => name),
      };
    });
  }

  return {
    source: source as ReadonlySignal<Source>,
    handedTabs,
    text: text as ReadonlySignal<string>,
    address: address as ReadonlySignal<string>,
    /** Whether the entered address has a user name or password. The request leaves both out. */
    hadUserInfo: hadUserInfo as ReadonlySignal<boolean>,
    isReading: isReading as ReadonlySignal<boolean>,
    problem: problem as ReadonlySignal<SourceProblem | null>,
    /** What the last source did not give; null before the first source. */
    rest: rest as ReadonlySignal<SourceRest | null>,
    /** The columns of the table that was read last; null if the source was no table. */
    table: table as ReadonlySignal<ColumnChoice | null>,
    /** The names of the files whose addresses were found; empty for another source. */
    fileNames: fileNames as ReadonlySignal<readonly string[]>,
    choose(chosen: Source): void {
      if (chosen !== source.value)
        startOver(() => {
          source.value = chosen;
        });
    },
    /** @param hasLostLinks whether the links of a pasted or dropped text could not be read */
    enterText(entered: string, hasLostLinks = false): void {
      enter(() => {
        text.value = entered;
      });
      if (hasLostLinks) problem.value = { kind: 'linksNotRead' };
    },
    enterAddress: (entered: string) =>
      enter(() => {
        const read = readAddress(entered);
        address.value = entered;
        hadUserInfo.value = 'url' in read && hasUserInfo(read.url);
        agreed = [];
      }),
    /** Must be called in the handler of a press, because a permission may be requested. */
    takeTabs(scope: TabScope): Promise<void> {
      // Must come first: after an `await`, the browser no longer counts the press.
      const requesting = tools.requestTabs().catch(() => false);
      return take(async () =>
        (await requesting) ? { rows: await tools.tabAddresses(scope) } : { kind: 'tabsRefused' },
      );
    },
    takeList,
    takeFiles,
    /** Reads the last source again, after the problem `notRead`. */
    tryAgain: async (): Promise<void> => repeat?.(),
    /** Reads the addresses of another column of the table. */
    chooseColumn: async (column: string): Promise<void> => readAgain?.({ column }),
    /**
     * Reads the sitemap at the entered address. Must be called in the handler of a press. Requests
     * access to the sitemap's host, which ends after the reading.
     * @param origins further origins that the sitemap refers to
     */
    async takeSitemap(...origins: string[]): Promise<void> {
      const read = readAddress(address.value);
      if ('problem' in read) {
        problem.value = { kind: 'address', ...read };
        return;
      }
      const { href, origin: own } = withoutUserInfo(read.url);
      if (hadUserInfo.value) address.value = href;
      const wanted = [own, ...agreed, ...origins];
      const requesting = tools.requestHosts(wanted).catch(() => false);
      await take(async () => {
        if (!(await requesting)) return { kind: 'hostRefused', origin: origins.join(', ') || own };
        agreed = wanted.slice(1);
        const result = await attempt(() => background.readSitemap(href, agreed));
        if (hasFailed(result)) return { kind: 'failure', ...result };
        const { value: found } = result;
        const rows = asRows(found.addresses);
        return { rows, isCut: found.end === 'tooMany', rest: found };
      });
    },
  };
}
