import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { IconButton } from '@/components/ui/icon';
import type { SettingsField } from '@/lib/browser/extension-pages';
import { connectionName } from '@/lib/connection/connection';
import { ServiceMenu } from './service-menu';
import type { PageServices } from './services-state';

/** The extension's icon. An image file would delay the popup's first frame. */
function ProductIcon() {
  return (
    <svg class="product-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path fill="#11807f" d="M3 0h8v1l3 3h1v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2z" />
      <path fill="#ffc857" d="M11 0l4 4h-4zM11 6h2v8h-2z" />
      <path fill="#fff" d="M3 3h5v1H3zM3 10h2v4H3zM7 8h2v6H7z" />
    </svg>
  );
}

interface PageHeaderProps {
  /** The product's name by default. */
  title?: string;
  /** A sentence that says what the extension does; null to omit it. */
  purpose?: string | null;
  /** A line beside the title. */
  status?: ComponentChildren;
  services: PageServices;
  /** Called when a person leaves an open report; null if no report is open. */
  onBack: (() => void) | null;
  onOpenSettings: (field?: SettingsField) => void;
  /** Called when a person opens the form for many pages; null to omit the button. */
  onReportMany?: (() => void) | null;
  /** Further buttons, before the settings button. */
  children?: ComponentChildren;
}

/** The header of an extension page: the product and its service, or a button back from a report. */
export function PageHeader({
  title = i18n.t('popup.title'),
  purpose = null,
  status,
  services,
  onBack,
  onOpenSettings,
  onReportMany = null,
  children,
}: PageHeaderProps) {
  const shown = onBack === null ? services.shown.value : null;
  const hasMenu = services.connections.value.length > 1;
  return (
    <header class={`bar border-below beside on-screen ${purpose === null ? '' : 'has-purpose'}`}>
      {onBack === null ? (
        <ProductIcon />
      ) : (
        <IconButton label={i18n.t('report.back')} icon="back" onClick={onBack} />
      )}
      <div class="fill">
        <div class="beside">
          <h1 class="cut large strong">
            {onBack === null ? title : i18n.t('report.heading')}
            {shown && !hasMenu && (
              <>
                {' '}
                <small class="quiet">
                  <bdi>{connectionName(shown)}</bdi>
                </small>
              </>
            )}
          </h1>
          {shown && hasMenu && (
            <ServiceMenu
              services={services}
              shown={shown}
              onConnectAnother={() => onOpenSettings('another')}
            />
          )}
          {status}
        </div>
        {purpose !== null && <p class="quiet">{purpose}</p>}
      </div>
      {onReportMany && (
        <IconButton label={i18n.t('popup.reportMany')} icon="sheets" onClick={onReportMany} />
      )}
      {children}
      <IconButton
        label={i18n.t('popup.settings')}
        icon="sliders"
        onClick={() => onOpenSettings()}
      />
    </header>
  );
}
