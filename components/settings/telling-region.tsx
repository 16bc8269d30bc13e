import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import type { NotificationSetting, NotificationSettings } from './notifications-state';

interface TellingRegionProps {
  settings: NotificationSettings;
  names: readonly NotificationSetting[];
  permission: 'notifications' | 'tabs';
}

/** What is told while none of our pages is open: checkboxes that take one permission. */
export function TellingRegion({ settings, names, permission }: TellingRegionProps) {
  const { chosen, refused, unstored, set } = settings;
  const isUnstored = names.some((name) => name === unstored.value);
  return (
    <section class="card" aria-labelledby={`${permission}-heading`}>
      <h2 id={`${permission}-heading`}>{i18n.t(`options.${permission}`)}</h2>
      {names.map((name) => (
        <label class="checkbox-line" key={name}>
          <input
            type="checkbox"
            checked={chosen.value[name]}
            aria-describedby={permission === 'tabs' ? 'page-rating-hint' : undefined}
            onChange={(event) => void set(name, event.currentTarget.checked)}
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
        {refused.value === permission && i18n.t(`options.${permission}Refused`)}
      </AlertLine>
      <AlertLine>{isUnstored && failureMessage({ code: 'notStored' })}</AlertLine>
    </section>
  );
}
