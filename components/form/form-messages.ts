import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { fieldMessages } from '@/components/text/messages/failure-message';
import { shownAddress } from '@/lib/url/shown-address';
import type { FormField, ReportForm } from './form-state';

/** Services of this kind take no longer addresses. */
const LONGEST_TAKEN = 2_048;

/** What to know about the address before it is sent. */
export function urlHint(form: ReportForm): string | null {
  const page = form.page.value;
  if (page?.url === null && form.url.value === '') {
    if (page.isAwaited) return i18n.t('form.notAnswered');
    return i18n.t(page.isUrlTooLong ? 'form.pageTooLong' : 'form.notReportable');
  }
  const sent = form.sentUrl.value;
  if ((sent ?? form.url.value).length > LONGEST_TAKEN) {
    return i18n.t('form.longUrl', [countText(LONGEST_TAKEN)]);
  }
  // In other letters it is the same address.
  return sent && shownAddress(sent) !== form.url.value ? i18n.t('form.sentUrl', [sent]) : null;
}

/** What is wrong with a field, as a sentence; null where nothing is. */
export function fieldProblem(form: ReportForm, field: FormField): string | null {
  const { url, password } = form.problems.value;
  if (field === 'url' && url) return i18n.t(`problem.url.${url}`);
  if (field === 'password' && password) return i18n.t('problem.passwordEmpty');
  const refusal = form.refusal.value;
  return refusal && fieldMessages(refusal, field);
}
