import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { type PageKernel, subjectOf } from '@/components/app/page-kernel';
import { createResource } from '@/components/app/resource';
import type { PageJobs } from '@/components/queue/page-jobs';
import { isDeleted, updatesOf } from '@/components/queue/page-operation';
import { createConfirmation } from '@/components/ui/state/confirmation';
import { isIn } from '@/lib/jobs/operation';
import { Privacy } from '@/lib/report/privacy';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { type OpenReport, openReportOf, plain, saysOtherwise } from './open-report';

/** The open report and its actions. */
export interface ReportState {
  /** Null if no report is open. */
  open: ReadonlySignal<OpenReport | null>;
  /** The values in the fields of *Change…*; null while the fields are closed. */
  fields: ReadonlySignal<ChangeFields | null>;
  /** The privacy that is selected in the fields. */
  privacy: ReadonlySignal<Privacy | null>;
  /** Whether the report has or will have a password, so that an empty field keeps the password. */
  keepsPassword: ReadonlySignal<boolean>;
  /** The change that *Save changes* would send; null without a change. */
  change: ReadonlySignal<ReportChange | null>;
  /** Whether a change is being stored or sent. Until the answer, *Save changes* does nothing. */
  isSaving: ReadonlySignal<boolean>;
  /** Opens a report, and reads the report with its checks. */
  show(report: Report): void;
  /** Reads the open report again after a failure. */
  readAgain(): void;
  close(): void;
  /** Opens the fields with the report's own values, or closes the fields and drops their values. */
  toggleFields(): void;
  choosePrivacy(privacy: Privacy): void;
  enterPassword(password: string): void;
  /** Creates an update with the entered change, and closes the fields after the update is stored. */
  save(): Promise<void>;
  /** The risks of publishing that a person must confirm; null without an open confirmation. */
  risks: ReadonlySignal<readonly PublishingRisk[] | null>;
  /** Cancels the confirmation. The fields keep their values. */
  cancelConfirmation(): void;
  /** Confirms the risks, and saves the change. */
  publishAnyway(): Promise<void>;
  /** Requests new results of the open report, like `updateResultsOf`. */
  updateResults(): Promise<void>;
  /**
   * Requests new results of a report, unless such a request is under way. Needs a confirmation of the
   * open report if another report has a newer result of the page.
   * @param open called before the confirmation, to open the report
   */
  updateResultsOf(report: Report, open: () => void): Promise<void>;
  /** The date, ISO 8601, of the result that an unconfirmed update would replace; null for none. */
  replaced: ReadonlySignal<string | null>;
  updateAnyway(): Promise<void>;
  keepResult(): void;
}

