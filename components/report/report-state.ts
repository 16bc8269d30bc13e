import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import type { PageJobs } from '@/components/queue/page-jobs';
import { updatesOf } from '@/components/queue/page-operation';
import { attempt } from '@/components/ui/state/attempt';
import { createConfirmation } from '@/components/ui/state/confirmation';
import { createLatest } from '@/components/ui/state/latest';
import { isReportGone } from '@/lib/failure';
import { isIn } from '@/lib/jobs/operation';
import type { RecentOperation } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { afterChange, followRow, type OpenReport } from './open-report';

/** The open report and its actions. */
export type ReportState = ReturnType<typeof createReportState>;

interface ReportOptions {
  jobs: Pick<PageJobs, 'create'>;
  /** Whether another report has a newer result of the same page. */
  isOlder(report: Report): Promise<boolean>;
  /** The reports of the stored lists, which show changes from other windows. */
  listed: ReadonlySignal<readonly Report[]>;
}

/** The values in the fields of *Change…*. */
interface ChangeFields {
  /** Null before a choice. The view then shows the report's own privacy. */
  privacy: Privacy | null;
  password: string;
  /** Whether the last press on *Save changes* failed because the password is missing. */
  lacksPassword: boolean;
}

const UNTOUCHED: ChangeFields = { privacy: null, password: '', lacksPassword: false };

