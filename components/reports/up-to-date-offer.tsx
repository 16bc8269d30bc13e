import { i18n } from '#i18n';
import { useReports } from './reports-page';

/** Offers *Keep up to date* beside the first long reading of all reports. */
export function UpToDateOffer() {
  const { keepUpToDate } = useReports();
  return (
    <p class="beside">
      <span class="fill">{i18n.t('options.keepsUpToDateHint')}</span>
      <button type="button" onClick={keepUpToDate}>
        {i18n.t('options.keepsUpToDate')}
      </button>
    </p>
  );
}
