import { i18n } from '#i18n';
import type { PublishingRisk } from '@/lib/url/publishing-risk';

/**
 * Why publishing was held back, and how to go on.
 * @param button the name of the button to press again
 */
export function riskMessages(risks: readonly PublishingRisk[], button: string): string {
  return [...risks.map(riskSentence), i18n.t('form.riskConfirm', [button])].join(' ');
}

function riskSentence(risk: PublishingRisk): string {
  switch (risk) {
    case 'secret':
      return i18n.t('form.riskSecret');
    case 'e-mail':
      return i18n.t('form.riskEmail');
    case 'local':
      return i18n.t('form.riskLocal');
  }
}
