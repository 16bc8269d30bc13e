import { i18n } from '#i18n';
import { ConsentButton } from '@/components/ui/consent-button';
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
    <div class="ask" data-next-focus="main [type=submit]">
      <AlertLine>{risks.map((risk) => i18n.t(`risk.${risk}`)).join(' ')}</AlertLine>
      <div class="buttons">
        <button type="button" onClick={onMakePrivate}>
          {i18n.t('risk.makePrivate')}
        </button>
        <ConsentButton label={i18n.t('risk.publishAnyway')} onConsent={onPublish} />
      </div>
    </div>
  );
}
