import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { HistoryState } from '@/components/app/history-state';
import type { Commands } from '@/components/app/page-commands';
import type { Failure } from '@/lib/failure';
import type { MarkChange } from '@/lib/history/marks-undo';
import {
  type DueLine,
  type DueSubject,
  isSameSubject,
  type Rhythm,
  subjectText,
} from '@/lib/report/compare/due';
import { hasFailed } from '@/lib/result';

/** The subject of a menu item that sets or ends a due mark. */
export interface DueChoice extends Pick<DueLine, 'subject' | 'ticket'> {
  /** The number of all pages of the subject that have a report. */
  pages: number;
}

/** The content of the dialog that makes a subject due. */
export interface DueQuestion extends DueChoice {
  every: Rhythm['every'];
  isSending: boolean;
  /** Why the mark was not stored. */
  failure: Failure | null;
}

export interface DueMarksState {
  /** Null for no question. */
  question: ReadonlySignal<DueQuestion | null>;
  /** Whether a subject is due every week, or every month. */
  isDueEvery(subject: DueSubject, every: Rhythm['every']): boolean;
  /** Opens the question. If the subject already has this rhythm, ends its mark instead. */
  choose(choice: DueChoice, every: Rhythm['every']): void;
  /** Does nothing while the mark is being stored. */
  cancel(): void;
  confirm(): Promise<void>;
}

interface DueMarksTools {
  history: Pick<HistoryState, 'marks' | 'changeMarks'>;
  commands: Commands;
  onSet(question: DueQuestion): void;
  /** @param changes for *Undo* */
  onEnded(choice: DueChoice, every: Rhythm['every'], changes: readonly MarkChange[]): void;
  onFailure(failure: Failure): void;
}

/** Creates the dialog and the menu items that make subjects due. */
export function createDueMarks(tools: DueMarksTools): DueMarksState {
  const { history, commands, onFailure } = tools;
  const question = signal<DueQuestion | null>(null);
  const marks = computed(() => history.marks()?.due ?? []);

  function isDueEvery(subject: DueSubject, every: Rhythm['every']): boolean {
    return marks.value.some(
      (due) => due.rhythm.every === every && isSameSubject(due.subject, subject),
    );
  }

  async function end(choice: DueChoice, every: Rhythm['every']): Promise<void> {
    const { subject } = choice;
    const result = await commands.run(`due:${subjectText(subject)}`, () =>
      history.changeMarks({ kind: 'endDue', subject }),
    );
    if (result === null) return;
    if (hasFailed(result)) onFailure(result.failure);
    else tools.onEnded(choice, every, result.value.changes);
  }

  return {
    question,
    isDueEvery,
    choose(choice, every) {
      if (isDueEvery(choice.subject, every)) void end(choice, every);
      else question.value = { ...choice, every, isSending: false, failure: null };
    },
    cancel() {
      if (question.value?.isSending !== true) question.value = null;
    },
    async confirm() {
      const asked = question.value;
      if (asked === null || asked.isSending) return;
      question.value = { ...asked, isSending: true, failure: null };
      const { subject, every } = asked;
      const result = await history.changeMarks({ kind: 'setDue', subject, every });
      if (hasFailed(result)) {
        question.value = { ...asked, isSending: false, failure: result.failure };
        return;
      }
      question.value = null;
      tools.onSet(asked);
    },
  };
}
