import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import { NOTIFICATION_SETTINGS, type NotificationSettings } from '@/lib/page/notification-settings';

/** What is told while none of our pages is open. */
export function NotificationsRegion({ settings }: { settings: NotificationSettings }) {
  const { chosen, refused, isUnstored, set } = settings;
  return (
    <section class="card" aria-labelledby="notifications">
      <h2 id="notifications">{i18n.t('options.notifications')}</h2>
      {NOTIFICATION_SETTINGS.map((setting) => (
        <label class="checkbox-line" key={setting}>
          <input
            type="checkbox"
            checked={chosen.value[setting]}
            aria-describedby={setting === 'showsPageRating' ? 'page-rating-hint' : undefined}
            onChange={(event) => void set(setting, event.currentTarget.checked)}
          />
          <span>{i18n.t(`options.${setting}`)}</span>
        </label>
      ))}
      <p class="hint" id="page-rating-hint">
        {i18n.t('options.showsPageRatingHint')}
      </p>
      <AlertLine>{refused.value && i18n.t(`options.${refused.value}Refused`)}</AlertLine>
      <AlertLine>{isUnstored.value && failureMessage({ code: 'notStored' })}</AlertLine>
    </section>
  );
}