interface ReportOptions {
  jobs: Pick<PageJobs, 'create'>;
  /** Whether another report has a newer result of the same page. */
  isOlder(report: Report): Promise<boolean>;
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

/** One opening of a report. A report that is opened again is read again. */
interface Opening {
  /** Key of the read. */
  key: string;
  id: string;
  /** The report at its opening. */
  report: Report;
}

/** Creates the state, at first without an open report. */
export function createReportState(kernel: PageKernel, options: ReportOptions): ReportState {
  const { commands, getReport, newId, reports } = kernel;
  const { queue } = kernel.state;
  const { jobs, isOlder } = options;
  const opening = signal<Opening | null>(null);
  const fields = signal<ChangeFields | null>(null);
  const publishing = createConfirmation<readonly PublishingRisk[]>();
  /** The confirmation of an update that would replace an older result. Its reason is the date of the result. */
  const replacing = createConfirmation<string>();
  let openings = 0;

  const details = createResource<ReportDetails>(async () => {
    // A read of a closed report is dropped: each opening has its own key.
    const report = opening.value?.report;
    if (report === undefined) return { failure: { code: 'interrupted' } };
    return getReport(report);
  });

  /** The newest version of the open report. A report that is gone keeps its last version. */
  const summary = fold(
    computed(() => ({ opened: opening.value, version: versionOf(opening.value) })),
    null as Report | null,
    (former, { opened, version }) => {
      if (opened === null) return null;
      return version ?? (former?.id === opened.id ? former : opened.report);
    },
  );
  function versionOf(opened: Opening | null): Report | null | undefined {
    return opened === null ? undefined : reports.get(opened.id);
  }

  /** The unfinished updates of the open report, without those of batches. */
  const updates = computed(() =>
    opening.value === null ? [] : updatesOf(queue.value.singles, opening.value.id),
  );
  const isBusy = (kind: 'results' | 'change') =>
    opening.value !== null && commands.isBusy(subjectOf(kind, opening.value.id));
  const isSaving = computed(() => isBusy('change'));

  /** The version of the details. A new version is due after an update, and after a change elsewhere. */
  const detailsVersion = fold(
    computed(() => ({
      key: opening.value?.key ?? '',
      newest: summary.value,
      read: details.stateOf(opening.value?.key ?? ''),
      isUpdating: isBusy('results') || isSaving.value,
      writtenAt: opening.value === null ? 0 : reports.writtenAt(opening.value.id),
    })),
    { key: '', changedTo: '', writtenAt: 0 },
    (former, { key, newest, read, isUpdating, writtenAt }) => {
      if (key !== former.key) return { key, changedTo: '', writtenAt };
      // During a read or an update, the report may differ because of this read or update.
      const isPending = isUpdating || read.status === 'loading';
      const isNews = !isPending && newest !== null && isOutdated(read.value, newest);
      const changedTo = isNews ? versionText(newest) : former.changedTo;
      const isSame = changedTo === former.changedTo && writtenAt === former.writtenAt;
      return isSame ? former : { key, changedTo, writtenAt };
    },
  );

  /** Whether a deletion has closed the report. *Undo* does not open the report again. */
  const closing = fold(
    computed(() => ({
      opened: opening.value,
      isDeleted: opening.value !== null && isDeleted(queue.value, opening.value.id),
    })),
    { opened: null as Opening | null, isClosed: false },
    (former, { opened, isDeleted }) => ({
      opened,
      isClosed: isDeleted || (opened === former.opened && former.isClosed),
    }),
  );

  const open = computed(() => {
    const opened = opening.value;
    const report = summary.value;
    if (opened === null || report === null || closing.value.isClosed) return null;
    const isGone = versionOf(opened) === null;
    return openReportOf(report, details.get(opened.key, detailsVersion.value), isGone);
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

  function cancelConfirmations(): void {
    publishing.cancel();
    replacing.cancel();
  }

  /** Stores a change of the open report. Returns whether the change is stored. */
  async function storeChange({ password, ...update }: ReportChange): Promise<boolean> {
    if (open.value === null) return false;
    cancelConfirmations();
    const { report } = open.value;
    const subject = { kind: 'update', report: referTo(report), update } as const;
    const id = newId();
    const stored = await commands.run(subjectOf('change', report.id), () =>
      jobs.create({ id, subject, password }),
    );
    return stored !== null && !hasFailed(stored);
  }

  async function updateResultsOf(report: Report, openReport: () => void): Promise<void> {
    const { generatedAt } = report;
    const subject = subjectOf('results', report.id);
    const id = newId();
    const send = () =>
      jobs.create({
        id,
        subject: { kind: 'update', report: referTo(report), update: { results: 1 } },
      });
    await commands.run(subject, async () => {
      if (generatedAt === null || !(await isOlder(report))) return send();
      openReport();
      if (opening.value?.id === report.id) {
        cancelConfirmations();
        replacing.require(generatedAt, async () => void (await commands.run(subject, send)));
      }
      return { value: null };
    });
  }

  function put(next: Opening | null): void {
    cancelConfirmations();
    const former = opening.value;
    batch(() => {
      opening.value = next;
      fields.value = null;
    });
    if (former !== null) details.remove(former.key);
  }

  function edit(entered: Partial<ChangeFields>): void {
    // The confirmation concerns the previous values.
    publishing.cancel();
    if (fields.value) fields.value = { ...fields.value, lacksPassword: false, ...entered };
  }

  return {
    open,
    fields,
    privacy,
    keepsPassword: computed(() => privacyToBe.value === Privacy.Password),
    change,
    isSaving,
    show(report) {
      openings += 1;
      if (reports.get(report.id) === undefined) reports.addRead([report], 0);
      put({ key: String(openings), id: report.id, report });
    },
    readAgain() {
      if (opening.value !== null) void details.refresh(opening.value.key);
    },
    close: () => put(null),
    toggleFields() {
      cancelConfirmations();
      fields.value = fields.value === null ? UNTOUCHED : null;
    },
    choosePrivacy: (privacy) => edit({ privacy }),
    enterPassword: (password) => edit({ password }),
    async save() {
      const entered = fields.value;
      const sent = change.value;
      if (open.value === null || sent === null || isSaving.value) return;
      if (sent.privacy === Privacy.Password && !sent.password) return edit({ lacksPassword: true });
      const send = async () => {
        if ((await storeChange(sent)) && fields.value === entered) fields.value = null;
      };
      const isPublished = sent.privacy === Privacy.Public;
      const risks = isPublished ? publishingRisks(open.value.report.url) : [];
      if (risks.length > 0) publishing.require(risks, send);
      else await send();
    },
    risks: publishing.reason,
    cancelConfirmation: publishing.cancel,
    publishAnyway: () => publishing.confirm(),
    async updateResults() {
      if (open.value === null) return;
      cancelConfirmations();
      await updateResultsOf(open.value.report, () => {});
    },
    updateResultsOf,
    replaced: replacing.reason,
    updateAnyway: () => replacing.confirm(),
    keepResult: replacing.cancel,
  };
}

function isOutdated(read: ReportDetails | undefined, version: Report): boolean {
  return read !== undefined && saysOtherwise(version, plain(read));
}

function versionText({ privacy, result, generatedAt }: Report): string {
  return JSON.stringify([privacy, result, generatedAt]);
}
