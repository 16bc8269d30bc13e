import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt } from '@/components/ui/attempt';
import { createConsent } from '@/components/ui/consent';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Failure, isReportGone } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { StoredItem } from '@/lib/storage/stored-item';
import type { Gate } from '@/lib/task/gate';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import type { ReportChanges } from './changes-state';
import type { NewResults } from './new-results-state';
import {
  afterChange,
  isChange,
  type OpenReport,
  plain,
  readChange,
  type ViewActivity,
  waitingFor,
} from './open-report';
import { followRow } from './opened-row-state';
import { retryReads } from './read-retry-state';
import { followUnsaved, type UnsavedPrivacies } from './unsaved-state';

/** Which report is open, if any, and what can be done with it. */
export interface OpenedReport {
  open: ReadonlySignal<OpenReport | null>;
  /** What Save changes would send; null when nothing was changed. */
  change: ReadonlySignal<ReportChange | null>;
  /** Whether a change of it is on its way: until it is answered, a press makes no other. */
  isChanging: ReadonlySignal<boolean>;
  show(report: Report): Promise<void>;
  /** Reads the open report again, which could not be read. */
  readAgain(): void;
  close(): void;
  choosePrivacy(privacy: Privacy): void;
  enterPassword(text: string): void;
  save(): Promise<void>;
  /** Why the last press was held back: publishing may do harm, and takes a press of its own. */
  risks: ReadonlySignal<readonly PublishingRisk[] | null>;
  /** Gives up a change that was held back; what was chosen stays chosen. */
  withdraw(): void;
  /** Saves a change that was held back, whatever the risks. */
  publishAnyway(): Promise<void>;
  updateResults(): Promise<void>;
}

interface OpenedReportTools {
  background: Pick<BackgroundApi, 'get'>;
  changes: ReportChanges;
  results: NewResults;
  /** The reports of the stored lists: what is changed in another window shows there. */
  listed: ReadonlySignal<readonly Report[]>;
  gate: ReadonlySignal<Gate | null>;
  /** Runs when the network returns. */
  onBackOnline(run: () => void): void;
  /** Ids of the reports that are being deleted: the list tells how that stands, and has the Undo. */
  deleting: ReadonlySignal<readonly string[]>;
  /** Tells why a change is not stored of a report that is open no longer. */
  tellFailure(report: Report, failure: Failure): void;
  /** The privacies that were chosen in earlier popups and not saved. */
  unsaved: UnsavedPrivacies;
  /** Where these are kept; null in private windows, which keep none. */
  unsavedItem: StoredItem<UnsavedPrivacies> | null;
}

/** A change of the open report, until it is answered. */
interface OpenChange {
  /** Its task; null until the task is stored. */
  id: string | null;
  change: ReportChange;
}

/** Nothing is told of what went before. */
const UNTOLD = { activity: null, failure: null, isUnread: false, lacksPassword: false };

