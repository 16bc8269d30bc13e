import { useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { MAX_AGENCY_NAME } from '@/lib/settings/agency-values';
import type { AgencySettings } from './agency-state';

/** Name, logo and colour of the agency on the sheets for clients. */
export function AgencyRegion({ settings }: { settings: AgencySettings }) {
  const { name, color } = settings.agency.value;
  const managed = settings.managed.value;
  const problem = settings.logoProblem.value;
  return (
    <section class="card stack" aria-labelledby="agency-heading">
      <h2 id="agency-heading">{i18n.t('agency.title')}</h2>
      <p class="quiet">{i18n.t('agency.hint')}</p>
      <div class="stack tight">
        <label class="strong" for="agency-name">
          {i18n.t('agency.name')}
        </label>
        <input
          id="agency-name"
          type="text"
          dir="auto"
          autocomplete="organization"
          maxLength={MAX_AGENCY_NAME}
          value={name}
          readOnly={managed.includes('name')}
          onChange={(event) => void settings.changeName(event.currentTarget.value)}
        />
        <StatusLine>{settings.isNameSaved.value && i18n.t('options.reportLinkSaved')}</StatusLine>
      </div>
      <LogoField settings={settings} />
      <AlertLine>{problem && i18n.t(`agency.logoProblem.${problem}`)}</AlertLine>
      <div class="stack tight">
        <label class="strong" for="agency-color">
          {i18n.t('agency.color')}
        </label>
        <input
          id="agency-color"
          type="color"
          value={color}
          disabled={managed.includes('color')}
          onChange={(event) => void settings.changeColor(event.currentTarget.value)}
        />
      </div>
      {managed.length > 0 && <p class="quiet">{i18n.t('options.setByOrganization')}</p>}
      <AlertLine>
        {settings.unstored.value.length > 0 && failureMessage({ code: 'notStored' })}
      </AlertLine>
    </section>
  );
}

function LogoField({ settings }: { settings: AgencySettings }) {
  const file = useRef<HTMLInputElement>(null);
  const { logo } = settings.agency.value;
  const isManaged = settings.managed.value.includes('logo');
  const canUndo = logo === null && settings.removedLogo.value !== null;
  return (
    <div class="stack tight">
      <span class="strong">{i18n.t('agency.logo')}</span>
      <div class="cluster">
        {/* An SVG in an `img` element runs no script and loads nothing. */}
        {logo !== null && <img class="agency-logo" src={logo} alt={i18n.t('agency.logo')} />}
        {!isManaged && (
          <button type="button" onClick={() => file.current?.click()}>
            {i18n.t('agency.chooseLogo')}
          </button>
        )}
        {!isManaged && (logo !== null || canUndo) && (
          // One button for both presses keeps the focus.
          <button
            type="button"
            onClick={() => void (canUndo ? settings.undoRemoval() : settings.removeLogo())}
          >
            {i18n.t(canUndo ? 'list.undo' : 'agency.removeLogo')}
          </button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept=".png,.svg,image/png,image/svg+xml"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void settings.chooseLogo(chosen);
          // Otherwise, choosing the same file again would fire no `change` event.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
