import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import type { CheckFailure } from '@/lib/connection/check-steps';
import { failureMessage, quotingService } from './failure-message';

/**
 * What to do about the step that failed, in the words of somebody who is just connecting.
 * @param baseUrl the address that was asked
 */
export function checkMessage(failure: CheckFailure, baseUrl: string): string {
  switch (failure.code) {
    case 'baseUrl':
      return i18n.t('problem.baseUrl.notAbsolute');
    case 'apiKey':
      return i18n.t('problem.apiKey.empty');
    case 'notStored':
      return i18n.t('check.notStored');
    case 'unreachable':
      return i18n.t('check.noAnswer', [isolated(baseUrl)]);
    case 'noPermission':
      return i18n.t('check.permissionRefused', [failure.origin]);
    case 'gone':
      return i18n.t('check.noInterface');
    case 'keyRefused':
      return quotingService(i18n.t('check.keyRefused'), failure);
    case 'notAllowed':
      return quotingService(i18n.t('check.planWithoutApi'), failure);
    case 'unexpectedAnswer':
      if (failure.problem === 'html') return i18n.t('check.html');
      return failure.problem === 'wrongShape'
        ? i18n.t('check.wrongShape')
        : failureMessage(failure);
    default:
      return failureMessage(failure);
  }
}
