import { i18n } from '#i18n';
import { shortTime } from '@/components/dates';
import { failureSentence } from '@/components/failure-sentence';
import { AlertLine } from '@/components/message-lines';
import type { Failure } from '@/lib/model/failure';

/** Why the list could not be read, and how old the one is that is shown instead. */
export function ListFailure({ failure, readAt }: { failure: Failure; readAt: string | undefined }) {
  const asOf = readAt ? `\n${i18n.t('list.readAt', [shortTime(readAt)])}` : '';
  return <AlertLine>{failureSentence(failure) + asOf}</AlertLine>;
}
