import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { passwordCopied } from '@/components/text/messages/copy-message';
import { reportAddress } from '@/components/text/report-name';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { focusFirstProblem } from '@/components/ui/fields/text-field';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { PublishingConsent } from '@/components/ui/report/publishing-consent';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

/** The privacy of a report, and the button *Change…*. */
export function ReportPrivacy({ report: { privacy } }: { report: Report }) {
  const { fields, toggleFields } = usePage().reportState;
  return (
    <div class="cluster">
      {privacy !== null && <PrivacyTag privacy={privacy} />}
      <button
        type="button"
        class="link on-screen"
        aria-expanded={fields.value !== null}
        aria-controls="report-change"
        onClick={toggleFields}
      >
        {i18n.t('report.change')}
      </button>
    </div>
  );
}

/** The fields of *Change…*: privacy and password. Renders nothing while the fields are closed. */
export function ReportChangeForm() {
  const { actions, notices, reportState } = usePage();
  const report = reportState.open.value?.report;
  const address = report ? reportAddress(report) : '';
  const fields = reportState.fields.value;
  const privacy = reportState.privacy.value;
  const hasChange = reportState.change.value !== null;
  const risks = reportState.risks.value;
  if (fields === null) return null;
  return (
    <form
      class={
        privacy === Privacy.Password
          ? 'change asks-password cluster on-screen'
          : 'change cluster on-screen'
      }
      noValidate
      id="report-change"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void reportState.save().then(() => {
          if (reportState.fields.value?.lacksPassword) focusFirstProblem(form);
        });
      }}
    >
      <PrivacyChoice
        name="report-privacy"
        label={i18n.t('privacy.label')}
        isLabelVisuallyHidden
        value={privacy}
        onChoose={reportState.choosePrivacy}
        passwordFieldId="report-password"
      />
      {privacy === Privacy.Password && (
        <PasswordField
          id="report-password"
          value={fields.password}
          onEnter={reportState.enterPassword}
          onCopy={actions.onCopy}
          copied={passwordCopied(address)}
          onCopied={notices.announce}
          problem={fields.lacksPassword ? i18n.t('problem.passwordEmpty') : null}
          {...(reportState.keepsPassword.value && { hint: i18n.t('report.passwordHint') })}
        />
      )}
      <button
        type="submit"
        aria-disabled={!hasChange || reportState.isSaving.value}
        class={hasChange ? 'primary small' : 'small'}
      >
        {i18n.t('report.save')}
      </button>
      {risks && (
        <PublishingConsent
          risks={risks}
          onMakePrivate={() => reportState.choosePrivacy(Privacy.Private)}
          onPublish={() => void reportState.publishAnyway()}
          onCancel={reportState.cancelConfirmation}
        />
      )}
    </form>
  );
}
