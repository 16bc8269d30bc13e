import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Presses } from '@/components/activity/presses-state';
import { openChangesOf, refusalOf } from '@/components/activity/standing';
import { attempt } from '@/components/ui/state/attempt';
import { createConsent } from '@/components/ui/state/consent';
import type { BackgroundApi } from '@/lib/background/background-api';
import { isReportGone } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { StoredItem } from '@/lib/storage/stored-item';
import type { Gate } from '@/lib/task/gate/gate';
import type { Task } from '@/lib/task/task';
import type { TaskOutcome } from '@/lib/task/view';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import type { NewResults } from './new-results-state';
import { afterChange, type OpenReport, plain, readChange } from './open-report';
import { followRow } from './open-row-state';
import { followUnsaved, type UnsavedPrivacies } from './unsaved-state';

/** Which report is open, if any, and what can be done with it. */
export type ReportState = ReturnType<typeof createReportState>;

interface ReportStateTools {
  background: Pick<BackgroundApi, 'get'>;
  presses: Presses;
  /** The tasks of the window, as far as the view shows them. */
  tasks: ReadonlySignal<readonly Task[]>;
  newId(): string;
  results: Pick<NewResults, 'stateOf'>;
  /** The reports of the stored lists: what is changed in another window shows there. */
  listed: ReadonlySignal<readonly Report[]>;
  gate: ReadonlySignal<Gate | null>;
  /** Ids of the reports that are being deleted: these give way to the list. */
  deleting: ReadonlySignal<readonly string[]>;
  /** The privacies that were chosen in earlier popups and not saved. */
  unsaved: UnsavedPrivacies;
  /** Where these are kept; null where none are kept. */
  unsavedItem: StoredItem<UnsavedPrivacies> | null;
}

/** A change of the open report, until it is done or taken back. */
interface OpenChange {
  /** Of its task. */
  id: string;
  change: ReportChange;
}

/** Nothing is told of what went before. */
const UNTOLD = { isReading: false, failure: null, isSaved: false, lacksPassword: false };

