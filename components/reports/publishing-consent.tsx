import { i18n } from '#i18n';
import { Question } from '@/components/ui/question';
import type { PublishingRisk } from '@/lib/url/publishing-risk';

interface PublishingConsentProps {
  risks: readonly PublishingRisk[];
  onMakePrivate: () => void;
  onPublish: () => void;
}

/** Says why publishing may do harm, and lets a person do it all the same. */
export function PublishingConsent({ risks, onMakePrivate, onPublish }: PublishingConsentProps) {
  return (
    <Question
      text={risks.map((risk) => i18n.t(`risk.${risk}`)).join(' ')}
      answers={[
        { label: i18n.t('risk.makePrivate'), onPress: onMakePrivate, isConsent: false },
        { label: i18n.t('risk.publishAnyway'), onPress: onPublish, isConsent: true },
      ]}
      nextFocus="main [type=submit]"
    />
  );
}
