import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
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
  background: Pick<BackgroundApi, 'getReportDates'>;
  /** Stores a job of this window. */
  createJob: PageKernel['createJob'];
  connectionId: string;
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** Limit of addresses in a preview. */
  most: number;
  /** Returns the likely site of paths; empty if unknown. */
  likelySite(): string;
  /** Resolves when the newest reports are known, or after a time limit. */
  ready(): Promise<unknown>;
  /** Lets the page answer a press. */
  pause(): Promise<void>;
  newId(): string;
  /** Called when the batch is stored. */
  onAdded(id: string): void;
}

export function createBatchPreview(tools: BatchPreviewTools) {
  const { background, connectionId, defaultPrivacy, most, pause } = tools;
  const preview = signal<Preview | null>(null);
  const progress = signal<number | null>(null);
  const isCut = signal(false);
  /** The found addresses, up to `most`. */
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
  /** The batch that the next press creates. Any change creates another object. */
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

  /** Returns the same job for the same content: a job without a reply may be stored already. */
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

  /** Returns the time of the last report by page key. Empty after a failure. */
  async function reportDates(keys: readonly string[]): Promise<Record<string, string | null>> {
    const result = await attempt(() => background.getReportDates(connectionId, keys));
    return hasFailed(result) ? {} : result.value;
  }

  function hasSite(): boolean {
    return readSourceUrl(site.peek()) !== null;
  }

  /** Builds the rows again. Builds none from paths alone until their site is known. */
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
    /** Null without rows to show. */
    preview: preview as ReadonlySignal<Preview | null>,
    /** Number of finished rows while the preview is being built; null otherwise. */
    progress: progress as ReadonlySignal<number | null>,
    /** Whether more than `most` addresses were found. */
    isCut: isCut as ReadonlySignal<boolean>,
    most,
    /** The number of addresses with tracking parameters. */
    trackedCount: computed(
      () => preview.value?.rows.filter(({ tracked }) => tracked !== undefined).length ?? 0,
    ),
    /** Whether tracking parameters are removed. */
    cutsTracking: cutsTracking as ReadonlySignal<boolean>,
    filter: filter as ReadonlySignal<string>,
    reason: reason as ReadonlySignal<RowReason | null>,
    /** The indexes of the rows that pass the filters. */
    shown,
    /** Whether all shown rows with an address are on; null if only some are. */
    areShownOn,
    selection,
    privacy,
    /** The password of all reports, if the privacy is *Password*. */
    password: password as ReadonlySignal<string>,
    /** Whether the last press lacked the password. */
    isPasswordMissing: isPasswordMissing as ReadonlySignal<boolean>,
    isSending: isSending as ReadonlySignal<boolean>,
    failure: failure as ReadonlySignal<Failure | null>,
    /** Whether any row is an address. */
    hasAddresses: computed(() => preview.value?.rows.some(({ url }) => url !== null) ?? false),
    /** Whether any address or other text was found. */
    hasFound: computed(() => found.value.length > 0),
    /** Whether paths were found, which need a site. */
    hasPaths: computed(() => found.value.some(({ text }) => isPath(text))),
    /** The entered site of the paths. */
    site: site as ReadonlySignal<string>,
    /** Whether the entered site is invalid. */
    isSiteWrong: computed(() => site.value.trim() !== '' && readSourceUrl(site.value) === null),
    enterSite(text: string): Promise<void> {
      site.value = text;
      return build();
    },
    /** Builds the preview of other addresses. */
    show(rows: readonly FoundAddress[], wasCut: boolean): Promise<void> {
      batch(() => {
        found.value = rows.slice(0, most);
        isCut.value = wasCut || rows.length > most;
        site.value = tools.likelySite();
      });
      return build();
    },
    /** Compares the rows with the reports that are known now. */
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
    /** Stores the batch. Resolves when the batch is stored, or when `failure` is set. */
    async create(): Promise<void> {
      const now = content.value;
      if (isSending.value || now.urls.length === 0) return;
      isPasswordMissing.value = now.password === '';
      if (now.password === '') return;
      isSending.value = true;
      const job = jobOf(now);
      const result = await attemptOften(() => tools.createJob(job));
      batch(() => {
        isSending.value = false;
        failure.value = hasFailed(result) ? result.failure : null;
        if (hasFailed(result)) return;
        preview.value = null;
        // A choice of *Public* must not apply to the next batch by accident.
        chosenPrivacy.value = null;
        password.value = '';
      });
      if (!hasFailed(result)) tools.onAdded(job.id);
    },
  };
}