/** Makes the place where one report can be open. */
export function createReportState(tools: ReportStateTools) {
  const { background, presses, tasks, newId, gate, results, listed, deleting } = tools;
  const open = signal<OpenReport | null>(null);
  const openChange = signal<OpenChange | null>(null);
  const publishing = createConsent<readonly PublishingRisk[]>();
  /** Counts the reads, and the changes that were made: what was read before is no longer so. */
  let versions = 0;

  const standing = computed(() => openChange.value && presses.standing(openChange.value.id));
  const refusal = computed(() => refusalOf(standing.value));
  const isOut = computed(() => {
    const name = standing.value?.name;
    return name === 'unstored' || name === 'waiting' || name === 'sent';
  });
  const isWaiting = computed(
    () => isOut.value && standing.value?.name !== 'unstored' && gate.value !== null,
  );
  const isChanging = computed(() => isOut.value && !isWaiting.value);
  /** All that is on its way, which may be several changes. */
  const underWay = computed<ReportChange | null>(() => {
    if (open.value === null || openChange.value === null || !isOut.value) return null;
    const stored = openChangesOf(tasks.value, open.value.report.id);
    return Object.assign({ ...openChange.value.change }, ...stored.map(({ work }) => work.change));
  });
  const change = computed(() => open.value && readChange(open.value, underWay.value));
  const unsaved = followUnsaved({
    ...{ open, unsaved: change, kept: tools.unsaved, item: tools.unsavedItem },
  });

  effect(() => {
    const asked = openChange.value;
    const now = standing.value;
    if (asked !== null && now?.name === 'ended') untracked(() => end(asked.change, now.outcome));
  });

  function end(made: ReportChange, { end, report }: Pick<TaskOutcome, 'end' | 'report'>): void {
    const now = open.value;
    if (now === null || end !== 'done') {
      set(now && { ...now, isGone: now.isGone || end === 'gone' }, null);
    } else {
      const after = afterChange(now, made, report);
      set(after, null);
      void read(after.report);
    }
  }

  async function ask(asked: ReportChange): Promise<void> {
    const now = open.value;
    if (now === null || isChanging.value) return;
    const report = plain(now.report);
    // New results leave what waits to be saved as it is.
    const isUpdate = asked.results === 1;
    const made = isUpdate ? { ...underWay.value, ...asked } : asked;
    const isLeftOver = isUpdate && change.value !== null;
    const refused = refusal.value === null ? undefined : openChange.value?.id;
    const id = newId();
    publishing.withdraw();
    const asking = presses.ask({ id, kind: 'change', report, change: asked }, refused);
    set({ ...now, ...UNTOLD, isLeftOver }, { id, change: made });
    await asking;
  }

  /**
   * Reads the report that is open. A change that is on its way meanwhile goes its own way.
   * @param isTold whether people see that it is read, and why it could not be
   */
  async function read(report: Report, isTold = false): Promise<void> {
    if (open.value === null) return;
    versions += 1;
    const version = versions;
    if (isTold) open.value = { ...open.value, ...UNTOLD, isReading: true };
    const outcome = await attempt(() => background.get(plain(report)));
    const now = open.value;
    if (now === null || version !== versions) return;
    if (hasFailed(outcome)) {
      const { failure } = outcome;
      const isGone = now.isGone || isReportGone(failure);
      if (now.isReading) open.value = { ...now, isReading: false, failure, isGone };
      return;
    }
    const details = outcome.value;
    open.value = {
      ...now,
      report: details,
      isReading: false,
      // What was chosen in the meantime stays chosen.
      privacy: now.privacy === report.privacy ? details.privacy : now.privacy,
      failure: null,
    };
  }

  function close(): void {
    versions += 1;
    publishing.withdraw();
    set(null, null);
  }

  /** What is entered is not saved, whatever was before. */
  function edit(entered: Partial<OpenReport>): void {
    if (open.value === null) return;
    const unsaid = { isSaved: false, lacksPassword: false, isLeftOver: false };
    open.value = { ...open.value, ...entered, ...unsaid };
  }

  function set(next: OpenReport | null, made: OpenChange | null): void {
    batch(() => {
      open.value = next;
      openChange.value = made;
    });
  }

  effect(() => {
    if (open.value && deleting.value.includes(open.value.report.id)) untracked(close);
  });

  const rows = followRow({
    ...{ open, results, listed, isChanging },
    read: (report) => void read(report),
  });

  return {
    open: open as ReadonlySignal<OpenReport | null>,
    /** What Save changes would send; null when nothing was changed. */
    change,
    /** Whether a change of it is on its way: until it is answered, a press makes no other. */
    isChanging,
    /** Whether a change of it waits while the gate is closed. */
    isWaiting,
    /** The id of the last change that was asked for here; null where none was. */
    changeId: computed(() => openChange.value?.id ?? null),
    /** Why that was refused, with the service's words on the fields; null where it was not. */
    refusal,
    /** The fields that are in sight, beside which such words stand. */
    shownFields: computed(() =>
      open.value?.privacy === Privacy.Password ? ['privacy', 'password'] : ['privacy'],
    ),
    async show(report: Report): Promise<void> {
      publishing.withdraw();
      rows.begin(report);
      const task = openChangesOf(tasks.value, report.id).at(-1);
      const left = unsaved.of(report.id);
      const shown = {
        ...{ report, ...UNTOLD, isGone: false },
        privacy: left?.privacy ?? task?.work.change.privacy ?? report.privacy,
        password: left?.password ?? '',
        savedPassword: '',
        isLeftOver: left !== undefined,
      };
      set(shown, task ? { id: task.id, change: task.work.change } : null);
      await read(report, true);
    },
    /** Reads the open report again, which could not be read. */
    readAgain(): void {
      if (open.value !== null) void read(open.value.report, true);
    },
    close,
    choosePrivacy(privacy: Privacy): void {
      publishing.withdraw();
      edit({ privacy });
    },
    enterPassword: (password: string) => edit({ password }),
    async save(): Promise<void> {
      const sent = change.value;
      if (open.value === null || sent === null || isChanging.value) return;
      if (sent.privacy === Privacy.Password && !sent.password) {
        open.value = { ...open.value, lacksPassword: true };
        return;
      }
      const isPublished = sent.privacy === Privacy.Public;
      const risks = isPublished ? publishingRisks(open.value.report.url) : [];
      if (risks.length > 0) publishing.ask(risks, () => ask(sent));
      else await ask(sent);
    },
    /** Why the last press was held back: publishing may do harm, and takes a press of its own. */
    risks: publishing.asked,
    /** Gives up a change that was held back; what was chosen stays chosen. */
    withdraw: publishing.withdraw,
    /** Saves a change that was held back, whatever the risks. */
    publishAnyway: () => publishing.give(),
    updateResults: () => ask({ results: 1 }),
  };
}
