import { i18n } from '#i18n';
import { IconButton } from '@/components/ui/icon-button';

const SLIDERS =
  'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 7a2.5 2.5 0 1 0 5-.001 2.5 2.5 0 1 0-5 .001M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0';

interface PopupHeaderProps {
  /** The service's address; null where none is connected. */
  service: string | null;
  /** Leads back from an open report; null where none is open. */
  onBack: (() => void) | null;
  onOpenSettings: () => void;
}

/** Where the popup is: the product and its service, or the way back from a report. */
export function PopupHeader({ service, onBack, onOpenSettings }: PopupHeaderProps) {
  return (
    <header class="bar">
      {onBack === null ? (
        <img src="/icons/icon-small.svg" width={20} height={20} alt="" />
      ) : (
        <IconButton label={i18n.t('report.back')} outline="M15 5l-7 7 7 7" flips onClick={onBack} />
      )}
      <h1>
        {i18n.t(onBack === null ? 'popup.title' : 'report.heading')}
        {service !== null && onBack === null && (
          <small>
            <bdi>{new URL(service).host}</bdi>
          </small>
        )}
      </h1>
      <IconButton label={i18n.t('popup.settings')} outline={SLIDERS} onClick={onOpenSettings} />
    </header>
  );
}
