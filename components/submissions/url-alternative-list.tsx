import { i18n } from '#i18n';
import type { ReportForm } from '@/lib/submission/page/report-form';
import type { UrlAlternative } from '@/lib/url/url-alternatives';

/** Other addresses that could be sent, each a press away; the field then shows it. */
export function UrlAlternativeList({ form }: { form: ReportForm }) {
  // The page's own address, when the field holds another.
  const pageUrl = form.url.value === form.pageUrl ? null : form.pageUrl;
  const offers = [
    ...(pageUrl === null ? [] : [{ label: i18n.t('form.thisPage'), url: pageUrl }]),
    ...form.alternatives.value
      .filter(({ url }) => url !== pageUrl)
      .map(({ kind, url }) => ({ label: kindLabel(kind), url })),
  ];
  if (offers.length === 0) return null;
  return (
    <ul class="alternatives" aria-label={i18n.t('form.alternatives')}>
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

function kindLabel(kind: UrlAlternative['kind']): string {
  switch (kind) {
    case 'without-tracking':
      return i18n.t('form.withoutTracking');
    case 'without-fragment':
      return i18n.t('form.withoutFragment');
    case 'canonical':
      return i18n.t('form.canonical');
  }
}
