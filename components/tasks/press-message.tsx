import { i18n } from '#i18n';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { copyLink } from '@/components/reports/copy-link';
import { PublishingConsent } from '@/components/reports/publishing-consent';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Privacy } from '@/lib/report/privacy';
import { alertMessage, statusMessage, unseenMessage } from './form-messages';

interface PressMessageProps extends PopupActions {
  connected: ConnectedPopup;
}

/** What the last press came to, and what can be done about it: the only place where that is said. */
export function PressMessage({ connected, ...actions }: PressMessageProps) {
  const { form } = connected;
  const press = form.lastPress.value;
  const report = press?.state === 'created' ? press.report : null;
  return (
    <>
      <StatusLine>{statusMessage(connected)}</StatusLine>
      <StatusLine isUnseen>{unseenMessage(connected)}</StatusLine>
      <AlertLine>{alertMessage(connected)}</AlertLine>
      {press?.state === 'held' && (
        <PublishingConsent
          risks={press.risks}
          onMakePrivate={() => form.choosePrivacy(Privacy.Private)}
          onPublish={() => void form.publishAnyway()}
        />
      )}
      {report && <CreatedLink connected={connected} report={report} {...actions} />}
    </>
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
