import { i18n } from '#i18n';
import { sentences } from '@/components/text/language';
import { Question } from '@/components/ui/question';
import type { PublishingRisk } from '@/lib/url/secrets/publishing-risk';

interface PublishingConsentProps {
  risks: readonly PublishingRisk[];
  onMakePrivate: () => void;
  onPublish: () => void;
  onCancel: () => void;
}

/** Says why publishing an address is risky, and asks for a confirmation. */
export function PublishingConsent(props: PublishingConsentProps) {
  const { risks, onMakePrivate, onPublish, onCancel } = props;
  return (
    <Question
      text={sentences(...risks.map((risk) => i18n.t(`risk.${risk}`)))}
      answers={[
        { label: i18n.t('risk.makePrivate'), onPress: onMakePrivate, isConsent: false },
        { label: i18n.t('risk.publishAnyway'), onPress: onPublish, isConsent: true },
      ]}
      onCancel={onCancel}
    />
  );
}
