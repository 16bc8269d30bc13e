import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { type PublishingRisk, publishingRisks } from '@/lib/url/publishing-risk';

/** What the report's view is waiting for, or has just done. */
export type ViewActivity = 'reading' | 'saving' | 'saved' | 'updating' | 'asked';

/** A report in its own view: at first as the list had it, then as the service gives it. */
export interface OpenReport {
  report: Report | ReportDetails;
  activity: ViewActivity | null;
  failure: Failure | null;
  /** The privacy chosen here, to be saved. */
  privacy: Privacy | null;
  password: string;
  /** Whether the last press of Save changes found the password missing. */
  lacksPassword: boolean;
  /** Why the last press was held back: publishing may do harm, and takes a press of its own. */
  held: PublishingRisk[];
}

/** Which report is open, if any, and what can be done with it. */
export interface OpenedReport {
  open: ReadonlySignal<OpenReport | null>;
  /** What Save changes would send; null when nothing was changed. */
  change: ReadonlySignal<ReportChange | null>;
  /** Whether a change of it is on its way: until it is answered, a press makes no other. */
  isChanging: ReadonlySignal<boolean>;
  show(report: Report): Promise<void>;
  close(): void;
  choosePrivacy(privacy: Privacy): void;
  enterPassword(text: string): void;
  save(): Promise<void>;
  /** Saves a change that was held back, whatever the risks. */
  publishAnyway(): Promise<void>;
  updateResults(): Promise<void>;
}

interface OpenedReportTools {
  background: Pick<BackgroundApi, 'get' | 'update'>;
  awaited: ReadonlySignal<readonly ResultPoll[]>;
  /** Tells why a report could not be changed that is open no longer. */
  tellFailure(report: Report, failure: Failure): void;
}

/** Makes the place where one report can be open. */
export function createOpenedReport(tools: OpenedReportTools): OpenedReport {
  const { background, awaited, tellFailure } = tools;
  const open = signal<OpenReport | null>(null);
  const change = computed(() => (open.value === null ? null : readChange(open.value)));
  const isChanging = computed(() => {
    const activity = open.value?.activity;
    return activity === 'saving' || activity === 'updating';
  });
  /** Counts the reports that were opened or left: an answer counts only for the one it was asked for. */
  let visits = 0;
  /** Counts the reads, and the changes that were made: what was read before is no longer so. */
  let versions = 0;

  /** Changes the report that is open. Where the person has left it by then, a failure alone counts. */
  async function run<T>(
    activity: ViewActivity,
    call: (report: Report) => Promise<Outcome<T>>,
    then: (now: OpenReport, value: T) => OpenReport,
  ): Promise<void> {
    if (open.value === null || isChanging.value) return;
    const { report } = open.value;
    const visit = visits;
    open.value = { ...open.value, activity, failure: null, lacksPassword: false, held: [] };
    const outcome = await attempt(() => call(plain(report)));
    const now = open.value;
    if (now === null || visit !== visits) {
      if (hasFailed(outcome)) tellFailure(plain(report), outcome.failure);
      return;
    }
    if (hasFailed(outcome)) {
      open.value = { ...now, activity: null, failure: outcome.failure };
      return;
    }
    versions += 1;
    open.value = then(now, outcome.value);
  }

  /**
   * Reads the report that is open. A change that is on its way meanwhile goes its own way.
   * @param done what is then told to have been done
   */
  async function read(report: Report, done: ViewActivity | null): Promise<void> {
    if (open.value === null) return;
    versions += 1;
    const version = versions;
    if (!isChanging.value) {
      open.value = { ...open.value, activity: 'reading', failure: null, lacksPassword: false };
    }
    const outcome = await attempt(() => background.get(report));
    const now = open.value;
    if (now === null || version !== versions) return;
    const isReading = now.activity === 'reading';
    if (hasFailed(outcome)) {
      if (isReading) open.value = { ...now, activity: null, failure: outcome.failure };
      return;
    }
    const details = outcome.value;
    open.value = {
      ...now,
      report: details,
      activity: isReading ? done : now.activity,
      // What was chosen in the meantime stays chosen.
      privacy: now.privacy === report.privacy ? details.privacy : now.privacy,
    };
  }

  let wasAwaited = false;
  effect(() => {
    const report = open.value?.report;
    const isAwaited = awaited.value.some((other) => other.report.id === report?.id);
    const hasCome = wasAwaited && !isAwaited;
    wasAwaited = isAwaited;
    if (hasCome && report) void untracked(() => read(plain(report), 'asked'));
  });

  return {
    open,
    change,
    isChanging,
    async show(report) {
      visits += 1;
      open.value = {
        report,
        activity: null,
        failure: null,
        privacy: report.privacy,
        password: '',
        lacksPassword: false,
        held: [],
      };
      await read(report, null);
    },
    close() {
      visits += 1;
      versions += 1;
      open.value = null;
    },
    choosePrivacy(privacy) {
      if (open.value) open.value = { ...open.value, privacy, lacksPassword: false, held: [] };
    },
    enterPassword(password) {
      if (open.value) open.value = { ...open.value, password, lacksPassword: false };
    },
    save: () => save(false),
    async publishAnyway() {
      if (open.value && open.value.held.length > 0) await save(true);
    },
    async updateResults() {
      await run(
        'updating',
        (report) => background.update(report, { results: 1 }),
        (now, after) => ({ ...now, report: after ?? now.report, activity: 'asked' }),
      );
    },
  };

  /** @param isConfirmed whether a person has agreed to publish whatever the risks */
  async function save(isConfirmed: boolean): Promise<void> {
    const sent = change.value;
    if (open.value === null || sent === null || isChanging.value) return;
    if (sent.privacy === Privacy.Password && !sent.password) {
      open.value = { ...open.value, lacksPassword: true };
      return;
    }
    const { report: before } = open.value;
    if (sent.privacy === Privacy.Public && !isConfirmed) {
      const risks = publishingRisks(before.url);
      if (risks.length > 0) {
        open.value = { ...open.value, held: risks };
        return;
      }
    }
    await run(
      'saving',
      (report) => background.update(report, sent),
      (now, after) => ({
        ...now,
        // A service that does not say what it saved has saved what was sent.
        report: { ...(after ?? now.report), privacy: after?.privacy ?? sent.privacy ?? null },
        // What was entered in the meantime is still to be saved.
        privacy: now.privacy === sent.privacy ? (after?.privacy ?? now.privacy) : now.privacy,
        password: now.password === (sent.password ?? '') ? '' : now.password,
        activity: 'saved',
      }),
    );
  }
}

/** Only what differs from the report; a new password goes with its privacy. */
function readChange({ report, privacy, password }: OpenReport): ReportChange | null {
  if (privacy === null) return null;
  const hasNewPassword = privacy === Privacy.Password && password !== '';
  if (privacy === report.privacy && !hasNewPassword) return null;
  return { privacy, ...(hasNewPassword && { password }) };
}

function plain(report: Report | ReportDetails): Report {
  return 'extraFields' in report ? toSummary(report) : report;
}
