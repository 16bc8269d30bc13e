import { i18n } from '#i18n';
import type { ReportForm } from '@/lib/submission/page/report-form';

/** Other addresses that could be sent, each a press away; the field then shows it. */
export function UrlAlternativeList({ form }: { form: ReportForm }) {
  // The page's own address, when the field holds another.
  const pageUrl = form.url.value === form.pageUrl ? null : form.pageUrl;
  const offers = [
    ...(pageUrl === null ? [] : [{ label: i18n.t('alternative.thisPage'), url: pageUrl }]),
    ...form.alternatives.value
      .filter(({ url }) => url !== pageUrl)
      .map(({ kind, url }) => ({ label: i18n.t(`alternative.${kind}`), url })),
  ];
  if (offers.length === 0) return null;
  return (
    <ul class="chips" aria-label={i18n.t('alternative.label')}>
      {offers.map(({ label, url }) => (
        <li key={label}>
          <button type="button" title={url} onClick={() => form.enterUrl(url)}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
