import { i18n } from '#i18n';
import type { PublishingRisk } from '@/lib/url/publishing-risk';

/**
 * Why publishing was held back, and how to go on.
 * @param button the name of the button to press again
 */
export function riskMessages(risks: readonly PublishingRisk[], button: string): string {
  return [...risks.map((risk) => i18n.t(`risk.${risk}`)), i18n.t('risk.confirm', [button])].join(
    ' ',
  );
}
