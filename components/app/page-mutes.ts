import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import type { Marks } from '@/lib/history/marks';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import { hasFailed } from '@/lib/result';
import { fold } from './fold';
import { stableValue } from './stable-value';

/** The mutes of the pages that an extension page shows. Reads only the mutes of these pages. */
export interface PageMutes {
  /**
   * Returns the mutes of a page, possibly outdated; null until the first read has ended. A view or
   * a `computed` that calls this function runs again when mutes change. Returns the same array
   * while the mutes have the same content.
   * @param page the page key
   */
  of(page: string): readonly PageMute[] | null;
  /**
   * `ready`: `of` returns the latest mutes of the page. `failed`: the last read has failed, and `of` returns
   * earlier mutes. The page is read again when the marks change or are read again.
   */
  statusOf(page: string): 'loading' | 'ready' | 'failed';
}

/** See `Marks`. */
type MarksOfMutes = Pick<Marks, 'mutesVersion'>;

interface PageMutesTools {
  background: Pick<BackgroundApi, 'getMutes'>;
  connectionId: string;
  /** Undefined until read. Another object after each read. */
  marks: ReadonlySignal<MarksOfMutes | undefined>;
}

interface KnownMutes {
  mutes: readonly PageMute[];
  /** See `Marks.mutesVersion`. */
  version: number;
  /** The marks at the last read of the mutes, if this read failed; otherwise null. */
  failedWith: MarksOfMutes | null;
}

export function createPageMutes({ background, connectionId, marks }: PageMutesTools): PageMutes {
  /** Undefined until read. */
  const version = computed(() => marks.value && (marks.value.mutesVersion ?? 0));
  const known = signal<ReadonlyMap<string, KnownMutes>>(new Map());
  const due = new Set<string>();
  let isReading = false;
  /** Whether there were no open mutes at some time since this extension page opened. */
  const wasEmpty = fold(version, false, (former, now) => former || now === 0);

  function request(page: string): void {
    due.add(page);
    if (isReading) return;
    isReading = true;
    // The caller may be a `computed`, which must not change a signal.
    queueMicrotask(() => void readDue());
  }

  /**
   * Reads until no page is due. The mutes of all due pages change together, so that rows are
   * computed once.
   */
  async function readDue(): Promise<void> {
    while (due.size > 0) {
      const pages = [...due];
      due.clear();
      const [wanted, marksNow] = [version.value ?? 0, marks.value ?? {}];
      const next = new Map(known.value);
      for (let at = 0; at < pages.length; at += MAX_IN_REPLY) {
        const part = pages.slice(at, at + MAX_IN_REPLY);
        const result = await attemptWithRetries(() => background.getMutes(connectionId, part));
        const read = hasFailed(result) ? [] : result.value;
        for (const [index, page] of part.entries()) {
          const former = known.value.get(page)?.mutes ?? NO_MUTES;
          next.set(page, {
            mutes: stableValue(former, read[index] ?? former),
            version: wanted,
            failedWith: hasFailed(result) ? marksNow : null,
          });
        }
      }
      known.value = next;
    }
    isReading = false;
  }

  function statusOf(page: string): 'loading' | 'ready' | 'failed' {
    if (version.value === 0) return 'ready';
    const entry = known.value.get(page);
    if (version.value === undefined || entry === undefined) return 'loading';
    // Only a page without its latest mutes depends on all marks.
    if (entry.failedWith !== null) return entry.failedWith === marks.value ? 'failed' : 'loading';
    return entry.version === version.value ? 'ready' : 'loading';
  }

  return {
    of(page) {
      const mutesBefore = wasEmpty.value ? NO_MUTES : null;
      if (!version.value) return mutesBefore;
      if (statusOf(page) === 'loading') request(page);
      return known.value.get(page)?.mutes ?? mutesBefore;
    },
    statusOf,
  };
}
