import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { privacyMeaning } from '@/components/text/labels';
import { failureMessage } from '@/components/text/messages/failure-message';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { TextField } from '@/components/ui/fields/text-field';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { defaultReportLink, type ReportLinkProblem } from '@/lib/report/report-link';
import type { Settings } from './settings-state';

/**
 * The placeholder of a report's id in a report link. Messages get this text as an argument, because
 * `{id}` in a message would be a named placeholder of the message.
 */
const ID = '{id}';

/** The default privacy of new reports, and the address of a report on the service. */
export function PreferencesRegion({ settings }: { settings: Settings }) {
  const { defaultPrivacy, policy = {} } = settings.preferences.value;
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
      <ReportLink field={settings.reportLink} isManaged={policy.reportLink !== undefined} />
      <AlertLine>{settings.reportLink.isUnstored.value && notStored}</AlertLine>
    </section>
  );
}

function ReportLink({ field, isManaged }: { field: Settings['reportLink']; isManaged: boolean }) {
  const problem = field.problem.value;
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        // Enter stores the text, like leaving the field.
        event.preventDefault();
        void field.leave();
      }}
    >
      <TextField
        id="report-link"
        label={i18n.t('options.reportLink')}
        value={field.text.value}
        onEnter={field.enter}
        onLeave={field.leave}
        problem={problem && problemSentence(problem)}
        isReadOnly={isManaged || !field.isEditable.value}
        hint={isManaged ? i18n.t('options.setByOrganization') : <Message text={linkHint(field)} />}
      />
      <StatusLine>{field.isSaved.value && i18n.t('options.reportLinkSaved')}</StatusLine>
    </form>
  );
}

function linkHint({ text, usual }: Settings['reportLink']): string {
  if (text.value !== '') return i18n.t('options.reportLinkAt', [ID]);
  // Without a connection, the label of the Base URL field replaces the base URL.
  const address = usual.value || defaultReportLink(`{${i18n.t('options.baseUrl')}}`);
  return i18n.t('options.reportLinkNone', [isolated(address)]);
}

function problemSentence(problem: ReportLinkProblem): string {
  return problem === 'noId'
    ? i18n.t('problem.reportLink.noId', [ID])
    : i18n.t(`problem.reportLink.${problem}`);
}
