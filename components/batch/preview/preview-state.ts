import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import {
  buildPreview,
  isOn,
  isPath,
  type Preview,
  pagesOfPreview,
  type RowReason,
  shownRows,
  withReportDates,
  withSwitched,
  withTracking,
} from '@/components/batch/preview/preview-rows';
import { attempt, attemptOften } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import type { FoundAddress } from '@/lib/import/found-addresses';
import { readSourceUrl } from '@/lib/import/source-url';
import type { NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { hasFailed } from '@/lib/result';
import { selectionOf } from './preview-selection';

interface BatchPreviewTools {
  background: Pick<BackgroundApi, 'createJob' | 'getReportDates'>;
  connectionId: string;
  /** The privacy that new reports begin with. */
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** How many addresses are taken. */
  most: number;
  /** The host of what is looked at, to which paths belong at first; empty where there is none. */
  likelySite(): string;
  /** Resolves when the newest reports are known, or after a moment. */
  ready(): Promise<unknown>;
  /** Lets the page answer a press. */
  pause(): Promise<void>;
  newId(): string;
  /** The batch is stored. */
  onAdded(id: string): void;
}

/** Makes it, with nothing to show yet. */
export function createBatchPreview(tools: BatchPreviewTools) {
  const { background, connectionId, defaultPrivacy, most, pause } = tools;
  const preview = signal<Preview | null>(null);
  const progress = signal<number | null>(null);
  const isCut = signal(false);
  /** What was found, as many as are taken. */
  const found = signal<readonly FoundAddress[]>([]);
  const site = signal('');
  const cutsTracking = signal(true);
  const filter = signal('');
  const reason = signal<RowReason | null>(null);
  const chosenPrivacy = signal<Privacy | null>(null);
  const privacy = computed(() => chosenPrivacy.value ?? defaultPrivacy.value);
  const password = signal('');
  const isPasswordMissing = signal(false);
  const isSending = signal(false);
  const failure = signal<Failure | null>(null);
  const shown = computed(() => {
    if (preview.value === null) return [];
    return shownRows(preview.value, filter.value, reason.value ?? undefined);
  });
  const areShownOn = computed(() => {
    const usable = shown.value.filter((index) => preview.value?.rows[index]?.url);
    const count = usable.filter(isRowOn).length;
    return count === 0 || count === usable.length ? count > 0 : null;
  });
  const selection = computed(() => selectionOf(preview.value, privacy.value));
  /** What the next press creates: another object as soon as any of it changes. */
  const content = computed(() => ({
    ...selection.value,
    privacy: privacy.value,
    password: privacy.value === Privacy.Password ? password.value : undefined,
  }));
  const builds = createLatest();
  let last: { content: typeof content.value; job: NewJob } | null = null;

  function isRowOn(index: number): boolean {
    return preview.value !== null && isOn(preview.value, index, privacy.value);
  }

  function switchRows(indexes: readonly number[], isSwitchedOn: boolean): void {
    change(() => {
      if (preview.value === null) return;
      preview.value = withSwitched(preview.value, indexes, isSwitchedOn, privacy.value);
    });
  }

  function change(work: () => void): void {
    batch(() => {
      failure.value = null;
      isPasswordMissing.value = false;
      work();
    });
  }

  /** The same content is the same job: one whose storing was not answered may be stored. */
  function jobOf(now: typeof content.value): NewJob {
    if (last?.content !== now) {
      const { urls, privacy, password, leftOut } = now;
      const subjects = urls.map((url) => ({ kind: 'create', url, privacy }) as const);
      last = {
        content: now,
        job: { id: tools.newId(), isBatch: true, subjects, password, leftOut },
      };
    }
    return last.job;
  }

  /** When pages were reported last, by their keys. What cannot be read is not known as reported. */
  async function reportDates(keys: readonly string[]): Promise<Record<string, string | null>> {
    const result = await attempt(() => background.getReportDates(connectionId, keys));
    return hasFailed(result) ? {} : result.value;
  }

  function hasSite(): boolean {
    return readSourceUrl(site.peek()) !== null;
  }

  /** Makes the rows of what was found anew; none of paths alone, until their site is known. */
  async function build(): Promise<void> {
    const isLatest = builds.begin();
    const rows = found.peek();
    batch(() => {
      preview.value = null;
      cutsTracking.value = true;
      progress.value = rows.some(({ text }) => !isPath(text) || hasSite()) ? 0 : null;
      filter.value = '';
      reason.value = null;
      failure.value = null;
    });
    if (progress.value === null) return;
    await tools.ready();
    const step = async (done: number) => {
      if (!isLatest()) throw new Error('another preview is wanted');
      progress.value = done;
      await pause();
    };
    const made = await buildPreview(rows, reportDates, step, site.peek()).catch(() => null);
    if (!isLatest()) return;
    batch(() => {
      preview.value = made;
      progress.value = null;
    });
  }

  return {
    /** Null where there is nothing to show. */
    preview: preview as ReadonlySignal<Preview | null>,
    /** How many rows are made, while others are not. */
    progress: progress as ReadonlySignal<number | null>,
    /** Whether there were more addresses than are taken. */
    isCut: isCut as ReadonlySignal<boolean>,
    /** How many are taken. */
    most,
    /** How many addresses carry tracking parameters. */
    trackedCount: computed(
      () => preview.value?.rows.filter(({ tracked }) => tracked !== undefined).length ?? 0,
    ),
    /** Whether these are left out. */
    cutsTracking: cutsTracking as ReadonlySignal<boolean>,
    filter: filter as ReadonlySignal<string>,
    reason: reason as ReadonlySignal<RowReason | null>,
    /** The indexes of the rows that the filters leave. */
    shown,
    /** Whether all of these are on, as far as they can be; null where some are. */
    areShownOn,
    selection,
    privacy,
    /** Of all reports, where the privacy is Password. */
    password: password as ReadonlySignal<string>,
    /** Whether the last press found no password. */
    isPasswordMissing: isPasswordMissing as ReadonlySignal<boolean>,
    isSending: isSending as ReadonlySignal<boolean>,
    failure: failure as ReadonlySignal<Failure | null>,
    /** Whether any row is an address. */
    hasAddresses: computed(() => preview.value?.rows.some(({ url }) => url !== null) ?? false),
    /** Whether anything was found. */
    hasFound: computed(() => found.value.length > 0),
    /** Whether there are paths, which need a site. */
    hasPaths: computed(() => found.value.some(({ text }) => isPath(text))),
    /** The site that they are of. */
    site: site as ReadonlySignal<string>,
    /** Whether it is none. */
    isSiteWrong: computed(() => site.value.trim() !== '' && readSourceUrl(site.value) === null),
    enterSite(text: string): Promise<void> {
      site.value = text;
      return build();
    },
    /** Makes rows of what was found, instead of those there are. */
    show(rows: readonly FoundAddress[], wasCut: boolean): Promise<void> {
      batch(() => {
        found.value = rows.slice(0, most);
        isCut.value = wasCut || rows.length > most;
        site.value = tools.likelySite();
      });
      return build();
    },
    /** Compares the rows with the reports that are known by now. */
    async compareAgain(): Promise<void> {
      const isLatest = builds.follow();
      const current = preview.peek();
      const keys = current === null ? [] : pagesOfPreview(current);
      const reported = new Map<string, string | null>();
      for (let at = 0; at < keys.length; at += MAX_IN_REPLY) {
        const dates = await reportDates(keys.slice(at, at + MAX_IN_REPLY));
        for (const [page, date] of Object.entries(dates)) reported.set(page, date);
      }
      if (!isLatest() || preview.value === null) return;
      preview.value = withReportDates(preview.value, reported);
    },
    cutTracking: (isOn: boolean) =>
      change(() => {
        cutsTracking.value = isOn;
        if (preview.value !== null) preview.value = withTracking(preview.value, !isOn);
      }),
    enterFilter(text: string): void {
      filter.value = text;
    },
    chooseReason(chosen: RowReason | null): void {
      reason.value = chosen;
    },
    isOn: isRowOn,
    switchRow: (index: number, isSwitchedOn: boolean) => switchRows([index], isSwitchedOn),
    switchShown: (isSwitchedOn: boolean) => switchRows(shown.value, isSwitchedOn),
    choosePrivacy: (chosen: Privacy) =>
      change(() => {
        chosenPrivacy.value = chosen;
      }),
    enterPassword: (text: string) =>
      change(() => {
        password.value = text;
      }),
    /** Has the batch stored, and resolves then, or with a failure to show. */
    async create(): Promise<void> {
      const now = content.value;
      if (isSending.value || now.urls.length === 0) return;
      isPasswordMissing.value = now.password === '';
      if (now.password === '') return;
      isSending.value = true;
      const job = jobOf(now);
      const result = await attemptOften(() => background.createJob(connectionId, job));
      batch(() => {
        isSending.value = false;
        failure.value = hasFailed(result) ? result.failure : null;
        if (hasFailed(result)) return;
        preview.value = null;
        // Nobody publishes the next one by habit.
        chosenPrivacy.value = null;
        password.value = '';
      });
      if (!hasFailed(result)) tools.onAdded(job.id);
    },
  };
}
