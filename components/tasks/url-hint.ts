import { i18n } from '#i18n';
import type { ReportForm } from '@/lib/page/report-form';
import { shownAddress } from '@/lib/url/shown-address';

/** What to know about the address before it is sent. */
export function urlHint(form: ReportForm): string | null {
  if (form.isAboutPage && form.pageUrl === null && form.url.value === '') {
    return i18n.t(form.isPageUrlTooLong ? 'form.pageTooLong' : 'form.notReportable');
  }
  const sent = form.sentUrl.value;
  // In other letters it is the same address.
  return sent && shownAddress(sent) !== form.url.value ? i18n.t('form.sentUrl', [sent]) : null;
}
