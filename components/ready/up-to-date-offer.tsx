import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';

/** Offers *Keep up to date* beside the first long reading of all reports. */
export function UpToDateOffer() {
  const { upToDateOffer } = usePage();
  if (!upToDateOffer.isShown()) return null;
  return (
    <p class="beside">
      <span class="fill">{i18n.t('options.keepsUpToDateHint')}</span>
      <button type="button" onClick={upToDateOffer.accept}>
        {i18n.t('options.keepsUpToDate')}
      </button>
    </p>
  );
}
