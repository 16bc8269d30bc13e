import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Ask } from '@/components/activity/ask-state';
import { type ActivityView, changesOf } from '@/components/activity/subject';
import { attempt } from '@/components/ui/state/attempt';
import { createConsent } from '@/components/ui/state/consent';
import type { BackgroundApi } from '@/lib/background/background-api';
import { isReportGone } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import type { NewResults } from './new-results-state';
import { afterChange, type OpenReport, plain } from './open-report';
import { followRow } from './open-row-state';

/** Which report is open, if any, and what can be done with it. */
export type ReportState = ReturnType<typeof createReportState>;

interface ReportStateTools {
  background: Pick<BackgroundApi, 'get'>;
  asking: Pick<Ask, 'ask'>;
  view: ReadonlySignal<ActivityView>;
  newId(): string;
  results: Pick<NewResults, 'stateOf'>;
  /** Whether another report shows a later result of its page. */
  isOlder(report: Report): Promise<boolean>;
  /** The reports of the stored lists: what is changed in another window shows there. */
  listed: ReadonlySignal<readonly Report[]>;
}

/** What is entered behind `Change…`. */
interface ChangeFields {
  /** Null while none is chosen: the report's own is shown. */
  privacy: Privacy | null;
  password: string;
  /** Whether the last press of Save changes found the password missing. */
  lacksPassword: boolean;
}

const UNTOUCHED: ChangeFields = { privacy: null, password: '', lacksPassword: false };

