import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { MarkChange } from '@/lib/history/marks-undo';
import { hasFailed } from '@/lib/result';
import type { HistoryState } from './history-state';
import type { Notices } from './notices';

interface UndoTools {
  history: Pick<HistoryState, 'changeMarks'>;
  notices: Pick<Notices, 'announce'>;
}

/**
 * Returns the *Undo* of a press that has changed marks, for the notice of this press. Null if the press has
 * changed nothing.
 */
export function undoOf(
  { history, notices }: UndoTools,
  changes: readonly MarkChange[],
): (() => void) | null {
  async function undo(): Promise<void> {
    const result = await history.changeMarks({ kind: 'undo', changes });
    if (!hasFailed(result)) {
      notices.announce(i18n.t('list.undone'));
      return;
    }
    const { failure } = result;
    // After another failure, a person can try again.
    const onUndo = failure.code === 'changedMeanwhile' ? null : onPress;
    notices.announce(failureMessage(failure), { isFailure: true, onUndo });
  }
  const onPress = () => void undo();
  return changes.length === 0 ? null : onPress;
}
