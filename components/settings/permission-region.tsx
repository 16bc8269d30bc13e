import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import type { OptionalPermission } from '@/lib/browser/permissions';
import type { Preferences } from '@/lib/settings/preferences';
import { PREFERENCES_BY_PERMISSION, type Settings } from './settings-state';

/** The texts that explain preferences. */
const HINTS: Partial<
  Record<keyof Preferences, 'options.notifiesOfWorseHint' | 'options.showsPageRatingHint'>
> = {
  notifiesOfWorse: 'options.notifiesOfWorseHint',
  showsPageRating: 'options.showsPageRatingHint',
};

interface PermissionRegionProps {
  settings: Settings;
  permission: OptionalPermission;
}

/** Checkboxes for the preferences that need a permission of the browser. */
export function PermissionRegion({ settings, permission }: PermissionRegionProps) {
  const names = PREFERENCES_BY_PERMISSION[permission];
  const { notifications: isOn } = settings.preferences.value.policy ?? {};
  const isManaged = permission === 'notifications' && isOn !== undefined;
  const isUnstored = names.some((name) => settings.unstored.value.includes(name));
  return (
    <section class="card stack" aria-labelledby={`${permission}-heading`}>
      <h2 id={`${permission}-heading`}>{i18n.t(`options.${permission}`)}</h2>
      {names.map((name) => (
        <label class="checkbox-line beside" key={name}>
          <input
            type="checkbox"
            checked={settings.isChosen(permission, name)}
            // The policy cannot grant the permission, so a person can still turn the preference on.
            disabled={isManaged && settings.isChosen(permission, name) === isOn}
            aria-describedby={HINTS[name] && `${name}-hint`}
            onChange={(event) =>
              void settings.choose(permission, name, event.currentTarget.checked)
            }
          />
          <span>{i18n.t(`options.${name}`)}</span>
        </label>
      ))}
      {isManaged && <p class="quiet">{i18n.t('options.setByOrganization')}</p>}
      {names.map((name) => {
        const hint = HINTS[name];
        return (
          hint && (
            <p class="quiet" id={`${name}-hint`} key={name}>
              {i18n.t(hint)}
            </p>
          )
        );
      })}
      <AlertLine>
        {settings.refused.value === permission && i18n.t(`options.${permission}Refused`)}
      </AlertLine>
      <AlertLine>{isUnstored && failureMessage({ code: 'notStored' })}</AlertLine>
    </section>
  );
}
