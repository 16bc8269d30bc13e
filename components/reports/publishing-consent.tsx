import { i18n } from '#i18n';
import { AlertLine } from '@/components/ui/message-lines';
import type { PublishingRisk } from '@/lib/url/publishing-risk';

interface PublishingConsentProps {
  risks: readonly PublishingRisk[];
  onMakePrivate: () => void;
  onPublish: () => void;
}

/** Says why publishing may do harm, and lets a person do it all the same, with a button of its own. */
export function PublishingConsent({ risks, onMakePrivate, onPublish }: PublishingConsentProps) {
  return (
    <div class="ask">
      <AlertLine>{risks.map((risk) => i18n.t(`risk.${risk}`)).join(' ')}</AlertLine>
      <div class="buttons">
        <button type="button" onClick={onMakePrivate}>
          {i18n.t('risk.makePrivate')}
        </button>
        <button type="button" class="warning" onClick={onPublish}>
          {i18n.t('risk.publishAnyway')}
        </button>
      </div>
    </div>
  );
}
