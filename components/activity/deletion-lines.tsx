import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { rowSelector } from '@/components/list/report-row';
import type { ReportDeletions } from '@/components/report/deletions-state';
import { failureMessage } from '@/components/text/failure-message';
import { counted, sentences } from '@/components/text/language';
import { shownReportName } from '@/components/text/report-name';
import { isFocusFree } from '@/components/ui/kept-focus';
import { Message } from '@/components/ui/message';
import { AlertLine } from '@/components/ui/message-lines';
import { Quoting } from '@/components/ui/quoting';
import type { Failure } from '@/lib/failure';
import { isIn, type TaskOf } from '@/lib/task/task';
import { deletionSentence } from './waiting-messages';

/** What is being deleted, while that can be undone, and what could not be deleted. */
export function DeletionLines({ deletions }: { deletions: ReportDeletions }) {
  const failure = deletions.failure.value;
  const tooLate = deletions.tooLate.value;
  const lines = deletions.lines.value;
  const failedCount = lines.filter((task) => isIn(task, 'stuck')).length;
  const hasBeenShown = useRef(false);
  useEffect(() => {
    hasBeenShown.current = true;
  }, []);
  return (
    <>
      <AlertLine>
        {failure ? pressSentence(failure) : tooLate && i18n.t(`list.undoTooLate.${tooLate}`)}
      </AlertLine>
      {failedCount > 1 && (
        <p class="unseen" role="alert">
          {counted('list.deletesFailed', failedCount)}
        </p>
      )}
      {lines.map((task) => (
        <DeletionLine
          key={task.id}
          task={task}
          isAnnounced={failedCount === 1}
          isNew={hasBeenShown.current}
          isPutOff={deletions.isPutOff.value}
          onUndo={() => void deletions.undo(task)}
        />
      ))}
    </>
  );
}

/** Why the background took neither the deletion nor its undoing. */
function pressSentence(failure: Failure): string {
  return failure.code === 'notStored' ? i18n.t('list.deleteNotStored') : failureMessage(failure);
}

interface DeletionLineProps {
  task: TaskOf<'delete'>;
  /** Whether it was asked for while the popup is open; the line's first drawing counts. */
  isNew: boolean;
  /** Whether the service takes nothing now. */
  isPutOff: boolean;
  /** Whether a failure is an alert of its own: several are announced in one sentence. */
  isAnnounced: boolean;
  onUndo: () => void;
}

function DeletionLine({ task, isNew, isPutOff, isAnnounced, onUndo }: DeletionLineProps) {
  const { report } = task.work;
  const name = shownReportName(report);
  const row = rowSelector(report.id);
  const undo = useRef<HTMLButtonElement>(null);
  const wasNew = useRef(isNew);
  useEffect(() => {
    // What was pressed to delete is gone, and the focus with it.
    if (wasNew.current && isFocusFree()) undo.current?.focus();
  }, []);
  const failure = 'failure' in task.state ? task.state.failure : null;
  if (failure === null) {
    return (
      <div class="deletion" data-next-focus={row}>
        <span>
          <Quoting text={name} sentence={(text) => deletionSentence(text, isPutOff)} />
        </span>
        <button ref={undo} type="button" onClick={onUndo}>
          {i18n.t('list.undo')}
        </button>
      </div>
    );
  }
  return (
    <div class="deletion" data-next-focus={row}>
      <p class="alert" role={isAnnounced ? 'alert' : undefined}>
        <Quoting
          text={name}
          sentence={(text) => sentences(i18n.t('list.deleteFailed', [text]), '')}
        />
        <Message text={failureMessage(failure)} />
      </p>
      <button type="button" onClick={onUndo}>
        {i18n.t('list.dismiss')}
      </button>
    </div>
  );
}
