import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { fieldMessages } from '@/components/text/messages/failure-message';
import { shownAddress } from '@/lib/url/shown-address';
import type { FormField, ReportForm } from './form-state';

/** Longest address that services accept, in characters. */
const LONGEST_ACCEPTED = 2_048;

/** Returns a hint about the address that will be sent; null if there is none. */
export function urlHint(form: ReportForm): string | null {
  const page = form.page.value;
  if (page?.url === null && form.url.value === '') {
    if (page.isAwaited) return i18n.t('form.notAnswered');
    return i18n.t(page.isUrlTooLong ? 'form.pageTooLong' : 'form.notReportable');
  }
  const sent = form.sentUrl.value;
  if ((sent ?? form.url.value).length > LONGEST_ACCEPTED) {
    return i18n.t('form.longUrl', [countText(LONGEST_ACCEPTED)]);
  }
  // An address that differs only in Punycode needs no hint.
  return sent && shownAddress(sent) !== form.url.value ? i18n.t('form.sentUrl', [sent]) : null;
}

/** Returns the sentence about a field's problem; null if the field has none. */
export function fieldProblem(form: ReportForm, field: FormField): string | null {
  const { url, password } = form.problems.value;
  if (field === 'url' && url) return i18n.t(`problem.url.${url}`);
  if (field === 'password' && password) return i18n.t('problem.passwordEmpty');
  const refusal = form.refusal.value;
  return refusal && fieldMessages(refusal, field);
}
