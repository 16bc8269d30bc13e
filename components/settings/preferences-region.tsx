import { i18n } from '#i18n';
import { privacyMeaning } from '@/components/text/labels';
import { failureMessage } from '@/components/text/messages/failure-message';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { AlertLine } from '@/components/ui/message-lines';
import { ReportLinkField } from './connection-fields';
import type { Settings } from './settings-state';

interface PreferencesRegionProps {
  settings: Settings;
  /** Whether the region has the field Report link. With a list of services, each service has one. */
  hasReportLink: boolean;
}

/** The default privacy of new reports, *Keep up to date*, and the address of a report on the only service. */
export function PreferencesRegion({ settings, hasReportLink }: PreferencesRegionProps) {
  const { defaultPrivacy, keepsUpToDate, policy = {} } = settings.preferences.value;
  const isManaged = policy.defaultPrivacy !== undefined;
  const unstored = settings.unstored.value;
  const notStored = failureMessage({ code: 'notStored' });
  return (
    <section class="card stack">
      <h2>{i18n.t('options.preferences')}</h2>
      <div class="stack tight">
        <PrivacyChoice
          name="default-privacy"
          label={i18n.t('options.defaultPrivacy')}
          value={defaultPrivacy}
          isDisabled={isManaged}
          onChoose={(chosen) => void settings.change({ defaultPrivacy: chosen })}
        />
        <p class="quiet">{privacyMeaning(defaultPrivacy)}</p>
        {isManaged && <p class="quiet">{i18n.t('options.setByOrganization')}</p>}
      </div>
      <AlertLine>{unstored.includes('defaultPrivacy') && notStored}</AlertLine>
      <div class="stack">
        <label class="checkbox-line beside">
          <input
            type="checkbox"
            checked={keepsUpToDate}
            aria-describedby="keep-up-to-date-hint"
            onChange={(event) =>
              void settings.change({ keepsUpToDate: event.currentTarget.checked })
            }
          />
          <span>{i18n.t('options.keepsUpToDate')}</span>
        </label>
        <p class="quiet" id="keep-up-to-date-hint">
          {i18n.t('options.keepsUpToDateHint')}
        </p>
      </div>
      <AlertLine>{unstored.includes('keepsUpToDate') && notStored}</AlertLine>
      {hasReportLink && <ReportLinkField field={settings.reportLink} />}
    </section>
  );
}