/** Creates the state, at first without an open report. */
export function createReportState(kernel: PageKernel, options: ReportOptions) {
  const { background, connectionId, newId } = kernel;
  const { queue } = kernel.state;
  const { jobs, listed, isOlder } = options;
  const open = signal<OpenReport | null>(null);
  const isStoring = signal(false);
  const fields = signal<ChangeFields | null>(null);
  const publishing = createConfirmation<readonly PublishingRisk[]>();
  /** The confirmation of an update that would replace an older result. Its reason is the date of the result. */
  const replacing = createConfirmation<string>();
  const reads = createLatest();

  /** The unfinished updates of the open report, without those of batches. */
  const updates = computed(() =>
    open.value === null ? [] : updatesOf(queue.value.singles, open.value.report.id),
  );
  const isChanging = computed(() => {
    const isUnderWay = updates.value.some((one) => isIn(one, 'queued') || isIn(one, 'sending'));
    return isStoring.value || (isUnderWay && queue.value.backoff === null);
  });
  /** The privacy of the open report after all its unfinished updates. */
  const privacyToBe = computed(() => {
    if (open.value === null) return null;
    const last = updates.value.findLast(
      (one) => one.subject.update.privacy !== undefined && !isIn(one, 'needsAttention'),
    );
    return last?.subject.update.privacy ?? open.value.report.privacy;
  });
  const privacy = computed(() => fields.value?.privacy ?? privacyToBe.value);
  const change = computed<ReportChange | null>(() => {
    if (fields.value === null || privacy.value === null) return null;
    const { password } = fields.value;
    const hasPassword = privacy.value === Privacy.Password && password !== '';
    if (privacy.value === privacyToBe.value && !hasPassword) return null;
    return { privacy: privacy.value, ...(hasPassword && { password }) };
  });

  const lastUpdate = computed(() =>
    queue.value.recentOperations.findLast(
      ({ operation: { subject } }) =>
        subject.kind === 'update' && subject.report.id === open.value?.report.id,
    ),
  );
  /** The end time of the latest finished operation that the open report shows. */
  let seenUpTo = 0;
  effect(() => {
    const last = lastUpdate.value;
    if (last === undefined || last.endedAt <= seenUpTo) return;
    seenUpTo = last.endedAt;
    untracked(() => takeEnd(last));
  });

  function takeEnd({ operation: { subject, status }, report }: RecentOperation): void {
    if (open.value === null || subject.kind !== 'update') return;
    if (status.name !== 'done') {
      open.value = { ...open.value, isGone: open.value.isGone || status.name === 'gone' };
      return;
    }
    // If the answer does not contain the privacy, the service has saved the sent one.
    const privacy = report?.privacy ?? subject.update.privacy ?? open.value.report.privacy;
    const after = afterChange(open.value, { ...report, privacy });
    open.value = { ...open.value, ...after, failure: null };
    void read(after.report);
  }

  function cancelConfirmations(): void {
    publishing.cancel();
    replacing.cancel();
  }

  /** Creates an update of the open report. Returns whether the update is stored. */
  async function createUpdate({ password, ...update }: ReportChange): Promise<boolean> {
    if (open.value === null || isChanging.value) return false;
    cancelConfirmations();
    const subject = { kind: 'update', report: referTo(open.value.report), update } as const;
    isStoring.value = true;
    const result = await jobs.create({ id: newId(), subject, password });
    isStoring.value = false;
    return !hasFailed(result);
  }

  /**
   * Reads the open report. Independent of unfinished updates.
   * @param isShown whether the view shows the read and its failure
   */
  async function read(report: Report, isShown = false): Promise<void> {
    if (open.value === null) return;
    const isLatest = reads.begin();
    if (isShown) open.value = { ...open.value, isReading: true, failure: null };
    const result = await attempt(() => background.getReport(connectionId, referTo(report)));
    const now = open.value;
    if (now === null || !isLatest()) return;
    if (hasFailed(result)) {
      const { failure } = result;
      const isGone = now.isGone || isReportGone(failure);
      const isMissed = now.isReading || now.earlier !== null;
      if (isMissed) open.value = { ...now, isReading: false, failure, isGone };
      return;
    }
    const read = { report: result.value, earlier: null };
    open.value = { ...now, ...read, isReading: false, failure: null };
  }

  function put(next: OpenReport | null): void {
    cancelConfirmations();
    seenUpTo = queue.value.recentOperations.at(-1)?.endedAt ?? 0;
    batch(() => {
      open.value = next;
      fields.value = null;
    });
  }

  function close(): void {
    reads.drop();
    put(null);
  }

  function edit(entered: Partial<ChangeFields>): void {
    // The confirmation concerns the previous values.
    publishing.cancel();
    if (fields.value) fields.value = { ...fields.value, lacksPassword: false, ...entered };
  }

  effect(() => {
    if (open.value && queue.value.deleting.includes(open.value.report.id)) untracked(close);
  });

  const rows = followRow({
    ...{ open, listed, isChanging },
    read: (report) => void read(report),
  });

  return {
    open: open as ReadonlySignal<OpenReport | null>,
    /** The values in the fields of *Change…*; null while the fields are closed. */
    fields: fields as ReadonlySignal<ChangeFields | null>,
    /** The privacy that is selected in the fields. */
    privacy,
    /** Whether the report has or will have a password, so that an empty field keeps the password. */
    keepsPassword: computed(() => privacyToBe.value === Privacy.Password),
    /** The change that *Save changes* would send; null without a change. */
    change,
    /** Whether an update is being stored or sent. Until the answer, a press creates no other update. */
    isChanging,
    async show(report: Report): Promise<void> {
      rows.begin(report);
      put({ report, earlier: null, isReading: false, failure: null, isGone: false });
      await read(report, true);
    },
    /** Reads the open report again after a failure. */
    readAgain(): void {
      if (open.value !== null) void read(open.value.report, true);
    },
    close,
    /** Opens the fields with the report's own values, or closes the fields and drops their values. */
    toggleFields(): void {
      cancelConfirmations();
      fields.value = fields.value === null ? UNTOUCHED : null;
    },
    choosePrivacy: (privacy: Privacy) => edit({ privacy }),
    enterPassword: (password: string) => edit({ password }),
    /** Creates an update with the entered change, and closes the fields after the update is stored. */
    async save(): Promise<void> {
      const entered = fields.value;
      const sent = change.value;
      if (open.value === null || sent === null || isChanging.value) return;
      if (sent.privacy === Privacy.Password && !sent.password) return edit({ lacksPassword: true });
      const send = async () => {
        if ((await createUpdate(sent)) && fields.value === entered) fields.value = null;
      };
      const isPublished = sent.privacy === Privacy.Public;
      const risks = isPublished ? publishingRisks(open.value.report.url) : [];
      if (risks.length > 0) publishing.require(risks, send);
      else await send();
    },
    /** The risks of publishing that a person must confirm; null without an open confirmation. */
    risks: publishing.reason,
    /** Cancels the confirmation. The fields keep their values. */
    cancelConfirmation: publishing.cancel,
    /** Confirms the risks, and saves the change. */
    publishAnyway: () => publishing.confirm(),
    /** Requests new results. Needs a confirmation if another report has a newer result of the page. */
    async updateResults(): Promise<void> {
      if (open.value === null || isChanging.value) return;
      const { id, generatedAt } = open.value.report;
      const send = async () => void (await createUpdate({ results: 1 }));
      const needsConsent = generatedAt !== null && (await isOlder(open.value.report));
      if (open.value?.report.id !== id) return;
      if (!needsConsent) return send();
      cancelConfirmations();
      replacing.require(generatedAt, send);
    },
    /** The date, ISO 8601, of the result that an unconfirmed update would replace; null for none. */
    replaced: replacing.reason,
    updateAnyway: () => replacing.confirm(),
    keepResult: replacing.cancel,
  };
}