/** Makes the place where one report can be open. */
export function createReportState(tools: ReportStateTools) {
  const { background, asking, view, newId, results, listed, isOlder } = tools;
  const open = signal<OpenReport | null>(null);
  const isStoring = signal(false);
  const fields = signal<ChangeFields | null>(null);
  const publishing = createConsent<readonly PublishingRisk[]>();
  /** When the result was made that an update would replace. */
  const replacing = createConsent<string>();
  /** Counts the reads, and the changes that were made: what was read before is no longer so. */
  let versions = 0;

  /** The changes of the open report that are not made yet. */
  const changes = computed(() =>
    open.value === null ? [] : changesOf(view.value.tasks, open.value.report.id),
  );
  const isChanging = computed(() => {
    const isUnderWay = changes.value.some(
      ({ standing: { name } }) => name === 'waiting' || name === 'sent',
    );
    return isStoring.value || (isUnderWay && view.value.gate === null);
  });
  /** The privacy that the report has, or will have once all that was asked for is made. */
  const privacyToBe = computed(() => {
    if (open.value === null) return null;
    const asked = changes.value.findLast(
      ({ work, standing }) => work.change.privacy !== undefined && standing.name !== 'stuck',
    );
    return asked?.work.change.privacy ?? open.value.report.privacy;
  });
  const privacy = computed(() => fields.value?.privacy ?? privacyToBe.value);
  const change = computed<ReportChange | null>(() => {
    if (fields.value === null || privacy.value === null) return null;
    const { password } = fields.value;
    const hasPassword = privacy.value === Privacy.Password && password !== '';
    if (privacy.value === privacyToBe.value && !hasPassword) return null;
    return { privacy: privacy.value, ...(hasPassword && { password }) };
  });

  const lastEnd = computed(() =>
    view.value.outcomes.findLast(
      ({ wish, isRenewed }) =>
        wish.kind === 'change' && !isRenewed && wish.report.id === open.value?.report.id,
    ),
  );
  /** The number of the last outcome that the open report shows. */
  let seen = 0;
  effect(() => {
    const outcome = lastEnd.value;
    if (outcome === undefined || outcome.number <= seen) return;
    seen = outcome.number;
    untracked(() => end(outcome));
  });

  function end({ wish, standing: { name }, summary }: TaskOutcome): void {
    if (open.value === null || wish.kind !== 'change') return;
    if (name !== 'done') {
      open.value = { ...open.value, isGone: open.value.isGone || name === 'gone' };
      return;
    }
    // A service that does not say what it saved has saved what was sent.
    const privacy = summary?.privacy ?? wish.change.privacy ?? open.value.report.privacy;
    const after = afterChange(open.value, { ...summary, privacy });
    open.value = { ...open.value, ...after, failure: null };
    void read(after.report);
  }

  function withdrawQuestions(): void {
    publishing.withdraw();
    replacing.withdraw();
  }

  /** Asks for a change, and resolves with whether it is stored. */
  async function ask(asked: ReportChange): Promise<boolean> {
    if (open.value === null || isChanging.value) return false;
    withdrawQuestions();
    const report = plain(open.value.report);
    isStoring.value = true;
    const outcome = await asking.ask({ id: newId(), kind: 'change', report, change: asked });
    isStoring.value = false;
    return !hasFailed(outcome);
  }

  /**
   * Reads the report that is open. A change that is on its way meanwhile goes its own way.
   * @param isTold whether people see that it is read, and why it could not be
   */
  async function read(report: Report, isTold = false): Promise<void> {
    if (open.value === null) return;
    versions += 1;
    const version = versions;
    if (isTold) open.value = { ...open.value, isReading: true, failure: null };
    const outcome = await attempt(() => background.get(plain(report)));
    const now = open.value;
    if (now === null || version !== versions) return;
    if (hasFailed(outcome)) {
      const { failure } = outcome;
      const isGone = now.isGone || isReportGone(failure);
      const isMissed = now.isReading || now.earlier !== null;
      if (isMissed) open.value = { ...now, isReading: false, failure, isGone };
      return;
    }
    const read = { report: outcome.value, earlier: null };
    open.value = { ...now, ...read, isReading: false, failure: null };
  }

  function put(next: OpenReport | null): void {
    withdrawQuestions();
    seen = view.value.outcomes.at(-1)?.number ?? 0;
    batch(() => {
      open.value = next;
      fields.value = null;
    });
  }

  function close(): void {
    versions += 1;
    put(null);
  }

  function edit(entered: Partial<ChangeFields>): void {
    // What a second press would agree to is about the fields as they were.
    publishing.withdraw();
    if (fields.value) fields.value = { ...fields.value, lacksPassword: false, ...entered };
  }

  effect(() => {
    if (open.value && view.value.deleting.includes(open.value.report.id)) untracked(close);
  });

  const rows = followRow({
    ...{ open, results, listed, isChanging },
    read: (report) => void read(report),
  });

  return {
    open: open as ReadonlySignal<OpenReport | null>,
    /** What is entered behind `Change…`; null while that is closed. */
    fields: fields as ReadonlySignal<ChangeFields | null>,
    /** The privacy that is chosen there. */
    privacy,
    /** Whether the report has a password, or will have one, which an empty field leaves as it is. */
    keepsPassword: computed(() => privacyToBe.value === Privacy.Password),
    /** What Save changes would send; null when nothing was changed. */
    change,
    /** Whether a change of it is on its way: until it is answered, a press makes no other. */
    isChanging,
    async show(report: Report): Promise<void> {
      rows.begin(report);
      put({ report, earlier: null, isReading: false, failure: null, isGone: false });
      await read(report, true);
    },
    /** Reads the open report again, which could not be read. */
    readAgain(): void {
      if (open.value !== null) void read(open.value.report, true);
    },
    close,
    /** Opens the fields as the report is, or closes them and forgets what is entered. */
    toggleFields(): void {
      withdrawQuestions();
      fields.value = fields.value === null ? UNTOUCHED : null;
    },
    choosePrivacy: (privacy: Privacy) => edit({ privacy }),
    enterPassword: (password: string) => edit({ password }),
    /** Asks for what is entered. The fields close once that is stored. */
    async save(): Promise<void> {
      const entered = fields.value;
      const sent = change.value;
      if (open.value === null || sent === null || isChanging.value) return;
      if (sent.privacy === Privacy.Password && !sent.password) return edit({ lacksPassword: true });
      const send = async () => {
        if ((await ask(sent)) && fields.value === entered) fields.value = null;
      };
      const isPublished = sent.privacy === Privacy.Public;
      const risks = isPublished ? publishingRisks(open.value.report.url) : [];
      if (risks.length > 0) publishing.ask(risks, send);
      else await send();
    },
    /** Why the last press was held back: publishing may do harm, and takes a press of its own. */
    risks: publishing.asked,
    /** Gives up a change that was held back; what was chosen stays chosen. */
    withdraw: publishing.withdraw,
    /** Saves a change that was held back, whatever the risks. */
    publishAnyway: () => publishing.give(),
    /** Asks for new results, after a question where they replace one that is not its page's newest. */
    async updateResults(): Promise<void> {
      if (open.value === null || isChanging.value) return;
      const { id, generatedAt } = open.value.report;
      const send = async () => void (await ask({ results: 1 }));
      const isAsked = generatedAt !== null && (await isOlder(open.value.report));
      if (open.value?.report.id !== id) return;
      if (!isAsked) return send();
      withdrawQuestions();
      replacing.ask(generatedAt, send);
    },
    /** When the result was made that the update would replace which was held back, ISO 8601. */
    replaced: replacing.asked,
    updateAnyway: () => replacing.give(),
    keepResult: replacing.withdraw,
  };
}
