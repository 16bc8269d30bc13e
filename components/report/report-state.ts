import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
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
import { asListed, differsFrom, type OpenReport, openReportOf } from './open-report';

/** The open report and its actions. */
export interface ReportState {
  /** Null if no report is open. */
  open: ReadonlySignal<OpenReport | null>;
  /** The values in the fields of *Change…*; null while the fields are closed. */
  fields: ReadonlySignal<ChangeFields | null>;
  /** The privacy that is selected in the fields. */
  privacy: ReadonlySignal<Privacy | null>;
  /** Whether an empty field keeps the password, because the report has or will have a password. */
  keepsPassword: ReadonlySignal<boolean>;
  /** The change that *Save changes* would send; null without a change. */
  change: ReadonlySignal<ReportChange | null>;
  /** Whether a change is being stored or sent. Until the answer, *Save changes* does nothing. */
  isSaving: ReadonlySignal<boolean>;
  /** The id of the open report, if the report was deleted; null otherwise. */
  deletedId: ReadonlySignal<string | null>;
  /** The id of the open report, if neither this page nor the service knows the report; null otherwise. */
  lostId: ReadonlySignal<string | null>;
  /** Reads the open report again after a failure. */
  readAgain(): void;
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
   * Requests new results of a report, unless such a request is pending. Asks for a confirmation in the
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
  /** The id of the report that the route opens; null for none. */
  openId: ReadonlySignal<string | null>;
  /** Returns a report that the route may open; null while the history is being read. */
  reportById(id: string): Report | null;
  /** Whether another report has a newer result of the same page. */
  isOlder(report: Report): Promise<boolean>;
}

/** The values in the fields of *Change…*. */
interface ChangeFields {
  /** Null before a choice: the view shows the report's own privacy. */
  privacy: Privacy | null;
  password: string;
  /** Whether the last press on *Save changes* failed because the password is missing. */
  lacksPassword: boolean;
}

const UNTOUCHED: ChangeFields = { privacy: null, password: '', lacksPassword: false };

/** One opening of a report. A report that is opened again is read again. */
interface Opening {
  /** The report's id; null if no report is open. */
  id: string | null;
  number: number;
}

/** A value that is forgotten when the report closes. */
interface OfOpening<T> {
  opening: Opening;
  value: T;
}

