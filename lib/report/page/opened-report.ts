import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Deletion, isHidden } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { publishingRisks } from '@/lib/url/publishing-risk';
import {
  isUnderWay,
  type OpenReport,
  plain,
  readChange,
  saysOtherwise,
  type ViewActivity,
} from './open-report';

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
  /** The reports of the stored lists: what is changed in another window shows there. */
  listed: ReadonlySignal<readonly Report[]>;
  deletions: ReadonlySignal<readonly Deletion[]>;
  /** Tells why a report could not be changed that is open no longer. */
  tellFailure(report: Report, failure: Failure): void;
}

/** Makes the place where one report can be open. */
export function createOpenedReport(tools: OpenedReportTools): OpenedReport {
  const { background, awaited, listed, deletions, tellFailure } = tools;
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

  function close(): void {
    visits += 1;
    versions += 1;
    open.value = null;
  }

  effect(() => {
    // The list tells how its deletion stands, and has its Undo.
    if (open.value && isHidden(deletions.value, open.value.report.id)) untracked(close);
  });

  let wasAwaited = false;
  /** How the list showed the open report when that was last looked at. */
  let row: Report | undefined;
  effect(() => {
    const now = open.value;
    const poll = awaited.value.find(({ report }) => report.id === now?.report.id);
    const latest = now === null ? undefined : rowOf(now.report);
    const hasCome = wasAwaited && poll === undefined;
    wasAwaited = poll !== undefined;
    if (now === null) return;
    const report = plain(now.report);
    if (hasCome) void untracked(() => read(report, 'asked'));
    // What the list shows then may be what was asked for here.
    else if (!isUnderWay(now.activity) && !(poll && poll.nextAt !== null) && latest) {
      const isNews = row === undefined || saysOtherwise(latest, row);
      row = latest;
      if (isNews && saysOtherwise(latest, report)) void untracked(() => read(report, null));
    }
  });

  function rowOf({ id }: Report): Report | undefined {
    return listed.value.find((report) => report.id === id);
  }

  return {
    open,
    change,
    isChanging,
    async show(report) {
      visits += 1;
      row = rowOf(report);
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
    close,
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
