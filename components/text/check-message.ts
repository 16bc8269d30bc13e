import { i18n } from '#i18n';
import { failureMessage, quotingService } from '@/components/text/failure-message';
import type { ConnectionCheck } from '@/lib/connection/connection-check';

/** What to do about the step that failed, in the words of somebody who is just connecting. */
export function checkMessage(check: ConnectionCheck & { state: 'failed' }): string {
  const { failure } = check;
  switch (failure.code) {
    case 'base-url':
      return i18n.t('problem.baseUrlNotAbsolute');
    case 'api-key':
      return i18n.t('problem.apiKeyEmpty');
    case 'not-stored':
      return i18n.t('check.notStored');
    case 'no-permission':
      return i18n.t('check.permissionRefused', [failure.origin]);
    case 'gone':
      return i18n.t('check.noInterface');
    case 'key-refused':
      return quotingService(i18n.t('check.keyRefused'), failure);
    case 'not-allowed':
      return quotingService(i18n.t('check.keyNotAllowed'), failure);
    case 'unexpected-answer':
      if (failure.problem === 'html') return i18n.t('check.html');
      return failure.problem === 'wrong-shape'
        ? i18n.t('check.wrongShape')
        : failureMessage(failure);
    default:
      return failureMessage(failure);
  }
}
