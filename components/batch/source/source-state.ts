import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { createResource } from '@/components/app/resource';
import { attempt } from '@/components/ui/state/attempt';
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
import type { SitemapContents } from '@/lib/import/sitemap-walk';
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
        SitemapContents,
        'forbidden' | 'twins' | 'unread' | 'unreadCount' | 'end' | 'isUsualPlace'
      >
    >,
    Partial<Pick<FoundAddresses, 'leftOut' | 'hidden' | 'sourcesWithoutAddresses'>> {
  /** The fault in the entered text. */
  fault?: FileFault | 'isIndex' | null;
}

/** The columns of a table, with the chosen column. */
export interface ColumnChoice {
  columns: readonly AddressColumn[];
  /** The heading of the chosen column. */
  chosen: string;
}

interface BatchSourceTools {
  background: Pick<BackgroundApi, 'readSitemap'>;
  /** Ids of the selected tabs when the popup opened this page; empty for none. */
  tabsFromPopup: readonly number[];
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

/** Loads the code of the file readers with the first reading. */
const loadFormats = () => import('@/lib/import/formats');

const asRows = (texts: readonly string[]): FoundAddress[] => texts.map((text) => ({ text }));

function asFound({ rows, isCut, columns, column }: FoundAddresses): Found {
  const table = columns.length > 0 ? { table: { columns, chosen: column } } : {};
  return { rows, isCut, ...table };
}

const restOf = ({ leftOut, hidden, sourcesWithoutAddresses }: FoundAddresses): SourceRest => ({
  leftOut,
  hidden,
  sourcesWithoutAddresses,
});

/** One reading of a source. */
interface Reading {
  id: string;
  read(): Promise<Found | SourceProblem>;
  /** Reads the same text or files again, with another column of the table. */
  readColumn?(column: string): Promise<void>;
}

/** Creates the sources. A new reading replaces the pending one. */
export function createBatchSource(tools: BatchSourceTools) {
  const { background, tabsFromPopup, onFound } = tools;
  const source = signal<Source>(tabsFromPopup.length > 0 ? 'tabs' : 'list');
  const text = signal('');
  const address = signal('');
  const hadUserInfo = signal(false);
  /** Further origins that a person has allowed for the entered address. */
  const allowedOrigins = signal<readonly string[]>([]);
  /** The problem of a field that prevents a reading. */
  const fieldProblem = signal<SourceProblem | null>(null);
  /** The last reading; null if the input has changed since. */
  const reading = signal<Reading | null>(null);
  /** The result of the last successful reading. */
  const found = signal<Found | null>(null);
  let readingCount = 0;

  const outcomes = createResource<Found | SourceProblem>(async () => {
    const value = (await reading.value?.read()) ?? { kind: 'notRead' };
    return { value };
  });
  const outcome = computed(() => reading.value && outcomes.stateOf(reading.value.id));
  const isReading = computed(() => outcome.value?.status === 'loading');
  const problem = computed((): SourceProblem | null => {
    if (fieldProblem.value !== null) return fieldProblem.value;
    if (outcome.value?.status === 'failed') return { kind: 'notRead' };
    const result = outcome.value?.value;
    if (result === undefined || isReading.value) return null;
    return 'kind' in result ? result : problemOf(result);
  });

  /** Replaces the reading. Ignores the outcome of a pending reading. */
  function replaceReading(next: Reading | null): void {
    if (reading.value !== null) outcomes.remove(reading.value.id);
    fieldProblem.value = null;
    reading.value = next;
  }

  /** Reads a source. Ignores the outcome if another reading has begun meanwhile. */
  async function startReading(next: Omit<Reading, 'id'>): Promise<void> {
    readingCount += 1;
    const id = String(readingCount);
    const reply = batch(() => {
      replaceReading({ ...next, id });
      return outcomes.refresh(id);
    });
    const result = await reply;
    if (reading.value?.id !== id || hasFailed(result) || 'kind' in result.value) return;
    const { rows, isCut = false } = result.value;
    const addresses = result.value;
    batch(() => {
      found.value = addresses;
      onFound(rows, isCut);
    });
  }

  /** Drops the pending reading, because its preview would belong to another source. */
  function startOver(change: () => void): void {
    batch(() => {
      change();
      replaceReading(null);
      // The preview of a file keeps the name of the file.
      found.value = found.value && {
        rows: found.value.rows,
        fileNames: found.value.fileNames ?? [],
      };
    });
  }

  /** Also removes the preview. Otherwise a press would report addresses of the previous input. */
  function enter(change: () => void): void {
    batch(() => {
      startOver(change);
      found.value = null;
      onFound([], false);
    });
  }

  async function readList(choice: Choice = {}): Promise<void> {
    if (text.value.trim() === '') {
      fieldProblem.value = { kind: 'noText' };
      return;
    }
    await startReading({
      async read() {
        const { addressesInText } = await loadFormats();
        const all = await addressesInText(text.value, choice);
        const [first] = all.unread;
        const fault = first?.problem ?? null;
        const isIndex = all.sitemaps.length > 0;
        return { ...asFound(all), rest: { ...restOf(all), fault: isIndex ? 'isIndex' : fault } };
      },
      readColumn: (column) => readList({ column }),
    });
  }

  function readFiles(files: readonly File[], choice: Choice = {}): Promise<void> {
    return startReading({
      async read() {
        const { addressesInFiles } = await loadFormats();
        const all = await addressesInFiles(files, choice);
        const { unread } = all;
        return {
          ...asFound(all),
          rest: { ...restOf(all), unread, unreadCount: unread.length },
          fileNames: files.map(({ name }) => name),
        };
      },
      readColumn: (column) => readFiles(files, { column }),
    });
  }

  return {
    source: source as ReadonlySignal<Source>,
    tabsFromPopup,
    text: text as ReadonlySignal<string>,
    address: address as ReadonlySignal<string>,
    /** Whether the entered address has a user name or password. The request leaves both out. */
    hadUserInfo: hadUserInfo as ReadonlySignal<boolean>,
    isReading,
    problem,
    /** The parts of the last source without addresses; null before the first source. */
    rest: computed(() => found.value?.rest ?? null),
    /** The columns of the table that was read last; null if the source was no table. */
    table: computed(() => found.value?.table ?? null),
    /** The names of the files whose addresses were found; empty for another source. */
    fileNames: computed(() => found.value?.fileNames ?? []),
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
      if (hasLostLinks) fieldProblem.value = { kind: 'linksNotRead' };
    },
    enterAddress: (entered: string) =>
      enter(() => {
        const read = readAddress(entered);
        address.value = entered;
        hadUserInfo.value = 'url' in read && hasUserInfo(read.url);
        allowedOrigins.value = [];
      }),
    /** Must be called in the handler of a press, because a permission may be requested. */
    readTabs(scope: TabScope): Promise<void> {
      // Must come first: after an `await`, the browser no longer counts the press.
      const requesting = tools.requestTabs().catch(() => false);
      return startReading({
        read: async () =>
          (await requesting) ? { rows: await tools.tabAddresses(scope) } : { kind: 'tabsRefused' },
      });
    },
    readList,
    readFiles,
    /** Reads the last source again, after the problem `notRead`. */
    async tryAgain(): Promise<void> {
      if (reading.value !== null) await startReading(reading.value);
    },
    /** Reads the addresses of another column of the table. */
    chooseColumn: async (column: string): Promise<void> => reading.value?.readColumn?.(column),
    /**
     * Reads the sitemap at the entered address. Must be called in the handler of a press. Requests
     * access to the sitemap's host, which ends after the reading.
     * @param origins further origins that the sitemap refers to
     */
    async readSitemap(...origins: string[]): Promise<void> {
      const read = readAddress(address.value);
      if ('problem' in read) {
        fieldProblem.value = { kind: 'address', ...read };
        return;
      }
      const { href, origin: own } = withoutUserInfo(read.url);
      if (hadUserInfo.value) address.value = href;
      const wanted = [own, ...allowedOrigins.value, ...origins];
      const requesting = tools.requestHosts(wanted).catch(() => false);
      await startReading({
        async read() {
          if (!(await requesting)) {
            return { kind: 'hostRefused', origin: origins.join(', ') || own };
          }
          allowedOrigins.value = wanted.slice(1);
          const result = await attempt(() => background.readSitemap(href, allowedOrigins.value));
          if (hasFailed(result)) return { kind: 'failure', ...result };
          const { value: findings } = result;
          const rows = asRows(findings.addresses);
          return { rows, isCut: findings.end === 'tooMany', rest: findings };
        },
      });
    },
  };
}

/** Returns a problem if a source has no addresses, and no other message says why. */
function problemOf({ rows, rest = {} }: Found): SourceProblem | null {
  const { forbidden = [], unread = [], sourcesWithoutAddresses = [], fault } = rest;
  const isExplained =
    forbidden.length + unread.length + sourcesWithoutAddresses.length > 0 || fault;
  return rows.length === 0 && !isExplained ? { kind: 'noAddresses' } : null;
}