/** Makes the place where one report can be open. */
export function createOpenedReport(tools: OpenedReportTools): OpenedReport {
  const { background, changes, results, listed, deleting, tellFailure } = tools;
  /** The view, but for the change that is on its way. */
  const base = signal<OpenReport | null>(null);
  const openChange = signal<OpenChange | null>(null);
  const publishing = createConsent<readonly PublishingRisk[]>();
  /** Counts the reports that were opened or left: an answer counts only for the one it was asked for. */
  let visits = 0;
  /** Counts the reads, and the changes that were made: what was read before is no longer so. */
  let versions = 0;

  /** All that is on its way: another press may have been merged into it. */
  const underWay = computed<ReportChange | null>(() => {
    if (base.value === null || openChange.value === null) return null;
    const stored = changes.openChangeOf(base.value.report.id)?.work.change;
    return { ...openChange.value.change, ...stored };
  });
  const open = computed<OpenReport | null>(() => {
    if (base.value === null || openChange.value === null || underWay.value === null)
      return base.value;
    const { id, change } = openChange.value;
    const standing = id === null ? null : changes.standing(id);
    if (standing?.name === 'atGate') {
      return { ...base.value, activity: waitingFor(underWay.value), failure: standing.failure };
    }
    const activity = change.results === 1 ? 'updating' : 'saving';
    return { ...base.value, activity, failure: null };
  });
  const change = computed(() => open.value && readChange(open.value, underWay.value));
  const isChanging = computed(() => isChange(open.value?.activity ?? null));
  const unsaved = followUnsaved({
    open: base,
    unsaved: change,
    kept: tools.unsaved,
    item: tools.unsavedItem,
  });

  effect(() => {
    const asked = openChange.value;
    if (asked === null || asked.id === null) return;
    const { id } = asked;
    const standing = changes.standing(id);
    untracked(() => {
      if (standing.name === 'ended') end(asked.change, standing.outcome);
      else if (standing.name === 'stuck') {
        const { state } = standing;
        const isRefused = state.reason === 'refused';
        stop(isRefused ? state.failure : null);
        // All of it still stands here. What else is stuck stays in the queue.
        if (isRefused) changes.drop(id);
      }
    });
  });

  function end(
    made: ReportChange,
    outcome: { end: 'done' | 'gone' | 'cancelled'; report: Report | null },
  ): void {
    if (outcome.end === 'gone') stop({ code: 'gone', what: 'report', message: null });
    else if (outcome.end === 'cancelled') stop(null);
    else if (base.value !== null) {
      const now = afterChange(base.value, made, outcome.report);
      set(now, null);
      void read(now.report);
    }
  }

  function stop(failure: Failure | null): void {
    set(base.value && { ...base.value, activity: null, failure, isUnread: false }, null);
  }

  async function ask(asked: ReportChange): Promise<void> {
    if (base.value === null || isChanging.value) return;
    const report = plain(base.value.report);
    const visit = visits;
    // New results leave what waits to be saved as it is.
    const isUpdate = asked.results === 1;
    const made = isUpdate ? { ...underWay.value, ...asked } : asked;
    const isLeftOver = isUpdate && change.value !== null;
    publishing.withdraw();
    set({ ...base.value, ...UNTOLD, isLeftOver }, { id: null, change: made });
    const outcome = await changes.ask(report, asked);
    if (visit === visits) {
      if (hasFailed(outcome)) stop(outcome.failure);
      else openChange.value = { id: outcome.value, change: made };
    } else if (hasFailed(outcome)) tellFailure(report, outcome.failure);
  }

  /**
   * Reads the report that is open. A change that is on its way meanwhile goes its own way.
   * @param done what is then told to have been done; absent: nothing is told of the read
   */
  async function read(report: Report, done?: ViewActivity | null): Promise<void> {
    if (base.value === null) return;
    versions += 1;
    const version = versions;
    const isTold = done !== undefined && !isChanging.value;
    if (isTold) {
      base.value = { ...base.value, ...UNTOLD, activity: 'reading' };
    }
    const outcome = await attempt(() => background.get(plain(report)));
    const now = base.value;
    if (now === null || version !== versions) return;
    const isReading = now.activity === 'reading';
    if (hasFailed(outcome)) {
      const { failure } = outcome;
      const isUnread = !isReportGone(failure);
      if (isReading) base.value = { ...now, activity: null, failure, isUnread };
      return;
    }
    const details = outcome.value;
    base.value = {
      ...now,
      report: details,
      activity: isReading ? (done ?? null) : now.activity,
      // What was chosen in the meantime stays chosen.
      privacy: now.privacy === report.privacy ? details.privacy : now.privacy,
    };
  }

  function close(): void {
    visits += 1;
    versions += 1;
    publishing.withdraw();
    set(null, null);
  }

  /** What is entered is not saved, whatever was before. */
  function edit(entered: Partial<OpenReport>): void {
    const now = base.value;
    if (now === null) return;
    const activity = now.activity === 'saved' ? null : now.activity;
    base.value = { ...now, ...entered, activity, lacksPassword: false, isLeftOver: false };
  }

  function set(opened: OpenReport | null, made: OpenChange | null): void {
    batch(() => {
      base.value = opened;
      openChange.value = made;
    });
  }

  effect(() => {
    if (base.value && deleting.value.includes(base.value.report.id)) untracked(close);
  });

  const rows = followRow({
    open,
    results,
    listed,
    read: (report, done) => void read(report, done),
  });

  function readAgain(): void {
    if (base.value !== null) void read(base.value.report, null);
  }
  const unread = computed(() => (base.value?.isUnread ? base.value.failure : null));
  retryReads({ ...tools, unread, read: readAgain });

  return {
    open,
    change,
    readAgain,
    isChanging,
    risks: publishing.asked,
    async show(report) {
      visits += 1;
      publishing.withdraw();
      rows.begin(report);
      results.forget(report.id);
      const task = changes.openChangeOf(report.id);
      const left = unsaved.of(report.id);
      const opened = {
        ...{ report, ...UNTOLD },
        privacy: left?.privacy ?? task?.work.change.privacy ?? report.privacy,
        password: left?.password ?? '',
        savedPassword: '',
        isLeftOver: left !== undefined,
      };
      set(opened, task ? { id: task.id, change: task.work.change } : null);
      await read(report, null);
    },
    close,
    choosePrivacy(privacy) {
      publishing.withdraw();
      edit({ privacy });
    },
    enterPassword: (password) => edit({ password }),
    async save() {
      const sent = change.value;
      if (base.value === null || sent === null || isChanging.value) return;
      if (sent.privacy === Privacy.Password && !sent.password) {
        base.value = { ...base.value, lacksPassword: true };
        return;
      }
      const isPublished = sent.privacy === Privacy.Public;
      const risks = isPublished ? publishingRisks(base.value.report.url) : [];
      if (risks.length > 0) publishing.ask(risks, () => ask(sent));
      else await ask(sent);
    },
    withdraw: publishing.withdraw,
    publishAnyway: () => publishing.give(),
    updateResults: () => ask({ results: 1 }),
  };
}
