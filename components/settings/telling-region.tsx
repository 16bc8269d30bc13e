import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import type { OptionalPermission } from '@/lib/browser/permissions';
import { type Settings, TELLINGS } from './settings-state';

interface TellingRegionProps {
  settings: Settings;
  permission: OptionalPermission;
}

/** What is told while none of our pages is open: checkboxes that take one permission. */
export function TellingRegion({ settings, permission }: TellingRegionProps) {
  const names = TELLINGS[permission];
  const isUnstored = names.some((name) => settings.unstored.value.includes(name));
  return (
    <section class="card" aria-labelledby={`${permission}-heading`}>
      <h2 id={`${permission}-heading`}>{i18n.t(`options.${permission}`)}</h2>
      {names.map((name) => (
        <label class="checkbox-line" key={name}>
          <input
            type="checkbox"
            checked={settings.isTold(permission, name)}
            aria-describedby={permission === 'tabs' ? 'page-rating-hint' : undefined}
            onChange={(event) => void settings.tell(permission, name, event.currentTarget.checked)}
          />
          <span>{i18n.t(`options.${name}`)}</span>
        </label>
      ))}
      {permission === 'tabs' && (
        <p class="hint" id="page-rating-hint">
          {i18n.t('options.showsPageRatingHint')}
        </p>
      )}
      <AlertLine>
        {settings.refused.value === permission && i18n.t(`options.${permission}Refused`)}
      </AlertLine>
      <AlertLine>{isUnstored && failureMessage({ code: 'notStored' })}</AlertLine>
    </section>
  );
}
