import { i18n } from '#i18n';
import type { UrlAlternative } from '@/lib/model/url-alternatives';

interface UrlAlternativesProps {
  alternatives: readonly UrlAlternative[];
  /** The page's own address, when the field holds another. */
  pageUrl: string | null;
  onTake: (url: string) => void;
}

/** Other addresses that could be sent, each a press away; the field then shows it. */
export function UrlAlternatives({ alternatives, pageUrl, onTake }: UrlAlternativesProps) {
  const offers = [
    ...(pageUrl === null ? [] : [{ label: i18n.t('form.thisPage'), url: pageUrl }]),
    ...alternatives
      .filter(({ url }) => url !== pageUrl)
      .map(({ kind, url }) => ({ label: kindLabel(kind), url })),
  ];
  if (offers.length === 0) return null;
  return (
    <ul class="alternatives" aria-label={i18n.t('form.alternatives')}>
      {offers.map(({ label, url }) => (
        <li key={label}>
          <button type="button" title={url} onClick={() => onTake(url)}>
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
