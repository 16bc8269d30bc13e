import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { failureMessage } from '@/components/text/messages/failure-message';
import { TextField } from '@/components/ui/fields/text-field';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { defaultReportLink, type ReportLinkProblem } from '@/lib/report/report-link';
import type { ConnectionField } from './connection-field';
import type { Settings } from './settings-state';

/**
 * The placeholder of a report's id in a report link. Messages get this text as an argument, because
 * `{id}` in a message would be a named placeholder of the message.
 */
const ID = '{id}';

/** The name of a service on screen. */
export function NameField({ field }: { field: Settings['name'] }) {
  return (
    <StoredField
      id="service-name"
      label={i18n.t('serviceList.name')}
      field={field}
      hint={i18n.t('serviceList.nameHint')}
    />
  );
}

/** The address of a report on the service. */
export function ReportLinkField({ field }: { field: Settings['reportLink'] }) {
  const problem = field.problem.value;
  const isManaged = field.isManaged.value;
  return (
    <StoredField
      id="report-link"
      label={i18n.t('options.reportLink')}
      field={field}
      problem={problem && problemSentence(problem)}
      isReadOnly={isManaged || !field.isEditable.value}
      hint={isManaged ? i18n.t('options.setByOrganization') : <Message text={linkHint(field)} />}
    />
  );
}

interface StoredFieldProps {
  id: string;
  label: string;
  field: ConnectionField<unknown>;
  /** A sentence that says why the text is invalid; null if it is valid. */
  problem?: string | null;
  isReadOnly?: boolean;
  hint: ComponentChildren;
}

/** A field that stores its text when it loses the focus, or when a person presses Enter. */
function StoredField({ field, ...props }: StoredFieldProps) {
  return (
    <>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void field.leave();
        }}
      >
        <TextField
          {...props}
          value={field.text.value}
          onEnter={field.enter}
          onLeave={field.leave}
        />
        <StatusLine>{field.isSaved.value && i18n.t('options.reportLinkSaved')}</StatusLine>
      </form>
      <AlertLine>{field.isUnstored.value && failureMessage({ code: 'notStored' })}</AlertLine>
    </>
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