export function createReportState(kernel: PageKernel, options: ReportOptions): ReportState {
  const { commands, getReport, newId, reports } = kernel;
  const { queue } = kernel.state;
  const { jobs, openId, isOlder, reportById } = options;
  const opening = fold(openId, { id: null, number: 0 } as Opening, (former, id) =>
    former.id === id ? former : { id, number: former.number + 1 },
  );
  const key = computed(() => String(opening.value.number));
  /** The fields of *Change…*, and the opening to which they belong. */
  const entered = signal<OfOpening<ChangeFields> | null>(null);
  const publishing = createConfirmation<OfOpening<readonly PublishingRisk[]>>();
  /** The confirmation of an update that would replace an older result. Its reason is the date of the result. */
  const replacing = createConfirmation<OfOpening<string>>();
  const fields = ofOpening(entered);
  const risks = ofOpening(publishing.reason);
  const replaced = ofOpening(replacing.reason);

  /** Returns a value if it belongs to the current opening; null otherwise. */
  function ofOpening<T>(source: ReadonlySignal<OfOpening<T> | null>): ReadonlySignal<T | null> {
    return computed(() => (source.value?.opening === opening.value ? source.value.value : null));
  }

  /** The reads of openings, by number. */
  const details = createResource<ReportDetails>(async () => {
    const report = summary.value;
    if (report === null) return { failure: { code: 'interrupted' } };
    return getReport(report);
  });
  effect(() => {
    const closedKey = key.value;
    return () => details.remove(closedKey);
  });

  /** The newest version of the open report. A deleted report keeps its last version. */
  const summary = fold(
    computed(() => {
      const id = openId.value;
      return id === null ? null : { id, version: reports.get(id), known: reportById(id) };
    }),
    null as Report | null,
    (former, opened) => {
      if (opened === null) return null;
      const { id, version, known } = opened;
      return version ?? (former?.id === id ? former : known);
    },
  );

  /** The unfinished updates of the open report, without updates of batches. */
  const updates = computed(() =>
    openId.value === null ? [] : updatesOf(queue.value.singles, openId.value),
  );
  const isBusy = (kind: 'results' | 'change') =>
    openId.value !== null && commands.isBusy(subjectOf(kind, openId.value));
  const isSaving = computed(() => isBusy('change'));

  /** Changes when the details must be read again, after an update on this page or a change elsewhere. */
  const detailsVersion = fold(
    computed(() => ({
      key: key.value,
      newest: summary.value,
      read: details.stateOf(key.value),
      isUpdating: isBusy('results') || isSaving.value,
      writtenAt: openId.value === null ? 0 : reports.writtenAt(openId.value),
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
      key: key.value,
      isDeleted: openId.value !== null && isDeleted(queue.value, openId.value),
    })),
    { key: '', isClosed: false },
    (former, { key, isDeleted }) => ({
      key,
      isClosed: isDeleted || (key === former.key && former.isClosed),
    }),
  );

  const open = computed(() => {
    const report = summary.value;
    if (report === null || closing.value.isClosed) return null;
    const isGone = reports.get(report.id) === null;
    return openReportOf(report, details.get(key.value, detailsVersion.value), isGone);
  });

  /** The privacy of the open report after all its unfinished updates. */
  const privacyToBe = computed(() => {
    if (open.value === null) return null;
    const last = updates.value.findLast(
      (one) => one.subject.update.privacy !== undefined && !isIn(one, 'needsAttention'),
    );
    return last?.subject.update.privacy ?? open.value.report.privacy;
  });
  const lostId = computed(() => {
    const isLost = open.value?.isGone === true && open.value.report.url === null;
    return isLost ? openId.value : null;
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
      if (openId.value === report.id) {
        cancelConfirmations();
        const reason = { opening: opening.value, value: generatedAt };
        replacing.require(reason, async () => void (await commands.run(subject, send)));
      }
      return { value: null };
    });
  }

  function setFields(value: ChangeFields | null): void {
    entered.value = value && { opening: opening.value, value };
  }

  function edit(changed: Partial<ChangeFields>): void {
    // The confirmation concerns the previous values.
    publishing.cancel();
    if (fields.value) setFields({ ...fields.value, lacksPassword: false, ...changed });
  }

  return {
    open,
    fields,
    privacy,
    keepsPassword: computed(() => privacyToBe.value === Privacy.Password),
    change,
    isSaving,
    deletedId: computed(() => (closing.value.isClosed ? openId.value : null)),
    lostId,
    readAgain() {
      if (openId.value !== null) void details.refresh(key.value);
    },
    toggleFields() {
      cancelConfirmations();
      setFields(fields.value === null ? UNTOUCHED : null);
    },
    choosePrivacy: (privacy) => edit({ privacy }),
    enterPassword: (password) => edit({ password }),
    async save() {
      const saved = fields.value;
      const sent = change.value;
      if (open.value === null || sent === null || isSaving.value) return;
      if (sent.privacy === Privacy.Password && !sent.password) return edit({ lacksPassword: true });
      const send = async () => {
        if ((await storeChange(sent)) && fields.value === saved) setFields(null);
      };
      const isPublished = sent.privacy === Privacy.Public;
      const found = isPublished ? publishingRisks(open.value.report.url) : [];
      if (found.length > 0) publishing.require({ opening: opening.value, value: found }, send);
      else await send();
    },
    risks,
    cancelConfirmation: publishing.cancel,
    async publishAnyway() {
      if (risks.value !== null) await publishing.confirm();
    },
    async updateResults() {
      if (open.value === null) return;
      cancelConfirmations();
      await updateResultsOf(open.value.report, () => {});
    },
    updateResultsOf,
    replaced,
    async updateAnyway() {
      if (replaced.value !== null) await replacing.confirm();
    },
    keepResult: replacing.cancel,
  };
}

function isOutdated(read: ReportDetails | undefined, version: Report): boolean {
  return read !== undefined && differsFrom(version, asListed(read));
}

function versionText({ privacy, result, generatedAt }: Report): string {
  return JSON.stringify([privacy, result, generatedAt]);
}
