import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import type { Commands } from '@/components/app/page-commands';
import type { PageKernel } from '@/components/app/page-kernel';
import { createResource } from '@/components/app/resource';
import type { RowsView } from '@/components/app/rows-view';
import {
  buildPreview,
  firstSwitches,
  isOn,
  isPath,
  type Preview,
  type PreviewSelection,
  pagesOfPreview,
  type RowReason,
  reasonCounts,
  selectionOf,
  shownRows,
  withReportDates,
  withSwitched,
  withTracking,
} from '@/components/batch/preview/preview-rows';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import type { FoundAddress } from '@/lib/import/found-addresses';
import { readSourceUrl } from '@/lib/import/source-url';
import type { NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { hasFailed, type Result } from '@/lib/result';

interface BatchPreviewTools {
  background: Pick<BackgroundApi, 'getReportDates'>;
  commands: Commands;
  /** Stores a job of this window. */
  createJob: PageKernel['createJob'];
  connectionId: string;
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** Maximum number of addresses in a preview. */
  maxRows: number;
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

/** The input of a preview. */
interface PreviewInput {
  id: string;
  /** At most `maxRows`. */
  found: readonly FoundAddress[];
  isCut: boolean;
  /** The site of paths, as entered. */
  site: string;
  areOn: boolean;
}

/** The batch that a press creates. */
interface BatchContent extends PreviewSelection {
  privacy: Privacy;
  /** Undefined without the privacy *Password*. */
  password: string | undefined;
}

/** The times of the last reports, by page key. */
type ReportDates = ReadonlyMap<string, string | null>;

const NO_DATES: ReportDates = new Map();

export type PreviewView = RowsView<number, never, 'filtered'>;

/** The preview of a batch: rows, filters and switches, and the press that creates the batch. */
export interface BatchPreview {
  /** Null until the rows are built, and without rows. */
  preview: ReadonlySignal<Preview | null>;
  /** `rows` are the indexes of the rows that pass the filters. */
  view: ReadonlySignal<PreviewView>;
  /** The number of rows with each reason that pass the text filter. `all` counts all of these. */
  counts: ReadonlySignal<Readonly<Record<RowReason | 'all', number>>>;
  /** Number of finished rows while the preview is being built; null otherwise. */
  progress: ReadonlySignal<number | null>;
  /** The comparison of the rows with the known reports. */
  comparison: ReadonlySignal<'idle' | 'loading' | 'ready' | 'failed'>;
  /** Whether more than `maxRows` addresses were found. */
  isCut: ReadonlySignal<boolean>;
  maxRows: number;
  /** The number of addresses with tracking parameters. */
  trackedCount: ReadonlySignal<number>;
  /** Whether tracking parameters are removed. */
  cutsTracking: ReadonlySignal<boolean>;
  filter: ReadonlySignal<string>;
  reason: ReadonlySignal<RowReason | null>;
  /** Whether all shown rows with an address are on; null if only some are. */
  areShownRowsOn: ReadonlySignal<boolean | null>;
  selection: ReadonlySignal<PreviewSelection>;
  privacy: ReadonlySignal<Privacy>;
  /** The password of all reports, if the privacy is *Password*. */
  password: ReadonlySignal<string>;
  /** Whether the last press lacked the password. */
  isPasswordMissing: ReadonlySignal<boolean>;
  /** Whether the last press had no address left after the comparison. */
  isNothingLeft: ReadonlySignal<boolean>;
  /** Whether a press waits for the end of the comparison, or is being stored. */
  isSending: ReadonlySignal<boolean>;
  failure: ReadonlySignal<Failure | null>;
  /** Whether any row is an address. */
  hasAddresses: ReadonlySignal<boolean>;
  /** Whether any address or other text was found. */
  hasFound: ReadonlySignal<boolean>;
  /** Whether paths were found, which need a site. */
  hasPaths: ReadonlySignal<boolean>;
  /** The entered site of the paths. */
  site: ReadonlySignal<string>;
  /** Whether paths were found, but no valid site is entered. */
  lacksSite: ReadonlySignal<boolean>;
  /** Whether the entered site is invalid, or is missing at a press. */
  isSiteWrong: ReadonlySignal<boolean>;
  /** Whether a press has required the site. */
  isSiteRequired: ReadonlySignal<boolean>;
  /** Records that a press needs the site. */
  requireSite(): void;
  enterSite(text: string): Promise<void>;
  /**
   * Shows other addresses. Resolves after the comparison with the known reports.
   * @param areOn whether a person has already chosen each address
   */
  show(rows: readonly FoundAddress[], wasCut: boolean, areOn?: boolean): Promise<void>;
  /** Compares the rows with the reports that are known now. */
  compareAgain(): Promise<void>;
  cutTracking(isOn: boolean): void;
  enterFilter(text: string): void;
  chooseReason(chosen: RowReason | null): void;
  clearFilters(): void;
  isOn(index: number): boolean;
  switchRow(index: number, isSwitchedOn: boolean): void;
  switchShownRows(isSwitchedOn: boolean): void;
  choosePrivacy(chosen: Privacy): void;
  enterPassword(text: string): void;
  /**
   * Stores the batch. During a comparison, waits for its end and uses its outcome. Resolves when the
   * batch is stored, or when the preview says why it is not.
   */
  create(): Promise<void>;
}

export function createBatchPreview(tools: BatchPreviewTools): BatchPreview {
  const { background, commands, connectionId, defaultPrivacy, maxRows, pause } = tools;
  const input = signal<PreviewInput | null>(null);
  const progress = signal<number | null>(null);
  const switches = signal<Readonly<Uint8Array>>(new Uint8Array());
  const cutsTracking = signal(true);
  const filter = signal('');
  const reason = signal<RowReason | null>(null);
  const chosenPrivacy = signal<Privacy | null>(null);
  const privacy = computed(() => chosenPrivacy.value ?? defaultPrivacy.value);
  const password = signal('');
  /** The input at the last press that required its site. */
  const siteRequired = signal<PreviewInput | null>(null);
  /** The content of the last press. */
  const pressed = signal<BatchContent | null>(null);
  /** The last job. A job without a reply may be stored, so the same content has the same job. */
  const sent = signal<{ content: BatchContent; job: NewJob } | null>(null);
  const isSending = signal(false);

  let inputCount = 0;
  let building: Promise<Result<Preview | null>> = Promise.resolve({ value: null });
  let comparing: Promise<unknown> = Promise.resolve();

  const hasSite = computed(() => readSourceUrl(input.value?.site ?? '') !== null);
  const hasPaths = computed(() => input.value?.found.some(({ text }) => isPath(text)) ?? false);
  const lacksSite = computed(() => hasPaths.value && !hasSite.value);

  /** The rows of each input, without report dates. */
  const builds = createResource<Preview | null>(async (id) => {
    const current = input.value;
    // Paths alone have no rows until their site is known.
    const isBuilt = current?.found.some(({ text }) => !isPath(text) || hasSite.value) ?? false;
    if (current === null || !isBuilt) return { value: null };
    const step = async (done: number) => {
      if (input.value?.id !== id) throw new Error('another preview is wanted');
      progress.value = done;
      await pause();
    };
    progress.value = 0;
    const value = await buildPreview(current.found, step, current.site);
    if (input.value?.id === id) progress.value = null;
    return { value };
  });

  const comparisons = createResource<ReportDates>(async (id) => {
    const built = await building;
    if (hasFailed(built) || built.value === null) return { value: NO_DATES };
    await tools.ready();
    const keys = pagesOfPreview(built.value);
    const dates = new Map<string, string | null>();
    for (let at = 0; at < keys.length && input.value?.id === id; at += MAX_IN_REPLY) {
      const part = keys.slice(at, at + MAX_IN_REPLY);
      const read = await background.getReportDates(connectionId, part);
      if (hasFailed(read)) return read;
      for (const [page, date] of Object.entries(read.value)) dates.set(page, date);
    }
    return { value: dates };
  });

  const comparison = computed(() => {
    if (input.value === null) return 'idle';
    return comparisons.stateOf(input.value.id).status;
  });
  const built = computed(() => {
    if (input.value === null) return null;
    return builds.stateOf(input.value.id).value ?? null;
  });
  const withDates = computed(() => {
    if (built.value === null || input.value === null) return null;
    const rows = cutsTracking.value ? built.value : withTracking(built.value, true);
    return withReportDates(rows, comparisons.stateOf(input.value.id).value ?? NO_DATES);
  });
  const preview = computed(
    () => withDates.value && { ...withDates.value, switches: switches.value },
  );
  /** The indexes of the rows with the text of the filter. */
  const withText = computed(() =>
    withDates.value === null ? [] : shownRows(withDates.value, filter.value),
  );
  const view = computed((): PreviewView => {
    const all = withDates.value?.rows ?? [];
    const rows = withText.value.filter(
      (index) => reason.value === null || all[index]?.reason === reason.value,
    );
    const isEmpty = all.length > 0 && rows.length === 0;
    return {
      rows,
      count: rows.length,
      total: all.length,
      order: null,
      status: input.value === null ? 'idle' : builds.stateOf(input.value.id).status,
      empty: isEmpty ? 'filtered' : null,
    };
  });
  const areShownRowsOn = computed(() => {
    const usable = view.value.rows.filter((index) => preview.value?.rows[index]?.url);
    const count = usable.filter(isRowOn).length;
    return count === 0 || count === usable.length ? count > 0 : null;
  });
  const selection = computed(() => selectionOf(preview.value, privacy.value));
  const content = fold<BatchContent, BatchContent | null>(
    computed(() => ({
      ...selection.value,
      privacy: privacy.value,
      password: privacy.value === Privacy.Password ? password.value : undefined,
    })),
    null,
    (former, now) => (former !== null && isSameContent(former, now) ? former : now),
  );

  function isRowOn(index: number): boolean {
    return preview.value !== null && isOn(preview.value, index, privacy.value);
  }

  function switchRows(indexes: readonly number[], isSwitchedOn: boolean): void {
    if (preview.value === null) return;
    switches.value = withSwitched(preview.value, indexes, isSwitchedOn, privacy.value).switches;
  }

  function replaceInput(next: PreviewInput | null): void {
    const former = input.value;
    input.value = next;
    if (former === null) return;
    builds.remove(former.id);
    comparisons.remove(former.id);
  }

  /** Builds the rows of an input, and compares them. */
  async function begin(next: Omit<PreviewInput, 'id'>): Promise<void> {
    inputCount += 1;
    const id = String(inputCount);
    batch(() => {
      replaceInput({ ...next, id });
      progress.value = null;
      switches.value = firstSwitches(next.found.length, next.areOn, privacy.value);
      cutsTracking.value = true;
      filter.value = '';
      reason.value = null;
      pressed.value = null;
      building = builds.refresh(id);
      comparing = comparisons.refresh(id);
    });
    await comparing;
  }

  async function compareAgain(): Promise<void> {
    if (input.value === null) return;
    comparing = comparisons.refresh(input.value.id);
    await comparing;
  }

  /** Resolves when no comparison is in flight. Also waits for comparisons that begin meanwhile. */
  async function untilCompared(): Promise<void> {
    while (comparison.value === 'loading') await comparing;
  }

  function jobOf(now: BatchContent): NewJob {
    if (sent.value?.content === now) return sent.value.job;
    const subjects = now.urls.map(
      (url) => ({ kind: 'create', url, privacy: now.privacy }) as const,
    );
    const { password, leftOut } = now;
    return { id: tools.newId(), isBatch: true, subjects, password, leftOut };
  }

  /** Stores the content as a batch. */
  async function send(now: BatchContent): Promise<void> {
    const job = jobOf(now);
    sent.value = { content: now, job };
    const stored = await commands.run(subjectOfJob(job), () => tools.createJob(job));
    if (stored === null || hasFailed(stored)) return;
    batch(() => {
      replaceInput(null);
      // A choice of *Public* must not apply to the next batch by accident.
      chosenPrivacy.value = null;
      password.value = '';
    });
    tools.onAdded(job.id);
  }

  async function create(): Promise<void> {
    const given = input.value;
    if (given === null || isSending.value || selection.value.urls.length === 0) return;
    pressed.value = content.value;
    if (content.value?.password === '') return;
    isSending.value = true;
    await untilCompared();
    if (input.value === given && content.value !== null) {
      pressed.value = content.value;
      const { password: entered, urls } = content.value;
      if (entered !== '' && urls.length > 0) await send(content.value);
    }
    isSending.value = false;
  }

  return {
    preview,
    view,
    counts: computed(() => {
      const all = withDates.value?.rows ?? [];
      const rows = withText.value.flatMap((index) => all[index] ?? []);
      return { all: rows.length, ...reasonCounts(rows) };
    }),
    progress,
    comparison,
    isCut: computed(() => input.value?.isCut ?? false),
    maxRows,
    trackedCount: computed(
      () => built.value?.rows.filter(({ tracked }) => tracked !== undefined).length ?? 0,
    ),
    cutsTracking,
    filter,
    reason,
    areShownRowsOn,
    selection,
    privacy,
    password,
    isPasswordMissing: computed(
      () => pressed.value === content.value && content.value?.password === '',
    ),
    isNothingLeft: computed(
      () => pressed.value === content.value && content.value?.urls.length === 0,
    ),
    isSending,
    failure: computed(() =>
      sent.value !== null && sent.value.content === content.value
        ? commands.failureAt(subjectOfJob(sent.value.job))
        : null,
    ),
    hasAddresses: computed(() => built.value?.rows.some(({ url }) => url !== null) ?? false),
    hasFound: computed(() => (input.value?.found.length ?? 0) > 0),
    hasPaths,
    site: computed(() => input.value?.site ?? ''),
    lacksSite,
    isSiteWrong: computed(() => {
      const isEntered = (input.value?.site.trim() ?? '') !== '';
      return lacksSite.value && (isEntered || siteRequired.value === input.value);
    }),
    isSiteRequired: computed(() => lacksSite.value && siteRequired.value === input.value),
    requireSite() {
      siteRequired.value = input.value;
    },
    async enterSite(site) {
      if (input.value !== null) await begin({ ...input.value, site });
    },
    show: (rows, wasCut, areOn = false) =>
      begin({
        areOn,
        found: rows.slice(0, maxRows),
        isCut: wasCut || rows.length > maxRows,
        site: tools.likelySite(),
      }),
    compareAgain,
    cutTracking(isCut) {
      const before = preview.value;
      batch(() => {
        cutsTracking.value = isCut;
        // Consent to publish an address does not cover the changed address.
        if (before !== null) switches.value = withTracking(before, !isCut).switches;
      });
    },
    enterFilter(text) {
      filter.value = text;
    },
    chooseReason(chosen) {
      reason.value = chosen;
    },
    clearFilters() {
      batch(() => {
        filter.value = '';
        reason.value = null;
      });
    },
    isOn: isRowOn,
    switchRow: (index, isSwitchedOn) => switchRows([index], isSwitchedOn),
    switchShownRows: (isSwitchedOn) => switchRows(view.value.rows, isSwitchedOn),
    choosePrivacy(chosen) {
      chosenPrivacy.value = chosen;
    },
    enterPassword(text) {
      password.value = text;
    },
    create,
  };
}

function subjectOfJob({ id }: NewJob): string {
  return `create:${id}`;
}

function isSameContent(one: BatchContent, other: BatchContent): boolean {
  return (
    one.privacy === other.privacy &&
    one.password === other.password &&
    one.urls.length === other.urls.length &&
    one.urls.every((url, at) => url === other.urls[at]) &&
    JSON.stringify(one.leftOut) === JSON.stringify(other.leftOut)
  );
}
