import { i18n } from '#i18n';
import { updateResults } from '@/components/activity/update-messages';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { resultLabel } from '@/components/text/labels';
import { copyLink } from '@/components/ui/copy-link';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { PublishingConsent } from '@/components/ui/publishing-consent';
import { Question } from '@/components/ui/question';
import { Privacy } from '@/lib/report/privacy';
import { alertMessage, statusMessage, unseenMessage } from './form-messages';
import type { HeldReason } from './presses-state';

interface PressMessageProps extends PopupActions {
  connected: ConnectedPopup;
}

/** What the last press came to, and what can be done about it: the only place where that is said. */
export function PressMessage({ connected, ...actions }: PressMessageProps) {
  const { form, notice } = connected;
  const press = form.lastPress.value;
  const report = press?.state === 'created' ? press.report : null;
  // Its link would be taken for that of the report which is spoken of.
  const told = notice.value !== null && 'report' in notice.value ? notice.value.report : report;
  return (
    <>
      <StatusLine>{statusMessage(connected)}</StatusLine>
      <StatusLine isUnseen>{unseenMessage(connected)}</StatusLine>
      <AlertLine>{alertMessage(connected)}</AlertLine>
      {press?.state === 'held' && <HeldPress connected={connected} reason={press.reason} />}
      {report && told?.id === report.id && (
        <CreatedLink connected={connected} report={report} {...actions} />
      )}
    </>
  );
}

/** What speaks against the last press, and how to go on all the same. */
function HeldPress({ connected, reason }: { connected: ConnectedPopup; reason: HeldReason }) {
  const { form, notice } = connected;
  if (reason.reason === 'risks') {
    return (
      <PublishingConsent
        risks={reason.risks}
        onMakePrivate={() => {
          form.choosePrivacy(Privacy.Private);
          notice.value = { text: i18n.t('risk.madePrivate') };
        }}
        onPublish={() => void form.goOn()}
        onCancel={form.withdraw}
      />
    );
  }
  const another = {
    label: i18n.t('form.createAnother'),
    onPress: () => void form.goOn(),
    isConsent: true,
  };
  const report = reason.reason === 'justReported' ? reason.report : null;
  const update = {
    label: i18n.t('report.update'),
    onPress: () => {
      form.withdraw();
      if (report) void updateResults(connected, report);
    },
    isConsent: false,
  };
  return (
    <Question
      text={
        report ? i18n.t('form.justReported', [resultLabel(report)]) : i18n.t('form.alreadyWaiting')
      }
      answers={report ? [update, another] : [another]}
      onCancel={form.withdraw}
      nextFocus="main [type=submit]"
    />
  );
}

interface CreatedLinkProps extends PressMessageProps {
  report: Parameters<ConnectedPopup['linkOf']>[0];
}

function CreatedLink({ connected, report, onCopy, onOpenPage }: CreatedLinkProps) {
  const { notice, linkOf } = connected;
  const link = linkOf(report);
  if (link === null) return null;
  return (
    <div class="buttons">
      <button type="button" onClick={() => onOpenPage(link)}>
        {i18n.t('report.openReport')}
      </button>
      <button
        type="button"
        onClick={async () => {
          notice.value = { text: await copyLink(onCopy, link, report) };
        }}
      >
        {i18n.t('report.copyLink')}
      </button>
    </div>
  );
}
