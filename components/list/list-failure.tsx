import { i18n } from '#i18n';
import { shortTime } from '@/components/text/dates';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import type { Failure } from '@/lib/failure';
import type { ListState } from './list-state';

interface ListFailureProps {
  list: ListState;
  /** Why no operation is sent, where the page says so above the list; null where it does not. */
  shownAbove: Failure | null;
}

/** Why the list could not be read, if so, and how old the one is that is shown instead. */
export function ListFailure({ list, shownAbove }: ListFailureProps) {
  const failure = list.failure.value;
  if (failure === null) return null;
  const readAt = list.shown.value?.readAt;
  const asOf = readAt ? i18n.t('list.readAt', [shortTime(readAt)]) : null;
  if (shownAbove?.code === failure.code) return asOf && <p class="note">{asOf}</p>;
  return <AlertLine>{[failureMessage(failure), asOf].filter(Boolean).join('\n')}</AlertLine>;
}
